// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <limits>

#include <torch/torch.h>

#include "base/clock.h"

namespace anneal {

/// Seconds of the fastest of several calls: what the work takes when nothing else disturbs it.
template <typename Work>
double fastestSeconds(int calls, const Work &work)
{
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < calls; ++i) {
        const std::int64_t start = monotonicMicros();
        work();
        best = std::min(best, static_cast<double>(monotonicMicros() - start) / 1e6);
    }
    return best;
}

/// This machine's rate for large fp32 matrix products, in FLOP/s: the 100 % line.
inline double largeMatrixRate()
{
    constexpr std::int64_t kRows = 4096, kInner = 2048, kColumns = 2048;
    const torch::Tensor a = torch::randn({kRows, kInner});
    const torch::Tensor b = torch::randn({kInner, kColumns});
    torch::Tensor c = torch::mm(a, b);
    return 2.0 * kRows * kInner * kColumns / fastestSeconds(5, [&] { torch::mm_out(c, a, b); });
}

} // namespace anneal
