// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "config/field.h"
#include "config/issue.h"

namespace anneal {

/// A value of the field's own type, or what is wrong with the given one.
using CheckedValue = tl::expected<FieldValue, Issue>;

[[nodiscard]] CheckedValue valueFromText(const Field &field, std::string_view text);
[[nodiscard]] CheckedValue valueFromJson(const Field &field, const nlohmann::json &value);
/// Range, choice, finite, printable: what one value can violate on its own.
[[nodiscard]] std::optional<Issue> checkValue(const Field &field, const FieldValue &value);

/// "1 to 512 layers", "true or false", "one of protein, dna": what the field takes, in words.
[[nodiscard]] std::string expectedText(const Field &field);

/// 'Unknown setting "optimizer.lrr"; did you mean "optimizer.lr"?'
[[nodiscard]] Issue unknownKeyIssue(std::string_view key);

/// The candidate that is near enough to a mistyped word to be meant; in a tie the first.
[[nodiscard]] std::optional<std::string> nearestWord(std::string_view word, const std::vector<std::string> &candidates);

} // namespace anneal
