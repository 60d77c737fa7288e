// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/notes.h"
#include "run/record.h"
#include "run/state.h"

namespace anneal {

/// One row of the run list: enough for Home, Runs and Compare without opening the run folder.
struct RunSummary {
    std::string id;
    std::string name;
    int colorSlot = 1;
    std::int64_t createdMicros = 0;
    std::int64_t endedMicros = 0; ///< 0 while it lives
    RunPhase phase = RunPhase::Starting;
    std::string reason;
    std::string detail;
    std::int64_t step = 0, totalSteps = 0, tokens = 0;
    double secondsPerStep = 0, trainingSeconds = 0;
    std::optional<double> trainLoss, validationLoss, bestValidationLoss; ///< may hold NaN
    std::vector<float> sparkline; ///< up to 64 points of the training loss over the whole run
    std::vector<std::string> tags;
    std::string why;
    std::string lastNote;
    std::int64_t lastNoteMicros = 0;
    std::string parentRun;
    std::optional<std::int64_t> parentStep;
    std::string device;
    bool archived = false;
    std::string damaged; ///< why the folder could not be read; empty = it could
};

/// A note or automatic entry with the run it belongs to, newest first on the Notes page.
struct JournalEntry {
    std::string runId;
    std::string runName;
    std::int64_t timeMicros = 0;
    std::optional<std::int64_t> step;
    std::string kind; ///< "note", "start", "live_change", "checkpoint", "end", …
    std::string noteId;
    std::string text;
    std::string reason;
};

/// The index of a workspace: SQLite in WAL mode over the run folders, which stay the truth. Everything in it can be
/// rebuilt. One object per thread; several processes may have the same workspace open.
class Workspace
{
public:
    /// Creates the folders and the database when missing. Storage error in one sentence: read-only, no permission, full
    /// disk, newer version. A read-only workspace opens with an in-memory index (readOnly()).
    [[nodiscard]] static Result<Workspace> open(const std::filesystem::path &folder);
    Workspace(Workspace &&) noexcept;
    Workspace &operator=(Workspace &&) noexcept;
    ~Workspace();

    [[nodiscard]] const std::filesystem::path &folder() const;
    [[nodiscard]] bool readOnly() const;
    [[nodiscard]] RunPaths paths(const std::string &runId) const;

    /// Brings the index up to date: looks only at folders whose files changed since the last look and at runs that
    /// live. Returns the ids that changed. 500 finished runs cost one directory listing and no file reads.
    [[nodiscard]] Result<std::vector<std::string>> refresh();
    /// Forgets everything and reads every run folder again.
    [[nodiscard]] Result<void> rebuild();

    /// Newest first; archived ones only when asked for.
    [[nodiscard]] Result<std::vector<RunSummary>> runs(bool withArchived = false) const;
    [[nodiscard]] Result<std::optional<RunSummary>> run(const std::string &runId) const;
    /// RUN of the command line: id, unique prefix of it, or unique name. Data error naming the candidates.
    [[nodiscard]] Result<std::string> resolve(const std::string &text) const;

    /// Newest first.
    [[nodiscard]] Result<std::vector<JournalEntry>> journal(const std::string &runId = {},
                                                            const std::string &search = {}, int limit = 1000) const;

    /// Next slot of the rotation, skipping those of living runs (ui.md §3).
    [[nodiscard]] Result<int> nextColorSlot() const;
    /// "mlm-8M-03": a short name that is not taken.
    [[nodiscard]] Result<std::string> suggestName(const Config &config) const;

    /// Small key-value store for the window (selection, scroll, drafts). Never holds anything a run needs.
    [[nodiscard]] Result<std::optional<std::string>> setting(const std::string &key) const;
    [[nodiscard]] Result<void> setSetting(const std::string &key, const std::string &value);

    /// Canonical text of all indexed content; equal before and after rebuild().
    [[nodiscard]] Result<std::string> dump() const;

private:
    struct Impl;
    explicit Workspace(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// $ANNEAL_WORKSPACE, else ~/Anneal.
[[nodiscard]] std::filesystem::path defaultWorkspaceFolder();

} // namespace anneal
