// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/fonts.h"
#include "style/tokens.h"
#include "widgets/elidedlabel.h"

namespace anneal {

/// A line of text that gives way, in one of the roles of the type table.
[[nodiscard]] ElidedLabel *makeElided(const QString &text, TextRole role, Ink ink, QWidget *parent = nullptr);

} // namespace anneal
