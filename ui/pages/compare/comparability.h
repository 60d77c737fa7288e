// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/compare/differences.h"
#include "style/tokens.h"

namespace anneal {

/// Whether the validation losses of these runs may be held against each other, in one sentence.
struct Comparability {
    bool comparable = true;
    QString sentence;
};
[[nodiscard]] Comparability comparability(const std::vector<ComparedRun> &runs);

} // namespace anneal
