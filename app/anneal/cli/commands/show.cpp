// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/units.h"
#include "cli/commands/commands.h"
#include "cli/follow.h"
#include "cli/metricsview.h"
#include "cli/output.h"
#include "cli/texttable.h"
#include "config/configio.h"
#include "run/checkpoints.h"
#include "run/events.h"
#include "run/notes.h"
#include "run/record.h"

namespace anneal {

namespace {

struct ShowOptions {
    std::string run;
};

/// Everything that the folder of a run tells.
struct WholeRun {
    RunSummary summary;
    RunPaths paths;
    RunRecord record;
    RunEvidence evidence;
    RunAnnotations annotations;
    std::vector<Event> events;
    std::vector<CheckpointInfo> checkpoints;
    MetricsView metrics;
};

template <typename T>
Result<void> take(Result<T> read, T &into)
{
    if (!read)
        return tl::unexpected(read.error());
    into = std::move(*read);
    return {};
}

Result<WholeRun> readRun(const RunTarget &target)
{
    const RunPaths &paths = target.paths;
    WholeRun run{target.summary, paths, {}, judgeRun(paths, wallMicros()), {}, {}, {}, MetricsView(paths)};
    auto read = take(readRunRecord(paths), run.record)
                    .and_then([&] { return take(readAnnotations(paths), run.annotations); })
                    .and_then([&] { return take(readEvents(paths.events()), run.events); })
                    .and_then([&] { return take(listCheckpoints(paths), run.checkpoints); })
                    .and_then([&] { return run.metrics.read(); });
    if (!read)
        return tl::unexpected(read.error());
    return run;
}

Json provenanceJson(const Provenance &from)
{
    return {{"version", from.annealVersion}, {"commit", from.commit}, {"host", from.host},      {"cpu", from.cpu},
            {"cores", from.cores},           {"gpus", from.gpus},     {"command", from.command}};
}

Json checkpointJson(const CheckpointInfo &checkpoint)
{
    return {{"step", checkpoint.step},
            {"folder", checkpoint.folder.string()},
            {"time", isoTime(checkpoint.timeMicros)},
            {"validation_loss", jsonNumber(checkpoint.validationLoss)},
            {"metric_for_best_model", checkpoint.measure},
            {"metric", jsonNumber(checkpoint.measured)},
            {"bytes", checkpoint.bytes},
            {"best", checkpoint.best},
            {"last", checkpoint.last}};
}

Json noteJson(const Note &note)
{
    return {{"id", note.id},
            {"time", isoTime(note.timeMicros)},
            {"step", note.step ? Json(*note.step) : Json()},
            {"text", note.text}};
}

Json lastValues(const MetricsView &metrics)
{
    Json last = Json::object();
    for (const auto &[name, series] : metrics.series())
        if (series.size() > 0)
            last[name] = {{"step", series.steps.back()}, {"value", jsonNumber(series.values.back())}};
    return last;
}

Json document(const WholeRun &run)
{
    const auto state = run.evidence.state.value_or(RunState{});
    Json json = {{"id", run.summary.id},
                 {"name", run.summary.name},
                 {"folder", run.paths.root.string()},
                 {"state", phaseWord(run.evidence.phase)},
                 {"reason", run.evidence.reason},
                 {"detail", run.evidence.detail},
                 {"message", state.message},
                 {"exit_code", state.exitCode ? Json(*state.exitCode) : Json()},
                 {"pid", state.pid},
                 {"step", state.step},
                 {"total_steps", state.totalSteps},
                 {"created", run.record.createdAt},
                 {"preset", run.record.preset},
                 {"parent", run.record.parentRun},
                 {"parent_step", run.record.parentStep ? Json(*run.record.parentStep) : Json()},
                 {"tags", run.summary.tags},
                 {"provenance", provenanceJson(run.record.provenance)},
                 {"config", configToJson(run.record.config)},
                 {"last", lastValues(run.metrics)}};
    for (const char *list : {"checkpoints", "notes", "events"})
        json[list] = Json::array();
    for (const CheckpointInfo &checkpoint : run.checkpoints)
        json["checkpoints"].push_back(checkpointJson(checkpoint));
    for (const Note &note : run.annotations.notes)
        json["notes"].push_back(noteJson(note));
    for (const Event &event : run.events)
        json["events"].push_back(Json(eventToJson(event)));
    return json;
}

std::string stepText(const std::optional<std::int64_t> &step)
{
    return step ? "step " + formatCount(static_cast<double>(*step)) : "";
}

void printHead(const WholeRun &run)
{
    TextTable table({"Run", run.summary.name + " (" + run.summary.id + ")"});
    table.add({"State", phaseText(run.evidence.phase, run.evidence.reason)});
    if (run.evidence.state) {
        const RunState &state = *run.evidence.state;
        table.add({"Step",
                   formatCount(static_cast<double>(state.step)) + " of "
                       + formatCount(static_cast<double>(state.totalSteps))});
        table.add({"Says", run.evidence.alive() ? run.evidence.detail : state.message});
    }
    table.add({"Folder", run.paths.root.string()});
    table.add({"Created", run.record.createdAt + " on " + run.record.provenance.host});
    if (!run.record.parentRun.empty())
        table.add({"Parent", run.record.parentRun + " " + stepText(run.record.parentStep)});
    table.add({"Why", run.record.config.note.why});
    table.add({"Command", run.record.provenance.command});
    table.print();
}

void printSettings(const Config &config)
{
    std::cout << "\nSettings that are not the default\n";
    TextTable table({"FIELD", "VALUE"});
    for (const FieldDifference &difference : configDifferences(Config{}, config))
        table.add({difference.field->key, displayValue(difference.right)});
    table.print();
}

void printLastValues(const MetricsView &metrics)
{
    std::cout << "\nLast values\n";
    TextTable table({"SERIES", "STEP", "VALUE"});
    for (const auto &[name, series] : metrics.series())
        if (series.size() > 0)
            table.add({name, formatCount(static_cast<double>(series.steps.back())), formatExact(series.values.back())});
    table.print();
}

void printCheckpoints(const std::vector<CheckpointInfo> &checkpoints)
{
    std::cout << "\nCheckpoints\n";
    TextTable table({"STEP", "VALIDATION", "SIZE", "KEPT AS"});
    for (const CheckpointInfo &checkpoint : checkpoints)
        table.add({formatCount(static_cast<double>(checkpoint.step)),
                   checkpoint.validationLoss ? formatLoss(*checkpoint.validationLoss) : "–",
                   formatFileSize(static_cast<double>(checkpoint.bytes)),
                   std::string(checkpoint.best ? "best " : "") + (checkpoint.last ? "last" : "")});
    table.print();
}

void printJournal(const WholeRun &run)
{
    std::cout << "\nEvents and notes\n";
    std::multimap<std::int64_t, std::vector<std::string>> rows;
    for (const Event &event : run.events)
        rows.emplace(event.timeMicros,
                     std::vector{isoTime(event.timeMicros), event.kind, stepText(event.step), event.text});
    for (const Note &note : run.annotations.notes)
        rows.emplace(note.timeMicros,
                     std::vector<std::string>{isoTime(note.timeMicros), "note", stepText(note.step), note.text});
    TextTable table({"TIME", "KIND", "STEP", "TEXT"});
    for (const auto &[time, row] : rows)
        table.add(row);
    table.print();
}

Result<int> show(const Session &session, const ShowOptions &options)
{
    const auto target = findRun(session, options.run);
    if (!target)
        return tl::unexpected(target.error());
    const auto run = readRun(*target);
    if (!run)
        return tl::unexpected(run.error());
    if (session.json) {
        printJson(document(*run));
        return 0;
    }
    printHead(*run);
    printSettings(run->record.config);
    printLastValues(run->metrics);
    printCheckpoints(run->checkpoints);
    printJournal(*run);
    return 0;
}

} // namespace

void addShow(CLI::App &app, Session &session)
{
    const auto options = std::make_shared<ShowOptions>();
    addRunArgument(*addCommand(app, session, "show", "Show all about one run", options, show), options->run);
}

} // namespace anneal
