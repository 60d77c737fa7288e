// SPDX-License-Identifier: GPL-3.0-or-later
// Masking of tokens that share letters with their neighbours (overlapping k-mers).
#include <algorithm>

#include "batch/masking.h"

namespace anneal {

/// Spans of k tokens, cut from a place that is drawn first, so that each token is as likely as any other. Their tokens
/// are the targets, whatever is shown of them.
std::vector<Masking::Span> Masking::chooseSpans(std::span<const std::int64_t> tokens, std::int64_t firstRow,
                                                RandomStream &stream, const ChooseFate &choose, Targets &targets) const
{
    std::vector<Span> spans;
    const std::size_t shift = stream.below(m_overlap);
    for (std::size_t begin = 0; begin < tokens.size();) {
        const std::size_t end = std::min(tokens.size(), begin + m_overlap - (begin == 0 ? shift : 0));
        const auto span = tokens.subspan(begin, end - begin);
        const bool any = std::any_of(span.begin(), span.end(), [this](std::int64_t token) { return eligible(token); });
        if (const std::optional<Fate> fate = any ? choose(stream) : std::nullopt) {
            spans.push_back({begin, end, *fate});
            for (std::size_t i = begin; i < end; ++i)
                if (eligible(tokens[i])) {
                    targets.rows.push_back(firstRow + static_cast<std::int64_t>(i));
                    targets.ids.push_back(tokens[i]);
                }
        }
        begin = end;
    }
    return spans;
}

/// Shows the spans as their fates say. The k − 1 tokens on each side share letters with the span, so they are hidden or
/// replaced with it. Hiding comes last: what one span hides no other shows.
void Masking::showSpans(std::span<std::int64_t> tokens, const std::vector<Span> &spans, RandomStream &stream) const
{
    const std::vector<std::int64_t> truth(tokens.begin(), tokens.end());
    const std::size_t reach = m_overlap - 1;
    for (const Fate fate : {Fate::Random, Fate::Hidden})
        for (const Span &span : spans) {
            if (span.fate != fate)
                continue;
            const std::size_t begin = span.begin - std::min(span.begin, reach);
            const std::size_t end = std::min(tokens.size(), span.end + reach);
            for (std::size_t i = begin; i < end; ++i)
                if (eligible(truth[i]))
                    tokens[i] = fate == Fate::Hidden ? m_mask : static_cast<std::int64_t>(stream.below(m_vocabulary));
        }
}

void Masking::corruptSpans(std::span<std::int64_t> tokens, std::int64_t firstRow, RandomStream &stream,
                           Targets &targets) const
{
    const auto choose = [this](RandomStream &random) -> std::optional<Fate> {
        if (random.uniform() >= m_probability)
            return std::nullopt;
        const double draw = random.uniform();
        return draw < m_maskShare ? Fate::Hidden : draw < m_maskShare + m_randomShare ? Fate::Random : Fate::Kept;
    };
    showSpans(tokens, chooseSpans(tokens, firstRow, stream, choose, targets), stream);
}

void Masking::hideSpans(std::span<std::int64_t> tokens, std::int64_t firstRow, RandomStream &stream, int round,
                        Targets &targets) const
{
    const double from = round * m_probability;
    const auto choose = [this, from](RandomStream &random) -> std::optional<Fate> {
        const double draw = random.uniform();
        return draw < from || draw >= from + m_probability ? std::nullopt : std::optional(Fate::Hidden);
    };
    showSpans(tokens, chooseSpans(tokens, firstRow, stream, choose, targets), stream);
}

} // namespace anneal
