// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

#include "base/result.h"
#include "cli/session.h"
#include "run/events.h"

namespace anneal {

struct LiveCommand {
    std::string verb;
    nlohmann::json arguments = nlohmann::json::object();
    std::string reason;
    std::chrono::duration<double> timeout{30};
};

/// Sends a command to a living run and waits for the engine's answer to it. Config error when the run is not alive or
/// the engine says no, Device error when it says nothing in time.
[[nodiscard]] Result<Event> sendCommand(const RunTarget &run, const LiveCommand &command);

} // namespace anneal
