// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "run/control.h"
#include "train/checkpointkeeper.h"
#include "train/runfolder.h"
#include "train/trainer.h"

namespace anneal {

/// Obeys what lies in control/ and the stop signals: between steps, between the batches of an evaluation and while
/// paused. Every command is answered by an event with the step from which it is in force.
class RunCommands : public TrainHost
{
public:
    /// Makes a fresh TrainState after memory was freed by a pause.
    using Rebuild = std::function<Result<TrainState>()>;

    RunCommands(RunFolder &folder, CheckpointKeeper &keeper, Rebuild rebuild);

    void poll(Trainer &trainer) override;
    [[nodiscard]] Result<void> save(Trainer &trainer) override;
    [[nodiscard]] Result<std::int64_t> goBack(Trainer &trainer) override;

private:
    void obey(Trainer &trainer, const Command &command);
    void set(Trainer &trainer, const Command &command);
    void stop(Trainer &trainer, const Command &command);
    void saveOnWish(Trainer &trainer, const Command &command);
    void evaluateOnWish(Trainer &trainer, const Command &command);
    void pause(Trainer &trainer, const Command &command);
    void decay(Trainer &trainer, const Command &command);
    void undo(Trainer &trainer, const Command &command);
    void saveBeforeChange(Trainer &trainer);
    void waitWhilePaused(Trainer &trainer);
    [[nodiscard]] bool freeMemory(Trainer &trainer, const Command &command);
    void takeMemoryAgain(Trainer &trainer);
    void answer(const Command &command, bool ok, std::int64_t step, const std::string &message);
    [[nodiscard]] bool stopping(Trainer &trainer);

    RunFolder &m_folder;
    CheckpointKeeper &m_keeper;
    Rebuild m_rebuild;
    ControlWatch m_watch;
    std::vector<Command> m_later; ///< what has to wait for the end of an evaluation
    bool m_paused = false;
    bool m_signalTold = false;
    std::int64_t m_lastBack = -1; ///< step that the guard went back to last
};

} // namespace anneal
