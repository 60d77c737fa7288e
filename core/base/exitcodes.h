// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace anneal {

/// How `anneal-train` (and `anneal … --wait`) ends. The one place where these numbers stand.
enum class ExitCode : int {
    Done = 0,
    Config = 2,
    Data = 3,
    OutOfMemory = 4,
    Diverged = 5,
    Storage = 6,
    Device = 7,
    Internal = 70,
    StoppedAfterSaving = 143,
};

[[nodiscard]] ExitCode exitCodeFor(ErrorCode code);

/// "out of memory", "configuration", … for a known code; "exit code 9" otherwise.
[[nodiscard]] std::string exitCodeReason(int code);

} // namespace anneal
