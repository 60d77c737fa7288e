// SPDX-License-Identifier: GPL-3.0-or-later
#define ANNEAL_LANES 16
#include "nn/cpu/attentionkernels.inc"

namespace anneal {

const AttentionKernels kAttentionAvx512{"avx512", scratchFloats, forward, backward};

} // namespace anneal
