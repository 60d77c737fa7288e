// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/layout.h"
#include "run/metricslog.h"

namespace anneal {

/// Every logged point of one series, in the order of the file.
struct LoggedSeries {
    std::vector<std::int64_t> steps, tokens, wallMicros;
    std::vector<double> values;

    [[nodiscard]] std::size_t size() const { return values.size(); }
};

/// All series of a run by name; read() adds what was logged since.
class MetricsView
{
public:
    explicit MetricsView(const RunPaths &paths);
    [[nodiscard]] Result<void> read();
    [[nodiscard]] const std::map<std::string, LoggedSeries> &series() const { return m_series; }
    /// Null when nothing of that name was logged.
    [[nodiscard]] const LoggedSeries *find(const std::string &name) const;
    [[nodiscard]] std::int64_t damagedBlocks() const { return m_reader.damagedBlocks(); }

private:
    void append(const MetricRows &rows, const MetricGroup &group);

    MetricsReader m_reader;
    std::map<std::string, LoggedSeries> m_series;
};

} // namespace anneal
