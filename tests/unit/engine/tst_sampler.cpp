// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include <QtTest>

#include "batch/sampler.h"
#include "batch/trainingdata.h"
#include "batch/validationdata.h"
#include "enginefixtures.h"

using namespace anneal;
using anneal::test::randomDataset;

namespace {

std::vector<std::uint32_t> copied(std::span<const std::uint32_t> samples)
{
    return {samples.begin(), samples.end()};
}

bool sameBatch(const PackedBatch &a, const PackedBatch &b)
{
    return torch::equal(a.tokens, b.tokens) && torch::equal(a.targets, b.targets)
        && torch::equal(a.targetRows, b.targetRows) && a.boundaries == b.boundaries;
}

Config smallConfig(std::int64_t budget, std::int64_t accumulation = 1)
{
    Config config;
    config.batch.tokens_per_device = budget;
    config.batch.accumulation_steps = accumulation;
    config.data.seed = 4;
    return config;
}

} // namespace

class TestSampler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyEpochHasEverySampleOnce();
    void orderIsAFunctionOfSeedAndNumber();
    void budgetIsKeptAndNothingIsDropped();
    void packedBatchIsWellFormed();
    void cutEndsHaveNoSpecials();
    void stepIsAFunction();
    void accumulationOnlyRegroups();
    void validationIsFixed();
    void validationKeepsItsPositionsWhenOthersLeave();
};

void TestSampler::everyEpochHasEverySampleOnce()
{
    const Dataset data = randomDataset(500, 90);
    EpochSampler sampler(data.train, 700, 1);
    std::vector<std::multiset<std::uint32_t>> epochs;
    std::vector<std::vector<std::uint32_t>> orders;
    for (std::int64_t number = 0;; ++number) {
        const auto place = sampler.microBatch(number);
        if (place.epoch == 3)
            break;
        epochs.resize(static_cast<std::size_t>(place.epoch) + 1);
        orders.resize(epochs.size());
        epochs.back().insert(place.samples.begin(), place.samples.end());
        orders.back().insert(orders.back().end(), place.samples.begin(), place.samples.end());
    }
    QCOMPARE(epochs.size(), std::size_t(3));
    for (const auto &epoch : epochs) {
        QCOMPARE(epoch.size(), std::size_t(500));
        QCOMPARE(std::set<std::uint32_t>(epoch.begin(), epoch.end()).size(), std::size_t(500));
    }
    QVERIFY(orders[0] != orders[1]);
}

void TestSampler::orderIsAFunctionOfSeedAndNumber()
{
    const Dataset data = randomDataset(300, 60);
    EpochSampler forward(data.train, 500, 1), jumping(data.train, 500, 1), other(data.train, 500, 2);
    std::vector<std::vector<std::uint32_t>> seen;
    for (std::int64_t number = 0; number < 60; ++number)
        seen.push_back(copied(forward.microBatch(number).samples));
    for (const std::int64_t number : {59, 3, 40, 0, 41})
        QCOMPARE(copied(jumping.microBatch(number).samples), seen[static_cast<std::size_t>(number)]);
    QVERIFY(copied(other.microBatch(0).samples) != seen[0]);
}

void TestSampler::budgetIsKeptAndNothingIsDropped()
{
    const Dataset data = randomDataset(200, 100);
    std::vector<std::uint32_t> order(data.train.size());
    std::iota(order.begin(), order.end(), 0u);
    std::size_t expected = 0;
    for (const OrderRange range : packInOrder(order, data.train, 256)) {
        QCOMPARE(range.begin, expected);
        std::int64_t tokens = 0;
        for (std::size_t place = range.begin; place < range.end; ++place)
            tokens += tokenCount(data.train[order[place]]);
        QVERIFY(tokens <= 256);
        expected = range.end;
    }
    QCOMPARE(expected, data.train.size());
    // A sample above the budget is alone, not lost.
    QCOMPARE(packInOrder(order, data.train, 1).size(), data.train.size());
}

void TestSampler::packedBatchIsWellFormed()
{
    const Dataset data = randomDataset(40, 50);
    TrainingData training(data, smallConfig(400));
    const EffectiveBatch effective = training.batchOf(0);
    const PackedBatch &batch = effective.microBatches.front();
    QCOMPARE(batch.numTokens(), batch.tokens.size(0));
    QCOMPARE(batch.numSequences(), std::int64_t(effective.samples.size()));
    QVERIFY(batch.numTokens() <= 400);
    std::int64_t longest = 0;
    for (std::int64_t b = 0; b < batch.numSequences(); ++b) {
        const std::int64_t begin = batch.boundaries[std::size_t(b)], end = batch.boundaries[std::size_t(b) + 1];
        longest = std::max(longest, end - begin);
        QCOMPARE(batch.tokens[begin].item<int>(), int(Alphabet::protein().cls()));
        QCOMPARE(batch.tokens[end - 1].item<int>(), int(Alphabet::protein().eos()));
        QVERIFY(torch::equal(batch.positions.slice(0, begin, end), torch::arange(end - begin)));
        // Put the targets back: what is left is the sequence itself.
        torch::Tensor restored = batch.tokens.clone();
        restored.index_put_({batch.targetRows}, batch.targets);
        const Sample &sample = data.train[effective.samples[std::size_t(b)]];
        for (std::int64_t i = 0; i < sample.length; ++i)
            QCOMPARE(restored[begin + 1 + i].item<int>(), int(data.sequences.sequence(sample.sequence)[i]));
    }
    QCOMPARE(batch.longest, longest);
    QVERIFY(torch::all(batch.targetRows.diff() > 0).item<bool>());
}

