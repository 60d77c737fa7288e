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

/// All series of one run by name. Fed with rows as the metrics reader hands them out (plain spans, so that this folder
/// knows no files). A row whose step is not above the one before it in its group rewinds the run: in every group, what
/// was logged earlier for that step and later ones is replaced.
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
    /// What a rewind took out of this series, oldest first: each begins with the row that the run went back to.
    [[nodiscard]] const std::vector<Series> &replaced(const std::string &name) const;
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] std::int64_t lastStep() const; ///< over all groups; −1 when empty
    [[nodiscard]] std::int64_t lastWallMicros() const; ///< −1 when empty

private:
    struct Group {
        std::shared_ptr<SeriesRows> rows;
        std::map<std::string, Series> series;
        std::size_t passedRewinds = 0; ///< rewinds that its rows have got past
    };
    struct Rewind {
        std::int64_t step = 0;
        std::int64_t wallMicros =
            0; ///< of the first row after it: groups come one after another, time tells what is older
    };
    void appendStretch(Group &group, const Rows &rows, std::size_t from, std::size_t to);
    void appendRows(Group &group, const Rows &rows, std::size_t from, std::size_t to);
    [[nodiscard]] bool isReplaced(Group &group, std::int64_t step, std::int64_t wallMicros) const;
    void rewind(Group &origin, const Rewind &rewind);
    void removeRows(Group &group, std::size_t from, std::size_t to);
    void keepReplaced(const Rows &rows, std::size_t from, std::size_t to);
    void keepReplaced(const Group &group, std::size_t from, std::size_t to);

    std::map<std::string, Group> m_groups; ///< by joined names
    std::map<std::string, std::string> m_groupOf;
    std::map<std::string, std::vector<Series>> m_replaced; ///< by series
    std::vector<Rewind> m_rewinds;
};

} // namespace anneal
