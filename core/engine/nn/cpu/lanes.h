// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of the width that ANNEAL_LANES names, and a small matrix product on them. Included by one file for each
// instruction set: everything is static, and nothing of the standard library is used, because the linker would merge
// inline functions and hand code for a newer processor to an older one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace anneal {
namespace {

constexpr int kLanes = ANNEAL_LANES;
constexpr int kPanel = 16; ///< columns of one product tile
constexpr int kVectors = kPanel / kLanes;
constexpr int kRows = ANNEAL_LANES == 4 ? 3 : ANNEAL_LANES == 8 ? 6 : 12; ///< rows that leave registers for operands

using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));
using IntLanes = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));

inline Lanes load(const float *from)
{
    Lanes value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}

inline void store(float *to, Lanes value)
{
    __builtin_memcpy(to, &value, sizeof value);
}

inline Lanes splat(float value)
{
    return Lanes{} + value;
}

inline Lanes larger(Lanes a, Lanes b)
{
    return a > b ? a : b;
}

/// The lanes, rotated by half of what is left: after log2(kLanes) steps every lane has met all others.
template <int kStep>
inline Lanes rotated(Lanes value)
{
    IntLanes order = {};
    for (int i = 0; i < kLanes; ++i)
        order[i] = (i + kStep) % kLanes;
    return __builtin_shuffle(value, order);
}

/// The largest lane, in all lanes.
inline Lanes largestOfAll(Lanes value)
{
    if constexpr (kLanes > 8)
        value = larger(value, rotated<8>(value));
    if constexpr (kLanes > 4)
        value = larger(value, rotated<4>(value));
    value = larger(value, rotated<2>(value));
    return larger(value, rotated<1>(value));
}

inline float sum(Lanes value)
{
    float result = 0;
    for (int i = 0; i < kLanes; ++i)
        result += value[i];
    return result;
}

/// e^x for x ≤ 0 within 2 units in the last place; NaN stays NaN. Below −87 it is 0, never a subnormal number, with
/// which products are slow.
inline Lanes exponential(Lanes x)
{
    const Lanes lowest = splat(-87.0f);
    const auto isNothing = x < lowest;
    x = isNothing ? lowest : x;
    const Lanes toInteger = splat(12582912.0f); // 1.5 · 2^23: adding it rounds to a whole number
    const Lanes shifted = x * 1.44269504f + toInteger;
    const Lanes power = shifted - toInteger;
    Lanes rest = x - power * 0.693359375f; // ln 2 in two parts
    rest = rest + power * 2.12194440e-4f;
    Lanes series = rest * 1.9875691500e-4f + 1.3981999507e-3f;
    series = series * rest + 8.3334519073e-3f;
    series = series * rest + 4.1665795894e-2f;
    series = series * rest + 1.6666665459e-1f;
    series = series * rest + 5.0000001201e-1f;
    series = series * (rest * rest) + rest + 1.0f;
    const IntLanes exponent = reinterpret_cast<IntLanes>(shifted) << 23; // 2^power as exponent bits
    const Lanes value = reinterpret_cast<Lanes>(reinterpret_cast<IntLanes>(series) + exponent);
    return isNothing ? Lanes{} : value;
}

/// Left operand of a product: element (row, depth) is data[row * rowStep + depth * depthStep].
struct LeftMatrix {
    const float *data;
    std::ptrdiff_t rowStep;
    std::ptrdiff_t depthStep;
};

/// C [kRows, kPanel] = (kAdd ? C : 0) + A [kRows, depth] · B [depth, kPanel], everything in registers.
template <bool kAdd>
inline void multiplyTile(LeftMatrix a, const float *b, std::ptrdiff_t bStep, float *c, std::ptrdiff_t cStep, int depth)
{
    Lanes acc[kRows][kVectors];
#pragma GCC unroll 16
    for (int row = 0; row < kRows; ++row) {
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v)
            acc[row][v] = kAdd ? load(c + row * cStep + v * kLanes) : Lanes{};
    }
    for (int k = 0; k < depth; ++k) {
        Lanes right[kVectors];
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v)
            right[v] = load(b + v * kLanes);
#pragma GCC unroll 16
        for (int row = 0; row < kRows; ++row) {
            const Lanes left = splat(a.data[row * a.rowStep]);
#pragma GCC unroll 4
            for (int v = 0; v < kVectors; ++v)
                acc[row][v] += left * right[v];
        }
        a.data += a.depthStep;
        b += bStep;
    }
#pragma GCC unroll 16
    for (int row = 0; row < kRows; ++row) {
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v)
            store(c + row * cStep + v * kLanes, acc[row][v]);
    }
}

/// multiplyTile over as many rows and columns as there are; both are rounded up to whole tiles.
template <bool kAdd>
inline void multiply(LeftMatrix a, int rows, const float *b, std::ptrdiff_t bStep, std::ptrdiff_t panelStep,
                     int columns, float *c, std::ptrdiff_t cStep, int depth)
{
    for (int column = 0; column < columns; column += kPanel, b += panelStep) {
        for (int row = 0; row < rows; row += kRows) {
            const LeftMatrix part{a.data + row * a.rowStep, a.rowStep, a.depthStep};
            multiplyTile<kAdd>(part, b, bStep, c + row * cStep + column, cStep, depth);
        }
    }
}

} // namespace
} // namespace anneal
