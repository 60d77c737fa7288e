// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include <sys/types.h>

namespace anneal {

/// Kernel start time of a process in clock ticks since boot (/proc/<pid>/stat field 22), 0 when there is none.
/// A pid is reused; a pid together with its start time is not.
[[nodiscard]] std::uint64_t processStartTicks(pid_t pid);

/// True while exactly that process lives (a zombie counts as dead).
[[nodiscard]] bool processAlive(pid_t pid, std::uint64_t startTicks);

[[nodiscard]] std::string hostName();

/// Boot id of this machine: evidence that a pid belongs to this boot.
[[nodiscard]] std::string bootId();

} // namespace anneal
