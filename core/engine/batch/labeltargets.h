// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "batch/packedbatch.h"
#include "bio/dataset.h"

namespace anneal {

/// Turns the labels of records into the targets of a packed batch: one class or several of a sequence, a number, or a
/// class of each residue (single letters as tokens). Unknown residue labels are no targets.
class LabelTargets
{
public:
    /// All must outlive this. `weights` [records] may be empty.
    LabelTargets(const Labels &labels, const SequenceSet &sequences, const std::vector<float> &weights,
                 const std::vector<Sample> &samples)
        : m_labels(labels)
        , m_sequences(sequences)
        , m_weights(weights)
        , m_samples(samples)
    {
    }

    /// For a batch that was packed from `chosen`: sets targetRows, targets and, where records have them, weights.
    void addTo(PackedBatch &batch, std::span<const std::uint32_t> chosen) const;

private:
    void addSequences(PackedBatch &batch, std::span<const std::uint32_t> chosen) const;
    void addResidues(PackedBatch &batch, std::span<const std::uint32_t> chosen) const;
    [[nodiscard]] torch::Tensor numbersOf(std::span<const std::uint32_t> chosen) const;
    [[nodiscard]] torch::Tensor severalOf(std::span<const std::uint32_t> chosen) const;
    void addWeights(PackedBatch &batch, const std::vector<std::uint32_t> &records) const;

    const Labels &m_labels;
    const SequenceSet &m_sequences;
    const std::vector<float> &m_weights;
    const std::vector<Sample> &m_samples;
};

} // namespace anneal
