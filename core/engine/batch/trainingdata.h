// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "batch/labeltargets.h"
#include "batch/masking.h"
#include "batch/packedbatch.h"
#include "batch/sampler.h"
#include "bio/dataset.h"
#include "config/config.h"

namespace anneal {

/// Everything one optimizer update is computed from: the micro-batches of one effective batch.
struct EffectiveBatch {
    std::int64_t step = 0; ///< number of updates done before this one
    std::int64_t firstMicroBatch = 0; ///< counted from the start of the run
    std::int64_t epoch = 0; ///< of the first micro-batch
    std::int64_t tokens = 0;
    std::int64_t targets = 0; ///< what the summed loss is divided by, where no target has a weight
    double weight = 0; ///< of all targets: what the sum of weighted losses is divided by; `targets` without weights
    std::vector<PackedBatch> microBatches;
    std::vector<std::uint32_t> samples;
};

/// Makes the effective batch of any step. A function of the configuration, the data and the step.
class TrainingData
{
public:
    /// `dataset` must outlive this. Samples are turned only where the tokenizer has another strand (ReverseComplement).
    TrainingData(const Dataset &dataset, const Config &config);

    [[nodiscard]] EffectiveBatch batchOf(std::int64_t step);
    /// From this step on an update takes `count` micro-batches. Those before stay as they are, so no sample is left out or
    /// seen twice. Not while batchOf() runs.
    void setAccumulation(std::int64_t step, std::int64_t count);
    /// The changes; goes into trainer.json.
    [[nodiscard]] nlohmann::json saved() const;
    void restore(const nlohmann::json &saved);
    /// "P12345, Q67890 and 14 more": evidence for people.
    [[nodiscard]] std::string sampleNames(const std::vector<std::uint32_t> &samples, std::size_t atMost = 8) const;

private:
    struct Accumulation {
        std::int64_t step = 0; ///< first update of it
        std::int64_t microBatch = 0; ///< first micro-batch of that update
        std::int64_t count = 1; ///< micro-batches of each update
    };
    [[nodiscard]] const Accumulation &accumulationAt(std::int64_t step) const;
    [[nodiscard]] PackedBatch pack(const EpochSampler::Place &place) const;
    [[nodiscard]] PackOptions packOptions(std::int64_t epoch) const;

    const Dataset &m_dataset;
    LabelTargets m_labels; ///< of a data set that has labels; else the tokens are the task
    Masking m_masking;
    EpochSampler m_sampler;
    std::optional<ReverseComplement> m_otherStrand;
    double m_turned; ///< share of samples that are shown as their other strand
    double m_softMaskedWeight;
    std::int64_t m_seed;
    std::vector<Accumulation> m_accumulations; ///< by step, the first of step 0
};

} // namespace anneal
