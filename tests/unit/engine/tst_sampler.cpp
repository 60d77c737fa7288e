// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include <QtTest>

#include "batch/sampler.h"
#include "batch/trainingdata.h"
#include "batch/validationdata.h"
#include "enginefixtures.h"

using namespace anneal;
using anneal::test::dnaDataset;
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
    void samplesOfTokens_data();
    void samplesOfTokens();
    void lowerCaseLettersHaveAWeight();
    void otherStrandIsTheWholeSample();
    void otherStrandIsDrawnAnew();
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

void TestSampler::samplesOfTokens_data()
{
    QTest::addColumn<QString>("tokenizer");
    QTest::addColumn<bool>("hasStart");
    QTest::addColumn<bool>("hasEnd");
    QTest::newRow("k-mers") << "kmer" << true << false;
    QTest::newRow("overlapping k-mers") << "kmer_overlapping" << true << true;
    QTest::newRow("characters") << "characters" << false << true;
    QTest::newRow("letters") << "letters" << true << true;
}

/// Targets put back, a batch is the tokens of its samples with the special tokens that the tokenizer has.
void TestSampler::samplesOfTokens()
{
    QFETCH(QString, tokenizer);
    QFETCH(bool, hasStart);
    QFETCH(bool, hasEnd);
    const Dataset data = dnaDataset(tokenizer.toStdString(), 3);
    TrainingData training(data, smallConfig(300));
    const EffectiveBatch effective = training.batchOf(0);
    const PackedBatch &batch = effective.microBatches.front();
    QVERIFY(batch.numTargets() > 0);
    QVERIFY(!batch.weights.defined());
    QCOMPARE(effective.weight, double(effective.targets));
    torch::Tensor restored = batch.tokens.clone();
    restored.index_put_({batch.targetRows}, batch.targets);
    const TokenView view = data.trainTokenView();
    for (std::size_t b = 0; b < effective.samples.size(); ++b) {
        const Sample &sample = data.train[effective.samples[b]];
        QCOMPARE(sample.beginsSequence, hasStart);
        QCOMPARE(sample.endsSequence, hasEnd);
        const std::int64_t begin = batch.boundaries[b] + (hasStart ? 1 : 0);
        QCOMPARE(batch.boundaries[b + 1] - batch.boundaries[b], tokenCount(sample));
        if (tokenizer != "kmer_overlapping") // there the neighbours of a target are hidden too
            for (std::int64_t i = 0; i < sample.length; ++i)
                QCOMPARE(restored[begin + i].item<int>(), int(view.at(sample.sequence, std::uint64_t(i))));
        if (hasStart)
            QCOMPARE(restored[batch.boundaries[b]].item<int>(), int(*view.tokenizer().startToken()));
        if (hasEnd)
            QCOMPARE(restored[batch.boundaries[b + 1] - 1].item<int>(), int(*view.tokenizer().endToken()));
    }
}

void TestSampler::lowerCaseLettersHaveAWeight()
{
    Dataset data = dnaDataset("letters", 3);
    data.sequences.keepsCase = true;
    data.sequences.softMask.add(2, 9);
    data.sequences.softMask.add(30, 100);
    Config config = smallConfig(200);
    config.data.soft_masked_weight = 0.1;
    TrainingData training(data, config);
    config.data.soft_masked_weight = 1;
    TrainingData plain(data, config);
    bool anySoft = false;
    for (std::int64_t step = 0; step < 40; ++step) { // some epochs
        const EffectiveBatch effective = training.batchOf(step);
        const PackedBatch &batch = effective.microBatches.front();
        QVERIFY(torch::equal(batch.tokens, plain.batchOf(step).microBatches.front().tokens));
        QCOMPARE(batch.weights.size(0), batch.numTargets());
        QCOMPARE(batch.weights.scalar_type(), torch::kFloat32);
        QCOMPARE(effective.weight, batch.weights.sum(torch::kFloat64).item<double>());
        for (std::int64_t n = 0; n < batch.numTargets(); ++n) {
            const std::int64_t row = batch.targetRows[n].item<std::int64_t>();
            const auto b = std::size_t(std::upper_bound(batch.boundaries.begin(), batch.boundaries.end(), row)
                                       - batch.boundaries.begin() - 1);
            const Sample &sample = data.train[effective.samples[b]];
            const std::uint64_t place =
                data.sequences.offsets[sample.sequence] + std::uint64_t(row - batch.boundaries[b] - 1);
            const bool isSoft = (place >= 2 && place < 9) || (place >= 30 && place < 100);
            QCOMPARE(batch.weights[n].item<float>(), isSoft ? 0.1F : 1.0F);
            anySoft = anySoft || isSoft;
        }
    }
    QVERIFY(anySoft);
}

