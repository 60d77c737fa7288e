// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/packedbatch.h"

namespace anneal {

/// ESM-2's "token dropout", applied in training and afterwards alike: embeddings of masked tokens become zero, and all
/// of a sequence is scaled as if the share of masks were the one of its training, 0.15 · 0.8. → factor for every row,
/// [T, 1].
[[nodiscard]] torch::Tensor tokenDropoutFactors(const PackedBatch &batch, std::int64_t maskToken, torch::Dtype dtype);

} // namespace anneal
