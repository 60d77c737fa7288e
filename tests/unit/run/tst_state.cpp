// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>

#include <unistd.h>

#include <QtTest>

#include "base/clock.h"
#include "base/process.h"
#include "run/control.h"
#include "run/state.h"
#include "runfixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

constexpr std::int64_t kSecond = 1'000'000;

/// A healthy engine: this very process.
RunState livingState()
{
    RunState state;
    state.pid = getpid();
    state.processStartTicks = processStartTicks(getpid());
    state.bootId = bootId();
    state.host = hostName();
    state.state = "running";
    state.phase = "training";
    state.step = 120;
    state.heartbeatMicros = wallMicros();
    return state;
}

/// What is different from a healthy engine.
struct Difference {
    std::string state = "running";
    std::optional<int> exitCode = {};
    std::int64_t heartbeatAgeSeconds = 1;
    std::int64_t intervalMs = 1000;
    bool alive = true;
    bool sameBoot = true;
    bool sameHost = true;
    bool stopWaits = false;
    bool forced = false;
};

} // namespace
Q_DECLARE_METATYPE(Difference)

class TestState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip();
    void judgesByEvidence_data();
    void judgesByEvidence();
    void withoutState_data();
    void withoutState();
    void damagedState_data();
    void damagedState();
    void forcedEndBelongsToOneProcess();
    void wordsForPhases();
};

