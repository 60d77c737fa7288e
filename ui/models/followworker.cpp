// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/followworker.h"

#include <algorithm>

#include "base/clock.h"

namespace anneal {

namespace {

constexpr std::uint64_t kPieceBytes = 8 << 20;
constexpr int kLiveMs = 500;
constexpr int kIdleMs = 2000;
constexpr int kHurryMs = 100;
constexpr int kHurriedLooks = 50;

RunSeries::Rows toRows(const MetricRows &rows, const std::vector<MetricGroup> &groups)
{
    const auto group =
        std::find_if(groups.begin(), groups.end(), [&](const MetricGroup &g) { return g.id == rows.group; });
    return {group->series, rows.steps, rows.tokens, rows.wallMicros, rows.values};
}

} // namespace

FollowWorker::FollowWorker(RunPaths paths)
    : m_paths(std::move(paths))
    , m_metrics(m_paths.metrics())
    , m_eventLines(m_paths.events())
    , m_log(m_paths.log())
    , m_timer(this)
{
    m_now.id = m_paths.id();
    m_now.events = std::make_shared<const std::vector<Event>>();
    m_now.annotations = std::make_shared<const RunAnnotations>();
    m_now.checkpoints = std::make_shared<const std::vector<CheckpointInfo>>();
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FollowWorker::look);
}

void FollowWorker::begin()
{
    // The small files first, so that a page can show name and state while a long metrics file is read.
    readRecord();
    m_now.evidence = judgeRun(m_paths, wallMicros());
    Q_EMIT looked(std::make_shared<const RunSnapshot>(m_now));
    look();
}

void FollowWorker::look()
{
    const RunPhase phaseBefore = m_now.evidence.phase;
    m_now.problem.clear();
    readRecord();
    m_now.evidence = judgeRun(m_paths, wallMicros());
    bool changed = !m_now.loaded || m_now.evidence.phase != phaseBefore || m_now.evidence.alive();
    changed |= readMetrics();
    const bool eventsChanged = readEvents();
    changed |= readNotes();
    changed |= readCheckpoints(eventsChanged) || eventsChanged;
    m_now.loaded = true;
    readLog();
    if (changed)
        Q_EMIT looked(std::make_shared<const RunSnapshot>(m_now));
    schedule();
}

void FollowWorker::schedule()
{
    int wait = m_now.evidence.alive() ? kLiveMs : kIdleMs;
    if (m_hurriedLooks > 0) {
        --m_hurriedLooks;
        wait = kHurryMs;
    }
    m_timer.start(wait);
}

void FollowWorker::hurry()
{
    m_hurriedLooks = kHurriedLooks;
    look();
}

void FollowWorker::readRecord()
{
    if (m_now.record)
        return;
    auto record = readRunRecord(m_paths);
    if (record)
        m_now.record = std::make_shared<const RunRecord>(std::move(*record));
    else
        m_now.problem = record.error().text();
}

bool FollowWorker::readMetrics()
{
    bool changed = false;
    // In pieces, so that a long file is never in memory twice.
    for (bool more = true; more;) {
        const auto batch = m_metrics.poll(kPieceBytes);
        if (!batch) {
            m_now.problem = batch.error().text();
            break;
        }
        more = batch->more;
        if (batch->restarted || !m_data)
            m_data = std::make_shared<RunData>();
        for (const MetricRows &rows : batch->rows)
            m_data->append(toRows(rows, m_metrics.groups()));
        changed |= batch->restarted || !batch->rows.empty();
    }
    m_now.data = m_data;
    m_now.damagedBlocks = m_metrics.damagedBlocks();
    if (changed) {
        ++m_now.metricsRevision;
        fillLatest();
    }
    return changed;
}

void FollowWorker::fillLatest()
{
    m_now.latest.clear();
    m_now.lastStep = m_data->lastStep();
    m_now.lastWallMicros = m_data->lastWallMicros();
    for (const std::string &name : m_data->names()) {
        const auto last = SeriesSource(m_data, name).last();
        if (!last)
            continue;
        m_now.latest[name] = {last->value, last->step};
        m_now.lastTokens = std::max(m_now.lastTokens, last->tokens);
    }
}

bool FollowWorker::readEvents()
{
    const auto lines = m_eventLines.poll();
    if (!lines) {
        m_now.problem = lines.error().text();
        return false;
    }
    m_now.damagedLines = m_eventLines.damagedLines();
    if (lines->empty())
        return false;
    auto events = std::make_shared<std::vector<Event>>(*m_now.events);
    for (const nlohmann::json &line : *lines)
        events->push_back(eventFromJson(line));
    m_now.events = std::move(events);
    return true;
}

bool FollowWorker::readNotes()
{
    std::error_code none;
    const auto time = std::filesystem::last_write_time(m_paths.notes(), none);
    if (none || time == m_notesTime)
        return false;
    m_notesTime = time;
    auto annotations = readAnnotations(m_paths);
    if (!annotations) {
        m_now.problem = annotations.error().text();
        return false;
    }
    m_now.annotations = std::make_shared<const RunAnnotations>(std::move(*annotations));
    return true;
}

bool FollowWorker::readCheckpoints(bool eventsChanged)
{
    // Rotation and saving both leave events, so the folder is only listed after some.
    if (m_now.loaded && !eventsChanged)
        return false;
    auto checkpoints = listCheckpoints(m_paths);
    if (!checkpoints) {
        m_now.problem = checkpoints.error().text();
        return false;
    }
    m_now.checkpoints = std::make_shared<const std::vector<CheckpointInfo>>(std::move(*checkpoints));
    return true;
}

void FollowWorker::followLog(bool on)
{
    m_followLog = on;
    readLog();
}

void FollowWorker::readLog()
{
    if (!m_followLog)
        return;
    const LogTail::Lines read = m_log.poll();
    if (!read.lines.isEmpty() || read.restarted)
        Q_EMIT logged(read.lines, read.restarted);
}

void FollowWorker::reply(Reply reply, const QPointer<QObject> &context)
{
    Q_EMIT replied(std::move(reply), context);
}

} // namespace anneal
