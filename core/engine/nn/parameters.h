// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <torch/types.h>

#include "nn/layers.h"

namespace anneal {

enum class Initial { Normal, Zero, One };

/// The tensors of a model under their published names, in the order in which they were asked for. Layers hold handles
/// to the same memory.
class Parameters
{
public:
    struct Entry {
        std::string name;
        torch::Tensor tensor;
        Initial initial;
    };

    explicit Parameters(torch::Dtype dtype)
        : m_dtype(dtype)
    {
    }

    [[nodiscard]] torch::Tensor tensor(const std::string &name, torch::IntArrayRef shape, Initial initial);
    /// `name`.weight [out, in] and `name`.bias [out].
    [[nodiscard]] Linear linear(const std::string &name, std::int64_t in, std::int64_t out);
    /// `name`.weight and `name`.bias [width].
    [[nodiscard]] LayerNorm layerNorm(const std::string &name, std::int64_t width, double eps);
    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; }

private:
    torch::Dtype m_dtype;
    std::vector<Entry> m_entries;
};

} // namespace anneal
