// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/dataset.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "base/hash.h"
#include "bio/duplicates.h"
#include "bio/labelchecks.h"
#include "bio/labelleddata.h"
#include "bio/samples.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

void append(std::vector<ReadWarning> &to, std::vector<ReadWarning> from, DataFile file)
{
    for (ReadWarning &warning : from) {
        warning.file = file;
        to.push_back(std::move(warning));
    }
}

std::uint64_t hashOf(std::string_view text)
{
    return stableHash(text);
}

std::uint64_t hashOf(const std::vector<Sample> &samples)
{
    std::uint64_t hash = samples.size();
    for (const Sample &sample : samples) {
        hash = mix64(hash ^ ((std::uint64_t{sample.sequence} << 32) | sample.start));
        hash = mix64(hash ^ sample.length);
    }
    return hash;
}

/// 0 without labels.
std::uint64_t hashOf(const Labels &labels)
{
    const auto bytesOf = [](const auto &values) {
        return std::string_view(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(values[0]));
    };
    if (labels.empty())
        return 0;
    std::uint64_t hash = mix64(static_cast<std::uint64_t>(labels.kind));
    for (const std::string &name : labels.classNames)
        hash = stableHash(name, hash);
    hash = stableHash(bytesOf(labels.offsets), stableHash(bytesOf(labels.classes), hash));
    return stableHash(bytesOf(labels.numbers), hash);
}

std::uint64_t datasetHash(const Dataset &data, const DataRequest &request)
{
    std::uint64_t hash = hashOf(request.alphabet);
    for (const std::uint64_t part : {data.sequences.fileHash, data.validationSequences.fileHash, hashOf(data.train),
                                     hashOf(data.validation), static_cast<std::uint64_t>(request.maxLength)})
        hash = mix64(hash ^ part);
    if (data.tokenizer)
        for (const std::string &token : data.tokenizer->tokens())
            hash = mix64(hash ^ hashOf(token));
    for (const std::uint64_t part : {hashOf(data.labels), hashOf(data.validationLabels)})
        hash = part == 0 ? hash : mix64(hash ^ part); // sequences alone keep the hash they always had
    return hash;
}

Result<void> checkRequest(const DataRequest &request)
{
    if (request.windowStride < 0)
        return fail(ErrorCode::Config, "The window stride is the number of residues between windows: give 0 or more.",
                    "data.window_stride");
    if (!request.validation.empty() && !request.splitFile.empty()) {
        return fail(ErrorCode::Config, "A validation file and a split file are both given; leave one of them empty.",
                    "data.split_file");
    }
    return {};
}

Result<void> checkTokenizer(const Tokenizer &tokenizer, const DataRequest &request)
{
    if (request.needsMask && !tokenizer.special().mask) {
        return fail(ErrorCode::Config,
                    "The tokenizer has no token that hides others, which masked training needs; choose another "
                    "tokenizer, or a task that predicts the next token.",
                    "data.tokenizer");
    }
    if (request.maxLength >= tokenizer.numSpecials() + 1)
        return {};
    return fail(ErrorCode::Config,
                tokenizer.numSpecials() == 2
                    ? "The longest input needs room for <cls>, one residue and <eos>: give at least 3."
                    : fmt::format("The longest input needs room for {} tokens: give at least that.",
                                  tokenizer.numSpecials() + 1),
                "data.max_length");
}

Result<void> checkLengths(const SequenceSet &set, const std::string &path)
{
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (set.length(i) > std::numeric_limits<std::uint32_t>::max()) {
            return fail(ErrorCode::Data, fmt::format("Sequence {} has more than 4 G letters; split it.", set.name(i)),
                        fmt::format("{}:{}", displayPath(path), set.lines[i]));
        }
    }
    return {};
}

