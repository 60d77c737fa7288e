// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/process.h"

#include <optional>
#include <sstream>

#include <unistd.h>

#include "base/files.h"

namespace anneal {

namespace {

struct ProcessStat {
    char state = '?';
    std::uint64_t startTicks = 0;
};

std::optional<ProcessStat> readStat(pid_t pid)
{
    if (pid <= 0)
        return {};
    const Result<std::string> text = readFile("/proc/" + std::to_string(pid) + "/stat");
    if (!text)
        return {};
    const std::size_t nameEnd = text->rfind(')'); // the name itself may hold spaces and brackets
    if (nameEnd == std::string::npos)
        return {};
    constexpr int kFieldsBetween = 18; // from 4 (parent) to 21; the start time is field 22
    std::istringstream rest(text->substr(nameEnd + 1));
    ProcessStat stat;
    rest >> stat.state;
    std::string skipped;
    for (int i = 0; i < kFieldsBetween; ++i)
        rest >> skipped;
    rest >> stat.startTicks;
    return rest ? std::optional(stat) : std::nullopt;
}

} // namespace

std::uint64_t processStartTicks(pid_t pid)
{
    const auto stat = readStat(pid);
    return stat ? stat->startTicks : 0;
}

bool processAlive(pid_t pid, std::uint64_t startTicks)
{
    const auto stat = readStat(pid);
    return stat && stat->startTicks == startTicks && stat->state != 'Z' && stat->state != 'X';
}

std::string hostName()
{
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::string bootId()
{
    std::string id = readFile("/proc/sys/kernel/random/boot_id").value_or("");
    while (!id.empty() && id.back() == '\n')
        id.pop_back();
    return id;
}

} // namespace anneal
