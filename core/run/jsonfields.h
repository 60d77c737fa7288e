// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace anneal {

/// Members of JSON that someone else wrote: a missing one or one of another type reads as the fallback, never as an
/// exception.
[[nodiscard]] std::string textField(const nlohmann::json &object, const char *key, const std::string &fallback = {});
[[nodiscard]] std::int64_t integerField(const nlohmann::json &object, const char *key, std::int64_t fallback = 0);
[[nodiscard]] std::optional<std::int64_t> optionalInteger(const nlohmann::json &object, const char *key);
[[nodiscard]] double realField(const nlohmann::json &object, const char *key, double fallback = 0);
[[nodiscard]] std::optional<double> optionalReal(const nlohmann::json &object, const char *key);
[[nodiscard]] bool boolField(const nlohmann::json &object, const char *key, bool fallback = false);
[[nodiscard]] std::vector<std::string> textListField(const nlohmann::json &object, const char *key);

/// JSON on one line. Bytes that are not UTF-8 (a note typed in an old terminal) become U+FFFD.
[[nodiscard]] std::string jsonLine(const nlohmann::json &value);

/// The file's JSON object. Storage error that names the file when it cannot be read or is not an object.
[[nodiscard]] Result<nlohmann::json> readJsonObject(const std::filesystem::path &path);

} // namespace anneal
