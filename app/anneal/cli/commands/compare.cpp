// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "base/units.h"
#include "cli/commands/commands.h"
#include "cli/follow.h"
#include "cli/output.h"
#include "cli/texttable.h"
#include "config/configio.h"
#include "run/notes.h"
#include "run/record.h"

namespace anneal {

namespace {

struct CompareOptions {
    std::vector<std::string> runs;
    bool all = false;
    bool csv = false;
};

struct ComparedRun {
    RunSummary summary;
    Config config;
    std::vector<Note> notes;
};

Result<std::vector<ComparedRun>> readRuns(const Session &session, const std::vector<std::string> &names)
{
    const auto workspace = openWorkspace(session);
    if (!workspace)
        return tl::unexpected(workspace.error());
    std::vector<ComparedRun> runs;
    for (const std::string &name : names) {
        const auto target = findRun(*workspace, name);
        if (!target)
            return tl::unexpected(target.error());
        const auto record = readRunRecord(target->paths);
        if (!record)
            return tl::unexpected(record.error());
        const auto annotations = readAnnotations(target->paths);
        if (!annotations)
            return tl::unexpected(annotations.error());
        runs.push_back({target->summary, record->config, annotations->notes});
    }
    return runs;
}

/// Fields in which at least two runs differ, in table order; seeds, paths and notes only when `all`.
std::vector<const Field *> differingFields(const std::vector<ComparedRun> &runs, bool all)
{
    std::set<std::string> keys;
    for (const ComparedRun &run : runs)
        for (const FieldDifference &difference : configDifferences(runs.front().config, run.config))
            keys.insert(difference.field->key);
    std::vector<const Field *> found;
    for (const Field &field : fields())
        if (keys.contains(field.key) && (all || !field.noise))
            found.push_back(&field);
    return found;
}

Json valueJson(const FieldValue &value)
{
    return std::visit([](const auto &held) { return Json(held); }, value);
}

Json runJson(const ComparedRun &run, const std::vector<const Field *> &differing)
{
    Json settings = Json::object();
    for (const Field *field : differing)
        settings[field->key] = valueJson(field->get(run.config));
    Json notes = Json::array();
    for (const Note &note : run.notes)
        notes.push_back({{"step", note.step ? Json(*note.step) : Json()}, {"text", note.text}});
    return {{"id", run.summary.id},
            {"name", run.summary.name},
            {"state", phaseWord(run.summary.phase)},
            {"settings", settings},
            {"why", run.summary.why},
            {"notes", notes},
            {"step", run.summary.step},
            {"tokens", run.summary.tokens},
            {"training_seconds", run.summary.trainingSeconds},
            {"train_loss", jsonNumber(run.summary.trainLoss)},
            {"validation_loss", jsonNumber(run.summary.validationLoss)},
            {"best_validation_loss", jsonNumber(run.summary.bestValidationLoss)}};
}

std::string lossText(const std::optional<double> &loss)
{
    return loss ? formatExact(*loss) : "";
}

std::string notesText(const ComparedRun &run)
{
    std::string text;
    for (const Note &note : run.notes)
        text += (text.empty() ? "" : " · ") + note.text;
    return text;
}

/// A row a setting or result, a column a run.
TextTable table(const std::vector<ComparedRun> &runs, const std::vector<const Field *> &differing)
{
    const auto row = [&](const std::string &label, auto &&cell) {
        std::vector<std::string> cells{label};
        for (const ComparedRun &run : runs)
            cells.push_back(cell(run));
        return cells;
    };
    TextTable table(row("run", [](const ComparedRun &run) { return run.summary.name; }));
    table.add(row("id", [](const ComparedRun &run) { return run.summary.id; }));
    table.add(row("state", [](const ComparedRun &run) { return phaseText(run.summary.phase, run.summary.reason); }));
    for (const Field *field : differing)
        table.add(row(field->key, [field](const ComparedRun &run) { return displayValue(field->get(run.config)); }));
    table.add(row("step", [](const ComparedRun &run) { return std::to_string(run.summary.step); }));
    table.add(row("tokens", [](const ComparedRun &run) { return std::to_string(run.summary.tokens); }));
    table.add(row("train.loss", [](const ComparedRun &run) { return lossText(run.summary.trainLoss); }));
    table.add(row("validation.loss", [](const ComparedRun &run) { return lossText(run.summary.validationLoss); }));
    table.add(
        row("best validation.loss", [](const ComparedRun &run) { return lossText(run.summary.bestValidationLoss); }));
    table.add(row("why", [](const ComparedRun &run) { return run.summary.why; }));
    table.add(row("notes", notesText));
    return table;
}

Result<int> compare(const Session &session, const CompareOptions &options)
{
    const auto runs = readRuns(session, options.runs);
    if (!runs)
        return tl::unexpected(runs.error());
    const auto differing = differingFields(*runs, options.all);
    if (session.json) {
        Json keys = Json::array();
        for (const Field *field : differing)
            keys.push_back(field->key);
        Json all = Json::array();
        for (const ComparedRun &run : *runs)
            all.push_back(runJson(run, differing));
        printJson({{"differing", keys}, {"runs", all}});
    } else if (options.csv) {
        table(*runs, differing).printCsv();
    } else {
        table(*runs, differing).print();
    }
    return 0;
}

} // namespace

void addCompare(CLI::App &app, Session &session)
{
    const auto options = std::make_shared<CompareOptions>();
    CLI::App *command = addCommand(app, session, "compare",
                                   "Put runs side by side: settings that differ, results, notes", options, compare);
    command->add_option("RUN", options->runs, "Two runs or more")->required()->expected(2, -1);
    command->add_flag("--all", options->all, "Also seeds, paths and notes of the configuration");
    command->add_flag("--csv", options->csv, "Comma-separated values");
}

} // namespace anneal
