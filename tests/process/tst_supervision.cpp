// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <unistd.h>

#include "base/exitcodes.h"
#include "run/control.h"
#include "stubruns.h"

using namespace anneal;
using namespace anneal::test;

/// What is found out about a run whose engine misbehaves.
class TestSupervision : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recognisesTheEnd_data();
    void recognisesTheEnd();
    void silentEngineIsNotResponding();
    void staleEngineIsNotResponding();
    void obeysTheLadder();
    void neverSignalsAReusedPid();
    void deadRunCannotBeSignalled();
    void halfLinesDoNoHarm();
    void readsAfterAKillAtAnyMoment();
    void keepsTheDivergence();
};

void TestSupervision::recognisesTheEnd_data()
{
    QTest::addColumn<QString>("behaviour");
    QTest::addColumn<RunPhase>("phase");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<int>("exitCode"); // −1: none was left
    QTest::newRow("ok") << "ok" << RunPhase::Finished << "" << 0;
    QTest::newRow("exit 3") << "exit3" << RunPhase::Failed << "Failed: data" << 3;
    QTest::newRow("full disk") << "full-disk" << RunPhase::Failed << "Failed: storage" << 6;
    QTest::newRow("diverges") << "diverges" << RunPhase::Diverged << "" << 5;
    QTest::newRow("segmentation fault") << "crash" << RunPhase::Failed << "Failed: crashed" << -1;
    QTest::newRow("abort") << "abort" << RunPhase::Failed << "Failed: crashed" << -1;
    QTest::newRow("killed") << "killed" << RunPhase::Failed << "Failed: crashed" << -1;
    QTest::newRow("killed while it wrote") << "half-line" << RunPhase::Failed << "Failed: crashed" << -1;
}

void TestSupervision::recognisesTheEnd()
{
    QFETCH(QString, behaviour);
    QFETCH(RunPhase, phase);
    QFETCH(QString, reason);
    QFETCH(int, exitCode);
    StubRuns runs;
    StubRuns::behave(qPrintable(behaviour));
    const RunPaths run = runs.start(20);
    QTRY_VERIFY(!judgeRun(run, wallMicros()).alive());
    QCOMPARE(phaseOf(run), phase);
    QCOMPARE(reasonOf(run), reason);
    QCOMPARE(stateOf(run).exitCode.value_or(-1), exitCode);
}

void TestSupervision::silentEngineIsNotResponding()
{
    StubRuns runs;
    StubRuns::behave("silent");
    const RunPaths run = runs.start();
    QCOMPARE(phaseOf(run), RunPhase::Starting); // the launcher has written down which process it is
    QVERIFY(stateOf(run).pid > 0);
    QCOMPARE(phaseOf(run, 600), RunPhase::NotResponding);
    QVERIFY(signalRun(run, true));
    QTRY_COMPARE(reasonOf(run), QString("Failed: stopped by force"));
}

void TestSupervision::staleEngineIsNotResponding()
{
    StubRuns runs;
    StubRuns::behave("stale");
    const RunPaths run = runs.start(20);
    QTRY_COMPARE(stateOf(run).step, 10);
    QCOMPARE(phaseOf(run), RunPhase::Running);
    QCOMPARE(phaseOf(run, 60), RunPhase::NotResponding);
    QCOMPARE(phaseOf(run, -3600), RunPhase::Running); // the clock was set back
    QVERIFY(judgeRun(run, wallMicros()).alive());
}

void TestSupervision::obeysTheLadder()
{
    StubRuns runs;
    StubRuns::behave("slow", "2");
    const RunPaths polite = runs.start(100000);
    QTRY_VERIFY(stateOf(polite).step > 3);
    QVERIFY(signalRun(polite, false));
    QTRY_COMPARE(phaseOf(polite), RunPhase::Stopped);
    QCOMPARE(*stateOf(polite).exitCode, static_cast<int>(ExitCode::StoppedAfterSaving));
    QCOMPARE(listCheckpoints(polite)->back().step, stateOf(polite).step);

    StubRuns::behave("ignores-sigterm", "2");
    const RunPaths stubborn = runs.start(100000);
    QTRY_VERIFY(stateOf(stubborn).step > 3);
    QVERIFY(signalRun(stubborn, false));
    const auto then = stateOf(stubborn).step;
    QTRY_VERIFY(stateOf(stubborn).step > then + 5); // it heard the signal and goes on
    QVERIFY(signalRun(stubborn, true));
    QTRY_COMPARE(reasonOf(stubborn), QString("Failed: stopped by force"));
}

