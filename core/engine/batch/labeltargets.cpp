// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/labeltargets.h"

namespace anneal {

void LabelTargets::addTo(PackedBatch &batch, std::span<const std::uint32_t> chosen) const
{
    if (m_labels.kind == LabelKind::PerResidue)
        addResidues(batch, chosen);
    else
        addSequences(batch, chosen);
}

void LabelTargets::addSequences(PackedBatch &batch, std::span<const std::uint32_t> chosen) const
{
    const auto count = static_cast<std::int64_t>(chosen.size());
    batch.targetRows = torch::arange(count, torch::kInt64);
    if (m_labels.kind == LabelKind::Number) {
        batch.targets = numbersOf(chosen);
    } else if (m_labels.kind == LabelKind::SeveralClasses) {
        batch.targets = severalOf(chosen);
    } else {
        batch.targets = torch::empty({count}, torch::kInt64);
        auto *target = batch.targets.data_ptr<std::int64_t>();
        for (const std::uint32_t index : chosen)
            *target++ = m_labels.classes[m_samples[index].sequence];
    }
    std::vector<std::uint32_t> records;
    for (const std::uint32_t index : chosen)
        records.push_back(m_samples[index].sequence);
    addWeights(batch, records);
}

/// [B, 1]
torch::Tensor LabelTargets::numbersOf(std::span<const std::uint32_t> chosen) const
{
    torch::Tensor numbers = torch::empty({static_cast<std::int64_t>(chosen.size()), 1}, torch::kFloat32);
    auto *number = numbers.data_ptr<float>();
    for (const std::uint32_t index : chosen)
        *number++ = static_cast<float>(m_labels.numbers[m_samples[index].sequence]);
    return numbers;
}

/// [B, classes] of 0 and 1
torch::Tensor LabelTargets::severalOf(std::span<const std::uint32_t> chosen) const
{
    const auto classes = static_cast<std::int64_t>(m_labels.classNames.size());
    torch::Tensor marks = torch::zeros({static_cast<std::int64_t>(chosen.size()), classes}, torch::kFloat32);
    auto *row = marks.data_ptr<float>();
    for (const std::uint32_t index : chosen) {
        for (const ClassId id : m_labels.classesOf(m_sequences, m_samples[index].sequence))
            row[id] = 1;
        row += classes;
    }
    return marks;
}

void LabelTargets::addResidues(PackedBatch &batch, std::span<const std::uint32_t> chosen) const
{
    std::vector<std::int64_t> rows, classes;
    std::vector<std::uint32_t> records;
    for (std::size_t b = 0; b < chosen.size(); ++b) {
        const Sample &sample = m_samples[chosen[b]];
        const auto all = m_labels.classesOf(m_sequences, sample.sequence).subspan(sample.start, sample.length);
        const std::int64_t first = batch.boundaries[b] + (sample.beginsSequence ? 1 : 0);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i] == kNoTarget)
                continue;
            rows.push_back(first + static_cast<std::int64_t>(i));
            classes.push_back(all[i]);
            records.push_back(sample.sequence);
        }
    }
    batch.targetRows = torch::tensor(rows, torch::kInt64);
    batch.targets = torch::tensor(classes, torch::kInt64);
    addWeights(batch, records);
}

void LabelTargets::addWeights(PackedBatch &batch, const std::vector<std::uint32_t> &records) const
{
    batch.weights = torch::Tensor();
    if (m_weights.empty())
        return;
    batch.weights = torch::empty({static_cast<std::int64_t>(records.size())}, torch::kFloat32);
    auto *weight = batch.weights.data_ptr<float>();
    for (const std::uint32_t record : records)
        *weight++ = m_weights[record];
}

} // namespace anneal
