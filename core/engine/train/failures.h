// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>

#include "base/result.h"

namespace anneal {

/// What a caught exception means for people and for the exit code. Torch throws; nothing else of Anneal does.
[[nodiscard]] Error errorFromException(std::exception_ptr exception);

} // namespace anneal
