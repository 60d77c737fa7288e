// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace anneal {

struct LionRates {
    double learningRate = 0;
    double decay = 0; ///< share of the weights that a step takes away
    double beta1 = 0.9;
    double beta2 = 0.99;
};

constexpr int kQuantBlock = 256; ///< elements that share one largest value
constexpr int kQuantParts = 8; ///< of a map: seven powers of ten, and 1 itself

/// A dynamic map as arithmetic (optim/blockwise.h has it as values). Codes count from the one of 0 up, and down for
/// negative values. Part k has twice as many codes as the one below: the j-th of n stands for first + span · j ÷ n.
struct QuantTable {
    float limits[kQuantParts]; ///< above limits[k] a magnitude is in part k
    float first[kQuantParts];
    float span[kQuantParts];
    float perUnit[kQuantParts]; ///< n ÷ span
    float offset[kQuantParts]; ///< ½ − first · n ÷ span: rounds to the nearest
    float lastOfPart[kQuantParts]; ///< n − 1
    std::int32_t start[kQuantParts]; ///< code of the first
    std::int32_t shift = 0; ///< code + shift is from 2^(k + shift) on in part k
    std::int32_t zero = 0; ///< the code of 0
};

struct Adam8bitRates {
    float keep = 1; ///< what decay leaves of the weights
    float stepSize = 0; ///< learning rate with both bias corrections
    float eps = 0; ///< with the correction of the second moment
    float beta1 = 0, rest1 = 0, beta2 = 0, rest2 = 0;
};

/// Consecutive blocks of one tensor; pointers stand at the first.
struct Adam8bitTask {
    float *parameter = nullptr;
    const float *gradient = nullptr;
    std::uint8_t *mean = nullptr, *square = nullptr; ///< codes
    float *meanScale = nullptr, *squareScale = nullptr; ///< largest value of each block
    std::int64_t elements = 0;
    const QuantTable *meanTable = nullptr, *squareTable = nullptr;
    Adam8bitRates rates;
};

/// Update loops over fp32 memory, one set for each instruction set.
struct OptimKernels {
    const char *instructionSet;
    void (*lion)(float *p, const float *g, float *m, std::int64_t n, const LionRates &rates);
    void (*adam8bit)(const Adam8bitTask &task);
};

extern const OptimKernels kOptimPlain;
#ifdef __x86_64__
extern const OptimKernels kOptimAvx2;
#endif

/// The fastest set that this processor runs.
[[nodiscard]] const OptimKernels &bestOptimKernels();

} // namespace anneal
