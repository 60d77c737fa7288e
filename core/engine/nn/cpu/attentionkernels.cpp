// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/cpu/attentionkernels.h"

namespace anneal {

const AttentionKernels &bestAttentionKernels()
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return kAttentionAvx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return kAttentionAvx2;
#endif
    return kAttentionPlain;
}

} // namespace anneal
