// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace anneal {

/// One head of one sequence in packed fp32 memory. Row r of the sequence has its query at `query + r * rowStep`; `key`
/// and `value` likewise. Angles are [rows, width / 2], outputs are [rows, width] with their own row step.
struct AttentionHead {
    const float *query = nullptr;
    const float *key = nullptr;
    const float *value = nullptr;
    std::ptrdiff_t rowStep = 0;
    const float *cosines = nullptr; ///< none: nothing is rotated
    const float *sines = nullptr;
    int rows = 0;
    int width = 0;
    float scale = 1; ///< multiplies the query before its rotation
    float slope = 0; ///< times the distance of query and key is taken from the score (ALiBi)
    bool causal = false; ///< no row sees a later one
};

struct AttentionForward {
    AttentionHead head;
    float *output = nullptr;
    std::ptrdiff_t outputStep = 0;
    float *logSumExp = nullptr; ///< [rows], what the backward pass rebuilds the probabilities from
};

struct AttentionBackward {
    AttentionHead head;
    const float *output = nullptr;
    const float *outputGrad = nullptr;
    std::ptrdiff_t outputStep = 0;
    const float *logSumExp = nullptr;
    float *queryGrad = nullptr;
    float *keyGrad = nullptr;
    float *valueGrad = nullptr;
    std::ptrdiff_t gradStep = 0;
};

/// Exact attention in tiles that stay in the first-level cache; no rows × rows matrix exists at any time.
/// One set for each instruction set; `scratch` holds scratchFloats(rows, width) floats, aligned to 64 bytes.
struct AttentionKernels {
    const char *instructionSet;
    std::size_t (*scratchFloats)(int rows, int width);
    void (*forward)(const AttentionForward &task, float *scratch);
    void (*backward)(const AttentionBackward &task, float *scratch);
};

extern const AttentionKernels kAttentionPlain;
#ifdef __x86_64__
extern const AttentionKernels kAttentionAvx2;
extern const AttentionKernels kAttentionAvx512;
#endif

/// The fastest set that this processor runs.
[[nodiscard]] const AttentionKernels &bestAttentionKernels();

} // namespace anneal
