// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/optimizergroups.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace anneal {

namespace {

/// "model.layers.3.mlp.up_proj.weight": a part of the name is the number of a block.
bool isInBlock(std::string_view name)
{
    for (const std::string_view list : {"layer.", "layers.", "h."}) {
        const std::size_t at = name.find("." + std::string(list));
        const std::size_t number = at + 1 + list.size();
        if (at != std::string_view::npos && number < name.size()
            && std::isdigit(static_cast<unsigned char>(name[number])) != 0)
            return true;
    }
    return false;
}

OptimizerGroup muonGroupOf(std::string_view name, bool isVector)
{
    if (isVector)
        return {"adamw", false, "a vector: AdamW without decay"};
    if (!isInBlock(name))
        return {"adamw", true, "outside the blocks (embedding or head): AdamW"};
    return {"muon", true, "a matrix of a block"};
}

} // namespace

OptimizerGroup optimizerGroupOf(std::string_view name, const std::vector<std::int64_t> &shape,
                                const OptimizerConfig &config)
{
    const bool isVector = shape.size() < 2;
    if (config.name == "muon")
        return muonGroupOf(name, isVector);
    return {config.name, !isVector, isVector ? "a vector does not decay" : "a matrix decays"};
}

const std::vector<std::string_view> &optimizersWith(std::string_view key)
{
    using Names = std::vector<std::string_view>;
    static const Names everyone, adafactor{"adafactor"}, muon{"muon"}, shampoo{"shampoo"};
    static const std::map<std::string_view, Names> known{
        {"optimizer.beta1", {"adamw", "adam", "lion", "muon", "adamw_8bit", "shampoo"}},
        {"optimizer.beta2", {"adamw", "adam", "lion", "muon", "adamw_8bit", "shampoo"}},
        {"optimizer.eps", {"adamw", "adam", "muon", "adamw_8bit", "shampoo"}},
        {"optimizer.weight_decay_type", {"adamw", "lion", "adafactor", "muon", "adamw_8bit", "shampoo"}},
        {"optimizer.amsgrad", {"adamw", "adam"}},
        {"optimizer.momentum", {"sgd", "muon"}},
        {"optimizer.nesterov", {"sgd", "muon"}},
        {"optimizer.dampening", {"sgd"}},
        {"optimizer.scale_parameter", adafactor},
        {"optimizer.relative_step", adafactor},
        {"optimizer.warmup_init", adafactor},
        {"optimizer.clip_threshold", adafactor},
        {"optimizer.decay_rate", adafactor},
        {"optimizer.adafactor_beta1", adafactor},
        {"optimizer.ns_steps", muon},
        {"optimizer.adjust_lr_fn", muon},
        {"optimizer.adamw_lr", muon},
        {"optimizer.max_preconditioner_dim", shampoo},
        {"optimizer.precondition_frequency", shampoo},
        {"optimizer.start_preconditioning_step", shampoo},
        {"optimizer.use_bias_correction", shampoo},
        {"optimizer.beta3", shampoo},
        {"optimizer.grafting", shampoo},
        {"optimizer.grafting_beta2", shampoo},
        {"optimizer.grafting_eps", shampoo},
        {"optimizer.precondition_in_background", shampoo},
        {"optimizer.paged", {"adamw", "adam", "lion", "adamw_8bit"}},
    };
    const auto found = known.find(key);
    return found == known.end() ? everyone : found->second;
}

bool optimizerHas(const OptimizerConfig &config, std::string_view key)
{
    const auto &names = optimizersWith(key);
    return names.empty() || std::find(names.begin(), names.end(), config.name) != names.end();
}

} // namespace anneal
