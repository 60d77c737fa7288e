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

std::int64_t *layOut(const Sample &sample, const TokenView &view, std::int64_t *out)
{
    if (sample.beginsSequence)
        *out++ = *view.tokenizer().startToken();
    out = view.copy(sample.sequence, sample.start, sample.length, out);
    if (sample.endsSequence)
        *out++ = *view.tokenizer().endToken();
    return out;
}

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
                        const TokenView &view, const MaskSample &mask)
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
    auto *token = batch.tokens.data_ptr<std::int64_t>();
    auto *position = batch.positions.data_ptr<std::int64_t>();
    for (std::size_t b = 0; b < chosen.size(); ++b) {
        std::int64_t *end = layOut(samples[chosen[b]], view, token);
        std::iota(position, position + (end - token), 0);
        mask({token, end}, batch.boundaries[b], chosen[b], targets);
        position += end - token;
        token = end;
    }
    batch.targetRows = toTensor(targets.rows);
    batch.targets = toTensor(targets.ids);
    return batch;
}

} // namespace anneal
