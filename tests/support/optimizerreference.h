// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "config/config.h"
#include "unit/engine/enginefixtures.h"

namespace anneal::test {

/// A trajectory of optim.json: its settings in our words, its parameters, how near a run must come.
class OptimizerReference
{
public:
    explicit OptimizerReference(const std::string &name)
        : m_name(name)
        , m_facts(all().at(name))
    {
        for (const std::string parameter : m_facts["parameters"])
            m_parameters.push_back(parameter);
    }

    /// Trajectories of the optimizers that can be chosen.
    [[nodiscard]] static std::vector<std::string> offered()
    {
        std::vector<std::string> names;
        for (const auto &[name, facts] : all().items())
            if (!ourOptimizer(facts).empty())
                names.push_back(name);
        return names;
    }

    [[nodiscard]] const std::vector<std::string> &parameters() const { return m_parameters; }

    /// Every other stored variant of the family: a wrong implementation of this one.
    [[nodiscard]] std::vector<std::string> otherVariants() const
    {
        std::vector<std::string> names;
        for (const auto &[name, facts] : all().items())
            if (name != m_name && facts["family"] == m_facts["family"])
                names.push_back(name);
        return names;
    }

    [[nodiscard]] std::optional<double> tolerance(bool wide) const
    {
        const auto &stored = m_facts[wide ? "tolerance_fp64_abs" : "tolerance_fp32_abs"];
        return stored.is_null() ? std::nullopt : std::optional(stored.get<double>());
    }

    [[nodiscard]] OptimizerConfig config() const
    {
        OptimizerConfig config = referenceDefaults();
        const auto &given = m_facts["hyperparameters"];
        config.lr = given.contains("lr") ? given["lr"].get<double>() : 1.0;
        take(given, "weight_decay", config.weight_decay);
        take(given, "eps", config.eps);
        take(given, "amsgrad", config.amsgrad);
        take(given, "momentum", config.momentum);
        take(given, "nesterov", config.nesterov);
        take(given, "dampening", config.dampening);
        take(given, "scale_parameter", config.scale_parameter);
        take(given, "relative_step", config.relative_step);
        take(given, "warmup_init", config.warmup_init);
        take(given, "clip_threshold", config.clip_threshold);
        take(given, "beta1", config.adafactor_beta1);
        if (given.contains("betas"))
            std::tie(config.beta1, config.beta2) = pairOf(given["betas"]);
        if (given.value("decoupled_weight_decay", false))
            config.weight_decay_type = "independent";
        take(given, "adjust_lr_fn", config.adjust_lr_fn);
        take(given, "ns_steps", config.ns_steps);
        if (given.contains("muon"))
            takeBothGroups(config);
        takeShampoo(given, config);
        return config;
    }

    /// Muon goes by names: what it updates here lies in a block.
    [[nodiscard]] std::string ourName(const std::string &parameter) const
    {
        const auto &given = m_facts["hyperparameters"];
        const bool isMuons = m_facts["family"] == "muon"
            && (!given.contains("muon") || given["muon"].get<std::string>().find(parameter) != std::string::npos);
        return isMuons ? "model.layers.0." + parameter + ".weight" : parameter;
    }

    /// In the references vectors decay too; a column of one dimension more does here.
    [[nodiscard]] torch::Tensor ourShape(const torch::Tensor &values) const
    {
        return values.dim() > 1 || config().weight_decay == 0 ? values : values.unsqueeze(1);
    }

private:
    static const nlohmann::json &all()
    {
        static const nlohmann::json facts = goldenJson("optim/optim.json")["trajectories"];
        return facts;
    }

    static std::string ourOptimizer(const nlohmann::json &facts)
    {
        static const std::map<std::string, std::string> bySource{{"torch.optim.SGD", "sgd"},
                                                                 {"torch.optim.Adam", "adam"},
                                                                 {"torch.optim.AdamW", "adamw"},
                                                                 {"transformers.optimization.Adafactor", "adafactor"},
                                                                 {"lion-pytorch", "lion"}};
        if (facts["family"] == "muon" || facts["family"] == "shampoo")
            return facts["family"];
        const auto found = bySource.find(facts["source"]);
        return found == bySource.end() ? std::string() : found->second;
    }

    /// What the reference takes where a trajectory says nothing.
    [[nodiscard]] OptimizerConfig referenceDefaults() const
    {
        OptimizerConfig config;
        config.name = ourOptimizer(m_facts);
        config.beta2 = config.name == "lion" ? 0.99 : 0.999;
        config.weight_decay = config.name == "adamw" ? 0.01 : 0;
        config.momentum = 0;
        config.nesterov = false;
        config.scale_parameter = config.relative_step = true;
        if (config.name == "muon") {
            config.momentum = 0.95;
            config.nesterov = true;
            const bool isOwn = m_facts["source"].get<std::string>().starts_with("KellerJordan");
            config.adjust_lr_fn = isOwn ? "keller_jordan" : "original";
        }
        if (config.name == "shampoo") {
            config.beta2 = 1;
            config.eps = 1e-12;
            config.precondition_frequency = 1;
            config.grafting = "none";
        }
        return config;
    }

    /// "tall,wide,square,conv2d lr .02 wd .01 momentum .95"; "… lr 3e-3 betas (.9,.95) eps 1e-10 wd .01"
    static void takeBothGroups(OptimizerConfig &config)
    {
        config.lr = 0.02;
        config.weight_decay = 0.01;
        config.adamw_lr = 3e-3;
        config.beta2 = 0.95;
        config.eps = 1e-10;
    }

    static void takeShampoo(const nlohmann::json &given, OptimizerConfig &config)
    {
        take(given, "epsilon", config.eps);
        take(given, "use_bias_correction", config.use_bias_correction);
        take(given, "max_preconditioner_dim", config.max_preconditioner_dim);
        take(given, "precondition_frequency", config.precondition_frequency);
        take(given, "start_preconditioning_step", config.start_preconditioning_step);
        if (given.contains("weight_decay_type"))
            config.weight_decay_type = "l2";
        if (!given.contains("grafting_config"))
            return;
        const std::string grafting =
            given["grafting_config"]; // "AdamPreconditionerConfig(epsilon=1e-08, beta2=0.99, …)"
        config.grafting = grafting.substr(0, grafting.find("Preconditioner"));
        for (char &letter : config.grafting)
            letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        config.grafting_eps = 1e-8;
        if (const auto at = grafting.find("beta2="); at != std::string::npos)
            config.grafting_beta2 = std::stod(grafting.substr(at + 6));
    }

    template <typename Value>
    static void take(const nlohmann::json &given, const char *key, Value &value)
    {
        if (given.contains(key))
            value = given[key].get<Value>();
    }

    /// [0.9, 0.98], or "(0.9, 1.0)".
    static std::pair<double, double> pairOf(const nlohmann::json &given)
    {
        if (given.is_array())
            return {given[0], given[1]};
        std::istringstream text(given.get<std::string>());
        char bracket = 0, comma = 0;
        double first = 0, second = 0;
        text >> bracket >> first >> comma >> second;
        return {first, second};
    }

    std::string m_name;
    const nlohmann::json &m_facts;
    std::vector<std::string> m_parameters;
};

} // namespace anneal::test
