// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

namespace anneal {

struct KeyLine {
    QString keys;
    QString does;
};

/// What the keyboard can do in this version, in the order of the help page.
[[nodiscard]] std::vector<KeyLine> keyboardMap();

} // namespace anneal
