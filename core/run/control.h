// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "run/layout.h"

namespace anneal {

/// A wish to the engine. Verbs: pause {free_memory}, continue, save, evaluate, stop {save: bool}, set {key: value, …}.
/// Answered by an event of kind "answer" with data {command, verb, ok, message} and the step from which it is in force.
struct Command {
    std::string id;
    std::int64_t timeMicros = 0;
    std::string verb;
    nlohmann::json arguments = nlohmann::json::object();
    std::string reason;
};

/// Writes one file into control/ (write, then rename). Returns the command's id.
[[nodiscard]] Result<std::string> postCommand(const RunPaths &paths, const std::string &verb,
                                              const nlohmann::json &arguments = nlohmann::json::object(),
                                              const std::string &reason = {});
/// Engine: the waiting commands, oldest first; their files are removed. A damaged file is removed and reported as verb
/// "damaged".
[[nodiscard]] std::vector<Command> takeCommands(const RunPaths &paths);
/// True when takeCommands would find something; one stat(2), cheap enough for every step.
class ControlWatch
{
public:
    explicit ControlWatch(const RunPaths &paths);
    [[nodiscard]] bool changed();

private:
    std::filesystem::path m_folder;
    std::int64_t m_seconds = -1, m_nanoseconds = -1;
};
/// Commands written and not yet taken.
[[nodiscard]] std::vector<Command> waitingCommands(const RunPaths &paths);

} // namespace anneal
