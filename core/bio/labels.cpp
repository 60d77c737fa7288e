// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/labels.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/units.h"

namespace anneal {

namespace {

constexpr std::size_t kMostShown = 24;

std::optional<long long> wholeNumber(const std::string &text)
{
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::string joined(const Labels &labels, std::span<const ClassId> classes, const char *separator)
{
    std::string text;
    for (const ClassId id : classes) {
        if (text.size() >= kMostShown)
            return text + "…";
        text += text.empty() ? "" : separator;
        text += id == kNoTarget ? "?" : labels.classNames[static_cast<std::size_t>(id)];
    }
    return text;
}

} // namespace

std::span<const ClassId> Labels::classesOf(const SequenceSet &set, std::size_t record) const
{
    const std::span<const ClassId> all(classes);
    switch (kind) {
    case LabelKind::OneClass:
        return all.subspan(record, 1);
    case LabelKind::SeveralClasses:
        return all.subspan(offsets[record], offsets[record + 1] - offsets[record]);
    case LabelKind::PerResidue:
        return all.subspan(set.offsets[record], set.length(record));
    case LabelKind::None:
    case LabelKind::Number:
        break;
    }
    return {};
}

std::int64_t Labels::bytesInMemory() const
{
    return static_cast<std::int64_t>(classes.size() * sizeof(ClassId) + offsets.size() * sizeof(std::uint64_t)
                                     + numbers.size() * sizeof(double));
}

bool sameLabel(const SequenceSet &set, const Labels &labels, std::size_t a, std::size_t b)
{
    if (labels.kind == LabelKind::Number)
        return labels.numbers[a] == labels.numbers[b];
    const auto first = labels.classesOf(set, a), second = labels.classesOf(set, b);
    return std::equal(first.begin(), first.end(), second.begin(), second.end());
}

std::string labelText(const SequenceSet &set, const Labels &labels, std::size_t record)
{
    switch (labels.kind) {
    case LabelKind::None:
        return {};
    case LabelKind::Number:
        return formatExact(labels.numbers[record]);
    case LabelKind::PerResidue: {
        const bool letters = std::all_of(labels.classNames.begin(), labels.classNames.end(),
                                         [](const std::string &name) { return name.size() == 1; });
        return joined(labels, labels.classesOf(set, record), letters ? "" : " ");
    }
    default:
        return joined(labels, labels.classesOf(set, record), ", ");
    }
}

void sortClassNames(std::vector<std::string> &names)
{
    const bool numbers =
        std::all_of(names.begin(), names.end(), [](const std::string &name) { return wholeNumber(name).has_value(); });
    std::sort(names.begin(), names.end(), [numbers](const std::string &a, const std::string &b) {
        if (!numbers || wholeNumber(a) == wholeNumber(b))
            return a < b;
        return wholeNumber(a) < wholeNumber(b);
    });
    names.erase(std::unique(names.begin(), names.end()), names.end());
}

void useClassNames(Labels &labels, const std::vector<std::string> &names)
{
    std::vector<ClassId> ids;
    for (const std::string &name : labels.classNames) {
        const auto at = std::find(names.begin(), names.end(), name) - names.begin();
        ids.push_back(static_cast<ClassId>(at));
    }
    for (ClassId &id : labels.classes) {
        if (id != kNoTarget)
            id = ids[static_cast<std::size_t>(id)];
    }
    labels.classNames = names;
}

} // namespace anneal
