// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace anneal {

/// Measures of order need every score, so these take whole columns: N scores (any monotone scale: logits, logs or
/// probabilities; infinities are ordered like numbers) and N marks, 1 = positive. All are nothing when a score is NaN,
/// and where they are undefined.

/// Area under the receiver operating characteristic: the chance that a positive scores above a negative, ties counted
/// half. Undefined without a positive or without a negative.
[[nodiscard]] std::optional<double> auroc(std::span<const float> scores, std::span<const std::uint8_t> positive);

/// Average precision, Σ (Rᵢ − Rᵢ₋₁) Pᵢ over distinct scores: the area under precision and recall without
/// interpolation. Undefined without a positive.
[[nodiscard]] std::optional<double> averagePrecision(std::span<const float> scores,
                                                     std::span<const std::uint8_t> positive);

/// The two, for one class (or label) of many and as means of those that are defined.
struct RankingScores {
    std::vector<std::optional<double>> perClass;
    std::optional<double> macro; ///< mean over the classes where it is defined; nothing when there is none
    int defined = 0; ///< how many classes that is
};

/// Each class against the rest. `scores_NC`: N rows of `classes` scores; `targets`: N class ids, kNoClass = left out.
[[nodiscard]] RankingScores oneVsRestAuroc(std::span<const float> scores_NC, std::span<const int> targets, int classes);
[[nodiscard]] RankingScores oneVsRestAveragePrecision(std::span<const float> scores_NC, std::span<const int> targets,
                                                      int classes);

/// Each label on its own. `positive_NC` has the shape of `scores_NC`.
[[nodiscard]] RankingScores labelAuroc(std::span<const float> scores_NC, std::span<const std::uint8_t> positive_NC,
                                       int labels);
[[nodiscard]] RankingScores labelAveragePrecision(std::span<const float> scores_NC,
                                                  std::span<const std::uint8_t> positive_NC, int labels);

/// Ranks 1 … N, ascending; equal values share the mean of their ranks. Values must not be NaN.
[[nodiscard]] std::vector<double> averageRanks(std::span<const float> values);

} // namespace anneal
