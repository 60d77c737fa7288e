// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace anneal {

/// Where everything of one run stands. Builds paths, touches nothing.
struct RunPaths {
    std::filesystem::path root; ///< <workspace>/runs/<id>

    [[nodiscard]] std::string id() const { return root.filename().string(); }
    [[nodiscard]] std::filesystem::path record() const { return root / "run.json"; }
    [[nodiscard]] std::filesystem::path state() const { return root / "state.json"; }
    [[nodiscard]] std::filesystem::path metrics() const { return root / "metrics.bin"; }
    [[nodiscard]] std::filesystem::path events() const { return root / "events.jsonl"; }
    [[nodiscard]] std::filesystem::path notes() const { return root / "notes.jsonl"; }
    [[nodiscard]] std::filesystem::path control() const { return root / "control"; }
    [[nodiscard]] std::filesystem::path checkpoints() const { return root / "checkpoints"; }
    [[nodiscard]] std::filesystem::path checkpoint(std::int64_t step) const; ///< checkpoints/step-00001200
    [[nodiscard]] std::filesystem::path samples() const { return root / "samples"; }
    [[nodiscard]] std::filesystem::path logs() const { return root / "logs"; }
    [[nodiscard]] std::filesystem::path log(int rank = 0) const; ///< logs/rank-0.log
};

[[nodiscard]] inline std::filesystem::path runsFolder(const std::filesystem::path &workspace)
{
    return workspace / "runs";
}

} // namespace anneal
