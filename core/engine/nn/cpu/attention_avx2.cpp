// SPDX-License-Identifier: GPL-3.0-or-later
#define ANNEAL_LANES 8
#include "nn/cpu/attentionkernels.inc"

namespace anneal {

const AttentionKernels kAttentionAvx2{"avx2", scratchFloats, forward, backward};

} // namespace anneal
