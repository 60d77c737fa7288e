// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QtTest>

#include "run/checkpoints.h"
#include "runfixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

void makeCheckpoint(const RunPaths &paths, std::int64_t step, const std::string &loss, bool complete = true)
{
    const auto folder = paths.checkpoint(step);
    writeText(folder / "model.safetensors", std::string(1000, 'w'));
    writeText(folder / "trainer.json",
              "{\"step\":" + std::to_string(step) + ",\"tokens\":5,\"time_micros\":77,\"validation_loss\":" + loss
                  + ",\"training_seconds\":1.5}");
    if (complete)
        writeText(folder / "COMPLETE", "");
}

std::vector<CheckpointInfo> present(const QList<double> &losses)
{
    std::vector<CheckpointInfo> list;
    for (int i = 0; i < losses.size(); ++i) {
        CheckpointInfo info;
        info.step = (i + 1) * 100;
        if (losses[i] >= 0 || std::isinf(losses[i]) || std::isnan(losses[i]))
            info.validationLoss = info.measured = losses[i];
        list.push_back(info);
    }
    return list;
}

} // namespace

class TestCheckpoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsCompleteOnesOnly();
    void damagedTrainerFileIsNoObstacle();
    void choosing_data();
    void choosing();
    void bestByAnotherMeasure_data();
    void bestByAnotherMeasure();
    void nothingToChoose();
    void rotation_data();
    void rotation();
};

void TestCheckpoints::listsCompleteOnesOnly()
{
    const RunFixture run;
    QVERIFY(listCheckpoints(run.paths) && listCheckpoints(run.paths)->empty());
    makeCheckpoint(run.paths, 1200, "2.5");
    makeCheckpoint(run.paths, 200, "2.25");
    makeCheckpoint(run.paths, 100, "null");
    makeCheckpoint(run.paths, 300, "2.0", false);
    writeText(run.paths.checkpoints() / "step-00x" / "COMPLETE", "");
    writeText(run.paths.checkpoints() / "step-00000400.tmp" / "COMPLETE", "");
    const auto list = listCheckpoints(run.paths);
    QVERIFY(list);
    QCOMPARE(list->size(), 3u);
    QCOMPARE((*list)[0].step, 100);
    QVERIFY(!(*list)[0].validationLoss);
    QCOMPARE((*list)[1].step, 200);
    QCOMPARE((*list)[1].validationLoss, std::optional(2.25));
    QCOMPARE((*list)[1].timeMicros, 77);
    QVERIFY((*list)[1].best && !(*list)[1].last);
    QCOMPARE((*list)[2].folder.filename().string(), std::string("step-00001200"));
    QVERIFY(!(*list)[2].best && (*list)[2].last);
    QVERIFY((*list)[2].bytes > 1000 && (*list)[2].bytes < 1200);
}

void TestCheckpoints::damagedTrainerFileIsNoObstacle()
{
    const RunFixture run;
    makeCheckpoint(run.paths, 5, "1.0");
    writeText(run.paths.checkpoint(5) / "trainer.json", "{\"step\":");
    const auto list = listCheckpoints(run.paths);
    QCOMPARE(list->size(), 1u);
    QVERIFY(!(*list)[0].validationLoss && (*list)[0].last);
}

void TestCheckpoints::choosing_data()
{
    QTest::addColumn<QString>("which");
    QTest::addColumn<qint64>("step"); // −1 = refused
    QTest::newRow("best") << "best" << qint64(200);
    QTest::newRow("last") << "last" << qint64(300);
    QTest::newRow("a step") << "100" << qint64(100);
    QTest::newRow("a step that is not there") << "150" << qint64(-1);
    QTest::newRow("nonsense") << "newest" << qint64(-1);
    QTest::newRow("step and more") << "100x" << qint64(-1);
    QTest::newRow("nothing") << "" << qint64(-1);
}

void TestCheckpoints::choosing()
{
    QFETCH(QString, which);
    QFETCH(qint64, step);
    const RunFixture run;
    makeCheckpoint(run.paths, 100, "2.5");
    makeCheckpoint(run.paths, 200, "2.25");
    makeCheckpoint(run.paths, 300, "2.25");
    const auto chosen = chooseCheckpoint(run.paths, which.toStdString());
    if (step >= 0) {
        QVERIFY(chosen);
        QCOMPARE(chosen->step, step);
        return;
    }
    QVERIFY(!chosen);
    QCOMPARE(chosen.error().code, ErrorCode::Data);
    QVERIFY(chosen.error().message.find("100, 200 (best), 300") != std::string::npos);
}

