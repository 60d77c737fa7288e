// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"

#include <chrono>
#include <ctime>

#include <fmt/format.h>

namespace anneal {

namespace {

template <typename Clock>
std::int64_t microsOf()
{
    using std::chrono::duration_cast, std::chrono::microseconds;
    return duration_cast<microseconds>(Clock::now().time_since_epoch()).count();
}

} // namespace

std::int64_t wallMicros()
{
    return microsOf<std::chrono::system_clock>();
}

std::int64_t monotonicMicros()
{
    return microsOf<std::chrono::steady_clock>();
}

std::string isoTime(std::int64_t wallMicros)
{
    constexpr std::int64_t kMicrosPerSecond = 1'000'000;
    std::int64_t micros = wallMicros % kMicrosPerSecond;
    if (micros < 0)
        micros += kMicrosPerSecond; // before 1970 the second must round down as well
    const std::time_t seconds = (wallMicros - micros) / kMicrosPerSecond;
    std::tm utc{};
    if (gmtime_r(&seconds, &utc) == nullptr)
        return {};
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                       utc.tm_hour, utc.tm_min, utc.tm_sec, micros / 1000);
}

} // namespace anneal
