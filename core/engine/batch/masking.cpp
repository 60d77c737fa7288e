// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/masking.h"

#include <algorithm>

#include "bio/tokenizers.h"

namespace anneal {

Masking::Masking(const Tokenizer &tokenizer, const ObjectiveConfig &objective)
    : m_isCausal(objective.task == "causal_lm")
    , m_mask(tokenizer.special().mask.value_or(0))
    , m_vocabulary(static_cast<std::uint64_t>(tokenizer.size()))
    , m_overlap(static_cast<std::size_t>(tokenizer.overlap()))
    , m_probability(objective.mlm_probability)
    , m_maskShare(objective.mask_replace_prob)
    , m_randomShare(objective.random_replace_prob)
{
    for (int id = 0; id < tokenizer.size(); ++id)
        m_eligible.push_back(tokenizer.isTarget(static_cast<WideTokenId>(id)));
    if (m_isCausal && tokenizer.endToken())
        m_eligible[*tokenizer.endToken()] = true;
}

Masking::Masking(const Alphabet &alphabet, const ObjectiveConfig &objective)
    : Masking(*letterTokenizer(alphabet), objective)
{
}

void Masking::predictNext(std::span<const std::int64_t> tokens, std::int64_t firstRow, Targets &targets) const
{
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (!eligible(tokens[i + 1]))
            continue;
        targets.rows.push_back(firstRow + static_cast<std::int64_t>(i));
        targets.ids.push_back(tokens[i + 1]);
    }
}

void Masking::corrupt(std::span<std::int64_t> tokens, std::int64_t firstRow, RandomStream stream,
                      Targets &targets) const
{
    if (m_isCausal)
        return predictNext(tokens, firstRow, targets);
    if (m_overlap > 1)
        return corruptSpans(tokens, firstRow, stream, targets);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!eligible(tokens[i]) || stream.uniform() >= m_probability)
            continue;
        targets.rows.push_back(firstRow + static_cast<std::int64_t>(i));
        targets.ids.push_back(tokens[i]);
        const double draw = stream.uniform();
        if (draw < m_maskShare)
            tokens[i] = m_mask;
        else if (draw < m_maskShare + m_randomShare)
            tokens[i] = static_cast<std::int64_t>(stream.below(m_vocabulary));
    }
}

void Masking::hide(std::span<std::int64_t> tokens, std::int64_t firstRow, RandomStream stream, int round,
                   Targets &targets) const
{
    if (m_isCausal)
        return predictNext(tokens, firstRow, targets);
    if (m_overlap > 1)
        return hideSpans(tokens, firstRow, stream, round, targets);
    const double from = round * m_probability;
    const double to = from + m_probability;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!eligible(tokens[i]))
            continue;
        const double draw = stream.uniform();
        if (draw < from || draw >= to)
            continue;
        targets.rows.push_back(firstRow + static_cast<std::int64_t>(i));
        targets.ids.push_back(tokens[i]);
        tokens[i] = m_mask;
    }
}

int Masking::rounds() const
{
    if (m_isCausal)
        return 1;
    // The tolerance keeps 0.1 at ten rounds although ten times 0.1 is not exactly 1.
    return std::max(1, static_cast<int>(1.0 / m_probability + 1e-9));
}

} // namespace anneal
