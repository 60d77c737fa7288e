// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/adaptercount.h"

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "config/modulelists.h"
#include "plan/widths.h"

namespace anneal {

namespace {

/// A matrix of every block, under the names that the published layouts give it.
struct Module {
    std::vector<std::string> names;
    std::int64_t in;
    std::int64_t out;
    bool hasBias;
};

std::vector<Module> modulesOf(const ModelConfig &model)
{
    const HeadWidths widths = headWidths(model);
    const std::int64_t width = model.hidden_size, inner = model.intermediate_size;
    const bool attention = model.attention_bias, mlp = model.mlp_bias, isCosine = model.attention_type == "cosine";
    if (hasFusedProjection(model))
        return {{{"transformer.h.{}.attn.c_attn"}, width, widths.queries + 2 * widths.keys, attention},
                {{"transformer.h.{}.attn.c_proj"}, widths.queries, width, attention},
                {{"transformer.h.{}.mlp.c_fc"}, width, inner, mlp},
                {{"transformer.h.{}.mlp.c_proj"}, inner, width, mlp}};
    const auto names = [](const std::string &encoder, const std::string &decoder) {
        return std::vector<std::string>{"esm.encoder.layer.{}." + encoder, "bert.encoder.layer.{}." + encoder,
                                        "model.layers.{}." + decoder};
    };
    std::vector<Module> modules = {
        {names("attention.self.query", "self_attn.q_proj"), width, widths.queries, attention},
        {names("attention.self.key", "self_attn.k_proj"), width, widths.keys, attention && !isCosine},
        {names("attention.self.value", "self_attn.v_proj"), width, widths.keys, attention},
        {names("attention.output.dense", "self_attn.o_proj"), widths.queries, width, attention},
        {names("intermediate.dense", "mlp.up_proj"), width, inner, mlp},
        {names("output.dense", "mlp.down_proj"), inner, width, mlp}};
    if (model.gated_mlp)
        modules.push_back({{"model.layers.{}.mlp.gate_proj"}, width, inner, mlp});
    return modules;
}

/// Which modules get an update, and of which rank.
class Targets
{
public:
    explicit Targets(const Config &config)
        : m_rank(config.adapter.rank)
    {
        const std::string &targets = config.adapter.target_modules;
        m_isPattern = isModulePattern(targets);
        if (m_isPattern)
            m_pattern = std::regex(targets);
        else
            m_endings = moduleList(targets);
        if (!m_isPattern && m_endings.empty())
            m_endings = {"query", "value", "q_proj", "v_proj", "attn.c_attn"};
        for (const auto &[key, rank] : moduleNumbers(config.adapter.rank_pattern))
            m_ranks.emplace_back(std::regex(wholeNamePattern(key)), static_cast<std::int64_t>(rank));
    }

    /// 0 for a module without an update.
    [[nodiscard]] std::int64_t rankOf(const std::string &name) const
    {
        const bool isTarget = m_isPattern
            ? std::regex_match(name, m_pattern)
            : std::any_of(m_endings.begin(), m_endings.end(),
                          [&](const std::string &ending) { return endsWithModule(name, ending); });
        if (!isTarget)
            return 0;
        for (const auto &[pattern, rank] : m_ranks)
            if (std::regex_match(name, pattern))
                return rank;
        return m_rank;
    }

private:
    std::int64_t m_rank;
    bool m_isPattern = false;
    std::regex m_pattern;
    std::vector<std::string> m_endings;
    std::vector<std::pair<std::regex, std::int64_t>> m_ranks;
};

std::int64_t rankIn(const Module &module, std::int64_t layer, const Targets &targets)
{
    for (const std::string &name : module.names)
        if (const std::int64_t rank = targets.rankOf(fmt::format(fmt::runtime(name), layer)); rank > 0)
            return rank;
    return 0;
}

void add(AdapterTensors &found, const Module &module, std::int64_t layer, std::int64_t rank,
         const AdapterConfig &adapter)
{
    const std::string name = fmt::format(fmt::runtime(module.names.back()), layer);
    if (rank > 0) {
        found.updates.push_back({name + ".lora_A.weight", {rank, module.in}});
        found.updates.push_back({name + ".lora_B.weight", {module.out, rank}});
    }
    if (rank > 0 && adapter.use_dora)
        found.updates.push_back({name + ".lora_magnitude_vector", {module.out}});
    if (module.hasBias && (adapter.bias == "all" || (adapter.bias == "lora_only" && rank > 0)))
        found.biases.push_back({name + ".bias", {module.out}});
}

/// Norms of every block and the one at the end.
PlannedTensors normBiases(const ModelConfig &model)
{
    if (model.norm_type != "layer_norm" || !model.norm_bias)
        return {};
    const std::int64_t outside = (model.norm_position == "pre" ? 1 : 0) + (model.embedding_norm ? 1 : 0);
    return {{"norm.bias", {model.hidden_size}, 2 * model.num_hidden_layers + outside}};
}

} // namespace

AdapterTensors adapterTensors(const Config &config)
{
    const std::vector<Module> modules = modulesOf(config.model);
    AdapterTensors found;
    try {
        const Targets targets(config);
        for (std::int64_t layer = 0; layer < config.model.num_hidden_layers; ++layer)
            for (const Module &module : modules)
                add(found, module, layer, rankIn(module, layer, targets), config.adapter);
    } catch (const std::regex_error &) {
        return {}; // the engine says what is wrong with the pattern
    }
    if (config.adapter.bias == "all")
        for (PlannedTensor &bias : normBiases(config.model))
            found.biases.push_back(std::move(bias));
    return found;
}

} // namespace anneal
