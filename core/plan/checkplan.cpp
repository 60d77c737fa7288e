// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"
#include "plan/plan.h"

namespace anneal {

namespace {

std::string memory(std::int64_t bytes)
{
    return formatMemory(static_cast<double>(bytes));
}

/// The largest round token budget whose activations fit beside everything else; 0 when not even one sequence does.
std::int64_t fittingBudget(const Config &config, const MemoryEstimate &need, std::int64_t available)
{
    constexpr std::int64_t kRound = 256;
    const std::int64_t rest = available - (need.total() - need.activations);
    const double share = static_cast<double>(rest) / static_cast<double>(std::max<std::int64_t>(1, need.activations));
    const auto budget =
        static_cast<std::int64_t>(share * static_cast<double>(config.batch.tokens_per_device)) / kRound * kRound;
    return budget >= config.data.max_length ? budget : 0;
}

void checkMemory(const Config &config, const Plan &plan, const Hardware &hardware, std::vector<Issue> &issues)
{
    const bool usesGpu = config.device.kind == "cuda" || (config.device.kind == "auto" && !hardware.gpus.empty());
    const auto index = static_cast<std::size_t>(config.device.index);
    if (usesGpu && index >= hardware.gpus.size())
        return;
    const std::uint64_t all = usesGpu ? hardware.gpus[index].memoryBytes : hardware.memoryBytes;
    const std::uint64_t available = usesGpu ? all : hardware.availableMemoryBytes;
    const bool isPaged = usesGpu && config.optimizer.paged; // then the state is in the computer's memory
    MemoryEstimate onDevice = plan.memory;
    if (isPaged)
        onDevice.optimizer = 0;
    const std::int64_t need = onDevice.total();
    if (all == 0 || need <= static_cast<std::int64_t>(available))
        return; // enough, or a size that is not known
    const bool never = need > static_cast<std::int64_t>(all);
    const std::int64_t budget = fittingBudget(config, onDevice, static_cast<std::int64_t>(available));
    const std::string advice = budget > 0 ? fmt::format("a micro-batch of {} tokens would fit", budget)
                                          : std::string("use a smaller model or a shorter length limit");
    const std::string have = never
        ? fmt::format("{} has {}", usesGpu ? "the GPU" : "this machine", memory(static_cast<std::int64_t>(all)))
        : fmt::format("only {} are free now", memory(static_cast<std::int64_t>(available)));
    issues.push_back({never ? Severity::Error : Severity::Warning,
                      budget > 0 ? "batch.tokens_per_device" : "model.hidden_size",
                      fmt::format("The run needs about {} of memory and {}; {}.", memory(need), have, advice),
                      budget > 0 ? std::to_string(budget) : std::string()});
}

void checkDisk(const Config &config, const Plan &plan, std::uint64_t freeDiskBytes, std::vector<Issue> &issues)
{
    const std::int64_t kept = config.checkpoint.keep_last + config.checkpoint.keep_best;
    const double need =
        static_cast<double>(plan.checkpointBytes) * static_cast<double>(kept + 1) / static_cast<double>(kept);
    if (need <= static_cast<double>(freeDiskBytes))
        return; // one more than is kept: the new one is complete before an old one goes
    issues.push_back(
        {Severity::Error, "checkpoint.keep_last",
         fmt::format("Checkpoints need {} of disk space and {} are free; keep fewer or choose another workspace.",
                     formatFileSize(need), formatFileSize(static_cast<double>(freeDiskBytes))),
         ""});
}

void checkTokensPerParameter(const Config &config, const Plan &plan, std::vector<Issue> &issues)
{
    const double seen = static_cast<double>(plan.tokensPerStep) * static_cast<double>(config.schedule.total_steps);
    if (seen < static_cast<double>(plan.parameters) && config.model.init_from.empty())
        issues.push_back(
            {Severity::Warning, "schedule.total_steps",
             fmt::format("The run sees {} tokens for {} parameters: less than one each. Train longer or use a "
                         "smaller model.",
                         formatCount(seen), formatCount(static_cast<double>(plan.parameters))),
             ""});
}

} // namespace

std::vector<Issue> checkPlan(const Config &config, const Plan &plan, const Hardware &hardware,
                             std::uint64_t freeDiskBytes)
{
    std::vector<Issue> issues;
    checkTokensPerParameter(config, plan, issues);
    checkMemory(config, plan, hardware, issues);
    checkDisk(config, plan, freeDiskBytes, issues);
    return issues;
}

} // namespace anneal
