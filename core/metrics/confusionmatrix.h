// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace anneal {

/// What stands in place of a class where nothing is to be predicted (padding, an unknown residue label).
inline constexpr int kNoClass = -1;

/// One class against the rest. A quotient without a denominator is 0, as in scikit-learn (zero_division=0):
/// a class that is never predicted has precision 0, one that never occurs has recall 0.
struct ClassScores {
    double precision = 0;
    double recall = 0;
    double f1 = 0;
    std::int64_t support = 0; ///< targets of this class
    std::int64_t predicted = 0; ///< predictions of this class

    [[nodiscard]] bool occurs() const { return support > 0 || predicted > 0; }
};

/// Counts of (target, prediction) pairs: all that accuracy, F1 and MCC need. Definitions and values are those of
/// scikit-learn (sklearn.metrics). Every figure is nothing while there is no target.
class ConfusionMatrix
{
public:
    explicit ConfusionMatrix(int classes);

    /// Classes are 0 … classes − 1; a target of kNoClass is not counted.
    void add(int target, int predicted, std::int64_t count = 1);
    /// Element by element; both have the same length.
    void add(std::span<const int> targets, std::span<const int> predicted);
    /// Sums the counts of two matrices with the same classes.
    void merge(const ConfusionMatrix &other);

    [[nodiscard]] int classes() const { return m_classes; }
    [[nodiscard]] std::int64_t total() const { return m_total; }
    [[nodiscard]] std::int64_t count(int target, int predicted) const { return m_counts[at(target, predicted)]; }
    /// Row by row: targets down, predictions across; classes × classes.
    [[nodiscard]] const std::vector<std::int64_t> &counts() const { return m_counts; }
    [[nodiscard]] std::int64_t hits() const;

    [[nodiscard]] ClassScores scores(int classId) const;
    /// One row a class, in order of their ids.
    [[nodiscard]] std::vector<ClassScores> allScores() const;

    /// Share of right answers; for 3 or 8 states of secondary structure this is Q3 or Q8.
    [[nodiscard]] std::optional<double> accuracy() const;
    /// Mean recall of the classes that occur as a target.
    [[nodiscard]] std::optional<double> balancedAccuracy() const;
    /// Mean F1 of the classes that occur as a target or a prediction.
    [[nodiscard]] std::optional<double> macroF1() const;
    /// Mean F1, each class weighted by its targets.
    [[nodiscard]] std::optional<double> weightedF1() const;
    /// Matthews' correlation, for more than two classes Gorodkin's R_K (Comput. Biol. Chem. 28, 2004);
    /// 0 when all targets or all predictions are one class.
    [[nodiscard]] std::optional<double> mcc() const;

private:
    [[nodiscard]] std::size_t at(int target, int predicted) const
    {
        return static_cast<std::size_t>(target) * static_cast<std::size_t>(m_classes)
            + static_cast<std::size_t>(predicted);
    }

    int m_classes;
    std::int64_t m_total = 0;
    std::vector<std::int64_t> m_counts;
};

} // namespace anneal