/// Sequences of the second file that also stand in the first.
void warnOfLeaks(Dataset &data)
{
    const SequenceSet &train = data.sequences;
    const SequenceSet &held = data.validationSequences;
    FirstSeen seen(train.size());
    for (std::uint32_t i = 0; i < train.size(); ++i)
        (void)seen.firstOf(residueHash(train, i), i, [&](std::uint32_t j) { return sameResidues(train, i, train, j); });
    std::int64_t count = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < held.size(); ++i) {
        const auto same = [&](std::uint32_t j) { return sameResidues(held, i, train, j); };
        if (seen.find(residueHash(held, i), same) == FirstSeen::kNone)
            continue;
        first = count == 0 ? i : first;
        ++count;
    }
    if (count == 0)
        return;
    data.warnings.push_back(
        {"split_leak",
         fmt::format("{} of {} validation sequences also stand in the training file, first {} (line {}): the "
                     "validation loss will look too good.",
                     count, held.size(), held.name(first), held.lines[first]),
         static_cast<std::int64_t>(held.lines[first]), count, DataFile::Validation});
}

std::vector<std::uint32_t> all(const SequenceSet &set)
{
    std::vector<std::uint32_t> indices(set.size());
    std::iota(indices.begin(), indices.end(), 0u);
    return indices;
}

/// By the reader that the file needs.
Result<LabelledSet> readFile(const std::string &path, const DataRequest &request, const Alphabet &alphabet,
                             const ReadOptions &options)
{
    if (needsLabelReader(path, request.labels))
        return readLabelled(path, alphabet, request.labels, options);
    auto sequences = readSequences(path, alphabet, options);
    if (!sequences)
        return Failure(sequences.error());
    LabelledSet set;
    set.rows = static_cast<std::int64_t>(sequences->size());
    set.sequences = std::move(*sequences);
    return set;
}

/// Both files number the classes alike.
void shareClassNames(Dataset &data)
{
    std::vector<std::string> names = data.labels.classNames;
    names.insert(names.end(), data.validationLabels.classNames.begin(), data.validationLabels.classNames.end());
    sortClassNames(names);
    useClassNames(data.labels, names);
    useClassNames(data.validationLabels, names);
}

Result<Split> readSecondFile(Dataset &data, const DataRequest &request, const Alphabet &alphabet,
                             const ReadOptions &options)
{
    auto second = readFile(request.validation, request, alphabet, options);
    if (!second)
        return Failure(second.error());
    data.validationSequences = std::move(second->sequences);
    data.validationLabels = std::move(second->labels);
    data.validationWeights = std::move(second->weights);
    data.separateValidation = true;
    append(data.warnings, data.validationSequences.warnings, DataFile::Validation);
    append(data.notes, data.validationSequences.notes, DataFile::Validation);
    if (data.labels.kind != data.validationLabels.kind) {
        return fail(
            ErrorCode::Data,
            "The validation file has labels of another kind than the training file; name the same columns in both.",
            displayPath(request.validation));
    }
    shareClassNames(data);
    warnOfLeaks(data);
    return Split{all(data.sequences), all(data.validationSequences), {}, {}};
}

/// Some of the given sequences by the hash of their residues; the others stay.
void holdOut(const SequenceSet &set, Split &split, const DataRequest &request)
{
    std::vector<bool> isTrain(set.size(), false);
    for (const std::uint32_t i : split.train)
        isTrain[i] = true;
    split.train.clear();
    const Split halves = splitByFraction(set, request.validationFraction, request.seed);
    for (const auto &[from, to] :
         {std::pair{&halves.train, &split.train}, std::pair{&halves.validation, &split.validation}}) {
        std::copy_if(from->begin(), from->end(), std::back_inserter(*to), [&](std::uint32_t i) { return isTrain[i]; });
    }
}

/// By the split column. The reader has warned of leaks already.
Split splitByColumn(const SequenceSet &set, const std::vector<Part> &parts, const DataRequest &request)
{
    Split split;
    std::vector<std::uint32_t> *const lists[] = {&split.train, &split.validation, &split.test};
    for (std::uint32_t i = 0; i < set.size(); ++i)
        lists[static_cast<std::size_t>(parts[i])]->push_back(i);
    if (split.validation.empty() && request.validationFraction > 0)
        holdOut(set, split, request);
    return split;
}

