// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/blockwise.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace anneal {
namespace {

constexpr int kPowersOfTen = 7;

/// Middles of 0.1 … 1 cut into ever more parts, each power of ten finer than the one below; and 0 and 1.
torch::Tensor dynamicMap(bool isSigned)
{
    std::vector<torch::Tensor> parts{torch::tensor({0.0f, 1.0f})};
    for (int i = 0; i < kPowersOfTen; ++i) {
        const std::int64_t bounds = (std::int64_t{1} << (isSigned ? i : i + 1)) + 1;
        const torch::Tensor line = torch::linspace(0.1, 1, bounds, torch::kFloat32);
        const torch::Tensor middles = (line.slice(0, 0, -1) + line.slice(0, 1)) / 2.0;
        parts.push_back(middles * std::pow(10.0, i - kPowersOfTen + 1));
        if (isSigned)
            parts.push_back(-parts.back());
    }
    return std::get<0>(torch::cat(parts).sort());
}

/// [blocks, 256], the last one filled up with zeros.
torch::Tensor inBlocks(const torch::Tensor &values)
{
    const std::int64_t left = (kQuantBlock - values.numel() % kQuantBlock) % kQuantBlock;
    return torch::constant_pad_nd(values.flatten(), {0, left}).view({-1, kQuantBlock});
}

/// The same map as arithmetic. `codes` and `middles` are its values; the code of 0 is where they begin to be positive.
QuantTable tableOf(bool isSigned, const float *codes, const float *middles, std::int32_t zero)
{
    QuantTable table;
    table.zero = zero;
    table.shift = isSigned ? 0 : 1;
    for (int k = 0; k < kQuantParts; ++k) {
        const bool isOne = k == kPowersOfTen;
        const std::int32_t start = (1 << (k + table.shift)) - table.shift, count = isOne ? 1 : 1 << (k + table.shift);
        const double span = isOne ? 0 : 0.9 * std::pow(10.0, k - kPowersOfTen + 1);
        table.start[k] = start;
        table.first[k] = codes[zero + start];
        table.limits[k] = middles[zero + start - 1];
        table.span[k] = static_cast<float>(span);
        table.perUnit[k] = isOne ? 0 : static_cast<float>(count / span);
        table.offset[k] = isOne ? 0 : static_cast<float>(0.5 - count / span * codes[zero + start]);
        table.lastOfPart[k] = static_cast<float>(count - 1);
    }
    return table;
}

} // namespace

BlockwiseMap::BlockwiseMap(bool isSigned)
    : m_codes(dynamicMap(isSigned))
    , m_middles((m_codes.slice(0, 0, -1) + m_codes.slice(0, 1)) / 2.0)
{
    const auto *codes = m_codes.const_data_ptr<float>();
    const auto zero = static_cast<std::int32_t>(std::lower_bound(codes, codes + m_codes.numel(), 0.0f) - codes);
    m_table = tableOf(isSigned, codes, m_middles.const_data_ptr<float>(), zero);
}

const BlockwiseMap &BlockwiseMap::signedValues()
{
    static const BlockwiseMap map(true);
    return map;
}

const BlockwiseMap &BlockwiseMap::positiveValues()
{
    static const BlockwiseMap map(false);
    return map;
}

BlockwiseMap::Quantised BlockwiseMap::quantise(const torch::Tensor &values, bool keepsSign) const
{
    const torch::Tensor blocks = inBlocks(values.to(torch::kFloat32));
    const torch::Tensor scales = blocks.abs().amax(1);
    const torch::Tensor scaled = blocks * scales.reciprocal().unsqueeze(1);
    torch::Tensor codes = torch::bucketize(scaled, m_middles.to(values.device()));
    if (keepsSign)
        codes -= (scaled < 0).logical_and(codes == m_table.zero).to(codes.scalar_type());
    codes.masked_fill_((scales == 0).unsqueeze(1), 0);
    return {codes.to(torch::kUInt8).flatten().slice(0, 0, values.numel()).reshape(values.sizes()), scales};
}

torch::Tensor BlockwiseMap::dequantise(const Quantised &quantised) const
{
    const torch::Tensor &codes = quantised.codes;
    const torch::Tensor values = m_codes.to(codes.device()).index_select(0, codes.flatten().to(torch::kInt64));
    const torch::Tensor blocks = inBlocks(values) * quantised.scales.unsqueeze(1);
    return blocks.flatten().slice(0, 0, codes.numel()).reshape(codes.sizes());
}

} // namespace anneal
