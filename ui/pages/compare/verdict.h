// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "pages/compare/differences.h"
#include "style/tokens.h"

namespace anneal {

/// Which of the compared runs is better, and what may have made it so.
struct Verdict {
    QString better; ///< "lr-3e-3 is better: 2.710 against 2.851 (−0.141) of base."; empty for fewer than two runs
    QString why; ///< what differs from the runner-up, and whether the two saw as many tokens
    Tone tone = Tone::Neutral;
};
/// By the best validation loss. Says so when the losses cannot be compared, or one is missing. Pure.
[[nodiscard]] Verdict verdict(const std::vector<ComparedRun> &runs);

} // namespace anneal