Result<Split> makeSplit(Dataset &data, const std::vector<Part> &parts, const DataRequest &request,
                        const Alphabet &alphabet, const ReadOptions &options)
{
    if (!request.splitFile.empty())
        return splitByFile(data.sequences, request.splitFile);
    if (!request.validation.empty())
        return readSecondFile(data, request, alphabet, options);
    if (!parts.empty())
        return splitByColumn(data.sequences, parts, request);
    return splitByFraction(data.sequences, request.validationFraction, request.seed);
}

/// A split column has been looked at by the reader; any other split only shows here.
void warnOfUnknownClasses(Dataset &data, const Split &split, const DataRequest &request)
{
    const auto nameOf = [](const std::string &path) { return displayPath(std::filesystem::path(path).filename()); };
    if (!data.separateValidation) {
        append(data.warnings, classesNotInTrain(data.sequences, data.labels, split.train, nameOf(request.train)),
               DataFile::Train);
        return;
    }
    std::vector<bool> trained(data.labels.classNames.size(), false);
    for (const ClassId id : data.labels.classes) {
        if (id != kNoTarget)
            trained[static_cast<std::size_t>(id)] = true;
    }
    for (std::size_t i = 0; i < trained.size(); ++i) {
        if (trained[i])
            continue;
        data.warnings.push_back(
            {"class_not_in_train",
             fmt::format("{}: class '{}' never occurs in the training file, so it cannot be learnt.",
                         nameOf(request.validation), data.labels.classNames[i]),
             0, 1, DataFile::Validation});
    }
}

Result<void> checkParts(const Dataset &data, const DataRequest &request)
{
    const std::string where = displayPath(request.train);
    if (data.train.empty()) {
        return fail(ErrorCode::Data,
                    "No sequence is left for training; give more sequences, or hold out fewer of them.", where);
    }
    if (!data.validation.empty())
        return {};
    if (!request.splitFile.empty()) {
        return fail(ErrorCode::Data,
                    "No sequence is in the validation part; mark some with 'validation' in the split file.",
                    displayPath(request.splitFile));
    }
    if (data.separateValidation)
        return fail(ErrorCode::Data, "The validation file holds nothing that can be scored; choose another.",
                    displayPath(request.validation));
    return fail(
        ErrorCode::Data,
        data.sequences.size() == 1
            ? "There is only one sequence, so none can be held out for validation; give more sequences, or a second "
              "file as data.validation."
            : "No sequence can be held out for validation, because all are the same or data.validation_fraction is 0; "
              "give other sequences, a larger fraction, or a second file as data.validation.",
        where);
}

/// The samples of one part. `where`: what its warnings begin with.
Result<std::vector<Sample>> cutPart(Dataset &data, const std::vector<std::uint32_t> &part, bool isSecondFile,
                                    const std::string &where, const DataRequest &request)
{
    CutReport report;
    const SequenceSet &set = isSecondFile ? data.validationSequences : data.sequences;
    auto samples = cutSamples(isSecondFile ? data.validationTokenView() : data.trainTokenView(), part, request, report);
    const std::string &path = isSecondFile ? request.validation : request.train;
    if (auto whole = checkNoneCut(set, path, data.usedTokenizer(), report, request); !whole)
        return Failure(whole.error());
    auto warnings = cutWarnings(set, data.usedTokenizer(), report, request);
    for (ReadWarning &warning : warnings)
        warning.message = where + warning.message;
    append(data.warnings, std::move(warnings), isSecondFile ? DataFile::Validation : DataFile::Train);
    data.truncatedSequences += static_cast<std::int64_t>(report.truncated.size());
    return samples;
}

Result<void> cutAll(Dataset &data, const Split &split, const DataRequest &request)
{
    struct Part {
        const std::vector<std::uint32_t> &sequences;
        std::vector<Sample> &samples;
        bool isSecondFile;
        std::string where;
    };
    const Part parts[] = {{split.train, data.train, false, ""},
                          {split.validation, data.validation, data.separateValidation, "In the validation part: "},
                          {split.test, data.testSamples, false, "In the test part: "}};
    for (const Part &part : parts) {
        auto samples = cutPart(data, part.sequences, part.isSecondFile, part.where, request);
        if (!samples)
            return Failure(samples.error());
        part.samples = std::move(*samples);
    }
    return {};
}

