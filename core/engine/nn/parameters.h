// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <torch/types.h>

#include "nn/layers.h"

namespace anneal {

/// What a fresh tensor holds: one number everywhere, or random ones of the model's initial spread, or random ones
/// between −bound and bound.
struct Initial {
    std::optional<double> constant = {};
    double bound = 0;

    [[nodiscard]] static Initial normal() { return {}; }
    [[nodiscard]] static Initial zero() { return {0.0}; }
    [[nodiscard]] static Initial one() { return {1.0}; }
};

struct LinearShape {
    std::int64_t in = 0;
    std::int64_t out = 0;
    bool bias = true;
    bool inputFirst = false;
};

struct NormShape {
    std::int64_t width = 0;
    double eps = 1e-5;
    NormKind kind = NormKind::LayerNorm;
    bool bias = true; ///< of a LayerNorm
};

/// The low-rank update that a matrix gets.
struct AdapterShape {
    std::int64_t rank = 8;
    double scale = 1;
    double dropout = 0;
    bool hasMagnitude = false; ///< DoRA
};
/// Asked with a module's published name, "esm.encoder.layer.0.attention.self.query".
using AdapterPlan = std::function<std::optional<AdapterShape>(const std::string &module)>;

/// The tensors of a model under their published names, in the order in which they were asked for. Layers hold handles
/// to the same memory.
class Parameters
{
public:
    struct Entry {
        std::string name;
        torch::Tensor tensor;
        Initial initial;
        bool isAdapter = false;
    };

    /// With a plan, matrices that it names get an adapter: tensors `module`.lora_A.weight, .lora_B.weight and, for
    /// DoRA, .lora_magnitude_vector, all under PEFT's prefix.
    explicit Parameters(torch::Dtype dtype, AdapterPlan plan = {})
        : m_dtype(dtype)
        , m_plan(std::move(plan))
    {
    }

    [[nodiscard]] torch::Tensor tensor(const std::string &name, torch::IntArrayRef shape, Initial initial);
    /// `name`.weight [out, in], or [in, out], and `name`.bias [out].
    [[nodiscard]] Linear linear(const std::string &name, const LinearShape &shape, Initial weight = Initial::normal());
    /// `name`.weight and `name`.bias [width].
    [[nodiscard]] Norm norm(const std::string &name, const NormShape &shape);
    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; }
    /// The layers that have an adapter, by module name.
    [[nodiscard]] const std::vector<std::pair<std::string, Linear>> &adapted() const { return m_adapted; }
    void setTraining(bool on) { *m_training = on; } ///< dropout of the adapters

private:
    void addAdapter(const std::string &module, const LinearShape &shape, Linear &linear);

    torch::Dtype m_dtype;
    AdapterPlan m_plan;
    std::shared_ptr<bool> m_training = std::make_shared<bool>(false);
    std::vector<std::pair<std::string, Linear>> m_adapted;
    std::vector<Entry> m_entries;
};

} // namespace anneal
