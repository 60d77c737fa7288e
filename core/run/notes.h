// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/layout.h"

namespace anneal {

/// A person's dated note on a run or a step. Edits keep the id; the newest text wins, history stays in the file.
struct Note {
    std::string id;
    std::int64_t timeMicros = 0; ///< of the first version
    std::int64_t editedMicros = 0; ///< of the newest version
    std::optional<std::int64_t> step;
    std::string text;
    bool removed = false;
};

/// What people changed about a run after it was frozen: kept in notes.jsonl beside the notes.
struct RunAnnotations {
    std::vector<Note> notes; ///< oldest first, removed ones left out
    std::vector<std::string> tags; ///< added later; runTags() has all of them
    std::vector<std::string> removedTags; ///< also of those that stand in the configuration
    std::optional<std::string> name;
    std::optional<int> colorSlot;
    bool archived = false;
};

/// notes.jsonl is written by windows and the command line, never by the engine; every line is one append under a file
/// lock, so that two windows do no harm.
[[nodiscard]] Result<Note> addNote(const RunPaths &paths, const std::string &text, std::optional<std::int64_t> step);
[[nodiscard]] Result<void> editNote(const RunPaths &paths, const std::string &noteId, const std::string &text);
[[nodiscard]] Result<void> removeNote(const RunPaths &paths, const std::string &noteId);
/// Takes back a removal.
[[nodiscard]] Result<void> restoreNote(const RunPaths &paths, const std::string &noteId);
[[nodiscard]] Result<void> setTags(const RunPaths &paths, const std::vector<std::string> &add,
                                   const std::vector<std::string> &remove);
[[nodiscard]] Result<void> setRunName(const RunPaths &paths, const std::string &name);
[[nodiscard]] Result<void> setColorSlot(const RunPaths &paths, int slot);
[[nodiscard]] Result<void> setArchived(const RunPaths &paths, bool archived);
[[nodiscard]] Result<RunAnnotations> readAnnotations(const RunPaths &paths);
/// The run's tags now: those of its configuration ("mlm, esm2"), then those added later.
[[nodiscard]] std::vector<std::string> runTags(const std::string &configTags, const RunAnnotations &annotations);

} // namespace anneal
