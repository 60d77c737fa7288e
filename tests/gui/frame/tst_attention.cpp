// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "pages/home/attention.h"

using namespace anneal;

namespace {

constexpr std::int64_t kNow = 2'000'000'000'000'000;
constexpr std::int64_t kDay = 24LL * 3600 * 1'000'000;

RunSummary makeRun(RunPhase phase, std::int64_t ended)
{
    RunSummary run;
    run.id = "a";
    run.name = "a-run";
    run.phase = phase;
    run.endedMicros = ended;
    run.step = 12;
    return run;
}

} // namespace

class TestAttention : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatNeedsALook_data()
    {
        QTest::addColumn<int>("phase");
        QTest::addColumn<qint64>("ended");
        QTest::addColumn<int>("items");
        QTest::newRow("running") << int(RunPhase::Running) << qint64(0) << 0;
        QTest::newRow("finished") << int(RunPhase::Finished) << qint64(kNow - kDay) << 0;
        QTest::newRow("stopped by someone") << int(RunPhase::Stopped) << qint64(kNow - kDay) << 0;
        QTest::newRow("paused") << int(RunPhase::Paused) << qint64(0) << 1;
        QTest::newRow("silent") << int(RunPhase::NotResponding) << qint64(0) << 1;
        QTest::newRow("failed yesterday") << int(RunPhase::Failed) << qint64(kNow - kDay) << 1;
        QTest::newRow("failed long ago") << int(RunPhase::Failed) << qint64(kNow - 8 * kDay) << 0;
        QTest::newRow("diverged") << int(RunPhase::Diverged) << qint64(kNow - kDay) << 1;
    }
    void whatNeedsALook()
    {
        QFETCH(int, phase);
        QFETCH(qint64, ended);
        QFETCH(int, items);
        const auto found = attentionItems({makeRun(static_cast<RunPhase>(phase), ended)}, {}, kNow);
        QCOMPARE(static_cast<int>(found.size()), items);
    }

    void theReasonIsSaid()
    {
        RunSummary run = makeRun(RunPhase::Failed, kNow - kDay);
        run.reason = "Failed: out of memory";
        const auto items = attentionItems({run}, {}, kNow);
        QCOMPARE(items.front().title, QStringLiteral("a-run failed"));
        QVERIFY(items.front().detail.contains(QStringLiteral("out of memory")));
        QVERIFY(items.front().detail.contains(QStringLiteral("Step 12")));
    }

    void aFullDiskComesFirst()
    {
        MachineLoad load;
        load.diskTotal = 100;
        load.diskFree = 9;
        const auto items = attentionItems({makeRun(RunPhase::Failed, kNow - kDay)}, load, kNow);
        QCOMPARE(items.size(), std::size_t(2));
        QCOMPARE(items.front().id, QStringLiteral("disk"));
        load.diskFree = 11;
        QCOMPARE(attentionItems({}, load, kNow).size(), std::size_t(0));
    }

    void anUnreadableFolderIsSaid()
    {
        RunSummary run = makeRun(RunPhase::Failed, kNow - 30 * kDay);
        run.damaged = "run.json: not JSON";
        const auto items = attentionItems({run}, {}, kNow);
        QCOMPARE(items.size(), std::size_t(1));
        QCOMPARE(items.front().detail, QStringLiteral("run.json: not JSON"));
    }
};

QTEST_MAIN(TestAttention)
#include "tst_attention.moc"
