// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/cpu/optimkernels.inc"

namespace anneal {

const OptimKernels kOptimPlain{"plain", lion, adam8bit};

} // namespace anneal
