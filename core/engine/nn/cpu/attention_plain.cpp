// SPDX-License-Identifier: GPL-3.0-or-later
#define ANNEAL_LANES 4
#include "nn/cpu/attentionkernels.inc"

namespace anneal {

const AttentionKernels kAttentionPlain{"plain", scratchFloats, forward, backward};

} // namespace anneal
