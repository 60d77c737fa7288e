// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace anneal {

/// The sentence for an answer that is no answer to the question: an engine of another version, or a damaged line.
[[nodiscard]] QString unreadableAnswer();

} // namespace anneal