void TestSupervision::neverSignalsAReusedPid()
{
    StubRuns runs;
    StubRuns::behave("killed");
    const RunPaths run = runs.start(20);
    QTRY_COMPARE(phaseOf(run), RunPhase::Failed);
    RunState state = stateOf(run);
    state.pid = getpid(); // as if the dead engine's number were now ours
    QVERIFY(writeRunState(run, state));
    for (const bool force : {false, true}) {
        const auto sent = signalRun(run, force);
        QVERIFY(!sent);
        QVERIFY(QString::fromStdString(sent.error().text()).contains("gone already"));
    }
    QCOMPARE(reasonOf(run), QString("Failed: crashed")); // and not "stopped by force"
}

void TestSupervision::deadRunCannotBeSignalled()
{
    StubRuns runs;
    const RunPaths run = runs.start(5);
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    QTRY_VERIFY(!signalRun(run, false)); // its last write comes a moment before its end
    RunState state = stateOf(run);
    state.host = "another-machine";
    QVERIFY(writeRunState(run, state));
    QVERIFY(QString::fromStdString(signalRun(run, false).error().text()).contains("is on another-machine"));
}

void TestSupervision::halfLinesDoNoHarm()
{
    StubRuns runs;
    StubRuns::behave("half-line");
    const RunPaths run = runs.start(20);
    QTRY_COMPARE(phaseOf(run), RunPhase::Failed);
    QCOMPARE(loggedSteps(run).size(), std::size_t(10));
    QCOMPARE(readEvents(run.events())->front().kind, std::string("start"));
    StubRuns::behave("ok");
    QVERIFY(resumeRun(runs.workspace(), run.id()));
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    QCOMPARE(loggedSteps(run).size(), std::size_t(20));
    QCOMPARE(readEvents(run.events())->back().kind, std::string("end"));
}

void TestSupervision::readsAfterAKillAtAnyMoment()
{
    StubRuns runs;
    StubRuns::behave("ok");
    for (int round = 0; round < 12; ++round) {
        const RunPaths run = runs.start(3000);
        QTRY_VERIFY(stateOf(run).step > 7 * round);
        QVERIFY(signalRun(run, true));
        QTRY_VERIFY(!judgeRun(run, wallMicros()).alive());
        QCOMPARE(reasonOf(run), QString("Failed: stopped by force"));
        const auto steps = loggedSteps(run);
        QVERIFY(steps.size() >= std::size_t(7 * round));
        for (std::size_t i = 0; i < steps.size(); ++i)
            QCOMPARE(steps[i], static_cast<std::int64_t>(i + 1));
        QVERIFY(readRunRecord(run));
        QVERIFY(readEvents(run.events()));
        const auto checkpoints = listCheckpoints(run);
        QVERIFY(checkpoints);
        if (!checkpoints->empty()) // never ahead of what was logged
            QVERIFY(checkpoints->back().step <= static_cast<std::int64_t>(steps.size()));
    }
}

void TestSupervision::keepsTheDivergence()
{
    StubRuns runs;
    StubRuns::behave("diverges");
    const RunPaths run = runs.start(20);
    QTRY_COMPARE(phaseOf(run), RunPhase::Diverged);
    MetricsReader reader(run.metrics());
    const auto batch = reader.poll();
    QVERIFY(batch);
    int nans = 0;
    for (const MetricRows &rows : batch->rows)
        nans += static_cast<int>(
            std::count_if(rows.values.begin(), rows.values.end(), [](double v) { return std::isnan(v); }));
    QCOMPARE(nans, 1);
    QCOMPARE(readEvents(run.events())->back().data.at("exit_code"), 5);
}

QTEST_GUILESS_MAIN(TestSupervision)
#include "tst_supervision.moc"
