// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/datacounts.h"

#include <algorithm>

#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr int kPaddedBatch = 16;

const char *keyOf(DataFile file)
{
    switch (file) {
    case DataFile::Validation:
        return "data.validation";
    case DataFile::Split:
        return "data.split_file";
    case DataFile::Train:
        break;
    }
    return "data.train";
}

/// "file" or "file:line"
bool names(const std::string &where, const std::string &file)
{
    const std::string path = displayPath(file);
    return !file.empty() && (where == path || where.starts_with(path + ":"));
}

} // namespace

TokenizerRequest tokenizerRequest(const Config &config)
{
    const DataConfig &data = config.data;
    return {data.tokenizer, static_cast<int>(data.kmer), data.tokenizer_file};
}

LabelKind labelKind(const std::string &task)
{
    if (task == "sequence_classification")
        return LabelKind::OneClass;
    if (task == "multi_label_classification")
        return LabelKind::SeveralClasses;
    if (task == "regression")
        return LabelKind::Number;
    return task == "token_classification" ? LabelKind::PerResidue : LabelKind::None;
}

DataRequest dataRequest(const Config &config)
{
    const DataConfig &data = config.data;
    DataRequest request;
    request.train = data.train;
    request.validation = data.validation;
    request.splitFile = data.split_file;
    request.alphabet = data.alphabet;
    request.validationFraction = data.validation_fraction;
    request.maxLength = data.max_length;
    request.windows = data.long_sequences == "window";
    request.refusesLong = data.long_sequences == "refuse";
    request.windowStride = data.window_stride;
    request.seed = static_cast<std::uint64_t>(data.seed);
    request.tokenizer = tokenizerRequest(config);
    request.keepsCase = data.soft_masked_weight != 1.0;
    request.needsMask = config.objective.task == "masked_lm";
    request.labels.kind = labelKind(config.objective.task);
    request.labels.columns = {data.sequence_column, data.label_column, data.split_column, data.weight_column,
                              data.id_column};
    request.labels.separator = data.label_separator;
    request.labels.mergeSpellings = data.merge_labels;
    request.labels.wildType = data.wild_type;
    return request;
}

DataCounts countData(const Dataset &data)
{
    DataCounts counts;
    counts.trainSequences = static_cast<std::int64_t>(data.train.size());
    counts.validationSequences = static_cast<std::int64_t>(data.validation.size());
    for (const Sample &sample : data.train) {
        const std::int64_t tokens = tokenCount(sample);
        counts.trainTokens += tokens;
        counts.longestTokens = std::max(counts.longestTokens, tokens);
        counts.sumSquaredTokens += static_cast<double>(tokens) * static_cast<double>(tokens);
    }
    for (const Sample &sample : data.validation)
        counts.validationTokens += tokenCount(sample);
    counts.paddingFraction16 = paddingFraction(data.train, kPaddedBatch, 0);
    counts.bytesInMemory = data.bytesInMemory();
    counts.outputs =
        data.labels.kind == LabelKind::Number ? 1 : static_cast<std::int64_t>(data.labels.classNames.size());
    return counts;
}

Issue dataIssue(const Config &config, const Error &error)
{
    if (error.where.starts_with("data."))
        return {Severity::Error, error.where, error.message, {}};
    DataFile file = DataFile::Train;
    if (names(error.where, config.data.validation))
        file = DataFile::Validation;
    else if (names(error.where, config.data.split_file))
        file = DataFile::Split;
    return {Severity::Error, keyOf(file), error.text(), {}};
}

Issue dataIssue(const ReadWarning &warning)
{
    return {Severity::Warning, keyOf(warning.file), warning.message, {}};
}

} // namespace anneal
