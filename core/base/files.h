// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace anneal {

namespace fs = std::filesystem;

/// Whole file as bytes. Storage error with the operating system's reason when it cannot be read.
[[nodiscard]] Result<std::string> readFile(const fs::path &path);

/// Replaces `path` atomically: write to a sibling, fsync, rename, fsync the folder.
/// A reader sees the old or the new content, never a part. Storage error (full disk, read-only, …).
[[nodiscard]] Result<void> writeFileAtomic(const fs::path &path, std::string_view bytes);

/// Creates the folder and its parents.
[[nodiscard]] Result<void> makeFolder(const fs::path &path);

/// Free bytes for an unprivileged writer on the file system that holds `path` (its nearest existing parent).
[[nodiscard]] std::uint64_t freeBytes(const fs::path &path);

/// Storage error that carries errno's text: storageError("write", path, errno).
[[nodiscard]] Failure storageError(std::string_view verb, const fs::path &path, int errnoValue);

/// Flushes a folder's entries to disk, so that a rename or a new file survives a power cut.
void syncFolder(const fs::path &folder);

/// Files that come with the program: $ANNEAL_RESOURCES, else <exe>/../share/anneal, else the source tree's resources/.
[[nodiscard]] fs::path resourceFolder();

/// Folder of the running executable.
[[nodiscard]] fs::path executableFolder();

/// A file above the user's limit (ulimit -f) is from now on an error of write(2), not a death of this process.
void reportFileSizeLimitAsError();

} // namespace anneal
