// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/cpu/optimkernels.h"

namespace anneal {

const OptimKernels &bestOptimKernels()
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return kOptimAvx2;
#endif
    return kOptimPlain;
}

} // namespace anneal
