// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/resource.h>

#include "realruns.h"

using namespace anneal;
using namespace anneal::test;

/// What a machine does to a run: nothing that was logged is lost, and the run can go on.
class TestWorseDays : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passesOverACheckpointCutInHalf();
    void losesNothingToAFullDisk();
    void saysThatMemoryIsShort();
    void survivesAClockThatJumpsBack();

private:
    RealRuns m_runs;
};

void TestWorseDays::passesOverACheckpointCutInHalf()
{
    const Cli anneal = m_runs.anneal();
    const Outcome started = anneal({"run", "tiny.json", "--set", "schedule.total_steps=1000000", "--set",
                                    "checkpoint.every_steps=5", "--set", "checkpoint.keep_last=3", "--json"});
    QVERIFY2(started.code == 0, started.said());
    const RunPaths run = m_runs.run(started.document().at("id"));
    QTRY_VERIFY_WITH_TIMEOUT(listCheckpoints(run).value().size() >= 3, 30000);
    QVERIFY(signalRun(run, true));
    QTRY_VERIFY(!judgeRun(run, wallMicros()).alive());
    const auto present = listCheckpoints(run).value();
    fs::resize_file(present.back().folder / "model.safetensors", 7600);
    const std::int64_t good = present[present.size() - 2].step;
    QCOMPARE(anneal({"resume", idOf(run)}).code, 0);
    const auto resumedFrom = [&] {
        std::int64_t step = -1;
        for (const Event &event : readEvents(run.events()).value_or(std::vector<Event>{}))
            if (event.kind == "resume")
                step = event.step.value_or(0);
        return step;
    };
    QTRY_COMPARE_WITH_TIMEOUT(resumedFrom(), good, 30000);
    QVERIFY(signalRun(run, true));
    QTRY_VERIFY(!judgeRun(run, wallMicros()).alive());
    const auto later = listCheckpoints(run).value();
    for (const CheckpointInfo &checkpoint : later)
        fs::resize_file(checkpoint.folder / "optimizer.safetensors", 100);
    const Outcome refused = anneal({"resume", idOf(run), "--wait"});
    QCOMPARE(
        lastSentence(refused),
        QString("Failed: data: %1: None of the run's checkpoints can be read; start a new run, or remove them to begin "
                "again from step 0.")
            .arg(QString::fromStdString(run.checkpoints().string())));
    QCOMPARE(refused.code, 3);
    QVERIFY(listCheckpoints(run).value().size() == later.size()); // damaged, but a person may still mend them
}

void TestWorseDays::losesNothingToAFullDisk()
{
    Cli anneal = m_runs.anneal();
    anneal.prepare([] { // as a full disk, also for root: no file may grow beyond this
        const rlimit limit{500'000, 500'000};
        setrlimit(RLIMIT_FSIZE, &limit);
    });
    const Outcome outcome = anneal({"run", "tiny.json", "--set", "model.hidden_size=128", "--set",
                                    "model.num_hidden_layers=2", "--wait", "--json"});
    QCOMPARE(outcome.code, 6);
    const RunPaths run = m_runs.run(outcome.document().at("id"));
    const std::string partial = (run.checkpoints() / ".partial-step-00000040/model.safetensors").string();
    QCOMPARE(
        lastSentence(outcome),
        QString("Failed: storage: The last checkpoint (step 40) could not be written; mend that, then resume the run: "
                "%1: Cannot write: File too large; raise the file size limit or choose another folder.")
            .arg(QString::fromStdString(partial)));
    QCOMPARE(loggedSteps(run).size(), std::size_t(40));
    const Outcome resumed = m_runs.anneal()({"resume", idOf(run), "--wait"});
    QVERIFY2(resumed.code == 0, resumed.said());
    QCOMPARE(lastSentence(resumed), QString("Finished"));
    QCOMPARE(listCheckpoints(run).value().back().step, 40);
}

