// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

#include "series/runseries.h"

namespace anneal {

/// One logged value of a series.
struct SeriesPoint {
    std::size_t row = 0;
    std::int64_t step = 0;
    std::int64_t tokens = 0;
    std::int64_t wallMicros = 0;
    double x = 0; ///< in the axis that was asked for
    double value = 0;
};

/// The series of one run, shared between the reader that appends and the workers that calculate views. Safe from any
/// thread.
class RunData
{
public:
    void append(const RunSeries::Rows &rows);
    void clear();
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] std::int64_t lastStep() const;
    [[nodiscard]] std::int64_t lastWallMicros() const;
    /// Grows with every change; the same number means the same content.
    [[nodiscard]] std::uint64_t revision() const;

private:
    friend class SeriesSource;
    mutable std::shared_mutex m_mutex;
    RunSeries m_series;
    std::uint64_t m_revision = 0;
};

/// One named series of a run. Cheap to copy, safe from any thread. A name that is not there yet is an empty series.
class SeriesSource
{
public:
    SeriesSource() = default;
    SeriesSource(std::shared_ptr<const RunData> data, std::string name);

    [[nodiscard]] const std::string &name() const { return m_name; }
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::optional<SeriesPoint> at(std::size_t row, XAxis axis) const;
    [[nodiscard]] std::optional<SeriesPoint> last(XAxis axis = XAxis::Step) const;
    [[nodiscard]] std::optional<SeriesPoint> nearest(double x, XAxis axis) const;
    [[nodiscard]] DecimatedSeries view(const ViewRequest &request) const;
    /// What a resume or roll-back took out of the series, as lines of the same view.
    [[nodiscard]] std::vector<std::vector<PlotPoint>> replaced(const ViewRequest &request) const;
    /// All rows under one lock, for tables and files.
    [[nodiscard]] std::vector<SeriesPoint> points(XAxis axis = XAxis::Step) const;

private:
    template <typename T, typename Read>
    [[nodiscard]] T locked(T otherwise, Read read) const;

    std::shared_ptr<const RunData> m_data;
    std::string m_name;
};

} // namespace anneal
