// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include "behaviour.h"
#include "run/control.h"
#include "run/events.h"
#include "run/metricslog.h"
#include "run/record.h"
#include "run/state.h"

namespace anneal::stub {

/// The engine's side of a run folder, without the training: losses come from a formula.
class StubRun
{
public:
    [[nodiscard]] static Result<StubRun> open(const std::filesystem::path &folder, Behaviour behaviour);
    /// All the steps, or until it is stopped. Returns the exit code.
    int train();

private:
    StubRun(RunPaths paths, RunRecord record, Behaviour behaviour, MetricsWriter metrics, JsonlWriter events);

    void step();
    void evaluate();
    void saveCheckpoint();
    void misbehave();
    void die(int signal);
    void leaveHalfLines();
    int endWith(int code, const std::string &state, const std::string &message);

    void obey();
    void obey(const Command &command);
    std::optional<std::string> carryOut(const Command &command); ///< a reason why not
    std::optional<std::string> change(const nlohmann::json &values, const std::string &reason);
    void beat(const std::string &phase);
    void tell(const std::string &kind, const std::string &text, const nlohmann::json &data = nlohmann::json::object());
    [[nodiscard]] bool halfway() const { return m_state.step == m_record.config.schedule.total_steps / 2; }

    RunPaths m_paths;
    RunRecord m_record;
    Behaviour m_behaviour;
    MetricsWriter m_metrics;
    JsonlWriter m_events;
    ControlWatch m_watch;
    RunState m_state;
    std::uint16_t m_trainGroup = 0, m_validationGroup = 0;
    bool m_paused = false;
    bool m_stop = false, m_saveAtStop = true;
    std::int64_t m_savedStep = -1;
};

} // namespace anneal::stub
