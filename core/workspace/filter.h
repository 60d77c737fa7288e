// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "config/config.h"
#include "workspace/workspace.h"

namespace anneal {

/// "tag:mlm and val.loss<2.7 and data~uniref90": terms joined by and / or / not and parentheses. A term is word:value,
/// a name with < <= > >= = != ~ (contains), or a bare word that name, tags, why and notes are searched for. Names:
/// state, name, tag, step, loss, val.loss, best, tokens, data, device, why, note, created, or any configuration key.
using RunFilter = std::function<bool(const RunSummary &, const Config &)>;
/// Config error with the position of what is not understood.
[[nodiscard]] Result<RunFilter> parseRunFilter(const std::string &text);

} // namespace anneal
