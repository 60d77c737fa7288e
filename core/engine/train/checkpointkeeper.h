// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bio/tokenizer.h"
#include "train/checkpoint.h"
#include "train/runfolder.h"
#include "train/trainer.h"

namespace anneal {

/// Saves checkpoints of one run, lets the oldest go, and finds the one to resume from.
class CheckpointKeeper
{
public:
    CheckpointKeeper(RunFolder &folder, const Tokenizer &tokenizer, const Config &frozen);

    /// Saves and rotates. What was logged so far is on the disk before the checkpoint counts. A failure is an alert,
    /// not an end: nothing is removed then.
    [[nodiscard]] Result<void> save(Trainer &trainer);

    /// Puts the newest readable checkpoint into the trainer; a damaged one is passed over with an alert. False when
    /// there is none yet. Data error when there are some and none can be read.
    [[nodiscard]] Result<bool> restore(Trainer &trainer);

    /// Puts the newest readable checkpoint of at most `atMost` (any without) into a trainer that runs; its settings stay.
    /// Data error when there is none. The newer ones are removed: the run takes another way from there.
    [[nodiscard]] Result<LoadedProgress> goBack(Trainer &trainer, std::optional<std::int64_t> atMost = {});

    [[nodiscard]] std::int64_t newestStep() const; ///< −1 without a checkpoint

    /// A live change was made there: its checkpoint stays until the next change.
    void keepForUndo(std::int64_t step) { m_undoStep = step; }

    /// Puts the weights of the best checkpoint, or the newest where none was evaluated, into the trainer's model and
    /// leaves its progress alone. → its step.
    [[nodiscard]] Result<std::int64_t> loadBest(Trainer &trainer);

    /// Loads weights and moments of the trainer's own step again, after a pause let them go.
    [[nodiscard]] Result<void> reload(Trainer &trainer);

private:
    void tellSaved(std::int64_t step);
    void rotate(const Config &config);
    void remove(std::int64_t step, const std::string &why);
    [[nodiscard]] Result<LoadedProgress> loadNewest(Trainer &trainer, std::optional<std::int64_t> atMost);

    RunFolder &m_folder;
    const Tokenizer &m_tokenizer;
    const Config &m_frozen;
    std::int64_t m_undoStep = -1;
};

} // namespace anneal
