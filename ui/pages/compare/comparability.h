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

/// False for a setting that another one has put out of force: the fraction and the seed matter only when the validation
/// part is drawn from the training file.
[[nodiscard]] bool decides(const std::string &key, const Config &config);

} // namespace anneal
