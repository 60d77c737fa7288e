// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "batch/trainingdata.h"
#include "enginefixtures.h"
#include "models/sequencemodel.h"
#include "train/gradientaccumulation.h"

using namespace anneal;
using anneal::test::goldenTensors;
using anneal::test::largestDifference;

namespace {

/// The reference's small ESM-2 in float64.
std::shared_ptr<SequenceModel> referenceModel()
{
    const auto loaded = loadModelFolder(ANNEAL_TEST_DATA "/golden/grad_accumulation", torch::kFloat64);
    if (!loaded)
        qFatal("%s", loaded.error().text().c_str());
    loaded->model->train();
    return loaded->model;
}

/// Rows first … last − 1 of the reference's padded batch, packed.
PackedBatch packRows(const SafetensorsFile &io, std::int64_t first, std::int64_t last)
{
    const torch::Tensor lengths = io.tensor("attention_mask")->sum(1);
    std::vector<torch::Tensor> tokens, labels, positions;
    PackedBatch batch;
    batch.boundaries.push_back(0);
    for (std::int64_t row = first; row < last; ++row) {
        const auto length = lengths[row].item<std::int64_t>();
        tokens.push_back((*io.tensor("input_ids"))[row].slice(0, 0, length));
        labels.push_back((*io.tensor("labels"))[row].slice(0, 0, length));
        positions.push_back(torch::arange(length));
        batch.boundaries.push_back(batch.boundaries.back() + length);
        batch.longest = std::max(batch.longest, length);
    }
    batch.tokens = torch::cat(tokens);
    batch.positions = torch::cat(positions);
    const torch::Tensor label = torch::cat(labels);
    batch.targetRows = torch::nonzero(label >= 0).flatten();
    batch.targets = label.index_select(0, batch.targetRows);
    return batch;
}

} // namespace

class TestAccumulation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anySplitGivesTheFullGradient_data();
    void anySplitGivesTheFullGradient();
    void batchesGrowWithoutLosingASample();
};

/// Micro-batches stay the same and in order; only how many one update takes changes.
void TestAccumulation::batchesGrowWithoutLosingASample()
{
    const Dataset dataset = test::randomDataset(80, 60);
    Config config;
    config.data.max_length = 64;
    config.batch.tokens_per_device = 512;
    TrainingData steady(dataset, config), growing(dataset, config);
    growing.setAccumulation(3, 2);
    growing.setAccumulation(5, 4);
    std::vector<std::uint32_t> wanted, got;
    for (std::int64_t step = 0; step < 3 + 2 * 2 + 4; ++step) {
        const auto samples = steady.batchOf(step).samples;
        wanted.insert(wanted.end(), samples.begin(), samples.end());
    }
    TrainingData resumed(dataset, config);
    resumed.restore(nlohmann::json::parse(growing.saved().dump()));
    const std::vector<std::int64_t> first{0, 1, 2, 3, 5, 7}, count{1, 1, 1, 2, 2, 4};
    for (std::int64_t step = 0; step < 6; ++step) {
        const EffectiveBatch batch = growing.batchOf(step);
        QCOMPARE(batch.firstMicroBatch, first[static_cast<std::size_t>(step)]);
        QCOMPARE(std::int64_t(batch.microBatches.size()), count[static_cast<std::size_t>(step)]);
        QCOMPARE(resumed.batchOf(step).samples, batch.samples);
        got.insert(got.end(), batch.samples.begin(), batch.samples.end());
    }
    QCOMPARE(got, wanted);
}

void TestAccumulation::anySplitGivesTheFullGradient_data()
{
    QTest::addColumn<int>("rowsPerMicroBatch");
    QTest::newRow("8x1") << 8;
    QTest::newRow("4x2") << 4;
    QTest::newRow("1x8") << 1; // one of them has no target at all
}

void TestAccumulation::anySplitGivesTheFullGradient()
{
    QFETCH(int, rowsPerMicroBatch);
    const auto io = goldenTensors("grad_accumulation/io.safetensors");
    const auto facts = test::goldenJson("grad_accumulation/grad_accumulation.json");
    const auto model = referenceModel();
    std::vector<PackedBatch> microBatches;
    for (int row = 0; row < 8; row += rowsPerMicroBatch)
        microBatches.push_back(packRows(io, row, row + rowsPerMicroBatch));

    const double loss = accumulateGradients(*model, microBatches, {}).item<double>();
    QVERIFY(std::abs(loss - facts["loss_fp64"].get<double>()) < 1e-12);
    // The reference: one SGD step of the full batch with rate 0.5.
    const torch::NoGradGuard noGrad;
    int compared = 0;
    for (const auto &[name, tensor] : model->namedTensors()) {
        if (!io.contains("after_sgd." + name))
            continue;
        const torch::Tensor updated = tensor - 0.5 * tensor.grad();
        const double difference = largestDifference(updated, *io.tensor("after_sgd." + name));
        QVERIFY2(difference <= 1e-12, qPrintable(QString("%1: %2").arg(name.c_str()).arg(difference)));
        ++compared;
    }
    QVERIFY(compared > 30);
}

QTEST_GUILESS_MAIN(TestAccumulation)
#include "tst_accumulation.moc"
