// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/common/serieslook.h"

#include <map>

#include <QCoreApplication>

#include "style/text.h"

namespace anneal {

SeriesLook seriesLook(const std::string &name)
{
    struct Entry {
        const char *title;
        ValueFormat format;
    };
    static const std::map<std::string, Entry> kKnown{
        {"train.loss", {QT_TRANSLATE_NOOP("Series", "Training loss"), ValueFormat::Loss}},
        {"validation.loss", {QT_TRANSLATE_NOOP("Series", "Validation loss"), ValueFormat::Loss}},
        {"validation.accuracy", {QT_TRANSLATE_NOOP("Series", "Validation accuracy"), ValueFormat::Percent}},
        {"optimizer.lr", {QT_TRANSLATE_NOOP("Series", "Learning rate"), ValueFormat::Rate}},
        {"grad_norm", {QT_TRANSLATE_NOOP("Series", "Gradient norm"), ValueFormat::Norm}},
        {"param_norm", {QT_TRANSLATE_NOOP("Series", "Parameter norm"), ValueFormat::Norm}},
        {"update_ratio", {QT_TRANSLATE_NOOP("Series", "Update ratio"), ValueFormat::Rate}},
        {"tokens_per_second", {QT_TRANSLATE_NOOP("Series", "Throughput, tokens/s"), ValueFormat::Count}},
    };
    const auto known = kKnown.find(name);
    if (known == kKnown.end())
        return {qstr(name), ValueFormat::Norm};
    return {QCoreApplication::translate("Series", known->second.title), known->second.format};
}

} // namespace anneal
