// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/parameters.h"

#include <torch/torch.h>

namespace anneal {

torch::Tensor Parameters::tensor(const std::string &name, torch::IntArrayRef shape, Initial initial)
{
    m_entries.push_back({name, torch::empty(shape, m_dtype), initial});
    return m_entries.back().tensor;
}

Linear Parameters::linear(const std::string &name, std::int64_t in, std::int64_t out)
{
    return {tensor(name + ".weight", {out, in}, Initial::Normal), tensor(name + ".bias", {out}, Initial::Zero)};
}

LayerNorm Parameters::layerNorm(const std::string &name, std::int64_t width, double eps)
{
    return {tensor(name + ".weight", {width}, Initial::One), tensor(name + ".bias", {width}, Initial::Zero), eps};
}

} // namespace anneal
