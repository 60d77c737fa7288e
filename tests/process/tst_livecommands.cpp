// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "cliprocess.h"
#include "stubruns.h"

using namespace anneal;
using namespace anneal::test;
using nlohmann::json;

namespace {

bool has(const RunPaths &run, const std::string &kind)
{
    const auto events = readEvents(run.events());
    return events
        && std::any_of(events->begin(), events->end(), [&](const Event &event) { return event.kind == kind; });
}

} // namespace

/// `anneal pause`, `continue`, `save`, `evaluate`, `set` and `stop` on a run that lives.
class TestLiveCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pausesAndContinues();
    void savesAndEvaluates();
    void changesSettings();
    void stopsAndSaves();
    void stopsWithoutSaving();
    void hasALadder();
    void saysThatTheTrainerRefuses();
    void saysThatTheTrainerIsSilent();
    void saysThatTheRunIsNotAlive();

private:
    static RunPaths living(StubRuns &runs, const char *behaviour = "slow")
    {
        StubRuns::behave(behaviour, "5");
        const RunPaths run = runs.start(1000000);
        [&] { QTRY_VERIFY(stateOf(run).step > 2); }();
        return run;
    }
};

void TestLiveCommands::pausesAndContinues()
{
    StubRuns runs;
    const RunPaths run = living(runs);
    const Cli anneal(runs.workspace());
    const Outcome paused = anneal({"pause", idOf(run), "--json"});
    QVERIFY2(paused.code == 0, paused.said());
    QCOMPARE(paused.document().at("verb"), "pause");
    QCOMPARE(phaseOf(run), RunPhase::Paused); // the answer is only given when it is so
    QCOMPARE(paused.document().at("step"), stateOf(run).step);
    QCOMPARE(anneal({"continue", idOf(run)}).code, 0);
    QCOMPARE(phaseOf(run), RunPhase::Running);
}

void TestLiveCommands::savesAndEvaluates()
{
    StubRuns runs;
    const RunPaths run = living(runs);
    const Cli anneal(runs.workspace());
    const json saved = anneal({"save", idOf(run), "--json"}).document();
    QVERIFY(chooseCheckpoint(run, std::to_string(saved.at("step").get<std::int64_t>())));
    QCOMPARE(anneal({"evaluate", "stub run"}).code, 0);
    QVERIFY(has(run, "evaluation"));
}

void TestLiveCommands::changesSettings()
{
    StubRuns runs;
    const RunPaths run = living(runs);
    const Outcome outcome =
        Cli(runs.workspace())({"set", idOf(run), "optimizer.lr=5e-4", "--why", "the loss is flat", "--json"});
    QVERIFY2(outcome.code == 0, outcome.said());
    const auto events = readEvents(run.events());
    const auto change =
        std::find_if(events->begin(), events->end(), [](const Event &e) { return e.kind == "live_change"; });
    QVERIFY(change != events->end());
    QCOMPARE(change->data.at("key"), "optimizer.lr");
    QCOMPARE(change->data.at("new"), 5e-4);
    QCOMPARE(change->data.at("reason"), "the loss is flat");
}

void TestLiveCommands::stopsAndSaves()
{
    StubRuns runs;
    const RunPaths run = living(runs);
    QCOMPARE(Cli(runs.workspace())({"stop", idOf(run)}).code, 0);
    QTRY_COMPARE(phaseOf(run), RunPhase::Stopped);
    QCOMPARE(listCheckpoints(run)->back().step, stateOf(run).step);
}

void TestLiveCommands::stopsWithoutSaving()
{
    StubRuns runs;
    StubRuns::behave("slow", "5");
    LaunchRequest request = StubRuns::request(1000000);
    request.config.checkpoint.every_steps = 1000000;
    const auto id = launchRun(runs.workspace(), request);
    QVERIFY(id);
    const RunPaths run{runsFolder(runs.workspace()) / *id};
    QTRY_VERIFY(stateOf(run).step > 2);
    QCOMPARE(Cli(runs.workspace())({"stop", idOf(run), "--discard"}).code, 0);
    QTRY_COMPARE(phaseOf(run), RunPhase::Stopped);
    QVERIFY(listCheckpoints(run)->empty());
}

void TestLiveCommands::hasALadder()
{
    StubRuns runs;
    const RunPaths run = living(runs, "ignores-sigterm");
    const Cli anneal(runs.workspace());
    const Outcome ignored = anneal({"stop", idOf(run), "--terminate", "--timeout", "0.3"});
    QCOMPARE(ignored.code, 7);
    QVERIFY2(ignored.err.contains("--kill"), ignored.said());
    const Outcome killed = anneal({"stop", idOf(run), "--kill", "--json"});
    QVERIFY2(killed.code == 0, killed.said());
    QCOMPARE(killed.document().at("reason"), "Failed: stopped by force");
}

void TestLiveCommands::saysThatTheTrainerRefuses()
{
    StubRuns runs;
    const RunPaths run = living(runs, "refuses");
    const Outcome outcome = Cli(runs.workspace())({"save", idOf(run)});
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.errorLines().size(), 1);
    QVERIFY2(outcome.err.contains("refused: the stub was told to refuse"), outcome.said());
}

void TestLiveCommands::saysThatTheTrainerIsSilent()
{
    StubRuns runs;
    const RunPaths run = living(runs, "ignores-commands");
    const Outcome outcome = Cli(runs.workspace())({"evaluate", idOf(run), "--timeout", "0.3"});
    QCOMPARE(outcome.code, 7);
    QCOMPARE(outcome.errorLines().size(), 1);
    QVERIFY2(outcome.err.contains("has not answered"), outcome.said());
}

void TestLiveCommands::saysThatTheRunIsNotAlive()
{
    StubRuns runs;
    const RunPaths run = runs.start(5);
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    for (const char *verb : {"pause", "continue", "save", "evaluate", "stop"}) {
        const Outcome outcome = Cli(runs.workspace())({verb, idOf(run)});
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.errorLines().size(), 1);
        QVERIFY2(outcome.err.contains("not alive (Finished)"), outcome.said());
    }
    QVERIFY(fs::is_empty(run.control())); // nothing waits for a later process
}

QTEST_GUILESS_MAIN(TestLiveCommands)
#include "tst_livecommands.moc"
