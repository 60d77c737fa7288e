// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/quality.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "metrics/confusionmatrix.h"
#include "metrics/multilabel.h"
#include "metrics/ranking.h"
#include "metrics/regression.h"

namespace anneal {
namespace {

double orNan(const std::optional<double> &value)
{
    return value.value_or(std::nan(""));
}

template <typename Value>
void appendTo(std::vector<Value> &values, const torch::Tensor &tensor)
{
    const torch::Tensor host = tensor.to(torch::kCPU, torch::CppTypeToScalarType<Value>()).contiguous();
    const Value *first = host.const_data_ptr<Value>();
    values.insert(values.end(), first, first + host.numel());
}

} // namespace

std::vector<std::string> qualityNames(const std::string &task)
{
    if (task == "sequence_classification")
        return {"accuracy", "macro_f1", "mcc", "auroc", "average_precision"};
    if (task == "token_classification")
        return {"accuracy", "macro_f1", "mcc"};
    if (task == "multi_label_classification")
        return {"micro_f1", "macro_f1", "auroc", "average_precision", "exact_match"};
    if (task == "regression")
        return {"spearman", "pearson", "mae", "r2"};
    return {"accuracy", "perplexity"};
}

void Quality::add(const torch::Tensor &scores, const PackedBatch &batch)
{
    if (m_task.isLanguageModel()) {
        const torch::Tensor right = scores.argmax(-1).eq(batch.targets).sum().to(torch::kFloat64);
        m_right = m_right.defined() ? m_right + right : right;
        return;
    }
    appendTo(m_scores, scores);
    if (m_task.problem == Problem::SingleLabel)
        appendTo(m_classes, batch.targets);
    else
        appendTo(m_numbers, batch.targets);
}

std::vector<double> Quality::values(double meanLoss, std::int64_t targets) const
{
    if (m_task.isLanguageModel()) {
        const double right = m_right.defined() ? m_right.item<double>() : 0;
        return {right / static_cast<double>(std::max<std::int64_t>(1, targets)), std::exp(meanLoss)};
    }
    switch (m_task.problem) {
    case Problem::MultiLabel:
        return ofLabels();
    case Problem::Regression:
        return ofNumbers();
    case Problem::SingleLabel:
        break;
    }
    return ofClasses();
}

std::vector<double> Quality::ofClasses() const
{
    const auto classes = static_cast<int>(m_task.outputs());
    ConfusionMatrix matrix(classes);
    for (std::size_t i = 0; i < m_classes.size(); ++i) {
        const auto row = m_scores.begin() + static_cast<std::ptrdiff_t>(i) * classes;
        matrix.add(m_classes[i], static_cast<int>(std::max_element(row, row + classes) - row));
    }
    std::vector<double> values{orNan(matrix.accuracy()), orNan(matrix.macroF1()), orNan(matrix.mcc())};
    if (m_task.kind == HeadKind::Sequence) {
        values.push_back(orNan(oneVsRestAuroc(m_scores, m_classes, classes).macro));
        values.push_back(orNan(oneVsRestAveragePrecision(m_scores, m_classes, classes).macro));
    }
    return values;
}

std::vector<double> Quality::ofLabels() const
{
    const auto labels = static_cast<int>(m_task.outputs());
    const auto width = static_cast<std::size_t>(labels);
    std::vector<std::uint8_t> positive(m_numbers.size()), predicted(m_scores.size());
    std::transform(m_numbers.begin(), m_numbers.end(), positive.begin(), [](float mark) { return mark > 0.5f; });
    std::transform(m_scores.begin(), m_scores.end(), predicted.begin(), [](float logit) { return logit > 0; });
    MultiLabelCounts counts(labels);
    for (std::size_t first = 0; first < positive.size(); first += width)
        counts.add(std::span(positive).subspan(first, width), std::span(predicted).subspan(first, width));
    const auto f1 = [](const std::optional<ClassScores> &scores) { return scores ? scores->f1 : std::nan(""); };
    return {f1(counts.micro()), f1(counts.macro()), orNan(labelAuroc(m_scores, positive, labels).macro),
            orNan(labelAveragePrecision(m_scores, positive, labels).macro), orNan(counts.exactMatch())};
}

std::vector<double> Quality::ofNumbers() const
{
    RegressionErrors errors;
    errors.add(m_numbers, m_scores);
    return {orNan(spearman(m_numbers, m_scores)), orNan(errors.pearson()), orNan(errors.meanAbsoluteError()),
            orNan(errors.r2())};
}

} // namespace anneal