void TestWorseDays::saysThatMemoryIsShort()
{
    // Before the start, when it can never be enough …
    std::string much;
    for (std::size_t i = 0; i < 40000; ++i) {
        much += ">m" + std::to_string(i) + "\nMKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQD";
        for (std::size_t rest = i, letter = 0; letter < 4; ++letter, rest /= 20)
            much += "ACDEFGHIKLMNPQRSTVWY"[rest % 20];
        much += '\n';
    }
    m_runs.write("much.fasta", much);
    const QStringList huge{"tiny.json",
                           "--set",
                           "model.hidden_size=512",
                           "--set",
                           "model.num_hidden_layers=64",
                           "--set",
                           "batch.tokens_per_device=16000000",
                           "--set",
                           "data.train=much.fasta",
                           "--set",
                           "checkpoint.keep_last=1",
                           "--set",
                           "checkpoint.keep_best=0"};
    const QRegularExpression never(
        "batch.tokens_per_device: The run needs about [0-9.]+ [GT]iB of memory and this machine "
        "has [0-9.]+ GiB; a micro-batch of [0-9,]+ tokens would fit.\n");
    const Outcome refused = m_runs.anneal()(QStringList{"run"} + huge);
    QVERIFY2(never.match(refused.err).hasMatch(), refused.said());
    QCOMPARE(refused.errorLines().size(), 1);
    QCOMPARE(refused.code, 2);
    const Outcome checked = m_runs.anneal()(QStringList{"check"} + huge);
    QVERIFY2(never.match(checked.out).hasMatch(), checked.said());
    QCOMPARE(checked.code, 2);

    // … and by the engine before its first step, when it is not enough now.
    Cli anneal = m_runs.anneal();
    anneal.prepare([] {
        const rlimit limit{3'000'000'000, 3'000'000'000};
        setrlimit(RLIMIT_AS, &limit);
    });
    const Outcome outcome =
        anneal({"run", "tiny.json", "--set", "model.hidden_size=1024", "--set", "model.num_hidden_layers=40", "--set",
                "model.intermediate_size=4096", "--set", "checkpoint.every_steps=1000000", "--wait"});
    const QRegularExpression sentence(
        "^Failed: out of memory: This run needs about [0-9.]+ GiB of memory \\(model and optimizer [0-9.]+ GiB, "
        "activations "
        "[0-9.]+ [MG]iB\\) and [0-9.]+ [MG]iB are free; lower batch.tokens_per_device or choose a smaller model.$");
    QVERIFY2(sentence.match(lastSentence(outcome)).hasMatch(), outcome.said());
    QCOMPARE(outcome.code, 4);
}

void TestWorseDays::survivesAClockThatJumpsBack()
{
#ifdef __SANITIZE_ADDRESS__
    QSKIP("nothing may be loaded before the sanitizer");
#endif
    Cli anneal = m_runs.anneal();
    anneal.set("LD_PRELOAD", ANNEAL_MOVED_CLOCK);
    anneal.set("ANNEAL_TEST_CLOCK", QString::fromStdString((m_runs.folder() / "clock").string()));
    const Outcome started = anneal({"run", "tiny.json", "--set", "schedule.total_steps=1000000", "--set",
                                    "checkpoint.every_steps=1000000", "--name", "clock", "--json"});
    QVERIFY2(started.code == 0, started.said());
    const RunPaths run = m_runs.run(started.document().at("id"));
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(run).step > 5, 30000);
    m_runs.write("clock", "-7200");
    const std::int64_t before = wallMicros();
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(run).heartbeatMicros < before - 7000'000'000LL, 30000); // it has seen the jump
    const std::int64_t seen = stateOf(run).step;
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(run).step > seen + 5, 30000);
    QCOMPARE(anneal({"show", "clock", "--json"}).document().at("state"), "Running");
    for (const char *command : {"pause", "continue", "save", "stop"}) {
        const Outcome outcome = anneal({command, "clock"});
        QVERIFY2(outcome.code == 0, outcome.said());
    }
    QTRY_VERIFY_WITH_TIMEOUT(!judgeRun(run, wallMicros()).alive(), 30000);
    const std::int64_t stopped = stateOf(run).step;
    QVERIFY(anneal({"note", "clock", "the clock was set"}).code == 0);
    QCOMPARE(anneal({"resume", "clock"}).code, 0);
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(run).state == "running" && stateOf(run).step > stopped, 30000);
    QCOMPARE(anneal({"stop", "clock"}).code, 0);
    QTRY_VERIFY_WITH_TIMEOUT(!judgeRun(run, wallMicros()).alive(), 30000);
    const auto steps = loggedSteps(run);
    QCOMPARE(steps.size(), static_cast<std::size_t>(stateOf(run).step));
    for (std::size_t i = 0; i < steps.size(); ++i)
        QCOMPARE(steps[i], static_cast<std::int64_t>(i) + 1);
    QVERIFY(stateOf(run).trainingSeconds > 0);
}

QTEST_GUILESS_MAIN(TestWorseDays)
#include "tst_worsedays.moc"
