// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "series/series.h"

namespace anneal {

/// All series of one run by name. Fed with rows as the metrics reader hands them out (plain spans, so that this folder knows no files).
class RunSeries
{
public:
    struct Rows {
        std::span<const std::string> series;
        std::span<const std::int64_t> steps, tokens, wallMicros;
        std::span<const double> values; ///< series-major
    };
    void append(const Rows &rows);
    void clear();
    [[nodiscard]] const Series *find(const std::string &name) const;
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] std::int64_t lastStep() const; ///< over all groups; −1 when empty
    [[nodiscard]] std::int64_t lastWallMicros() const;

private:
    struct Group {
        std::shared_ptr<SeriesRows> rows;
        std::map<std::string, Series> series;
    };
    std::map<std::string, Group> m_groups; ///< by joined names
    std::map<std::string, std::string> m_groupOf;
};

} // namespace anneal
