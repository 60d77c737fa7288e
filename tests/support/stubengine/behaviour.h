// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace anneal::stub {

/// How the stub misbehaves. Named on the command line (`--behaviour crash`) or in $ANNEAL_STUB_BEHAVIOUR.
enum class Behaviour {
    Ok, ///< does its steps and ends
    Slow, ///< steps of 20 ms
    Exit3, ///< ends in order with exit code 3 (data)
    FullDisk, ///< ends in order with exit code 6 (storage)
    Diverges, ///< a NaN loss, then exit code 5
    Crash, ///< SIGSEGV
    Abort, ///< SIGABRT
    Killed, ///< SIGKILL, as the kernel does when memory is short
    IgnoresSigterm, ///< must be killed
    IgnoresCommands, ///< never looks into control/
    Refuses, ///< answers every command with "no"
    Silent, ///< lives and never writes its state
    Stale, ///< lives and stops its heartbeat
    HalfLine, ///< killed in the middle of an event and of a metrics block
    WrongJson, ///< serve, measure: answers something that is not JSON
    SlowAnswer, ///< serve, measure: answers after 300 ms
    DiesWhileAnswering ///< serve, measure: half an answer, then SIGKILL
};

[[nodiscard]] std::optional<Behaviour> behaviourNamed(const std::string &name);

/// Milliseconds of one step: $ANNEAL_STUB_STEP_MS, else what the behaviour says.
[[nodiscard]] int stepMilliseconds(Behaviour behaviour);

} // namespace anneal::stub
