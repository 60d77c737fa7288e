// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/units.h"
#include "cli/commands/commands.h"
#include "cli/follow.h"
#include "cli/output.h"
#include "cli/texttable.h"
#include "run/record.h"
#include "workspace/filter.h"

namespace anneal {

namespace {

struct ListOptions {
    std::string filter;
    bool archived = false;
};

Json summaryJson(const RunSummary &run)
{
    return {{"id", run.id},
            {"name", run.name},
            {"state", phaseWord(run.phase)},
            {"reason", run.reason},
            {"step", run.step},
            {"total_steps", run.totalSteps},
            {"tokens", run.tokens},
            {"train_loss", jsonNumber(run.trainLoss)},
            {"validation_loss", jsonNumber(run.validationLoss)},
            {"best_validation_loss", jsonNumber(run.bestValidationLoss)},
            {"created", isoTime(run.createdMicros)},
            {"ended", run.endedMicros ? Json(isoTime(run.endedMicros)) : Json()},
            {"training_seconds", run.trainingSeconds},
            {"device", run.device},
            {"tags", run.tags},
            {"why", run.why},
            {"last_note", run.lastNote},
            {"parent", run.parentRun},
            {"parent_step", run.parentStep ? Json(*run.parentStep) : Json()},
            {"archived", run.archived},
            {"damaged", run.damaged}};
}

std::string lossText(const std::optional<double> &loss)
{
    return loss ? formatLoss(*loss) : "–";
}

std::string joined(const std::vector<std::string> &words)
{
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

void printTable(const std::vector<RunSummary> &runs)
{
    TextTable table({"RUN", "NAME", "STATE", "STEP", "LOSS", "VALIDATION", "BEST", "TAGS", "WHY"});
    for (const RunSummary &run : runs) {
        const std::string state = run.damaged.empty() ? phaseText(run.phase, run.reason) : "unreadable";
        const std::string steps =
            formatCount(static_cast<double>(run.step)) + "/" + formatCount(static_cast<double>(run.totalSteps));
        table.add({run.id, run.name, state, steps, lossText(run.trainLoss), lossText(run.validationLoss),
                   lossText(run.bestValidationLoss), joined(run.tags), run.why});
    }
    table.print();
    for (const RunSummary &run : runs)
        if (!run.damaged.empty())
            say("warning: " + run.damaged);
}

/// The configuration is only read where a filter may ask for it.
Result<std::vector<RunSummary>> filtered(const Workspace &workspace, const std::vector<RunSummary> &runs,
                                         const std::string &text)
{
    const auto filter = parseRunFilter(text);
    if (!filter)
        return tl::unexpected(filter.error());
    std::vector<RunSummary> kept;
    for (const RunSummary &run : runs) {
        const auto record = readRunRecord(workspace.paths(run.id));
        if ((*filter)(run, record ? record->config : Config{}))
            kept.push_back(run);
    }
    return kept;
}

Result<int> list(const Session &session, const ListOptions &options)
{
    const auto workspace = openWorkspace(session);
    if (!workspace)
        return tl::unexpected(workspace.error());
    auto runs = workspace->runs(options.archived);
    if (runs && !options.filter.empty())
        runs = filtered(*workspace, *runs, options.filter);
    if (!runs)
        return tl::unexpected(runs.error());
    if (session.json) {
        Json all = Json::array();
        for (const RunSummary &run : *runs)
            all.push_back(summaryJson(run));
        printJson(all);
    } else if (runs->empty()) {
        say(options.filter.empty()
                ? "No runs yet in " + session.workspace.string() + "; `" + programCommand() + " run quick-start` makes one."
                : "No run matches the filter.");
    } else {
        printTable(*runs);
    }
    return 0;
}

} // namespace

void addList(CLI::App &app, Session &session)
{
    const auto options = std::make_shared<ListOptions>();
    CLI::App *command =
        addCommand(app, session, "list", "List the runs, newest first, with state, step and losses", options, list);
    command->add_option("--filter", options->filter, "Only runs that match, such as: tag:mlm and val.loss<2.7")
        ->type_name("EXPR");
    command->add_flag("--archived", options->archived, "Archived runs too");
}

} // namespace anneal
