// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/preflight.h"

#include <algorithm>

#include "config/configio.h"
#include "plan/datacounts.h"
#include "style/text.h"

namespace anneal {

namespace {

void addDataChecks(const ProbedData &data, std::vector<Issue> &checks)
{
    if (data.problem)
        checks.push_back(*data.problem);
    for (const ReadWarning &warning : data.warnings)
        checks.push_back(dataIssue(warning));
}

/// The form's own words about a missing file and the reader's are about the same thing: the form's come first.
bool saysFileIsWrong(const std::vector<Issue> &issues)
{
    return std::any_of(issues.begin(), issues.end(), [](const Issue &issue) {
        return issue.severity == Severity::Error && issue.key.starts_with("data.");
    });
}

int count(const std::vector<Issue> &checks, Severity severity)
{
    return static_cast<int>(
        std::count_if(checks.begin(), checks.end(), [&](const Issue &issue) { return issue.severity == severity; }));
}

} // namespace

int Preflight::errors() const
{
    return count(checks, Severity::Error);
}

int Preflight::warnings() const
{
    return count(checks, Severity::Warning);
}

std::string stepKey(const Config &config)
{
    const auto json = configToJson(config);
    std::string key;
    for (const char *section : {"data", "model", "objective", "batch", "precision", "device"})
        key += json[section].dump();
    return key;
}

Preflight preflight(const Config &config, const std::vector<Issue> &issues, const ProbedData &data,
                    const Hardware &hardware, std::uint64_t freeDiskBytes, const std::optional<MeasuredStep> &measured)
{
    Preflight result;
    result.plan = makePlan(config, data.counts, measured ? std::optional(measured->secondsPerStep) : std::nullopt);
    result.checks = issues;
    if (!saysFileIsWrong(issues))
        addDataChecks(data, result.checks);
    const std::vector<Issue> planned = checkPlan(config, result.plan, hardware, freeDiskBytes);
    result.checks.insert(result.checks.end(), planned.begin(), planned.end());
    std::stable_partition(result.checks.begin(), result.checks.end(),
                          [](const Issue &issue) { return issue.severity == Severity::Error; });

    const auto gpu = static_cast<std::size_t>(config.device.index);
    const bool onGpu = config.device.kind != "cpu" && gpu < hardware.gpus.size();
    result.memoryCapacity = static_cast<double>(onGpu ? hardware.gpus[gpu].memoryBytes : hardware.memoryBytes);
    result.deviceName = onGpu ? qstr(hardware.gpus[gpu].name) : qstr(hardware.cpuName);
    return result;
}

} // namespace anneal
