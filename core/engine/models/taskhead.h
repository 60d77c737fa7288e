// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "batch/packedbatch.h"
#include "nn/parameters.h"

namespace anneal {

/// What a model answers about.
enum class HeadKind {
    Tokens, ///< which token stands here, or comes next: a language model
    TokenClasses, ///< one class for each token
    Sequence, ///< something about the sequence as a whole
};

/// How answers are compared with labels.
enum class Problem {
    SingleLabel, ///< cross-entropy, one class
    MultiLabel, ///< binary cross-entropy, any number of classes
    Regression, ///< mean squared error
};

enum class Pooling { First, Last, Mean, Max };

/// The task that a model's head is made for. A language model needs nothing but the first line.
struct TaskSpec {
    HeadKind kind = HeadKind::Tokens;
    Problem problem = Problem::SingleLabel;
    std::vector<std::string> labels; ///< names of the outputs, in their order
    /// Instead of the family's own sequence head: pool → LayerNorm → dense → GELU → dropout → output.
    bool pooledHead = false;
    Pooling pooling = Pooling::Mean; ///< of a pooled head
    double dropout = 0;

    [[nodiscard]] std::int64_t outputs() const { return static_cast<std::int64_t>(labels.size()); }
    [[nodiscard]] bool isLanguageModel() const { return kind == HeadKind::Tokens; }
};

/// How a head is built and named; an empty name leaves its part out.
struct TaskHeadLayout {
    std::string norm, dense, output;
    Activation activation = Activation::Gelu;
    bool isTanh = false; ///< instead of `activation`
    Pooling pooling = Pooling::First;
    bool outputBias = true;
};

/// The head of a classification or regression task. C = width, K = outputs, T, B, N as in PackedBatch.
class TaskHead
{
public:
    TaskHead() = default;
    TaskHead(const TaskSpec &spec, const TaskHeadLayout &layout, std::int64_t width, Parameters &parameters);

    /// hidden [T, C] → [N, K]: of the batch's target rows, which are tokens or, for a sequence task, sequences.
    /// Without target rows: of all of them.
    [[nodiscard]] torch::Tensor operator()(const torch::Tensor &hidden, const PackedBatch &batch, bool training) const;

private:
    TaskSpec m_spec;
    TaskHeadLayout m_layout;
    Norm m_norm;
    Linear m_dense, m_output;
};

/// [T, C] → [B, C]
[[nodiscard]] torch::Tensor pool(const torch::Tensor &hidden, const std::vector<std::int64_t> &boundaries,
                                 Pooling pooling);

/// The loss of each target, [N], without its weight.
[[nodiscard]] torch::Tensor taskLosses(const torch::Tensor &scores, const torch::Tensor &targets, Problem problem);

/// Σ over the batch's targets of the problem's loss, each times its weight where the batch has weights. In fp32 or
/// wider. scores [N, K]; targets [N] classes, or [N, K] numbers for MultiLabel and Regression (mean over K, as the
/// reference library has it).
[[nodiscard]] torch::Tensor taskLossSum(const torch::Tensor &scores, const PackedBatch &batch, Problem problem);

} // namespace anneal
