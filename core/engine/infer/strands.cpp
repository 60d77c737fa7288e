// SPDX-License-Identifier: GPL-3.0-or-later
#include "infer/strands.h"

#include <algorithm>

#include "bio/reversecomplement.h"

namespace anneal {
namespace {

Result<ReverseComplement> turnerOf(const LoadedModel &model)
{
    const Alphabet *alphabet = model.tokenizer->alphabet();
    if (alphabet == nullptr || !alphabet->isNucleic())
        return fail(ErrorCode::Data,
                    "only DNA and RNA have another strand, and this model reads neither: ask without "
                    "both_strands");
    auto turner = ReverseComplement::of(*model.tokenizer);
    if (!turner)
        return fail(ErrorCode::Data,
                    "this model's tokenizer may cut the other strand into other pieces: ask without "
                    "both_strands");
    return *turner;
}

} // namespace

Result<Query> otherStrand(const LoadedModel &model, const Query &query)
{
    return turnerOf(model).map([&](const ReverseComplement &turner) {
        const auto first = query.tokens.begin() + query.first;
        std::vector<std::int64_t> residues(first, first + query.numResidues());
        turner.apply(residues);
        Query other = query;
        std::transform(residues.begin(), residues.end(), other.tokens.begin() + query.first,
                       [](std::int64_t token) { return static_cast<WideTokenId>(token); });
        for (std::int64_t &masked : other.masked)
            masked = query.numResidues() - 1 - masked;
        std::reverse(other.masked.begin(), other.masked.end());
        return other;
    });
}

Result<void> checkResiduesMeet(const LoadedModel &model)
{
    if (model.tokenizer->kind() == TokenizerKind::Kmers)
        return fail(ErrorCode::Data,
                    "this model reads k-mers side by side, which are others on the other strand: only answers about "
                    "the whole sequence can be asked of both strands");
    return {};
}

std::vector<WideTokenId> counterparts(const LoadedModel &model)
{
    const auto turner = turnerOf(model);
    std::vector<WideTokenId> all;
    for (std::int64_t id = 0; id < model.tokenizer->size(); ++id) {
        std::vector<std::int64_t> token{id};
        turner->apply(token);
        all.push_back(static_cast<WideTokenId>(token.front()));
    }
    return all;
}

std::vector<double> meanOf(const std::vector<double> &one, const std::vector<double> &other)
{
    std::vector<double> mean(one.size());
    std::transform(one.begin(), one.end(), other.begin(), mean.begin(), [](double a, double b) { return (a + b) / 2; });
    return mean;
}

Rows meanOfStrands(const Rows &given, const Rows &other, const std::vector<WideTokenId> &columns)
{
    Rows mean;
    for (std::size_t i = 0; i < given.size(); ++i) {
        std::vector<double> turned = other[given.size() - 1 - i];
        for (std::size_t column = 0; column < columns.size(); ++column)
            turned[column] = other[given.size() - 1 - i][columns[column]];
        mean.push_back(meanOf(given[i], turned));
    }
    return mean;
}

} // namespace anneal