void TestSampler::otherStrandIsTheWholeSample()
{
    Dataset data = dnaDataset("letters", 3);
    data.sequences.softMask.add(0, 2);
    data.train = {{0, 0, 5, true, false}, {0, 5, 3, false, true}};
    const TokenView view = data.trainTokenView();
    const auto strand = ReverseComplement::of(data.usedTokenizer());
    PackOptions options;
    options.softMaskedWeight = 0.5;
    options.otherStrand = &*strand;
    options.isTurned = [](std::uint32_t sample) { return sample == 0; };
    const auto all = [](std::span<std::int64_t> tokens, std::int64_t firstRow, std::uint32_t, Targets &targets) {
        for (std::size_t i = 0; i < tokens.size(); ++i)
            if (tokens[i] >= 4 && tokens[i] < 8) {
                targets.rows.push_back(firstRow + std::int64_t(i));
                targets.ids.push_back(tokens[i]);
            }
    };
    const std::vector<std::uint32_t> both{0, 1};
    const PackedBatch batch = packSamples(both, data.train, view, all, options);
    const Alphabet &dna = Alphabet::dna();
    // The first window held the beginning of the sequence, which is the end of the other strand.
    QCOMPARE(batch.tokens[5].item<int>(), int(dna.eos()));
    for (std::int64_t i = 0; i < 5; ++i) {
        const char base = dna.token(static_cast<TokenId>(view.at(0, std::uint64_t(4 - i))))[0];
        QCOMPARE(batch.tokens[i].item<int>(), dna.idOf(complementOf(base)));
    }
    QCOMPARE(batch.tokens[6].item<int>(), int(view.at(0, 5)));
    QCOMPARE(batch.tokens[9].item<int>(), int(dna.eos()));
    const std::vector<float> weights{1, 1, 1, 0.5F, 0.5F, 1, 1, 1};
    QVERIFY(torch::equal(batch.weights, torch::tensor(torch::ArrayRef<float>(weights))));
}

void TestSampler::otherStrandIsDrawnAnew()
{
    const Dataset data = dnaDataset("kmer", 3);
    Config config = smallConfig(100'000);
    config.objective.mlm_probability = 0.001;
    const auto tokensAt = [&](double share, std::int64_t step) {
        config.data.reverse_complement = share;
        return TrainingData(data, config).batchOf(step);
    };
    const EffectiveBatch never = tokensAt(0, 0), half = tokensAt(0.5, 0), always = tokensAt(1, 0),
                         next = tokensAt(0.5, 1);
    QCOMPARE(half.tokens, never.tokens);
    QCOMPARE(always.samples, never.samples);
    std::set<std::uint32_t> turnedFirst, turnedNext;
    const auto turned = [&](const EffectiveBatch &batch) {
        std::set<std::uint32_t> found;
        const PackedBatch &packed = batch.microBatches.front();
        const TokenView view = data.trainTokenView();
        for (std::size_t b = 0; b < batch.samples.size(); ++b) {
            const Sample &sample = data.train[batch.samples[b]];
            std::int64_t same = 0;
            for (std::int64_t i = 0; i < sample.length; ++i)
                same += packed.tokens[packed.boundaries[b] + 1 + i].item<std::int64_t>()
                    == view.at(sample.sequence, std::uint64_t(i));
            if (2 * same < sample.length)
                found.insert(batch.samples[b]);
        }
        return found;
    };
    QVERIFY(turned(never).empty());
    QVERIFY(turned(always).size() > data.train.size() * 9 / 10);
    turnedFirst = turned(half);
    turnedNext = turned(next);
    QVERIFY(turnedFirst.size() > data.train.size() / 4 && turnedFirst.size() < data.train.size() * 3 / 4);
    QVERIFY(turnedFirst != turnedNext);
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
