// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChar>
#include <QString>

#include "style/tokens.h"
#include "widgets/sequenceedit.h"

namespace anneal {

/// The ink of a letter's class: hydrophobic, polar, acidic, basic, special; for DNA one per base.
[[nodiscard]] Ink letterInk(QChar letter, SequenceKind kind);
/// Letters the alphabets know; anything else is underlined.
[[nodiscard]] bool isKnownLetter(QChar letter, SequenceKind kind);

} // namespace anneal
