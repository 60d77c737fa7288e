// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/validationdata.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "base/hash.h"
#include "tensor/streams.h"

namespace anneal {
namespace {

// With this many scored residues one standard error of the loss is near 0.003 nats.
constexpr double kWantedTargets = 20000;

/// The tokens of a sample decide its stream: adding, removing or reordering other sequences changes nothing.
std::int64_t contentKey(const Sample &sample, const TokenView &view)
{
    return static_cast<std::int64_t>(stableHash(view.bytes(sample.sequence, sample.start, sample.length)));
}

bool inSecondFile(const Dataset &dataset, HeldOut part)
{
    return part == HeldOut::Validation && dataset.separateValidation;
}

} // namespace

ValidationData::ValidationData(const Dataset &dataset, const Config &config, HeldOut part)
    : m_samples(part == HeldOut::Test ? dataset.testSamples : dataset.validation)
    , m_tokens(inSecondFile(dataset, part) ? dataset.validationTokenView() : dataset.trainTokenView())
    , m_hasLabels(!dataset.labels.empty())
    , m_labels(inSecondFile(dataset, part) ? dataset.validationLabels : dataset.labels,
               inSecondFile(dataset, part) ? dataset.validationSequences : dataset.sequences,
               inSecondFile(dataset, part) ? dataset.validationWeights : dataset.weights, m_samples)
    , m_masking(dataset.usedTokenizer(), config.objective)
    , m_allHidden(config.objective.validation_masking == "all_hidden")
    , m_seed(config.data.seed)
{
    m_order.resize(m_samples.size());
    std::iota(m_order.begin(), m_order.end(), 0u);
    m_batches = packInOrder(m_order, m_samples, config.batch.tokens_per_device);

    double residues = 0;
    for (const Sample &sample : m_samples)
        residues += sample.length;
    const double perRound = std::max(1.0, residues * config.objective.mlm_probability);
    if (m_allHidden && !m_hasLabels)
        m_rounds = static_cast<int>(std::clamp(std::ceil(kWantedTargets / perRound), 1.0, 1.0 * m_masking.rounds()));
}

PackedBatch ValidationData::batch(std::size_t index) const
{
    const OrderRange range = m_batches[index % m_batches.size()];
    const int round = static_cast<int>(index / m_batches.size());
    const auto mask = [&](std::span<std::int64_t> tokens, std::int64_t firstRow, std::uint32_t sample,
                          Targets &targets) { maskSample(tokens, firstRow, sample, round, targets); };
    const std::span chosen = std::span(m_order).subspan(range.begin, range.end - range.begin);
    PackedBatch batch = packSamples(chosen, m_samples, m_tokens, mask);
    if (m_hasLabels)
        m_labels.addTo(batch, chosen);
    return batch;
}

void ValidationData::maskSample(std::span<std::int64_t> tokens, std::int64_t firstRow, std::uint32_t sample, int round,
                                Targets &targets) const
{
    if (m_hasLabels)
        return;
    if (!m_allHidden) {
        m_masking.corrupt(tokens, firstRow, RandomStream(m_seed, "validation mask", 0, sample), targets);
        return;
    }
    const std::int64_t key = contentKey(m_samples[sample], m_tokens);
    m_masking.hide(tokens, firstRow, RandomStream(0, "validation hidden", 0, key), round, targets);
}

} // namespace anneal
