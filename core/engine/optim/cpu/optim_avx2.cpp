// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/cpu/optimkernels.inc"

namespace anneal {

const OptimKernels kOptimAvx2{"avx2", lion, adam8bit};

} // namespace anneal
