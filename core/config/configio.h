// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "config/field.h"
#include "config/issue.h"

namespace anneal {

inline constexpr int kConfigSchemaVersion = 1;

struct ParsedConfig {
    Config config;
    std::vector<Issue> issues; ///< unknown keys, wrong types, out-of-range values; each with its key
};

/// {"schema_version": 1, "data": {…}, …}: every field, in table order.
[[nodiscard]] nlohmann::ordered_json configToJson(const Config &config);

/// Lays the object's values over `base`. Strict: anything unknown or of the wrong type is an issue, never ignored.
[[nodiscard]] ParsedConfig configFromJson(const nlohmann::json &object, const Config &base = {});

/// Reads a configuration file over `base`. Config error when it cannot be read or is not JSON (with line and column).
[[nodiscard]] Result<ParsedConfig> loadConfig(const std::filesystem::path &path, const Config &base = {});

/// Sets one field from text as typed ("3e-4", "64k", "on"). An issue list that is empty on success.
[[nodiscard]] std::vector<Issue> setFromText(Config &config, std::string_view key, std::string_view text);

/// `setFromText` for "key=value".
[[nodiscard]] std::vector<Issue> applyAssignment(Config &config, std::string_view assignment);

struct FieldDifference {
    const Field *field = nullptr;
    FieldValue left;
    FieldValue right;
};
/// The fields in which two configurations differ, in table order.
[[nodiscard]] std::vector<FieldDifference> configDifferences(const Config &left, const Config &right);

/// Markdown of the whole table: docs/fields.md is this text, and a test keeps it so.
[[nodiscard]] std::string fieldReference();

} // namespace anneal
