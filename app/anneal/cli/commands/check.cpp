// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "base/exitcodes.h"
#include "base/units.h"
#include "cli/commands/commands.h"
#include "cli/configarguments.h"
#include "cli/enginecall.h"
#include "cli/output.h"
#include "cli/texttable.h"
#include "plan/datacounts.h"

namespace anneal {

namespace {

struct CheckOptions {
    ConfigArguments config;
    bool measure = false;
};

/// What is known before a start.
struct Preflight {
    DataCounts data;
    Plan plan;
    std::optional<MeasuredStep> measured;
};

/// The reader would only say the same again.
bool dataIsWrong(const std::vector<Issue> &issues)
{
    return std::any_of(issues.begin(), issues.end(), [](const Issue &issue) {
        return issue.severity == Severity::Error && issue.key.starts_with("data.");
    });
}

/// Reads the data; a complaint about it is an issue like any other.
DataCounts readData(CheckedConfig &checked)
{
    if (dataIsWrong(checked.issues))
        return {};
    const auto data = loadDataset(dataRequest(checked.config));
    if (!data) {
        checked.issues.push_back(dataIssue(checked.config, data.error()));
        return {};
    }
    for (const ReadWarning &warning : data->warnings)
        checked.issues.push_back(dataIssue(warning));
    return countData(*data);
}

Result<Preflight> lookAhead(CheckedConfig &checked, bool measure, std::uint64_t freeDisk)
{
    Preflight found;
    found.data = readData(checked);
    if (measure && !hasErrors(checked.issues)) {
        const auto step = measureStep(checked.config);
        if (!step)
            return tl::unexpected(step.error());
        found.measured = *step;
    }
    const auto seconds = found.measured ? std::optional(found.measured->secondsPerStep) : std::nullopt;
    found.plan = makePlan(checked.config, found.data, seconds);
    if (!hasErrors(checked.issues))
        for (const Issue &issue : checkPlan(checked.config, found.plan, localHardware(), freeDisk))
            checked.issues.push_back(issue);
    return found;
}

Json planJson(const Preflight &found)
{
    const Plan &plan = found.plan;
    const MemoryEstimate &memory = plan.memory;
    return {{"parameters", plan.parameters},
            {"tokens_per_step", plan.tokensPerStep},
            {"epochs", plan.epochs},
            {"flops_per_step", plan.flopsPerStep},
            {"memory",
             {{"weights", memory.weights},
              {"gradients", memory.gradients},
              {"optimizer", memory.optimizer},
              {"activations", memory.activations},
              {"data", memory.data},
              {"base", memory.base},
              {"total", memory.total()},
              {"measured_peak", found.measured ? Json(found.measured->peakMemoryBytes) : Json()}}},
            {"padding_avoided", plan.paddingAvoided},
            {"seconds_per_step", jsonNumber(plan.secondsPerStep)},
            {"seconds_total", jsonNumber(plan.secondsTotal)},
            {"checkpoint_bytes", plan.checkpointBytes}};
}

Json dataJson(const DataCounts &data)
{
    return {{"train_sequences", data.trainSequences},
            {"train_tokens", data.trainTokens},
            {"validation_sequences", data.validationSequences},
            {"validation_tokens", data.validationTokens},
            {"longest_tokens", data.longestTokens}};
}

std::string count(std::int64_t value)
{
    return formatCount(static_cast<double>(value));
}

std::string memory(std::int64_t bytes)
{
    return formatMemory(static_cast<double>(bytes));
}

void printPlan(const Preflight &found)
{
    const Plan &plan = found.plan;
    TextTable table({"Parameters", count(plan.parameters)});
    table.add({"Training data",
               count(found.data.trainSequences) + " sequences, " + count(found.data.trainTokens) + " tokens"});
    table.add(
        {"Validation data",
         count(found.data.validationSequences) + " sequences, " + count(found.data.validationTokens) + " tokens"});
    table.add({"Tokens per step", count(plan.tokensPerStep)});
    table.add({"Epochs", formatNorm(plan.epochs)});
    table.add({"Memory, estimated",
               memory(plan.memory.total()) + ": weights " + memory(plan.memory.weights) + ", gradients "
                   + memory(plan.memory.gradients) + ", optimizer " + memory(plan.memory.optimizer) + ", activations "
                   + memory(plan.memory.activations) + ", data " + memory(plan.memory.data) + ", program "
                   + memory(plan.memory.base)});
    table.add({"Padding avoided", formatNorm(100 * plan.paddingAvoided) + " %"});
    table.add({"Computing", formatCount(plan.flopsPerStep) + " FLOP per step"});
    table.add({"Checkpoints", formatFileSize(static_cast<double>(plan.checkpointBytes))});
    if (plan.secondsTotal)
        table.add({"Time, from a measured step", formatSpan(*plan.secondsTotal)});
    if (found.measured)
        table.add({"Memory, measured", memory(found.measured->peakMemoryBytes)});
    table.print();
}

void printIssues(const std::vector<Issue> &issues)
{
    for (const Issue &issue : issues)
        std::cout << (issue.severity == Severity::Error ? "error    " : "warning  ") << issueText(issue) << '\n';
    if (issues.empty())
        std::cout << "Nothing to complain about.\n";
}

Result<int> check(const Session &session, const CheckOptions &options)
{
    if (options.config.source.empty() && options.config.assignments.empty())
        return fail(ErrorCode::Config, "Say what to check: a configuration file or a preset of `anneal presets`.");
    auto checked = checkedConfig(options.config);
    if (!checked)
        return tl::unexpected(checked.error());
    const auto found = lookAhead(*checked, options.measure, freeBytes(session.workspace));
    if (!found)
        return tl::unexpected(found.error());
    if (session.json) {
        Json issues = Json::array();
        for (const Issue &issue : checked->issues)
            issues.push_back(issueJson(issue));
        printJson({{"ok", !hasErrors(checked->issues)},
                   {"issues", issues},
                   {"data", dataJson(found->data)},
                   {"plan", planJson(*found)}});
    } else {
        printIssues(checked->issues);
        std::cout << '\n';
        printPlan(*found);
    }
    return hasErrors(checked->issues) ? static_cast<int>(ExitCode::Config) : 0;
}

} // namespace

void addCheck(CLI::App &app, Session &session)
{
    const auto options = std::make_shared<CheckOptions>();
    CLI::App *command =
        addCommand(app, session, "check", "Say all that is wrong with a configuration, and what the run would cost",
                   options, check);
    addConfigSource(*command, options->config);
    command->add_flag("--measure", options->measure, "Also measure a step with the engine, for the time it will take");
}

} // namespace anneal
