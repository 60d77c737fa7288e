// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bio/tokenizer.h"
#include "config/config.h"
#include "tensor/streams.h"

namespace anneal {

/// Which rows of a batch are scored, and what stood there.
struct Targets {
    std::vector<std::int64_t> rows;
    std::vector<std::int64_t> ids;
};

/// Turns tokens into a language-model task: hidden tokens to be named, or, for a causal task, each next token. Special
/// tokens (a <mask> that the data already holds included) and ambiguous bases are never targets; for a causal task
/// <eos> is one, since a model that generates must know where to end. Overlapping k-mers are chosen k at a time, and
/// whatever shares a base with them is hidden too: no base of a hidden target stands in a visible token. So more tokens
/// are hidden than scored.
class Masking
{
public:
    /// The tokenizer must have a token that hides others.
    Masking(const Tokenizer &tokenizer, const ObjectiveConfig &objective);
    /// For the letters of an alphabet.
    Masking(const Alphabet &alphabet, const ObjectiveConfig &objective);

    /// For training, with the statistics of Hugging Face's collator: every eligible token is a target with
    /// `mlm_probability`; of the targets `mask_replace_prob` become <mask>, `random_replace_prob` become any token of
    /// the whole vocabulary, the rest stay as they are. `firstRow` is the batch row of tokens[0].
    void corrupt(std::span<std::int64_t> tokens, std::int64_t firstRow, RandomStream stream, Targets &targets) const;

    /// For validation: targets are chosen at the same rate and all shown as <mask>. One stream gives `rounds()`
    /// disjoint choices; which one is `round`.
    void hide(std::span<std::int64_t> tokens, std::int64_t firstRow, RandomStream stream, int round,
              Targets &targets) const;
    [[nodiscard]] int rounds() const;

private:
    /// Of a span of neighbouring targets.
    enum class Fate { Hidden, Random, Kept };
    struct Span {
        std::size_t begin = 0;
        std::size_t end = 0;
        Fate fate = Fate::Hidden;
    };
    using ChooseFate = std::function<std::optional<Fate>(RandomStream &)>;
    [[nodiscard]] std::vector<Span> chooseSpans(std::span<const std::int64_t> tokens, std::int64_t firstRow,
                                                RandomStream &stream, const ChooseFate &choose, Targets &targets) const;
    void showSpans(std::span<std::int64_t> tokens, const std::vector<Span> &spans, RandomStream &stream) const;
    void corruptSpans(std::span<std::int64_t> tokens, std::int64_t firstRow, RandomStream &stream,
                      Targets &targets) const;
    void hideSpans(std::span<std::int64_t> tokens, std::int64_t firstRow, RandomStream &stream, int round,
                   Targets &targets) const;
    [[nodiscard]] bool eligible(std::int64_t token) const { return m_eligible[static_cast<std::size_t>(token)]; }
    void predictNext(std::span<const std::int64_t> tokens, std::int64_t firstRow, Targets &targets) const;

    bool m_isCausal = false;
    std::vector<bool> m_eligible;
    std::int64_t m_mask = 0;
    std::uint64_t m_vocabulary = 0;
    std::size_t m_overlap = 1; ///< tokens that share a letter with one, itself included, on one side
    double m_probability = 0;
    double m_maskShare = 0;
    double m_randomShare = 0;
};

} // namespace anneal
