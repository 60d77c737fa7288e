// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/trainingdata.h"

#include <algorithm>
#include <iterator>

#include "tensor/streams.h"

namespace anneal {

TrainingData::TrainingData(const Dataset &dataset, const Config &config)
    : m_dataset(dataset)
    , m_labels(dataset.labels, dataset.sequences, dataset.weights, dataset.train)
    , m_masking(dataset.usedTokenizer(), config.objective)
    , m_sampler(dataset.train, config.batch.tokens_per_device, config.data.seed)
    , m_turned(config.data.reverse_complement)
    , m_softMaskedWeight(config.data.soft_masked_weight)
    , m_seed(config.data.seed)
    , m_accumulations{{0, 0, config.batch.accumulation_steps}}
{
    if (m_turned > 0)
        m_otherStrand = ReverseComplement::of(dataset.usedTokenizer());
}

PackOptions TrainingData::packOptions(std::int64_t epoch) const
{
    PackOptions options;
    options.softMaskedWeight = m_softMaskedWeight;
    if (m_otherStrand) {
        options.otherStrand = &*m_otherStrand;
        options.isTurned = [this, epoch](std::uint32_t sample) {
            return RandomStream(m_seed, "other strand", epoch, sample).uniform() < m_turned;
        };
    }
    return options;
}

EffectiveBatch TrainingData::batchOf(std::int64_t step)
{
    EffectiveBatch effective;
    effective.step = step;
    const Accumulation &accumulation = accumulationAt(step);
    effective.firstMicroBatch = accumulation.microBatch + (step - accumulation.step) * accumulation.count;
    for (std::int64_t i = 0; i < accumulation.count; ++i) {
        const EpochSampler::Place place = m_sampler.microBatch(effective.firstMicroBatch + i);
        if (i == 0)
            effective.epoch = place.epoch;
        effective.microBatches.push_back(pack(place));
        effective.tokens += effective.microBatches.back().numTokens();
        effective.targets += effective.microBatches.back().numTargets();
        effective.weight += effective.microBatches.back().totalWeight();
        effective.samples.insert(effective.samples.end(), place.samples.begin(), place.samples.end());
    }
    return effective;
}

const TrainingData::Accumulation &TrainingData::accumulationAt(std::int64_t step) const
{
    const auto isLater = [](std::int64_t wanted, const Accumulation &one) { return wanted < one.step; };
    return *std::prev(std::upper_bound(m_accumulations.begin(), m_accumulations.end(), step, isLater));
}

void TrainingData::setAccumulation(std::int64_t step, std::int64_t count)
{
    const Accumulation before = accumulationAt(step);
    while (m_accumulations.size() > 1 && m_accumulations.back().step >= step)
        m_accumulations.pop_back();
    m_accumulations.push_back({step, before.microBatch + (step - before.step) * before.count, count});
    if (step == 0)
        m_accumulations.erase(m_accumulations.begin());
}

nlohmann::json TrainingData::saved() const
{
    nlohmann::json saved = nlohmann::json::array();
    for (const Accumulation &one : m_accumulations)
        saved.push_back({{"step", one.step}, {"micro_batch", one.microBatch}, {"count", one.count}});
    return saved;
}

void TrainingData::restore(const nlohmann::json &saved)
{
    if (!saved.is_array() || saved.empty())
        return;
    m_accumulations.clear();
    for (const nlohmann::json &one : saved)
        m_accumulations.push_back({one.value("step", std::int64_t{0}), one.value("micro_batch", std::int64_t{0}),
                                   one.value("count", std::int64_t{1})});
}

PackedBatch TrainingData::pack(const EpochSampler::Place &place) const
{
    const auto mask = [&](std::span<std::int64_t> tokens, std::int64_t firstRow, std::uint32_t sample,
                          Targets &targets) {
        if (m_dataset.labels.empty())
            m_masking.corrupt(tokens, firstRow, RandomStream(m_seed, "mask", place.epoch, sample), targets);
    };
    PackedBatch batch =
        packSamples(place.samples, m_dataset.train, m_dataset.trainTokenView(), mask, packOptions(place.epoch));
    if (!m_dataset.labels.empty())
        m_labels.addTo(batch, place.samples);
    return batch;
}

std::string TrainingData::sampleNames(const std::vector<std::uint32_t> &samples, std::size_t atMost) const
{
    std::string text;
    for (std::size_t i = 0; i < std::min(atMost, samples.size()); ++i) {
        text += text.empty() ? "" : ", ";
        text += m_dataset.sequences.name(m_dataset.train[samples[i]].sequence);
    }
    if (samples.size() > atMost)
        text += " and " + std::to_string(samples.size() - atMost) + " more";
    return text;
}

} // namespace anneal
