// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace anneal {

/// Reads what people type: "3e-4", "0.0003", "64k", "1.5M", "90 %" (0.9), "2 h" (7200, seconds). C locale. Nothing on
/// nonsense.
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);

/// ui.md §4. Exact with separators up to 999,999, then SI with three digits: "61,240", "4.01 G".
[[nodiscard]] std::string formatCount(double value);
/// "2.418"; NaN and infinity are the words "NaN", "+Inf", "−Inf".
[[nodiscard]] std::string formatLoss(double nats);
/// "4.0e-4", the way a learning rate stands in tables.
[[nodiscard]] std::string formatRate(double value);
/// Three significant digits, e-form outside 0.01 – 9999.
[[nodiscard]] std::string formatNorm(double value);
/// "34 s", "8 min 20 s", "2 h 43 min", "3 d 4 h".
[[nodiscard]] std::string formatSpan(double seconds);
/// Memory: "1.3 GiB", "412 MiB".
[[nodiscard]] std::string formatMemory(double bytes);
/// Files: "31 MB", "1.2 GB".
[[nodiscard]] std::string formatFileSize(double bytes);
/// Shortest decimal text that reads back to the same double: "0.0004", "1e-08". NaN → "nan", infinity → "inf", "-inf".
[[nodiscard]] std::string formatExact(double value);

} // namespace anneal
