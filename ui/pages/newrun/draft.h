// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "config/config.h"

namespace anneal {

/// What stands in the form between two visits, and what it is compared with.
struct Draft {
    Config config;
    std::string preset;
    std::string parentRun;
    std::optional<std::int64_t> parentStep;
};

[[nodiscard]] std::string draftText(const Draft &draft);
/// Nothing when the text is no draft; settings that this version does not know are left out.
[[nodiscard]] std::optional<Draft> readDraft(const std::string &text);

} // namespace anneal
