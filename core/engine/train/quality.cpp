// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/quality.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "config/measures.h"
#include "metrics/ranking.h"
#include "metrics/regression.h"
#include "metrics/structurescores.h"

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

/// DSSP's letters may stand for other things too; helix and strand together hardly do.
bool isSecondaryStructure(const std::vector<std::string> &labels)
{
    const auto has = [&](const char *name) { return std::find(labels.begin(), labels.end(), name) != labels.end(); };
    return has("H") && has("E") && areStructureStates(labels);
}

template <typename ScoresOf>
nlohmann::json classTable(const std::vector<std::string> &names, const ScoresOf &scoresOf)
{
    nlohmann::json table{{"names", names}};
    for (int id = 0; id < static_cast<int>(names.size()); ++id) {
        const ClassScores scores = scoresOf(id);
        table["precision"].push_back(scores.precision);
        table["recall"].push_back(scores.recall);
        table["f1"].push_back(scores.f1);
        table["support"].push_back(scores.support);
    }
    return table;
}

} // namespace

std::vector<std::string> qualityNames(const TaskSpec &task)
{
    if (task.isLanguageModel())
        return measuresOf("masked_lm");
    if (task.problem == Problem::MultiLabel)
        return measuresOf("multi_label_classification");
    if (task.problem == Problem::Regression)
        return measuresOf("regression");
    if (task.kind == HeadKind::Sequence)
        return measuresOf("sequence_classification");
    std::vector<std::string> names = measuresOf("token_classification");
    if (isSecondaryStructure(task.labels))
        for (const std::string &name : structureMeasures(StructureScores(task.labels).hasEightStates()))
            names.push_back(name);
    return names;
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
        addClasses(batch.targets);
    else
        appendTo(m_numbers, batch.targets);
    if (m_task.kind == HeadKind::TokenClasses)
        addChains(batch);
}

/// The scores are there already.
void Quality::addClasses(const torch::Tensor &targets)
{
    appendTo(m_classes, targets);
    const auto classes = static_cast<std::ptrdiff_t>(m_task.outputs());
    for (std::size_t i = m_answers.size(); i < m_classes.size(); ++i) {
        const auto row = m_scores.begin() + static_cast<std::ptrdiff_t>(i) * classes;
        m_answers.push_back(static_cast<int>(std::max_element(row, row + classes) - row));
    }
}

/// Ends of runs of neighbouring residues: a sequence ends, or a residue without a label stands between. A piece of a
/// sequence that was cut into windows counts as a chain.
void Quality::addChains(const PackedBatch &batch)
{
    const torch::Tensor rows = batch.targetRows.cpu();
    const auto *row = rows.const_data_ptr<std::int64_t>();
    const auto count = static_cast<std::size_t>(rows.numel());
    const std::size_t before = m_classes.size() - count;
    for (std::size_t i = 0; i < count; ++i) {
        const bool goesOn = i + 1 < count && row[i + 1] == row[i] + 1
            && !std::binary_search(batch.boundaries.begin(), batch.boundaries.end(), row[i + 1]);
        if (!goesOn)
            m_chainEnds.push_back(before + i + 1);
    }
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

ConfusionMatrix Quality::confusion() const
{
    ConfusionMatrix matrix(static_cast<int>(m_task.outputs()));
    matrix.add(m_classes, m_answers);
    return matrix;
}

std::vector<double> Quality::ofClasses() const
{
    const auto classes = static_cast<int>(m_task.outputs());
    const ConfusionMatrix matrix = confusion();
    std::vector<double> values{orNan(matrix.accuracy()), orNan(matrix.macroF1()), orNan(matrix.mcc())};
    if (m_task.kind == HeadKind::Sequence) {
        values.push_back(orNan(oneVsRestAuroc(m_scores, m_classes, classes).macro));
        values.push_back(orNan(oneVsRestAveragePrecision(m_scores, m_classes, classes).macro));
    } else if (isSecondaryStructure(m_task.labels)) {
        const std::vector<double> structure = ofStructure();
        values.insert(values.end(), structure.begin(), structure.end());
    }
    return values;
}

/// In the order of structureMeasures().
std::vector<double> Quality::ofStructure() const
{
    StructureScores scores(m_task.labels);
    std::size_t first = 0;
    for (const std::size_t end : m_chainEnds) {
        scores.addChain(std::span(m_classes).subspan(first, end - first),
                        std::span(m_answers).subspan(first, end - first));
        first = end;
    }
    std::vector<double> values{orNan(scores.q3()), orNan(scores.overlap3().value())};
    if (scores.hasEightStates())
        values.insert(values.end(), {orNan(scores.q8()), orNan(scores.overlap8().value())});
    return values;
}

nlohmann::json Quality::classes() const
{
    if (m_task.isLanguageModel() || m_task.problem == Problem::Regression)
        return nullptr;
    if (m_task.problem == Problem::MultiLabel)
        return classTable(m_task.labels, [counts = labelCounts()](int label) { return counts.scores(label); });
    const ConfusionMatrix matrix = confusion();
    nlohmann::json table = classTable(m_task.labels, [&](int id) { return matrix.scores(id); });
    const std::vector<std::int64_t> &counts = matrix.counts();
    const auto width = static_cast<std::ptrdiff_t>(matrix.classes());
    for (auto row = counts.begin(); row != counts.end(); row += width)
        table["confusion"].push_back(std::vector<std::int64_t>(row, row + width));
    return table;
}

std::vector<std::uint8_t> Quality::positives() const
{
    std::vector<std::uint8_t> positive(m_numbers.size());
    std::transform(m_numbers.begin(), m_numbers.end(), positive.begin(), [](float mark) { return mark > 0.5f; });
    return positive;
}

MultiLabelCounts Quality::labelCounts() const
{
    const auto width = static_cast<std::size_t>(m_task.outputs());
    const std::vector<std::uint8_t> positive = positives();
    std::vector<std::uint8_t> predicted(m_scores.size());
    std::transform(m_scores.begin(), m_scores.end(), predicted.begin(), [](float logit) { return logit > 0; });
    MultiLabelCounts counts(static_cast<int>(width));
    for (std::size_t first = 0; first < positive.size(); first += width)
        counts.add(std::span(positive).subspan(first, width), std::span(predicted).subspan(first, width));
    return counts;
}

std::vector<double> Quality::ofLabels() const
{
    const auto labels = static_cast<int>(m_task.outputs());
    const std::vector<std::uint8_t> positive = positives();
    const MultiLabelCounts counts = labelCounts();
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
