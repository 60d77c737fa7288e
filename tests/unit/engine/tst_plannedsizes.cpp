// SPDX-License-Identifier: GPL-3.0-or-later
// What the plan says before the start and what the engine then makes must be the same numbers.
#include <QtTest>

#include "config/configio.h"
#include "config/presets.h"
#include "plan/memory.h"
#include "plan/plan.h"
#include "train/trainstate.h"

using namespace anneal;

class TestPlannedSizes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parametersAndStates_data();
    void parametersAndStates();
};

void TestPlannedSizes::parametersAndStates_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<qint64>("parameters");
    QTest::newRow("quick start") << "quick-start" << "" << qint64(814369);
    QTest::newRow("8M") << "esm2-8m" << "" << qint64(7512353);
    QTest::newRow("8M, own output matrix") << "esm2-8m" << "model.tie_word_embeddings=false" << qint64(7522913);
    QTest::newRow("8M on DNA") << "esm2-8m" << "data.alphabet=dna" << qint64(7508180);
    QTest::newRow("35M") << "esm2-35m" << "" << qint64(33501153);
}

void TestPlannedSizes::parametersAndStates()
{
    QFETCH(QString, preset);
    QFETCH(QString, assignment);
    QFETCH(qint64, parameters);
    Config config = findPreset(preset.toStdString())->config;
    if (!assignment.isEmpty())
        QVERIFY(applyAssignment(config, assignment.toStdString()).empty());
    const Alphabet &alphabet = *Alphabet::byName(config.data.alphabet).value();
    const TrainState state = makeTrainState(config, alphabet, torch::kCPU).value();
    QCOMPARE(parameterCount(*state.model), std::int64_t(parameters));
    QCOMPARE(parameterCount(config), std::int64_t(parameters));

    std::int64_t moments = 0;
    for (const auto &[name, tensor] : state.optimizer->state())
        moments += name == "step" ? 0 : static_cast<std::int64_t>(tensor.nbytes());
    const MemoryEstimate memory = estimateMemory(config, {});
    QCOMPARE(memory.optimizer, moments);
    QCOMPARE(memory.weights, 4 * std::int64_t(parameters));
    QCOMPARE(memory.gradients, 4 * std::int64_t(parameters));
}

QTEST_GUILESS_MAIN(TestPlannedSizes)
#include "tst_plannedsizes.moc"
