// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/packing.h"

#include <algorithm>
#include <numeric>

namespace anneal {
namespace {

torch::Tensor toTensor(const std::vector<std::int64_t> &values)
{
    return torch::tensor(torch::ArrayRef<std::int64_t>(values), torch::kInt64);
}

/// One sample in the batch: its tokens without start and end token, and what is known of them.
class Layout
{
public:
    Layout(const Sample &sample, const TokenView &view, const PackOptions &options, bool isTurned)
        : m_sample(sample)
        , m_view(view)
        , m_options(options)
        , m_isTurned(isTurned)
    {
        const bool hasBoth = view.tokenizer().numSpecials() == 2;
        const bool swaps = isTurned && hasBoth; // the end of the sequence is where its other strand begins
        m_hasStart = swaps ? sample.endsSequence : sample.beginsSequence;
        m_hasEnd = swaps ? sample.beginsSequence : sample.endsSequence;
    }

    /// The end of what was written.
    std::int64_t *write(std::int64_t *out)
    {
        if (m_hasStart)
            *out++ = *m_view.tokenizer().startToken();
        std::int64_t *const first = out;
        out = m_view.copy(m_sample.sequence, m_sample.start, m_sample.length, out);
        if (m_options.softMaskedWeight != 1.0)
            readShares();
        if (m_isTurned && !m_shares.empty())
            m_options.otherStrand->apply({first, out}, m_shares);
        else if (m_isTurned)
            m_options.otherStrand->apply({first, out});
        if (m_hasEnd)
            *out++ = *m_view.tokenizer().endToken();
        return out;
    }

    /// Weight of the token in a row of the sample; only with a weight of lower-case letters.
    [[nodiscard]] float weightOf(std::int64_t row) const
    {
        const auto token = static_cast<std::size_t>(row - (m_hasStart ? 1 : 0));
        return 1.0F - m_shares[token] * static_cast<float>(1.0 - m_options.softMaskedWeight);
    }

private:
    void readShares()
    {
        const std::uint64_t first = m_view.offset(m_sample.sequence) + m_sample.start;
        for (std::uint64_t place = first; place < first + m_sample.length; ++place)
            m_shares.push_back(m_view.softMask().share(place));
    }

    const Sample &m_sample;
    const TokenView &m_view;
    const PackOptions &m_options;
    bool m_isTurned;
    bool m_hasStart;
    bool m_hasEnd;
    std::vector<float> m_shares; ///< of lower-case letters in each token
};

} // namespace

std::vector<OrderRange> packInOrder(std::span<const std::uint32_t> order, const std::vector<Sample> &samples,
                                    std::int64_t tokenBudget)
{
    std::vector<OrderRange> ranges;
    std::int64_t used = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const std::int64_t tokens = tokenCount(samples[order[place]]);
        if (ranges.empty() || used + tokens > tokenBudget) {
            ranges.push_back({place, place});
            used = 0;
        }
        used += tokens;
        ranges.back().end = place + 1;
    }
    return ranges;
}

PackedBatch packSamples(std::span<const std::uint32_t> chosen, const std::vector<Sample> &samples,
                        const TokenView &view, const MaskSample &mask, const PackOptions &options)
{
    PackedBatch batch;
    batch.boundaries.push_back(0);
    for (const std::uint32_t index : chosen) {
        const std::int64_t tokens = tokenCount(samples[index]);
        batch.boundaries.push_back(batch.boundaries.back() + tokens);
        batch.longest = std::max(batch.longest, tokens);
    }
    batch.tokens = torch::empty({batch.numTokens()}, torch::kInt64);
    batch.positions = torch::empty({batch.numTokens()}, torch::kInt64);

    Targets targets;
    std::vector<float> weights;
    const bool weighs = options.softMaskedWeight != 1.0;
    auto *token = batch.tokens.data_ptr<std::int64_t>();
    auto *position = batch.positions.data_ptr<std::int64_t>();
    for (std::size_t b = 0; b < chosen.size(); ++b) {
        Layout layout(samples[chosen[b]], view, options, options.isTurned && options.isTurned(chosen[b]));
        std::int64_t *end = layout.write(token);
        std::iota(position, position + (end - token), 0);
        mask({token, end}, batch.boundaries[b], chosen[b], targets);
        for (std::size_t n = weights.size(); weighs && n < targets.rows.size(); ++n)
            weights.push_back(layout.weightOf(targets.rows[n] - batch.boundaries[b]));
        position += end - token;
        token = end;
    }
    batch.targetRows = toTensor(targets.rows);
    batch.targets = toTensor(targets.ids);
    if (weighs)
        batch.weights = torch::tensor(torch::ArrayRef<float>(weights), torch::kFloat32);
    return batch;
}

} // namespace anneal