/// Letters are their own tokens; other tokenizers cut them in a second step.
Result<void> makeTokens(Dataset &data, const ReadOptions &options)
{
    if (!data.tokenizer)
        return {};
    const auto goesOn = [&options] { return !options.progress || options.progress(1.0); };
    for (const auto &[letters, cut] :
         {std::pair{&data.sequences, &data.tokens}, std::pair{&data.validationSequences, &data.validationTokens}}) {
        if (letters->size() == 0) // no second file
            continue;
        auto tokens = tokenize(*letters, *data.tokenizer, goesOn);
        if (!tokens)
            return Failure(tokens.error());
        *cut = std::move(*tokens);
    }
    return {};
}

} // namespace

Result<Dataset> loadDataset(const DataRequest &request, const ReadOptions &given)
{
    ReadOptions options = given;
    options.keepsCase = options.keepsCase || request.keepsCase;
    if (auto sound = checkRequest(request); !sound)
        return Failure(sound.error());
    const auto alphabet = Alphabet::byName(request.alphabet);
    if (!alphabet)
        return Failure(alphabet.error());
    const auto tokenizer = makeTokenizer(request.tokenizer, **alphabet);
    if (!tokenizer)
        return Failure(tokenizer.error());
    if (auto sound = checkTokenizer(**tokenizer, request); !sound)
        return Failure(sound.error());
    auto train = readFile(request.train, request, **alphabet, options);
    if (!train)
        return Failure(train.error());
    Dataset data;
    if (*tokenizer != letterTokenizer(**alphabet))
        data.tokenizer = *tokenizer;
    data.sequences = std::move(train->sequences);
    data.labels = std::move(train->labels);
    data.weights = std::move(train->weights);
    data.warnings = data.sequences.warnings;
    data.notes = data.sequences.notes;
    const auto split = makeSplit(data, train->parts, request, **alphabet, options);
    if (!split)
        return Failure(split.error());
    append(data.warnings, split->warnings, DataFile::Split);
    data.test = split->test;
    if (train->parts.empty() || !request.splitFile.empty() || data.separateValidation)
        warnOfUnknownClasses(data, *split, request);
    for (const auto &[set, path] :
         {std::pair{&data.sequences, &request.train}, std::pair{&data.validationSequences, &request.validation}}) {
        if (auto fits = checkLengths(*set, *path); !fits)
            return Failure(fits.error());
    }
    if (auto made = makeTokens(data, options); !made)
        return Failure(made.error());
    if (auto cut = cutAll(data, *split, request); !cut)
        return Failure(cut.error());
    if (auto parts = checkParts(data, request); !parts)
        return Failure(parts.error());
    data.hash = datasetHash(data, request);
    return data;
}

const Tokenizer &Dataset::usedTokenizer() const
{
    return tokenizer ? *tokenizer : *letterTokenizer(*sequences.alphabet);
}

TokenView Dataset::viewOf(const SequenceSet &letters, const TokenSet &cut) const
{
    return tokenizer ? TokenView(cut, *tokenizer) : TokenView(letters, *letterTokenizer(*sequences.alphabet));
}

std::int64_t Dataset::bytesInMemory() const
{
    std::size_t bytes = tokens.bytes() + validationTokens.bytes() + sequences.softMask.bytes()
        + (train.size() + validation.size() + testSamples.size()) * sizeof(Sample);
    for (const SequenceSet *set : {&sequences, &validationSequences}) {
        bytes += set->tokens.size() + set->names.size() + set->offsets.size() * sizeof(std::uint64_t)
            + set->nameOffsets.size() * sizeof(std::uint32_t) + set->lines.size() * sizeof(std::uint64_t);
    }
    bytes += (weights.size() + validationWeights.size()) * sizeof(float);
    return static_cast<std::int64_t>(bytes) + labels.bytesInMemory() + validationLabels.bytesInMemory();
}

std::int64_t Dataset::trainTokens() const
{
    std::int64_t tokens = 0;
    for (const Sample &sample : train)
        tokens += tokenCount(sample);
    return tokens;
}

} // namespace anneal
