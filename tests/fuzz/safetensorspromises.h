// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace anneal {

struct ReadOutcome {
    bool wasAccepted = false;
    std::string reason; ///< of a refusal, without the numbers and names in it
    std::optional<std::string> broken; ///< a promise of SafetensorsFile that does not hold, in words
};

/// Opens the file, which holds `bytes`, and holds the reader to its word: one sentence that names the file, or tensors
/// that cover exactly the file's data, say what its bytes say, twice the same, and survive being written (`rewrites`).
[[nodiscard]] ReadOutcome checkSafetensors(const std::filesystem::path &path, std::string_view bytes, bool rewrites);

} // namespace anneal
