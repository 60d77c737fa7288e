// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace anneal::bench {

/// Ten series as the engine logs them.
[[nodiscard]] const std::vector<std::string> &tenSeries();

/// A falling, noisy loss with a few spikes and NaN, and nine companions; `rowsPerFlush` rows stand in one block.
void writeMetrics(const std::filesystem::path &file, std::int64_t steps, std::int64_t rowsPerFlush);

/// A finished run with record, state, metrics, events and a note, made by the real writers. `number` gives id, name and
/// content.
void writeFinishedRun(const std::filesystem::path &workspace, int number, std::int64_t steps);

/// An empty folder under the system's temporary one, removed with everything in it at the end.
class TemporaryFolder
{
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;
    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// How long something took. On a busy machine the processor's time is the one to compare.
struct Span {
    double wall = 0; ///< seconds
    double processor = 0;
    [[nodiscard]] Span operator-(const Span &earlier) const
    {
        return {wall - earlier.wall, processor - earlier.processor};
    }
    [[nodiscard]] std::string milliseconds() const; ///< "12.3 ms (11.9 busy)"
};
[[nodiscard]] Span now();
[[noreturn]] void stop(const std::string &reason);

/// Ends the program with the reason when a result holds none; a benchmark has nothing better to do.
void require(const auto &result)
{
    if (!result)
        stop(result.error().text());
}

[[nodiscard]] Span timeOf(const auto &work)
{
    const Span start = now();
    work();
    return now() - start;
}

/// Resident memory of this process in bytes.
[[nodiscard]] double residentBytes();

} // namespace anneal::bench
