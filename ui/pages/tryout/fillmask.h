// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QString>
#include <QVector>
#include <nlohmann/json.hpp>

#include "base/result.h"

namespace anneal {

struct MaskChoice {
    QString token;
    double probability = 0;
};

/// What the model expects at one hidden position.
struct MaskAnswer {
    int position = 0; ///< 0-based
    QChar original; ///< the letter that was hidden
    std::vector<MaskChoice> choices; ///< letters of the alphabet, most likely first

    [[nodiscard]] std::optional<double> probabilityOf(const QString &token) const;
};

struct FillMaskAnswer {
    std::vector<MaskAnswer> masks;
    double seconds = 0;
};

/// The sequence with "<mask>" at the given positions.
[[nodiscard]] QString maskedSequence(const QString &letters, const QVector<int> &positions);

/// Reads the engine's answer (docs/engine.md). Special tokens are left out. Internal error when it is not one.
[[nodiscard]] Result<FillMaskAnswer> readFillMask(const nlohmann::json &answer, const QString &letters);

} // namespace anneal
