// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "config/presets.h"
#include "plan/plan.h"

using namespace anneal;

namespace {

Config preset(const char *key)
{
    return findPreset(key)->config;
}

/// One sequence of 100 tokens and one of 300.
DataCounts smallData()
{
    DataCounts data;
    data.trainSequences = 2;
    data.trainTokens = 400;
    data.sumSquaredTokens = 100.0 * 100 + 300.0 * 300;
    data.validationTokens = 200;
    data.paddingFraction16 = 0.25;
    data.bytesInMemory = 5000;
    return data;
}

Config handMadeModel()
{
    Config config;
    config.model.num_hidden_layers = 2;
    config.model.hidden_size = 4;
    config.model.intermediate_size = 6;
    config.model.num_attention_heads = 2;
    config.data.alphabet = "dna";
    config.data.max_length = 50;
    config.objective.mlm_probability = 0.5;
    config.batch.tokens_per_device = 400;
    return config;
}

} // namespace

class TestPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsParameters_data();
    void countsParameters();
    void untiedHeadHasItsOwnMatrix();
    void countsFlops();
    void memoryByPart();
    void memoryGrowsWith_data();
    void memoryGrowsWith();
    void bf16HalvesMostActivations();
    void smallDataNeedsNoFullBatch();
    void plansARun();
    void withoutDataTheLimitIsAssumed();
    void measuredStepGivesTime();
};

void TestPlan::countsParameters_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<qint64>("parameters");
    // The published totals are larger by the contact head (layers × heads + 1) and an unused position table.
    QTest::newRow("esm2-8m") << "esm2-8m" << qint64(7512474 - 121);
    QTest::newRow("esm2-35m") << "esm2-35m" << qint64(33501153);
    QTest::newRow("quick-start") << "quick-start" << qint64(814369);
    QTest::newRow("dna-small") << "dna-small" << qint64(2710868);
}

void TestPlan::countsParameters()
{
    QFETCH(QString, key);
    QFETCH(qint64, parameters);
    QCOMPARE(parameterCount(preset(qPrintable(key))), std::int64_t(parameters));
}

void TestPlan::untiedHeadHasItsOwnMatrix()
{
    Config config = preset("esm2-8m");
    const std::int64_t tied = parameterCount(config);
    config.model.tie_word_embeddings = false;
    QCOMPARE(parameterCount(config) - tied, std::int64_t(33 * 320));
    QCOMPARE(vocabularySize(config), std::int64_t(33));
    config.data.alphabet = "dna";
    QCOMPARE(vocabularySize(config), std::int64_t(20));
}

void TestPlan::countsFlops()
{
    // Two blocks of 4·4·4 + 2·4·6 weights; half the tokens see the head of 4·4 + 4·20; 12·2·4 for each attended
    // position.
    QCOMPARE(flopsPerToken(handMadeModel(), 50), 6.0 * (2 * (64 + 48) + 0.5 * (16 + 80)) + 12.0 * 8 * 50);
}

void TestPlan::memoryByPart()
{
    const Config config = preset("esm2-8m");
    const MemoryEstimate memory = makePlan(config, smallData()).memory;
    const std::int64_t parameters = parameterCount(config);
    QCOMPARE(memory.weights, 4 * parameters);
    QCOMPARE(memory.gradients, 4 * parameters);
    QCOMPARE(memory.optimizer, 8 * parameters);
    QCOMPARE(memory.data, std::int64_t(5000));
    QVERIFY(memory.base > (100 << 20));
    QCOMPARE(memory.total(),
             memory.weights + memory.gradients + memory.optimizer + memory.activations + memory.data + memory.base);
}

void TestPlan::memoryGrowsWith_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<double>("factor");
    QTest::newRow("tokens") << "tokens" << 2.0;
    QTest::newRow("accumulation does not") << "accumulation" << 1.0;
}

void TestPlan::memoryGrowsWith()
{
    QFETCH(QString, what);
    QFETCH(double, factor);
    const Config config = preset("esm2-8m");
    Config doubled = config;
    (what == "tokens" ? doubled.batch.tokens_per_device : doubled.batch.accumulation_steps) *= 2;
    const auto before = static_cast<double>(makePlan(config, {}).memory.activations);
    const auto after = static_cast<double>(makePlan(doubled, {}).memory.activations);
    QVERIFY(std::abs(after / before - factor) < 1e-6);
}

void TestPlan::bf16HalvesMostActivations()
{
    Config config = preset("esm2-8m");
    const auto fp32 = makePlan(config, {}).memory;
    config.precision.compute = "bf16";
    const auto bf16 = makePlan(config, {}).memory;
    const double ratio = static_cast<double>(bf16.activations) / static_cast<double>(fp32.activations);
    QVERIFY2(ratio > 0.5 && ratio < 0.65, qPrintable(QString::number(ratio)));
    QVERIFY(bf16.weights > fp32.weights); // copies beside the fp32 weights
    QCOMPARE(bf16.optimizer, fp32.optimizer);
}

void TestPlan::smallDataNeedsNoFullBatch()
{
    Config config = preset("esm2-8m");
    const auto small = makePlan(config, smallData()).memory.activations;
    config.batch.tokens_per_device = 400;
    config.data.max_length = 400;
    QCOMPARE(makePlan(config, smallData()).memory.activations, small);
}

void TestPlan::plansARun()
{
    Config config = handMadeModel();
    config.batch.accumulation_steps = 3;
    config.schedule.total_steps = 10;
    config.checkpoint.keep_last = 2;
    config.checkpoint.keep_best = 1;
    const Plan plan = makePlan(config, smallData());
    QCOMPARE(plan.parameters, parameterCount(config));
    QCOMPARE(plan.tokensPerStep, std::int64_t(1200));
    QCOMPARE(plan.epochs, 30.0);
    QCOMPARE(plan.flopsPerStep, flopsPerToken(config, 250) * 1200); // (100² + 300²) / 400 = 250
    QCOMPARE(plan.paddingAvoided, 0.25);
    QCOMPARE(plan.checkpointBytes, 3 * 12 * plan.parameters);
    QVERIFY(!plan.secondsPerStep && !plan.secondsTotal);
}

void TestPlan::withoutDataTheLimitIsAssumed()
{
    const Config config = handMadeModel();
    const Plan plan = makePlan(config, {});
    QCOMPARE(plan.epochs, 0.0);
    QCOMPARE(plan.flopsPerStep, flopsPerToken(config, 50) * 400);
}

void TestPlan::measuredStepGivesTime()
{
    Config config = handMadeModel();
    config.schedule.total_steps = 100;
    config.logging.eval_every_steps = 50;
    const Plan plan = makePlan(config, smallData(), 0.5);
    QCOMPARE(*plan.secondsPerStep, 0.5);
    // 100 steps, and 3 evaluations of 200 tokens: half a step's tokens at a third of its cost.
    QCOMPARE(*plan.secondsTotal, 0.5 * (100 + 3 * 0.5 / 3));
}

QTEST_GUILESS_MAIN(TestPlan)
#include "tst_plan.moc"
