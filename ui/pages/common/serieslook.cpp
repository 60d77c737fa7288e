// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/common/serieslook.h"

#include <map>
#include <optional>

#include <QCoreApplication>

#include "config/measures.h"
#include "style/text.h"

namespace anneal {

namespace {

ValueFormat formatOf(const std::string &measure)
{
    if (measure == "loss")
        return ValueFormat::Loss;
    return measure == "accuracy" || measure == "q3" || measure == "q8" ? ValueFormat::Percent : ValueFormat::Norm;
}

/// "validation.macro_f1" → "Validation macro F1".
std::optional<SeriesLook> measureLook(const std::string &name)
{
    const std::size_t dot = name.find('.');
    const std::string part = name.substr(0, dot);
    const Measure *measure = dot == std::string::npos ? nullptr : findMeasure(name.substr(dot + 1));
    if (measure == nullptr || (part != "validation" && part != "test"))
        return {};
    const QString title = part == "test" ? QCoreApplication::translate("Series", "Test %1")
                                         : QCoreApplication::translate("Series", "Validation %1");
    return SeriesLook{title.arg(qstr(measure->label)), formatOf(measure->name)};
}

} // namespace

SeriesLook seriesLook(const std::string &name)
{
    struct Entry {
        const char *title;
        ValueFormat format;
    };
    static const std::map<std::string, Entry> kKnown{
        {"train.loss", {QT_TRANSLATE_NOOP("Series", "Training loss"), ValueFormat::Loss}},
        {"optimizer.lr", {QT_TRANSLATE_NOOP("Series", "Learning rate"), ValueFormat::Rate}},
        {"grad_norm", {QT_TRANSLATE_NOOP("Series", "Gradient norm"), ValueFormat::Norm}},
        {"param_norm", {QT_TRANSLATE_NOOP("Series", "Parameter norm"), ValueFormat::Norm}},
        {"update_ratio", {QT_TRANSLATE_NOOP("Series", "Update ratio"), ValueFormat::Rate}},
        {"tokens_per_second", {QT_TRANSLATE_NOOP("Series", "Throughput, tokens/s"), ValueFormat::Count}},
    };
    if (const auto measure = measureLook(name))
        return *measure;
    const auto known = kKnown.find(name);
    if (known == kKnown.end())
        return {qstr(name), ValueFormat::Norm};
    return {QCoreApplication::translate("Series", known->second.title), known->second.format};
}

} // namespace anneal
