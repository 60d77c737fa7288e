// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <QString>

#include "models/workspaceservice.h"

namespace anneal {

enum class AlertLevel { Info, Warning, Error };

/// One line of the list behind the bell.
struct Alert {
    AlertLevel level = AlertLevel::Info;
    QString text;
    QString runId; ///< empty: about the window or the machine
    QString runName;
    std::optional<std::int64_t> step;
    std::int64_t timeMicros = 0; ///< of the newest, when repeats were merged
    std::int64_t firstMicros = 0;
    int times = 1;
    int more = 0; ///< further remarks at the start of the run

    [[nodiscard]] bool operator==(const Alert &) const = default;
};

/// What happened to the runs, newest first: ends, failures and what the engine warned of. What it said about data and
/// settings before the first step was known before the start: information. `own` are the window's. The same sentence
/// but for its numbers, of the same run, directly after each other becomes one line. Pure.
[[nodiscard]] std::vector<Alert> alertsOf(const RunSummaries &runs, const JournalEntries &journal,
                                          const std::vector<Alert> &own = {});
/// "Update skipped (3 times in 10 min)" for merged ones.
[[nodiscard]] QString alertText(const Alert &alert);
[[nodiscard]] QString alertWord(AlertLevel level); ///< "INFO", "WARN", "ERROR"

/// What the engine remarked about data and settings while it started or resumed a run: it says so each time.
class StartRemarks
{
public:
    explicit StartRemarks(const JournalEntries &journal);
    [[nodiscard]] bool contains(const JournalEntry &entry) const;

private:
    std::set<std::pair<std::string, std::int64_t>> m_remarks; ///< run and time
};

} // namespace anneal
