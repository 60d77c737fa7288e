// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/comparability.h"

#include <algorithm>

#include <QCoreApplication>
#include <QFileInfo>

#include "config/field.h"
#include "style/text.h"

namespace anneal {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Compare", text);
}

/// Every setting that decides which residues are scored and how they are shown to the model.
const std::vector<std::string> kDecisive{"data.train",
                                         "data.validation",
                                         "data.split_file",
                                         "data.validation_fraction",
                                         "data.alphabet",
                                         "data.tokenizer",
                                         "data.kmer",
                                         "data.tokenizer_file",
                                         "data.max_length",
                                         "data.long_sequences",
                                         "data.window_stride",
                                         "objective.task",
                                         "objective.mlm_probability",
                                         "objective.validation_masking"};

QString firstDifference(const std::vector<ComparedRun> &runs)
{
    for (const std::string &key : kDecisive) {
        const Field *field = findField(key);
        if (!field || !decides(key, runs.front().config))
            continue;
        for (const ComparedRun &run : runs)
            if (!sameValue(field->get(run.config), field->get(runs.front().config)))
                return qstr(key);
    }
    const bool drawn = decides("data.validation_fraction", runs.front().config);
    const auto otherSeed = [&](const ComparedRun &run) {
        return run.config.data.seed != runs.front().config.data.seed;
    };
    return drawn && std::any_of(runs.begin(), runs.end(), otherSeed) ? QStringLiteral("data.seed") : QString();
}

} // namespace

bool decides(const std::string &key, const Config &config)
{
    return key != "data.validation_fraction" || (config.data.validation.empty() && config.data.split_file.empty());
}

Comparability comparability(const std::vector<ComparedRun> &runs)
{
    if (runs.size() < 2)
        return {true, {}};
    if (const QString key = firstDifference(runs); !key.isEmpty())
        return {false,
                tr("The validation losses cannot be compared: %1 differs, so other residues are scored or shown "
                   "differently.")
                    .arg(key)};
    const Config &config = runs.front().config;
    const std::string &file = !config.data.validation.empty() ? config.data.validation : config.data.train;
    const QString name = QFileInfo(qstr(file)).fileName();
    return {true,
            name.isEmpty() ? tr("Same validation data, same masking: the losses can be compared.")
                           : tr("Same validation part of %1, same masking: the losses can be compared.").arg(name)};
}

} // namespace anneal