void TestState::roundTrip()
{
    const RunFixture run;
    QVERIFY(readRunState(run.paths) && !*readRunState(run.paths));
    RunState state = livingState();
    state.device = "CPU, 2 threads";
    state.totalSteps = 1000;
    state.tokens = 983'040;
    state.stepSeconds = 0.125;
    state.trainingSeconds = 15.5;
    state.heartbeatIntervalMs = 2000;
    state.exitCode = 4;
    state.message = "caf\xe9"; // not UTF-8
    QVERIFY(writeRunState(run.paths, state));
    const auto read = readRunState(run.paths);
    QVERIFY(read && *read);
    const RunState &back = **read;
    QCOMPARE(back.pid, state.pid);
    QCOMPARE(back.processStartTicks, state.processStartTicks);
    QCOMPARE(back.bootId, state.bootId);
    QCOMPARE(back.host, state.host);
    QCOMPARE(back.state, state.state);
    QCOMPARE(back.phase, state.phase);
    QCOMPARE(back.device, state.device);
    QCOMPARE(back.step, 120);
    QCOMPARE(back.totalSteps, 1000);
    QCOMPARE(back.tokens, 983'040);
    QCOMPARE(back.stepSeconds, 0.125);
    QCOMPARE(back.trainingSeconds, 15.5);
    QCOMPARE(back.heartbeatMicros, state.heartbeatMicros);
    QCOMPARE(back.heartbeatIntervalMs, 2000);
    QCOMPARE(back.exitCode, std::optional(4));
    QCOMPARE(back.message, std::string("caf\xEF\xBF\xBD"));
}

void TestState::judgesByEvidence_data()
{
    QTest::addColumn<Difference>("difference");
    QTest::addColumn<RunPhase>("phase");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, Difference difference, RunPhase phase, const char *reason = "") {
        QTest::newRow(name) << difference << phase << QString::fromUtf8(reason);
    };
    row("training", {}, RunPhase::Running);
    row("starting", {.state = "starting"}, RunPhase::Starting);
    row("paused", {.state = "paused"}, RunPhase::Paused);
    row("stopping by its own word", {.state = "stopping"}, RunPhase::Stopping);
    row("stop waits", {.stopWaits = true}, RunPhase::Stopping);
    row("stop waits while paused", {.state = "paused", .stopWaits = true}, RunPhase::Stopping);
    row("unknown word of a later version", {.state = "meditating"}, RunPhase::Running);
    row("silent for 30 s", {.heartbeatAgeSeconds = 30}, RunPhase::Running);
    row("silent for 31 s", {.heartbeatAgeSeconds = 31}, RunPhase::NotResponding, "No sign of life for 31 s");
    row("long interval", {.heartbeatAgeSeconds = 59, .intervalMs = 20'000}, RunPhase::Running);
    row("three long intervals", {.heartbeatAgeSeconds = 61, .intervalMs = 20'000}, RunPhase::NotResponding,
        "No sign of life for 1 min 1 s");
    row("clock was set back", {.heartbeatAgeSeconds = -86'400}, RunPhase::Running);
    row("dead", {.alive = false}, RunPhase::Failed, "Failed: crashed");
    row("dead though the heartbeat is fresh", {.heartbeatAgeSeconds = 0, .alive = false}, RunPhase::Failed,
        "Failed: crashed");
    row("dead by force", {.alive = false, .forced = true}, RunPhase::Failed, "Failed: stopped by force");
    row("force asked, still alive", {.forced = true}, RunPhase::Running);
    row("machine restarted", {.sameBoot = false}, RunPhase::Failed, "Failed: crashed");
    row("other host, fresh", {.alive = false, .sameBoot = false, .sameHost = false}, RunPhase::Running);
    row("other host, silent", {.heartbeatAgeSeconds = 40, .alive = false, .sameHost = false}, RunPhase::NotResponding,
        "No sign of life for 40 s");
    row("done", {.exitCode = 0, .alive = false}, RunPhase::Finished);
    row("done, process lingers", {.exitCode = 0}, RunPhase::Finished);
    row("stopped after saving", {.exitCode = 143, .alive = false}, RunPhase::Stopped);
    row("diverged", {.exitCode = 5, .alive = false}, RunPhase::Diverged);
    row("out of memory", {.exitCode = 4, .alive = false}, RunPhase::Failed, "Failed: out of memory");
    row("configuration", {.exitCode = 2, .alive = false}, RunPhase::Failed, "Failed: configuration");
    row("unknown code", {.exitCode = 9, .alive = false}, RunPhase::Failed, "Failed: exit code 9");
}

void TestState::judgesByEvidence()
{
    QFETCH(Difference, difference);
    QFETCH(RunPhase, phase);
    QFETCH(QString, reason);
    const RunFixture run;
    RunState state = livingState();
    const std::int64_t now = state.heartbeatMicros + difference.heartbeatAgeSeconds * kSecond;
    state.state = difference.state;
    state.exitCode = difference.exitCode;
    state.heartbeatIntervalMs = difference.intervalMs;
    if (!difference.alive)
        ++state.processStartTicks; // the pid was given to another process
    if (!difference.sameBoot)
        state.bootId = "another boot";
    if (!difference.sameHost)
        state.host = "another host";
    if (difference.stopWaits)
        QVERIFY(postCommand(run.paths, "stop", {{"save", true}}));
    if (difference.forced)
        QVERIFY(markForcedEnd(run.paths, state));
    QVERIFY(writeRunState(run.paths, state));
    const RunEvidence evidence = judgeRun(run.paths, now);
    QCOMPARE(phaseWord(evidence.phase), phaseWord(phase));
    QCOMPARE(QString::fromStdString(evidence.reason), reason);
    QVERIFY(evidence.state);
    QCOMPARE(evidence.state->step, 120);
}

void TestState::withoutState_data()
{
    QTest::addColumn<int>("recordAge");
    QTest::addColumn<int>("launchLogAge");
    QTest::addColumn<RunPhase>("phase");
    QTest::newRow("just made") << 1 << -1 << RunPhase::Starting;
    QTest::newRow("made long ago") << 3600 << -1 << RunPhase::Failed;
    QTest::newRow("started again just now") << 3600 << 2 << RunPhase::Starting;
    QTest::newRow("started again long ago") << 7200 << 3600 << RunPhase::Failed;
    QTest::newRow("clock was set back") << -3600 << -1 << RunPhase::Starting;
}

void TestState::withoutState()
{
    QFETCH(int, recordAge);
    QFETCH(int, launchLogAge);
    QFETCH(RunPhase, phase);
    const RunFixture run;
    const auto makeOld = [](const std::filesystem::path &path, int age) {
        writeText(path, "{}");
        std::filesystem::last_write_time(path,
                                         std::filesystem::file_time_type::clock::now() - std::chrono::seconds(age));
    };
    makeOld(run.paths.record(), recordAge);
    if (launchLogAge >= 0)
        makeOld(run.paths.logs() / "launch.log", launchLogAge);
    const RunEvidence evidence = judgeRun(run.paths, wallMicros());
    QCOMPARE(phaseWord(evidence.phase), phaseWord(phase));
    QVERIFY(!evidence.state);
    if (phase == RunPhase::Failed) {
        QCOMPARE(evidence.reason, std::string("Failed: never started"));
        QVERIFY(evidence.detail.find("logs/launch.log") != std::string::npos);
    }
}

void TestState::damagedState_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray("{\"pid\": 12");
    QTest::newRow("array") << QByteArray("[1, 2]");
    QTest::newRow("zeros") << QByteArray(4096, '\0');
    QTest::newRow("not UTF-8") << QByteArray("{\"host\": \"\xff\"}");
}

void TestState::damagedState()
{
    QFETCH(QByteArray, content);
    const RunFixture run;
    writeText(run.paths.state(), content.toStdString());
    const auto read = readRunState(run.paths);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Storage);
    const RunEvidence evidence = judgeRun(run.paths, wallMicros());
    QCOMPARE(evidence.phase, RunPhase::Failed);
    QCOMPARE(evidence.reason, std::string("Failed: its state cannot be read"));
    QVERIFY(evidence.detail.find("state.json") != std::string::npos);
}

void TestState::forcedEndBelongsToOneProcess()
{
    const RunFixture run;
    RunState state = livingState();
    QVERIFY(markForcedEnd(run.paths, state));
    state.processStartTicks += 1000; // the run was resumed since and died by itself
    QVERIFY(writeRunState(run.paths, state));
    QCOMPARE(judgeRun(run.paths, wallMicros()).reason, std::string("Failed: crashed"));
    QVERIFY(takeCommands(run.paths).empty());
}

void TestState::wordsForPhases()
{
    QCOMPARE(phaseWord(RunPhase::NotResponding), std::string("Not responding"));
    QVERIFY((RunEvidence{RunPhase::NotResponding, {}, {}, {}}.alive()));
    QVERIFY(!(RunEvidence{RunPhase::Stopped, {}, {}, {}}.alive()));
}

QTEST_GUILESS_MAIN(TestState)
#include "tst_state.moc"
