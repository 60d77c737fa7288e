// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <QString>

#include "config/config.h"

namespace anneal {

/// Where the settings in the form came from: a preset, or an earlier run (and a checkpoint of it).
struct Origin {
    std::string preset;
    std::string parentRun;
    QString parentName;
    std::optional<std::int64_t> parentStep;
    std::optional<Config> parentConfig;

    [[nodiscard]] QString text() const; ///< "from mlm-8M-03, step 1,200"; empty for a preset
};

} // namespace anneal
