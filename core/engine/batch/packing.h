// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "batch/masking.h"
#include "batch/packedbatch.h"
#include "bio/dataset.h"
#include "bio/reversecomplement.h"

namespace anneal {

/// Half-open range of places in an order of samples.
struct OrderRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Cuts an order of samples into runs of at most `tokenBudget` tokens, keeping the order: every sample is in exactly
/// one run. One that is longer than the budget (which validation refuses) gets a run of its own rather than being lost.
[[nodiscard]] std::vector<OrderRange> packInOrder(std::span<const std::uint32_t> order,
                                                  const std::vector<Sample> &samples, std::int64_t tokenBudget);

/// Masks one laid-out sample: its tokens, the batch row of the first, its number, and where targets go.
using MaskSample =
    std::function<void(std::span<std::int64_t> tokens, std::int64_t firstRow, std::uint32_t sample, Targets &targets)>;

/// How samples are shown besides masking.
struct PackOptions {
    double softMaskedWeight = 1.0; ///< of lower-case letters in the loss; 1 = no weights are made
    const ReverseComplement *otherStrand = nullptr; ///< needed when a sample is to be turned
    std::function<bool(std::uint32_t sample)> isTurned; ///< shown as its other strand; none when empty
};

/// Lays samples end to end: start token, tokens, end token. A window's end that is not the end of its sequence has no
/// special token, so that they always mean a true end.
[[nodiscard]] PackedBatch packSamples(std::span<const std::uint32_t> chosen, const std::vector<Sample> &samples,
                                      const TokenView &view, const MaskSample &mask, const PackOptions &options = {});

} // namespace anneal
