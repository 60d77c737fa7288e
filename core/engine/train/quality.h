// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "batch/packedbatch.h"
#include "metrics/confusionmatrix.h"
#include "metrics/multilabel.h"
#include "models/taskhead.h"

namespace anneal {

/// What an evaluation of this task measures beside the loss, in the order of its values: "accuracy", "macro_f1", …
/// (config/measures.h). Residue classes that are states of secondary structure add "q3" and "sov3", or all four.
[[nodiscard]] std::vector<std::string> qualityNames(const TaskSpec &task);

/// Gathers a model's answers over a whole evaluation. Definitions are those of core/metrics.
class Quality
{
public:
    explicit Quality(const TaskSpec &task)
        : m_task(task)
    {
    }

    /// scores [N, K] at the targets of `batch`, in fp32 or wider. A language model's answers are only counted, on the
    /// device and without waiting for it; those of other tasks are kept.
    void add(const torch::Tensor &scores, const PackedBatch &batch);

    /// In the order of qualityNames(); NaN where a measure is not defined. `meanLoss` and `targets` of the evaluation.
    [[nodiscard]] std::vector<double> values(double meanLoss, std::int64_t targets) const;

    /// What is known of each class: "names", "precision", "recall", "f1", "support", and for tasks with one class a
    /// target "confusion", rows of targets by columns of answers. Null for other tasks.
    [[nodiscard]] nlohmann::json classes() const;

private:
    void addClasses(const torch::Tensor &targets);
    void addChains(const PackedBatch &batch);
    [[nodiscard]] ConfusionMatrix confusion() const;
    [[nodiscard]] std::vector<std::uint8_t> positives() const;
    [[nodiscard]] MultiLabelCounts labelCounts() const;
    [[nodiscard]] std::vector<double> ofClasses() const;
    [[nodiscard]] std::vector<double> ofStructure() const;
    [[nodiscard]] std::vector<double> ofLabels() const;
    [[nodiscard]] std::vector<double> ofNumbers() const;

    TaskSpec m_task;
    torch::Tensor m_right; ///< language models: scalar count of right answers
    std::vector<float> m_scores; ///< [N, K]
    std::vector<int> m_classes; ///< [N], of the targets
    std::vector<int> m_answers; ///< [N], the class with the highest score
    std::vector<float> m_numbers; ///< [N, K], of several labels or regression
    std::vector<std::size_t> m_chainEnds; ///< residue classes: targets up to the end of each run of neighbours
};

} // namespace anneal
