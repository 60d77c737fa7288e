// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "base/units.h"
#include "config/optimizergroups.h"
#include "config/rules.h"

namespace anneal {

namespace {

void checkRate(const RuleContext &context)
{
    constexpr double kUsualMaximum = 0.01;
    const OptimizerConfig &optimizer = context.config.optimizer;
    const bool takesLarger =
        optimizer.name == "sgd" || (optimizer.name == "muon" && optimizer.adjust_lr_fn != "match_rms_adamw");
    if (optimizer.lr > kUsualMaximum && !takesLarger)
        context.warning(
            "optimizer.lr",
            fmt::format("{} is far above the usual 1e-5 to 0.01 and will likely diverge.", formatExact(optimizer.lr)));
}

void checkNesterov(const RuleContext &context)
{
    const OptimizerConfig &optimizer = context.config.optimizer;
    if (!optimizerHas(optimizer, "optimizer.nesterov") || !optimizer.nesterov)
        return;
    if (optimizer.momentum == 0)
        context.error("optimizer.nesterov", "Nesterov looks ahead along the momentum, which is 0.", "off");
    else if (optimizer.name == "sgd" && optimizer.dampening != 0)
        context.error("optimizer.dampening", "Nesterov's momentum takes gradients whole: dampening must be 0.", "0");
}

void checkAdafactor(const RuleContext &context)
{
    const OptimizerConfig &optimizer = context.config.optimizer;
    if (optimizer.name != "adafactor")
        return;
    if (optimizer.warmup_init && !optimizer.relative_step)
        context.error("optimizer.warmup_init", "Adafactor's own warm-up needs its own learning rate (relative_step).",
                      "off");
    if (optimizer.relative_step)
        context.warning("optimizer.relative_step",
                        "Adafactor sets its own learning rate: the peak and the schedule have no effect.", "off");
    if (optimizer.relative_step && optimizer.weight_decay_type == "independent")
        context.error("optimizer.weight_decay_type",
                      "With its own learning rate Adafactor has no peak that decay could be a share of.", "decoupled");
}

void checkSum(const RuleContext &context)
{
    const OptimizerConfig &optimizer = context.config.optimizer;
    if (optimizer.beta2 == 1 && optimizer.name != "shampoo" && optimizerHas(optimizer, "optimizer.beta2"))
        context.error("optimizer.beta2", "With beta 2 = 1 nothing new would be remembered: only Shampoo adds up.",
                      "0.999");
}

void checkDecayType(const RuleContext &context)
{
    const OptimizerConfig &optimizer = context.config.optimizer;
    if (optimizer.weight_decay_type == "l2" && optimizer.name != "shampoo"
        && optimizerHas(optimizer, "optimizer.weight_decay_type"))
        context.error("optimizer.weight_decay_type",
                      "Decay in the gradient is Adam's, SGD's and Shampoo's; choose one of them, or decoupled decay.",
                      "decoupled");
}

void checkStart(const RuleContext &context)
{
    const OptimizerConfig &optimizer = context.config.optimizer;
    const std::int64_t start = optimizer.start_preconditioning_step, every = optimizer.precondition_frequency;
    if (optimizer.name == "shampoo" && start >= 0 && start < every)
        context.error("optimizer.start_preconditioning_step",
                      fmt::format("Shampoo cannot start at step {}: its first roots come at step {}.", start, every),
                      "-1");
    if (optimizer.name == "shampoo" && optimizer.beta3 < 0 && optimizer.beta3 != -1)
        context.error("optimizer.beta3", "Beta 3 is between 0 and 1, or −1 for the same as beta 1.", "-1");
}

void checkPaged(const RuleContext &context)
{
    const OptimizerConfig &optimizer = context.config.optimizer;
    if (!optimizer.paged)
        return;
    const std::string &device = context.config.device.kind;
    const bool usesGpu = device == "cuda" || (device == "auto" && !context.hardware.gpus.empty());
    if (!optimizerHas(optimizer, "optimizer.paged"))
        context.error("optimizer.paged",
                      fmt::format("The state of {} is needed on the device at every step; only AdamW, Adam, Lion and "
                                  "AdamW in 8 bits can keep it in host memory.",
                                  optimizer.name),
                      "off");
    else if (!usesGpu)
        context.warning("optimizer.paged", "On the CPU the state is in host memory anyway: this has no effect.", "off");
}

} // namespace

std::vector<Rule> optimizerRules()
{
    return {
        {{"optimizer.name", "optimizer.beta2"}, checkSum},
        {{"optimizer.name", "optimizer.weight_decay_type"}, checkDecayType},
        {{"optimizer.name", "optimizer.start_preconditioning_step", "optimizer.precondition_frequency",
          "optimizer.beta3"},
         checkStart},
        {{"optimizer.name", "optimizer.paged", "device.kind"}, checkPaged},
        {{"optimizer.name", "optimizer.lr", "optimizer.adjust_lr_fn"}, checkRate},
        {{"optimizer.name", "optimizer.nesterov", "optimizer.momentum", "optimizer.dampening"}, checkNesterov},
        {{"optimizer.name", "optimizer.warmup_init", "optimizer.relative_step", "optimizer.weight_decay_type"},
         checkAdafactor},
    };
}

} // namespace anneal
