// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/start.h"

#include "cli/output.h"
#include "launch/launcher.h"
#include "plan/datacounts.h"
#include "run/checkpoints.h"
#include "run/record.h"

namespace anneal {

Result<Parent> findParent(const Workspace &workspace, const std::string &text)
{
    const RunAtStep wanted = splitRunAtStep(text);
    auto run = findRun(workspace, wanted.run);
    if (!run)
        return tl::unexpected(run.error());
    auto record = readRunRecord(run->paths);
    if (!record)
        return tl::unexpected(record.error());
    Parent parent{*run, {}, {}, record->config};
    parent.config.note = {};
    if (wanted.step.empty())
        return parent;
    const auto checkpoint = chooseCheckpoint(run->paths, wanted.step);
    if (!checkpoint)
        return tl::unexpected(checkpoint.error());
    parent.step = checkpoint->step;
    parent.checkpoint = checkpoint->folder.string();
    return parent;
}

namespace {

Result<LaunchRequest> requestOf(const Workspace &workspace, const CheckedConfig &checked,
                                const std::optional<Parent> &parent)
{
    LaunchRequest request;
    request.config = checked.config;
    request.preset = checked.preset;
    request.name = checked.config.note.name;
    if (parent) {
        request.parentRun = parent->run.summary.id;
        request.parentStep = parent->step;
    }
    const auto slot = workspace.nextColorSlot();
    if (!slot)
        return tl::unexpected(slot.error());
    request.colorSlot = *slot;
    if (!request.name.empty())
        return request;
    const auto name = workspace.suggestName(checked.config);
    if (!name)
        return tl::unexpected(name.error());
    request.name = *name;
    return request;
}

/// Said before the start: what this machine has too little of. The data is left to the engine to read, unless it
/// decides: without it every micro-batch counts as full.
void addPlanIssues(const Workspace &workspace, CheckedConfig &checked)
{
    const auto judge = [&](const DataCounts &counts) {
        return checkPlan(checked.config, makePlan(checked.config, counts), localHardware(),
                         freeBytes(workspace.folder()));
    };
    std::vector<Issue> issues = judge({});
    if (hasErrors(issues))
        if (const auto data = loadDataset(dataRequest(checked.config)))
            issues = judge(countData(*data));
    checked.issues.insert(checked.issues.end(), issues.begin(), issues.end());
}

Result<StartedRun> start(const Workspace &workspace, StartArguments arguments, const std::optional<Parent> &parent)
{
    // First of all: --set model.init_from=… on the command line is the newer word.
    std::vector<std::string> &assignments = arguments.config.assignments;
    if (parent && !parent->checkpoint.empty())
        assignments.insert(assignments.begin(), "model.init_from=" + parent->checkpoint);
    auto checked = checkedConfig(arguments.config, parent && arguments.parentSettings ? parent->config : Config{});
    if (!checked)
        return tl::unexpected(checked.error());
    if (!hasErrors(checked->issues))
        addPlanIssues(workspace, *checked);
    if (hasErrors(checked->issues))
        return issuesFailure(checked->issues);
    const auto request = requestOf(workspace, *checked, parent);
    if (!request)
        return tl::unexpected(request.error());
    const auto id = launchRun(workspace.folder(), *request);
    if (!id)
        return tl::unexpected(id.error());
    return StartedRun{*id, request->name, workspace.paths(*id), checked->issues};
}

} // namespace

Result<StartedRun> startRun(const Workspace &workspace, const StartArguments &arguments)
{
    if (workspace.readOnly())
        return readOnlyFailure(workspace);
    if (arguments.parent.empty())
        return start(workspace, arguments, {});
    const auto found = findParent(workspace, arguments.parent);
    if (!found)
        return tl::unexpected(found.error());
    return start(workspace, arguments, *found);
}

} // namespace anneal