void TestSampler::cutEndsHaveNoSpecials()
{
    Dataset data = randomDataset(1, 5);
    data.train = {{0, 0, 2, true, false}, {0, 2, 3, false, true}};
    const std::vector<std::uint32_t> both{0, 1};
    const auto keep = [](std::span<std::int64_t>, std::int64_t, std::uint32_t, Targets &) {};
    const PackedBatch batch = packSamples(both, data.train, data.trainTokenView(), keep);
    QCOMPARE(batch.boundaries, (std::vector<std::int64_t>{0, 3, 7}));
    QCOMPARE(batch.tokens[0].item<int>(), int(Alphabet::protein().cls()));
    QCOMPARE(batch.tokens[6].item<int>(), int(Alphabet::protein().eos()));
    QCOMPARE(batch.tokens[2].item<int>(), int(data.sequences.tokens[1]));
    QCOMPARE(batch.tokens[3].item<int>(), int(data.sequences.tokens[2]));
    QCOMPARE(batch.numTargets(), std::int64_t(0));
}

void TestSampler::stepIsAFunction()
{
    const Dataset data = randomDataset(100, 60);
    TrainingData running(data, smallConfig(300, 2)), resumed(data, smallConfig(300, 2));
    for (std::int64_t step = 0; step < 30; ++step) {
        const EffectiveBatch batch = running.batchOf(step);
        if (step != 17 && step != 29)
            continue;
        const EffectiveBatch again = resumed.batchOf(step);
        QCOMPARE(batch.samples, again.samples);
        QCOMPARE(batch.microBatches.size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i)
            QVERIFY(sameBatch(batch.microBatches[i], again.microBatches[i]));
    }
}

void TestSampler::accumulationOnlyRegroups()
{
    const Dataset data = randomDataset(100, 60);
    TrainingData single(data, smallConfig(300, 1)), four(data, smallConfig(300, 4));
    const EffectiveBatch grouped = four.batchOf(3);
    std::int64_t targets = 0;
    for (std::int64_t i = 0; i < 4; ++i) {
        const EffectiveBatch alone = single.batchOf(12 + i);
        QVERIFY(sameBatch(alone.microBatches[0], grouped.microBatches[std::size_t(i)]));
        targets += alone.targets;
    }
    QCOMPARE(grouped.targets, targets);
}

void TestSampler::validationIsFixed()
{
    const Dataset data = randomDataset(60, 80, 60);
    const auto hidden = [&](std::int64_t budget, std::int64_t seed) {
        Config config = smallConfig(budget);
        config.data.seed = seed;
        const ValidationData validation(data, config);
        std::vector<std::int64_t> found; // target ids and their places, in file order, per round
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < validation.numBatches(); ++i) {
            const PackedBatch batch = validation.batch(i);
            for (std::int64_t n = 0; n < batch.numTargets(); ++n) {
                found.push_back(offset + batch.targetRows[n].item<std::int64_t>());
                found.push_back(batch.targets[n].item<std::int64_t>());
            }
            const auto shown = batch.tokens.index_select(0, batch.targetRows);
            if (!torch::all(shown == std::int64_t(Alphabet::protein().mask())).item<bool>())
                return std::vector<std::int64_t>{};
            offset += batch.numTokens();
        }
        return found;
    };
    const auto reference = hidden(200, 0);
    QVERIFY(!reference.empty());
    QCOMPARE(hidden(200, 0), reference);
    QCOMPARE(hidden(5000, 0), reference);
    QCOMPARE(hidden(200, 99), reference);
}

void TestSampler::validationKeepsItsPositionsWhenOthersLeave()
{
    Dataset data = randomDataset(10, 80, 10);
    const auto lastTargets = [&] {
        const ValidationData validation(data, smallConfig(1)); // one sequence a batch
        return validation.batch(validation.numBatches() / std::size_t(validation.rounds()) - 1).targetRows;
    };
    const torch::Tensor before = lastTargets();
    data.validation.erase(data.validation.begin());
    QVERIFY(torch::equal(lastTargets(), before));
}

QTEST_GUILESS_MAIN(TestSampler)
#include "tst_sampler.moc"
