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
    const std::int64_t most = maxLength - 2;
    if (query.numResidues() < 1)
        return fail(ErrorCode::Data, "the sequence is empty: give at least one residue");
    if (query.numResidues() > most)
        return fail(ErrorCode::Data,
                    fmt::format("the sequence has {} residues, but this model takes at most {}: give a part of it",
                                query.numResidues(), most));
    return {};
}

} // namespace

Result<Query> parseQuery(std::string_view text, const LoadedModel &model)
{
    const Alphabet &alphabet = *model.alphabet;
    Query query;
    query.tokens.push_back(alphabet.cls());
    while (!text.empty()) {
        if (const auto length = maskLength(text)) {
            query.masked.push_back(static_cast<std::int64_t>(query.tokens.size()) - 1);
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
    query.tokens.push_back(alphabet.eos());
    if (auto checked = checkLength(query, model.maxLength); !checked)
        return Failure(std::move(checked.error()));
    return query;
}

PackedBatch packQueries(const std::vector<std::vector<TokenId>> &sequences, torch::Device device)
{
    std::vector<std::int64_t> tokens;
    std::vector<std::int64_t> positions;
    PackedBatch batch;
    batch.boundaries.push_back(0);
    for (const std::vector<TokenId> &sequence : sequences) {
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

torch::Tensor logProbabilities(SequenceModel &model, const PackedBatch &batch, const torch::Tensor &rows)
{
    const torch::NoGradGuard noGrad;
    const torch::Tensor logits = model.logits(model.hidden(batch).index_select(0, rows.to(batch.tokens.device())));
    return atLeastFloat32(logits).log_softmax(-1).cpu();
}

torch::Device deviceOf(SequenceModel &model)
{
    return model.namedTensors().front().second.device();
}

} // namespace anneal