void TestCheckpoints::bestByAnotherMeasure_data()
{
    QTest::addColumn<QString>("measure");
    QTest::addColumn<qint64>("best");
    QTest::newRow("more is better") << "accuracy" << qint64(200);
    QTest::newRow("less is better") << "mae" << qint64(300);
    QTest::newRow("loss") << "loss" << qint64(100);
}

/// The loss rises while the other figure is highest at 200 and lowest at 300.
void TestCheckpoints::bestByAnotherMeasure()
{
    QFETCH(QString, measure);
    QFETCH(qint64, best);
    const RunFixture run;
    const double losses[] = {1, 2, 3}, figures[] = {0.6, 0.9, 0.3};
    for (int i = 0; i < 3; ++i) {
        const std::int64_t step = 100 * (i + 1);
        makeCheckpoint(run.paths, step, "null");
        const nlohmann::json trainer{{"step", step},
                                     {"validation_loss", losses[i]},
                                     {"metric_for_best_model", measure.toStdString()},
                                     {"metric", measure == "loss" ? losses[i] : figures[i]}};
        writeText(run.paths.checkpoint(step) / "trainer.json", trainer.dump());
    }
    QCOMPARE(chooseCheckpoint(run.paths, "best")->step, best);
    const auto kept = rotationVictims(listCheckpoints(run.paths).value(), 1, 1);
    QVERIFY(std::find(kept.begin(), kept.end(), best) == kept.end());
}

void TestCheckpoints::nothingToChoose()
{
    const RunFixture run;
    QCOMPARE(chooseCheckpoint(run.paths, "last").error().message,
             std::string("This run has no complete checkpoint yet."));
    makeCheckpoint(run.paths, 100, "null");
    QVERIFY(chooseCheckpoint(run.paths, "best")
                .error()
                .message.starts_with("No checkpoint was saved at an evaluation yet."));
}

void TestCheckpoints::rotation_data()
{
    QTest::addColumn<QList<double>>("losses"); // of steps 100, 200, …; −1 = not evaluated
    QTest::addColumn<int>("keepLast");
    QTest::addColumn<int>("keepBest");
    QTest::addColumn<QList<int>>("victims");
    const double nan = std::nan("");
    QTest::newRow("none there") << QList<double>{} << 2 << 1 << QList<int>{};
    QTest::newRow("few") << QList<double>{3, 2} << 2 << 1 << QList<int>{};
    QTest::newRow("best is old") << QList<double>{1, 3, 2, 4} << 2 << 1 << QList<int>{200};
    QTest::newRow("best is among the last") << QList<double>{4, 3, 2, 1} << 2 << 1 << QList<int>{100, 200};
    QTest::newRow("two best") << QList<double>{1, 2, 3, 4, 5} << 1 << 2 << QList<int>{300, 400};
    QTest::newRow("best survives keep nothing") << QList<double>{2, 1, 3} << 0 << 0 << QList<int>{100, 300};
    QTest::newRow("only one") << QList<double>{-1} << 0 << 0 << QList<int>{};
    QTest::newRow("no losses") << QList<double>{-1, -1, -1} << 0 << 1 << QList<int>{100, 200};
    QTest::newRow("NaN is not best") << QList<double>{nan, 2, nan} << 1 << 1 << QList<int>{100};
    QTest::newRow("equal losses: the earlier") << QList<double>{2, 2, 2} << 1 << 1 << QList<int>{200};
}

void TestCheckpoints::rotation()
{
    QFETCH(QList<double>, losses);
    QFETCH(int, keepLast);
    QFETCH(int, keepBest);
    QFETCH(QList<int>, victims);
    QList<int> found;
    for (const std::int64_t step : rotationVictims(present(losses), keepLast, keepBest))
        found << static_cast<int>(step);
    QCOMPARE(found, victims);
}

QTEST_GUILESS_MAIN(TestCheckpoints)
#include "tst_checkpoints.moc"
