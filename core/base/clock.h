// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace anneal {

/// Microseconds since 1970-01-01 UTC. May jump; use monotonicMicros() for durations.
[[nodiscard]] std::int64_t wallMicros();

/// Microseconds on a clock that never goes back.
[[nodiscard]] std::int64_t monotonicMicros();

/// "2026-11-30T14:02:51.123Z"
[[nodiscard]] std::string isoTime(std::int64_t wallMicros);

} // namespace anneal
