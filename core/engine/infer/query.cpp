// SPDX-License-Identifier: GPL-3.0-or-later
#include "infer/query.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "nn/layers.h"

namespace anneal {
namespace {

constexpr std::array<std::string_view, 3> kMaskSpellings{"<mask>", "_", "?"};

/// Length of the mask that the text begins with.
std::optional<std::size_t> maskLength(std::string_view text)
{
    for (const std::string_view spelling : kMaskSpellings) {
        if (text.starts_with(spelling))
            return spelling.size();
    }
    return {};
}

/// The first character of the text, whole even when it takes several bytes.
std::string_view firstCharacter(std::string_view text)
{
    std::size_t size = 1;
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)
        ++size;
    return text.substr(0, size);
}

Result<void> checkLength(const Query &query, std::int64_t maxLength)
{
    const std::int64_t most = maxLength - query.specials;
    if (query.numResidues() < 1)
        return fail(ErrorCode::Data, "the sequence is empty: give at least one residue");
    if (query.numResidues() > most)
        return fail(ErrorCode::Data,
                    fmt::format("the sequence has {} residues, but this model takes at most {}: give a part of it",
                                query.numResidues(), most));
    return {};
}

/// Single letters, with a message that names the first unknown one.
Result<void> parseLetters(std::string_view text, const Alphabet &alphabet, Query &query)
{
    while (!text.empty()) {
        if (const auto length = maskLength(text)) {
            query.masked.push_back(static_cast<std::int64_t>(query.tokens.size()) - query.first);
            query.tokens.push_back(alphabet.mask());
            text.remove_prefix(*length);
            continue;
        }
        if (text.starts_with(alphabet.token(alphabet.unk()))) { // how a letter without a token is spelled
            query.tokens.push_back(alphabet.unk());
            text.remove_prefix(alphabet.token(alphabet.unk()).size());
            continue;
        }
        const char letter = text.front();
        const int id = alphabet.idOf(letter);
        if (id != Alphabet::kNoToken)
            query.tokens.push_back(static_cast<TokenId>(id));
        else if (!std::isspace(static_cast<unsigned char>(letter)))
            return fail(ErrorCode::Data,
                        fmt::format("residue {} is '{}', which the {} alphabet does not have", query.tokens.size(),
                                    firstCharacter(text), alphabet.name()));
        text.remove_prefix(1);
    }
    return {};
}

/// Any other vocabulary: its own rule cuts the text. Every spelling of a hidden residue becomes the vocabulary's.
Result<void> parseTokens(std::string_view text, const Tokenizer &tokenizer, Query &query)
{
    const auto mask = tokenizer.special().mask;
    std::string spelled;
    while (!text.empty()) {
        const auto length = mask ? maskLength(text) : std::nullopt;
        spelled += length ? tokenizer.token(*mask)
                          : std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(text.front()))));
        text.remove_prefix(length.value_or(1));
    }
    if (auto cut = tokenizer.append(spelled, query.tokens); !cut)
        return cut;
    for (std::size_t i = 0; i < query.tokens.size(); ++i)
        if (mask && query.tokens[i] == *mask)
            query.masked.push_back(static_cast<std::int64_t>(i) - query.first);
    return {};
}

} // namespace

Result<Query> parseQuery(std::string_view text, const LoadedModel &model)
{
    const Tokenizer &tokenizer = *model.tokenizer;
    Query query;
    query.first = tokenizer.startToken() ? 1 : 0;
    query.specials = tokenizer.numSpecials();
    if (tokenizer.startToken())
        query.tokens.push_back(*tokenizer.startToken());
    const bool isLetters = tokenizer.kind() == TokenizerKind::Letters && tokenizer.alphabet() != nullptr;
    auto parsed = isLetters ? parseLetters(text, *tokenizer.alphabet(), query) : parseTokens(text, tokenizer, query);
    if (!parsed)
        return Failure(std::move(parsed.error()));
    if (tokenizer.endToken())
        query.tokens.push_back(*tokenizer.endToken());
    if (auto checked = checkLength(query, model.maxLength); !checked)
        return Failure(std::move(checked.error()));
    return query;
}

PackedBatch packQueries(const std::vector<std::vector<WideTokenId>> &sequences, torch::Device device)
{
    std::vector<std::int64_t> tokens;
    std::vector<std::int64_t> positions;
    PackedBatch batch;
    batch.boundaries.push_back(0);
    for (const std::vector<WideTokenId> &sequence : sequences) {
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            tokens.push_back(sequence[i]);
            positions.push_back(static_cast<std::int64_t>(i));
        }
        batch.boundaries.push_back(static_cast<std::int64_t>(tokens.size()));
        batch.longest = std::max(batch.longest, static_cast<std::int64_t>(sequence.size()));
    }
    batch.tokens = torch::tensor(tokens, torch::kInt64).to(device);
    batch.positions = torch::tensor(positions, torch::kInt64).to(device);
    return batch;
}

torch::Tensor logProbabilities(const LoadedModel &model, const PackedBatch &batch, const torch::Tensor &rows)
{
    const torch::NoGradGuard noGrad;
    const torch::Tensor hidden = model.model->hidden(batch).index_select(0, rows.to(batch.tokens.device()));
    return logProbabilities(model, model.model->logits(hidden));
}

torch::Tensor logProbabilities(const LoadedModel &model, const torch::Tensor &logits)
{
    return atLeastFloat32(logits).log_softmax(-1).narrow(-1, 0, model.tokenizer->size()).cpu();
}

torch::Device deviceOf(SequenceModel &model)
{
    return model.namedTensors().front().second.device();
}

} // namespace anneal
