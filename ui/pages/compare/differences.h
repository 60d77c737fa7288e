// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "run/events.h"
#include "widgets/difftable.h"

namespace anneal {

/// One run of a comparison: its frozen settings and what was changed while it trained.
struct ComparedRun {
    std::string id;
    QString name;
    Config config;
    std::vector<Event> events;
    QString note; ///< newest note, else the why-line
    std::optional<double> loss; ///< best validation loss
    std::int64_t tokens = 0; ///< seen so far
    bool alive = false;
};

/// Settings that are not the same in all runs, in the order of the form, then the live changes. Seeds, paths and notes
/// are left out with `hideNoise`.
[[nodiscard]] std::vector<DiffRow> differenceRows(const std::vector<ComparedRun> &runs, bool hideNoise);

} // namespace anneal
