// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace anneal {

enum class Part : std::uint8_t { Train, Validation, Test };

struct SplitRow {
    std::string id;
    Part part = Part::Train;
    std::int64_t line = 0;
};

/// train, training; valid, validation, val, dev; test, testing; in either case. Nothing for other words.
[[nodiscard]] std::optional<Part> partFromWord(std::string_view word);

/// The rows of a table with the columns id and split, by name if the first line names them, else in this order.
/// Tabs, commas, semicolons or blanks separate; further columns, blank lines and '#' remarks are ignored.
[[nodiscard]] Result<std::vector<SplitRow>> readSplitFile(const std::filesystem::path &path);

} // namespace anneal
