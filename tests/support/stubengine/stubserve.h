// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "behaviour.h"

namespace anneal::stub {

/// Answers requests on the standard streams with invented numbers. Returns the exit code.
int serve(const std::filesystem::path &checkpoint, Behaviour behaviour);

} // namespace anneal::stub
