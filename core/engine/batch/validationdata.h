// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "batch/labeltargets.h"
#include "batch/masking.h"
#include "batch/packedbatch.h"
#include "batch/packing.h"
#include "bio/dataset.h"
#include "config/config.h"

namespace anneal {

enum class HeldOut { Validation, Test };

/// The task of a held-out part. Of a language model: the same positions of the same sequences at every evaluation,
/// whatever the batch size.
///
/// "all_hidden" shows every scored residue as <mask>, so that the loss can be held against count models. The positions
/// follow from the sequence alone, not from the run's seed, so that runs with different seeds are measured on one task.
/// A small set is shown several times with disjoint positions hidden, because one choice of 15 % of it is a noisy
/// ruler. "as_training" corrupts as training does, once, and lets a model score on residues that it can see.
/// A data set with labels is shown once, as it is.
class ValidationData
{
public:
    /// `dataset` must outlive this.
    ValidationData(const Dataset &dataset, const Config &config, HeldOut part = HeldOut::Validation);

    [[nodiscard]] bool empty() const { return m_batches.empty(); }
    [[nodiscard]] std::size_t numBatches() const { return m_batches.size() * static_cast<std::size_t>(m_rounds); }
    [[nodiscard]] PackedBatch batch(std::size_t index) const;
    /// How many disjoint choices of hidden positions are scored.
    [[nodiscard]] int rounds() const { return m_rounds; }

private:
    void maskSample(std::span<std::int64_t> tokens, std::int64_t firstRow, std::uint32_t sample, int round,
                    Targets &targets) const;

    const std::vector<Sample> &m_samples;
    TokenView m_tokens;
    bool m_hasLabels;
    LabelTargets m_labels;
    Masking m_masking;
    bool m_allHidden;
    std::int64_t m_seed;
    int m_rounds = 1;
    std::vector<std::uint32_t> m_order;
    std::vector<OrderRange> m_batches;
};

} // namespace anneal
