// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace anneal {

/// How commas in a number are meant.
enum class NumberStyle {
    Plain, ///< there are none
    DecimalComma, ///< "0,73", "1.234,5"
    Thousands, ///< "1,234.5"
    Either, ///< "12,000": twelve, or twelve thousand
};

/// What the text would need to be a number; nothing for text that is none.
[[nodiscard]] std::optional<NumberStyle> numberStyle(std::string_view text);

/// The value in a style that numberStyle() allows; Either is not one.
[[nodiscard]] std::optional<double> numberIn(std::string_view text, NumberStyle style);

/// Words and signs that stand for "not measured": NA, NaN, inf, -, …
[[nodiscard]] bool isMissingNumber(std::string_view text);

} // namespace anneal
