// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/parameters.h"

#include <cmath>

#include <torch/torch.h>

#include "nn/lowrank.h"

namespace anneal {

torch::Tensor Parameters::tensor(const std::string &name, torch::IntArrayRef shape, Initial initial)
{
    m_entries.push_back({name, torch::empty(shape, m_dtype), initial});
    return m_entries.back().tensor;
}

Linear Parameters::linear(const std::string &name, const LinearShape &shape, Initial weight)
{
    Linear linear;
    linear.inputFirst = shape.inputFirst;
    linear.weight = shape.inputFirst ? tensor(name + ".weight", {shape.in, shape.out}, weight)
                                     : tensor(name + ".weight", {shape.out, shape.in}, weight);
    if (shape.bias)
        linear.bias = tensor(name + ".bias", {shape.out}, Initial::zero());
    if (m_plan)
        addAdapter(name, shape, linear);
    return linear;
}

void Parameters::addAdapter(const std::string &module, const LinearShape &shape, Linear &linear)
{
    const std::optional<AdapterShape> wanted = m_plan(module);
    if (!wanted)
        return;
    const std::string prefix = "base_model.model." + module + ".lora_";
    const auto added = [&](const char *part, torch::IntArrayRef sizes, Initial initial) {
        const torch::Tensor made = tensor(prefix + part, sizes, initial);
        m_entries.back().isAdapter = true;
        return made;
    };
    LowRank adapter;
    // Kaiming's uniform distribution with a = √5, as the original code draws it.
    const Initial spread{.bound = 1 / std::sqrt(static_cast<double>(shape.in))};
    adapter.down = added("A.weight", {wanted->rank, shape.in}, spread);
    adapter.up = added("B.weight", {shape.out, wanted->rank}, Initial::zero());
    if (wanted->hasMagnitude)
        adapter.magnitude = added("magnitude_vector", {shape.out}, Initial::one());
    adapter.scale = wanted->scale;
    adapter.dropout = wanted->dropout;
    adapter.training = m_training;
    linear.adapter = std::make_shared<LowRank>(std::move(adapter));
    m_adapted.emplace_back(module, linear);
}

Norm Parameters::norm(const std::string &name, const NormShape &shape)
{
    Norm norm;
    norm.eps = shape.eps;
    norm.kind = shape.kind;
    norm.weight = tensor(name + ".weight", {shape.width}, Initial::one());
    if (shape.bias && shape.kind == NormKind::LayerNorm)
        norm.bias = tensor(name + ".bias", {shape.width}, Initial::zero());
    return norm;
}

} // namespace anneal
