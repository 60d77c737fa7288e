// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ids.h"

#include <ctime>
#include <random>
#include <string_view>

#include <fmt/format.h>

namespace anneal {

namespace {

std::string randomText(std::size_t length)
{
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::random_device device;
    std::uniform_int_distribution<std::size_t> pick(0, kLetters.size() - 1);
    std::string text(length, ' ');
    for (char &letter : text)
        letter = kLetters[pick(device)];
    return text;
}

} // namespace

std::string newRunId()
{
    const std::time_t now = std::time(nullptr);
    std::tm utc{}; // local time repeats an hour every autumn
    gmtime_r(&now, &utc);
    return fmt::format("{:04}{:02}{:02}-{:02}{:02}{:02}-{}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                       utc.tm_hour, utc.tm_min, utc.tm_sec, randomText(4));
}

std::string newShortId()
{
    return randomText(12);
}

} // namespace anneal
