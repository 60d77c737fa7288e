// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <QCoreApplication>
#include <QRegularExpression>

#include "models/runlistmodel.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr std::size_t kMostAlerts = 200;

QString tr(const char *text)
{
    return QCoreApplication::translate("Alerts", text);
}

bool isStart(const JournalEntry &entry)
{
    return entry.kind == "start" || entry.kind == "resume";
}

std::optional<AlertLevel> levelOf(RunPhase phase)
{
    switch (phase) {
    case RunPhase::Failed:
    case RunPhase::Diverged:
        return AlertLevel::Error;
    case RunPhase::NotResponding:
        return AlertLevel::Warning;
    case RunPhase::Finished:
        return AlertLevel::Info;
    default:
        return std::nullopt; // what a person asked for is no news
    }
}

std::optional<Alert> alertOf(const RunSummary &run)
{
    const auto level = levelOf(run.phase);
    if (!level || !run.damaged.empty())
        return std::nullopt;
    Alert alert;
    alert.level = *level;
    alert.text = run.detail.empty() || *level == AlertLevel::Info
        ? stateText(run)
        : QStringLiteral("%1. %2").arg(stateText(run), qstr(run.detail));
    alert.runId = qstr(run.id);
    alert.runName = qstr(run.name);
    if (run.step > 0)
        alert.step = run.step;
    alert.timeMicros = alert.firstMicros = run.endedMicros ? run.endedMicros : run.createdMicros;
    return alert;
}

Alert alertOf(const JournalEntry &entry, bool beforeStart)
{
    Alert alert;
    alert.level = beforeStart ? AlertLevel::Info : AlertLevel::Warning;
    alert.text = qstr(entry.text).simplified();
    alert.runId = qstr(entry.runId);
    alert.runName = qstr(entry.runName);
    alert.step = entry.step;
    alert.timeMicros = alert.firstMicros = entry.timeMicros;
    return alert;
}

QString withoutNumbers(QString text)
{
    static const QRegularExpression digits(QStringLiteral("[0-9][0-9.,e+-]*"));
    return text.replace(digits, QStringLiteral("#"));
}

std::vector<Alert> mergeRepeats(std::vector<Alert> alerts)
{
    std::vector<Alert> merged;
    for (Alert &alert : alerts) {
        const bool repeat = !merged.empty() && merged.back().runId == alert.runId && merged.back().level == alert.level
            && withoutNumbers(merged.back().text) == withoutNumbers(alert.text);
        if (!repeat) {
            merged.push_back(std::move(alert));
            continue;
        }
        merged.back().times += alert.times;
        merged.back().firstMicros = alert.firstMicros;
    }
    return merged;
}

} // namespace

StartRemarks::StartRemarks(const JournalEntries &journal)
{
    std::map<std::string, std::int64_t>
        startAt; ///< the step a run goes on from, while the entries just before are read
    std::set<std::string> started;
    for (const JournalEntry &entry : journal) { // newest first
        if (isStart(entry)) {
            startAt[entry.runId] = entry.step.value_or(0);
            started.insert(entry.runId);
            continue;
        }
        const auto start = startAt.find(entry.runId);
        const bool remark = start != startAt.end() && entry.step.value_or(start->second) == start->second;
        if (entry.kind == "alert" && remark)
            m_remarks.emplace(entry.runId, entry.timeMicros);
        else if (entry.kind != "note" && start != startAt.end())
            startAt.erase(start);
    }
    for (const JournalEntry &entry : journal) // a run that is still starting
        if (entry.kind == "alert" && !started.contains(entry.runId))
            m_remarks.emplace(entry.runId, entry.timeMicros);
}

bool StartRemarks::contains(const JournalEntry &entry) const
{
    return entry.kind == "alert" && m_remarks.contains({entry.runId, entry.timeMicros});
}

std::vector<Alert> alertsOf(const RunSummaries &runs, const JournalEntries &journal, const std::vector<Alert> &own)
{
    const StartRemarks remarks(journal);
    std::vector<Alert> alerts;
    std::map<std::string, std::size_t> remarked; ///< line of a run's remarks: one for all of them
    for (const JournalEntry &entry : journal) {
        if (entry.kind != "alert")
            continue;
        const bool remark = remarks.contains(entry);
        const auto [line, isFirst] = remarked.try_emplace(remark ? entry.runId : std::string(), alerts.size());
        if (remark && !isFirst)
            ++alerts[line->second].more;
        else
            alerts.push_back(alertOf(entry, remark));
    }
    for (const RunSummary &run : runs)
        if (auto alert = alertOf(run))
            alerts.push_back(std::move(*alert));
    alerts.insert(alerts.end(), own.begin(), own.end());
    std::stable_sort(alerts.begin(), alerts.end(),
                     [](const Alert &a, const Alert &b) { return a.timeMicros > b.timeMicros; });
    alerts = mergeRepeats(std::move(alerts));
    alerts.resize(std::min(alerts.size(), kMostAlerts));
    return alerts;
}

QString alertText(const Alert &alert)
{
    if (alert.more > 0)
        return alert.more == 1 ? tr("%1 (and one more remark at the start)").arg(alert.text)
                               : tr("%1 (and %2 more remarks at the start)").arg(alert.text).arg(alert.more);
    if (alert.times == 1)
        return alert.text;
    const double seconds = static_cast<double>(alert.timeMicros - alert.firstMicros) / 1e6;
    return tr("%1 (%2 times in %3)").arg(alert.text).arg(alert.times).arg(spanText(seconds));
}

QString alertWord(AlertLevel level)
{
    switch (level) {
    case AlertLevel::Info:
        return tr("INFO");
    case AlertLevel::Warning:
        return tr("WARN");
    case AlertLevel::Error:
        return tr("ERROR");
    }
    return {};
}

} // namespace anneal
