// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <QDateTime>
#include <QString>

namespace anneal {

/// base/units.h for widgets, plus the forms that only a window needs. "–" stands for a missing number everywhere.
[[nodiscard]] QString missingText();
[[nodiscard]] QString countText(double value); ///< "61,240", "4.01 G"
[[nodiscard]] QString lossText(double nats); ///< "2.418", "NaN"
[[nodiscard]] QString perplexityText(double nats); ///< "11.22"
[[nodiscard]] QString percentText(double share, int decimals = 1); ///< 0.5 → "50.0 %"
[[nodiscard]] QString rateText(double value); ///< "4.0e-4"
[[nodiscard]] QString normText(double value);
[[nodiscard]] QString signedLossText(double nats); ///< "+0.206", "−0.011"
[[nodiscard]] QString spanText(double seconds); ///< "2 h 43 min"
[[nodiscard]] QString memoryText(double bytes);
[[nodiscard]] QString fileSizeText(double bytes);
[[nodiscard]] QString exactText(double value);

/// "today 13:58", "Sat 22:14" within seven days, else "2026-11-28 22:14". Local time.
[[nodiscard]] QString whenText(std::int64_t wallMicros, const QDateTime &now = QDateTime::currentDateTime());
[[nodiscard]] QString clockText(std::int64_t wallMicros); ///< "13:58"
[[nodiscard]] QString isoText(std::int64_t wallMicros); ///< with zone, for tooltips

/// Short labels of an axis: "20 k", "4e-4", "2.4"; `spacing` is the distance of two ticks.
[[nodiscard]] QString axisText(double value, double spacing);

[[nodiscard]] inline QString qstr(const std::string &text)
{
    return QString::fromStdString(text);
}

} // namespace anneal
