// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/ingest.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

#include <sys/stat.h>

#include <fmt/format.h>

namespace anneal {

namespace {

constexpr std::uint64_t kReadAtOnce = std::uint64_t{32} << 20;

/// "2026-11-30T14:02:51.123Z", or a run id that begins "20261130-140251"; 0 when it is neither.
std::int64_t microsFromText(const std::string &text)
{
    std::tm time{};
    int millis = 0;
    const bool known = std::sscanf(text.c_str(), "%d-%d-%dT%d:%d:%d.%d", &time.tm_year, &time.tm_mon, &time.tm_mday,
                                   &time.tm_hour, &time.tm_min, &time.tm_sec, &millis)
            >= 6
        || std::sscanf(text.c_str(), "%4d%2d%2d-%2d%2d%2d", &time.tm_year, &time.tm_mon, &time.tm_mday, &time.tm_hour,
                       &time.tm_min, &time.tm_sec)
            == 6;
    if (!known)
        return 0;
    time.tm_year -= 1900;
    time.tm_mon -= 1;
    return (static_cast<std::int64_t>(timegm(&time)) * 1000 + millis) * 1000;
}

const std::vector<double> *columnOf(const MetricGroup &group, const MetricRows &rows, const char *name,
                                    std::vector<double> &column)
{
    const auto found = std::find(group.series.begin(), group.series.end(), name);
    if (found == group.series.end())
        return nullptr;
    const auto first =
        rows.values.begin() + (found - group.series.begin()) * static_cast<std::ptrdiff_t>(rows.steps.size());
    column.assign(first, first + static_cast<std::ptrdiff_t>(rows.steps.size()));
    return &column;
}

/// Kept out of the journal: many, and of use only beside the curves or to whoever gave the command.
bool belongsInJournal(const Event &event)
{
    constexpr std::array kLeftOut{"answer", "evaluation", "checkpoint_removed"};
    return std::find(kLeftOut.begin(), kLeftOut.end(), event.kind) == kLeftOut.end();
}

JournalEntry entryOf(const Event &event)
{
    JournalEntry entry;
    entry.timeMicros = event.timeMicros;
    entry.step = event.step;
    entry.kind = event.kind;
    entry.text = event.text;
    if (const auto reason = event.data.find("reason"); reason != event.data.end() && reason->is_string())
        entry.reason = reason->get<std::string>();
    return entry;
}

JournalEntry entryOf(const Note &note)
{
    JournalEntry entry;
    entry.timeMicros = note.timeMicros;
    entry.step = note.step;
    entry.kind = "note";
    entry.noteId = note.id;
    entry.text = note.text;
    return entry;
}

void readRecord(const RunPaths &paths, RunSummary &summary)
{
    const auto record = readRunRecord(paths);
    summary.createdMicros = microsFromText(paths.id());
    summary.name = paths.id();
    if (!record) {
        summary.damaged = record.error().text();
        return;
    }
    summary.name = record->name;
    summary.colorSlot = std::clamp(record->colorSlot, 1, 12);
    if (const std::int64_t created = microsFromText(record->createdAt))
        summary.createdMicros = created;
    summary.why = record->config.note.why;
    summary.tags = runTags(record->config.note.tags, {});
    summary.parentRun = record->parentRun;
    summary.parentStep = record->parentStep;
    summary.totalSteps = record->config.schedule.total_steps;
}

void applyAnnotations(const RunAnnotations &annotations, RunSummary &summary)
{
    std::string configTags;
    for (const std::string &tag : summary.tags)
        configTags += tag + ',';
    summary.tags = runTags(configTags, annotations);
    summary.name = annotations.name.value_or(summary.name);
    summary.colorSlot = annotations.colorSlot.value_or(summary.colorSlot);
    summary.archived = annotations.archived;
    for (const Note &note : annotations.notes)
        if (note.timeMicros >= summary.lastNoteMicros) {
            summary.lastNote = note.text;
            summary.lastNoteMicros = note.timeMicros;
        }
}

void addDamage(RunSummary &summary, const Error &error)
{
    summary.damaged += (summary.damaged.empty() ? "" : " ") + error.text();
}

} // namespace

RunIngest::RunIngest(RunPaths paths)
    : m_paths(std::move(paths))
    , m_metrics(m_paths.metrics())
    , m_events(m_paths.events())
{
}

void RunIngest::readMetrics(RunSummary &summary)
{
    std::vector<double> column;
    for (bool more = true; more;) {
        const auto batch = m_metrics.poll(kReadAtOnce);
        if (!batch) {
            addDamage(summary, batch.error());
            break;
        }
        if (batch->restarted)
            m_losses = {};
        for (const MetricRows &rows : batch->rows)
            for (const MetricGroup &group : m_metrics.groups()) {
                if (group.id != rows.group)
                    continue;
                if (columnOf(group, rows, "train.loss", column))
                    m_losses.addTraining(rows.steps, rows.wallMicros, column);
                if (columnOf(group, rows, "validation.loss", column))
                    m_losses.addValidation(rows.steps, rows.wallMicros, column);
            }
        more = batch->more;
    }
    summary.trainLoss = m_losses.trainLoss();
    summary.validationLoss = m_losses.validationLoss();
    summary.bestValidationLoss = m_losses.bestValidationLoss();
    summary.sparkline = m_losses.sparkline();
}

void RunIngest::readEvents(RunSummary &summary)
{
    const auto lines = m_events.poll();
    if (!lines) {
        addDamage(summary, lines.error());
        return;
    }
    for (const nlohmann::json &line : *lines) {
        const Event event = eventFromJson(line);
        if (event.kind == "end")
            m_endedMicros = event.timeMicros;
        if (belongsInJournal(event))
            m_entries.push_back(entryOf(event));
    }
}

void RunIngest::judge(RunSummary &summary, std::int64_t nowMicros) const
{
    const RunEvidence evidence = judgeRun(m_paths, nowMicros);
    summary.phase = evidence.phase;
    summary.reason = evidence.reason;
    summary.detail = evidence.detail;
    if (const auto &state = evidence.state) {
        summary.step = state->step;
        summary.totalSteps = state->totalSteps > 0 ? state->totalSteps : summary.totalSteps;
        summary.tokens = state->tokens;
        summary.secondsPerStep = state->stepSeconds;
        summary.trainingSeconds = state->trainingSeconds;
        summary.device = state->device;
    }
    if (!evidence.alive())
        summary.endedMicros =
            std::max({m_endedMicros, evidence.state ? evidence.state->heartbeatMicros : 0, summary.createdMicros});
}

IndexedRun RunIngest::look(std::int64_t nowMicros)
{
    IndexedRun run;
    // Before anything is read: what changes meanwhile is seen at the next look.
    run.fingerprint = runFingerprint(m_paths);
    run.summary.id = m_paths.id();
    readRecord(m_paths, run.summary);
    if (!run.summary.why.empty()) {
        JournalEntry why;
        why.timeMicros = run.summary.createdMicros;
        why.kind = "why";
        why.text = run.summary.why;
        run.journal.push_back(std::move(why));
    }
    const auto annotations = readAnnotations(m_paths);
    if (annotations)
        applyAnnotations(*annotations, run.summary);
    else
        addDamage(run.summary, annotations.error());
    readMetrics(run.summary);
    run.keptJournal = m_entries.empty() ? 0 : run.journal.size() + m_entries.size();
    readEvents(run.summary);
    judge(run.summary, nowMicros);
    run.journal.insert(run.journal.end(), m_entries.begin(), m_entries.end());
    if (annotations)
        for (const Note &note : annotations->notes)
            run.journal.push_back(entryOf(note));
    return run;
}

std::string runFingerprint(const RunPaths &paths)
{
    std::string text;
    bool any = false;
    for (const auto &file :
         {paths.record(), paths.state(), paths.metrics(), paths.events(), paths.notes(), paths.logs() / "launch.log"}) {
        struct stat info {
        };
        if (stat(file.c_str(), &info) == 0) {
            text += fmt::format("{:x}.{:x}.{:x}.{:x} ", info.st_ino, info.st_size, info.st_mtim.tv_sec,
                                info.st_mtim.tv_nsec);
            any = true;
        } else {
            text += "- ";
        }
    }
    return any ? text : std::string();
}

} // namespace anneal
