// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "run/filedescriptor.h"

namespace anneal {

/// One line of events.jsonl. `kind`: start, resume, live_change, undo, checkpoint, checkpoint_removed, evaluation, test,
/// alert, answer, pause, continue, stop, end. Further members live in `data`; docs/run-folder.md names them for each kind.
struct Event {
    std::int64_t timeMicros = 0;
    std::string kind;
    std::optional<std::int64_t> step;
    std::string text; ///< plain words for people
    nlohmann::json data; ///< object; {} when there is nothing more
};

/// Appends JSON lines with one write(2) each, under a file lock, so that several processes may write one file.
/// A half line left by a crash is ended first; a line that a full disk cut short is taken back.
class JsonlWriter
{
public:
    [[nodiscard]] static Result<JsonlWriter> open(const std::filesystem::path &path);
    [[nodiscard]] Result<void> append(const nlohmann::json &object);

private:
    JsonlWriter(FileDescriptor file, std::filesystem::path path);
    FileDescriptor m_file;
    std::filesystem::path m_path;
};

/// Whole lines since the last call; a half line is left for later, a line that is not an object is skipped and counted.
/// A file that is not there yet has no lines; one that shrank is read again from its start.
class JsonlReader
{
public:
    explicit JsonlReader(std::filesystem::path path);
    [[nodiscard]] Result<std::vector<nlohmann::json>> poll();
    [[nodiscard]] std::int64_t damagedLines() const { return m_damaged; }

private:
    std::filesystem::path m_path;
    std::uint64_t m_offset = 0;
    std::int64_t m_damaged = 0;
};

[[nodiscard]] nlohmann::json eventToJson(const Event &event);
[[nodiscard]] Event eventFromJson(const nlohmann::json &object);
/// All events of a run now.
[[nodiscard]] Result<std::vector<Event>> readEvents(const std::filesystem::path &path);

} // namespace anneal
