// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/formgroups.h"

#include <algorithm>

#include <QCoreApplication>

namespace anneal {

namespace {

struct Merge {
    const char *title;
    std::vector<std::string> sections;
};

/// Sections of the configuration that a person sets together.
const std::vector<Merge> &merges()
{
    static const std::vector<Merge> all{
        {QT_TRANSLATE_NOOP("anneal::Form", "Optimizer & schedule"), {"optimizer", "schedule"}},
        {QT_TRANSLATE_NOOP("anneal::Form", "Batch & precision"), {"batch", "precision"}},
        {QT_TRANSLATE_NOOP("anneal::Form", "Checkpoints & logging"), {"checkpoint", "logging"}},
    };
    return all;
}

const Merge *mergeOf(const std::string &section)
{
    for (const Merge &merge : merges()) {
        if (std::find(merge.sections.begin(), merge.sections.end(), section) != merge.sections.end())
            return &merge;
    }
    return nullptr;
}

std::vector<FormGroup> makeGroups()
{
    std::vector<FormGroup> groups;
    for (const FieldSection &section : fieldSections()) {
        const Merge *merge = mergeOf(section.key);
        if (!merge)
            groups.push_back(
                {QString::fromStdString(section.key), QString::fromStdString(section.label), {section.key}});
        else if (merge->sections.front() == section.key)
            groups.push_back({QString::fromStdString(section.key),
                              QCoreApplication::translate("anneal::Form", merge->title), merge->sections});
    }
    return groups;
}

} // namespace

const std::vector<FormGroup> &formGroups()
{
    static const std::vector<FormGroup> groups = makeGroups();
    return groups;
}

std::vector<const Field *> groupFields(const FormGroup &group)
{
    std::vector<const Field *> members;
    for (const std::string &section : group.sections) {
        for (const Field &field : fields()) {
            if (field.section() == section)
                members.push_back(&field);
        }
    }
    return members;
}

} // namespace anneal
