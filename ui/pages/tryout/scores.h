// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QString>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "widgets/heatmapview.h"

namespace anneal {

/// One residue as a model sees it.
struct ResidueScore {
    QChar letter;
    double probability = 0; ///< of that letter; NaN where the model has no such token
    QChar best; ///< the likeliest letter
    double bestProbability = 0;
};

/// The engine's answer to "score".
struct SequenceScores {
    double loss = 0; ///< nats per residue
    std::vector<ResidueScore> residues; ///< empty where a token is more than a letter
    /// log p(letter) − log p(the letter that stands there): letters by positions, in nats.
    HeatMap effects;
};

/// Internal error when it is not such an answer, or is about other letters.
[[nodiscard]] Result<SequenceScores> readScores(const nlohmann::json &answer, const QString &letters);

/// Tab-separated: position, letter, probability, best, best_probability; the last three once more, as …_b, of a second
/// model that was asked about the same letters.
[[nodiscard]] QString scoresTsv(const SequenceScores &scores, const SequenceScores *second = nullptr);

} // namespace anneal
