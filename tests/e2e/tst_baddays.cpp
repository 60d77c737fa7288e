// SPDX-License-Identifier: GPL-3.0-or-later
// Bad input and bad days: each ends in one sentence that says what, where and what to do.
#include <sys/resource.h>

#include "realruns.h"
#include "run/record.h"

using namespace anneal;
using namespace anneal::test;
using nlohmann::json;

class TestBadDays : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void saysOneSentence_data();
    void saysOneSentence();
    void saysItOfTheEngineToo_data();
    void saysItOfTheEngineToo();
    void trainsBesideOneLetter();
    void respectsPermissions_data();
    void respectsPermissions();
    void passesOverACheckpointCutInHalf();
    void losesNothingToAFullDisk();
    void saysThatMemoryIsShort();
    void survivesAClockThatJumpsBack();

private:
    void prepareData() const;
    void prepareCheckpoints();
    /// %DIR is the folder of the files, %RUN a finished run, %NEWER one of a newer version.
    [[nodiscard]] QString filled(QString text) const
    {
        return text.replace("%DIR", QString::fromStdString(m_runs->folder().string()))
            .replace("%RUN", idOf(m_base))
            .replace("%NEWER", idOf(m_newer));
    }
    /// The last line on standard error; everything else there is a warning about a setting.
    static QString lastSentence(const Outcome &outcome)
    {
        const QStringList lines = outcome.errorLines();
        for (const QString &line : lines.mid(0, lines.size() - 1))
            if (!line.startsWith("warning: "))
                return outcome.err;
        return lines.isEmpty() ? QString() : lines.back();
    }

    std::unique_ptr<RealRuns> m_runs;
    RunPaths m_base, m_newer;
};

void TestBadDays::initTestCase()
{
    m_runs = std::make_unique<RealRuns>();
    prepareData();
    prepareCheckpoints();
}

void TestBadDays::prepareData() const
{
    m_runs->write("unknown.json",
                  R"({"schema_version": 1, "data": {"train": "proteins.fasta"}, "optimiser": {"lr": 1}})");
    m_runs->write("newer.json", R"({"schema_version": 99})");
    m_runs->write("empty.fasta", "");
    m_runs->write("blank.fasta", "\n\n");
    m_runs->write("headers.fasta", ">a\n>b\n");
    m_runs->write("one.fasta", ">a\nM\n");
    m_runs->write("typing.fasta", ">a\nMKTAYI\nAK7QR\n");
    m_runs->write("typed.fasta", ">a\nMKTAYIAKQRQISFVKSHFSRQLEERL\n>b\nMKWVTFISLLFLFSSAYS\n");
    m_runs->write("notes.txt", "Dear all\nthe data follow\n");
    fs::create_directories(m_runs->folder() / "folder");
}

/// A finished run, a copy of one checkpoint cut in half, and a run as a later version may write it.
void TestBadDays::prepareCheckpoints()
{
    const Outcome outcome = m_runs->anneal()({"run", "tiny.json", "--name", "base", "--wait", "--json"});
    QVERIFY2(outcome.code == 0, outcome.said());
    m_base = m_runs->run(outcome.document().at("id"));
    const auto options = fs::copy_options::recursive;
    fs::copy(m_base.checkpoint(40), m_runs->folder() / "cut", options);
    fs::resize_file(m_runs->folder() / "cut/model.safetensors", 7600);
    fs::copy(m_base.checkpoint(40), m_runs->folder() / "cutconfig", options);
    fs::resize_file(m_runs->folder() / "cutconfig/config.json", 100);
    fs::copy(m_base.checkpoint(40), m_runs->folder() / "dnamodel", options);
    std::string dna = readFile(m_runs->folder() / "dnamodel/config.json").value();
    dna.replace(dna.find("\"vocab_size\": 33"), 16, "\"vocab_size\": 20");
    m_runs->write("dnamodel/config.json", dna);
    m_newer = m_runs->run("20990101-000000-newr");
    fs::copy(m_base.root, m_newer.root, options);
    m_runs->write("atelier/runs/20990101-000000-newr/run.json", R"({"version": 99, "id": "20990101-000000-newr"})");
}

void TestBadDays::saysOneSentence_data()
{
    QTest::addColumn<QString>("line"); // words between blanks; %DIR holds some itself
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const char *line, int code, const char *says) {
        QTest::newRow(name) << line << code << says;
    };
    row("unknown setting", "run tiny.json --set optimiser.lr=1", 2,
        "anneal: optimiser.lr: Unknown setting \"optimiser.lr\"; did you mean \"optimizer.lr\"?");
    row("unknown section of a file", "run unknown.json", 2,
        "anneal: optimiser: Unknown section \"optimiser\"; did you mean \"optimizer\"?");
    row("out of range", "run tiny.json --set optimizer.lr=99", 2,
        "anneal: optimizer.lr: Peak learning rate is 99, outside 1e-10 to 10.");
    row("missing configuration", "run ./none.json", 2,
        "anneal: ./none.json: Cannot read: No such file or directory; check the path.");
    row("configuration of a newer version", "run newer.json", 2,
        "anneal: schema_version: Written by a newer Anneal: schema_version is 99, this program reads up to 1; update "
        "Anneal.");
    row("missing data", "run tiny.json --set data.train=none.fasta", 2,
        "anneal: data.train: There is no file %DIR/none.fasta; check the path.");
    row("a file where a folder should be", "run tiny.json --set data.train=proteins.fasta/none.fasta", 2,
        "anneal: data.train: There is no file %DIR/proteins.fasta/none.fasta; check the path.");
    row("a folder as data", "run tiny.json --set data.validation=folder", 2,
        "anneal: data.validation: %DIR/folder is a folder; name a file in it.");
    row("empty data", "run tiny.json --set data.train=empty.fasta", 2,
        "anneal: data.train: %DIR/empty.fasta is empty; choose another file, or get it again.");
    row("missing checkpoint to start from", "run tiny.json --set model.init_from=folder", 2,
        "anneal: model.init_from: There is no file %DIR/folder/config.json; check the path; a checkpoint folder holds "
        "config.json and model.safetensors.");
    row("blank data", "run tiny.json --set data.train=blank.fasta --wait", 3,
        "Failed: data: %DIR/blank.fasta: The file holds no sequence; choose another.");
    row("headers alone", "run tiny.json --set data.train=headers.fasta --wait", 3,
        "Failed: data: %DIR/headers.fasta:1: Record a (line 1) has no sequence, and no other record has one: there is "
        "nothing to read; get the file again.");
    row("one sequence of one letter", "run tiny.json --set data.train=one.fasta --wait", 3,
        "Failed: data: %DIR/one.fasta: There is only one sequence, so none can be held out for validation; give more "
        "sequences, or a second file as data.validation.");
    row("no FASTA", "run tiny.json --set data.train=notes.txt --wait", 3,
        "Failed: data: %DIR/notes.txt:1: Line 1 does not start with '>', so this is not FASTA; to read the text as one "
        "sequence, put a line such as '>name' before it.");
    row("protein given to a DNA model", "run tiny.json --set data.alphabet=dna --set data.train=typed.fasta --wait", 3,
        "Failed: data: %DIR/typed.fasta:2: 'I' in record a, line 2, column 6, is not a base; with letters such as I, "
        "Q, F, L this looks like protein: choose the protein alphabet, or a file of DNA.");
    row("the same without waiting", "run tiny.json --set data.alphabet=dna --set data.train=typed.fasta", 3,
        "Failed: data: %DIR/typed.fasta:2: 'I' in record a, line 2, column 6, is not a base; with letters such as I, "
        "Q, F, L this looks like protein: choose the protein alphabet, or a file of DNA.");
    row("protein asked of a DNA model", "predict score --model dnamodel --sequence MKTAYI", 3,
        "anneal: sequence 1: 'I' at column 6 is not a letter of the dna alphabet; correct it or leave it out.");
    row("invalid letter in a question", "predict score --run base --input typing.fasta", 3,
        "anneal: typing.fasta:3: '7' in record a, line 3, column 3, is not a residue; correct it or leave it "
        "out.");
    row("run of a newer version", "show 20990101", 6,
        "anneal: %DIR/atelier/runs/%NEWER/run.json: The run was written by a newer Anneal (version 99); open it with "
        "that "
        "version.");
    row("resuming a run of a newer version", "resume 20990101", 6,
        "anneal: %DIR/atelier/runs/%NEWER/run.json: The run was written by a newer Anneal (version 99); open it with "
        "that "
        "version.");
    row("checkpoint cut in half, asked", "predict score --model cut --sequence MKT", 3,
        "anneal: %DIR/cut/model.safetensors: this is no usable safetensors file: its header promises tensor "
        "'esm.encoder.layer.0.attention.self.query.weight' beyond the end of the file, which was cut short: copy or "
        "save it again");
    row("its configuration cut in half", "predict score --model cutconfig --sequence MKT", 3,
        "anneal: %DIR/cutconfig/config.json: this is not a JSON object, so it does not describe a model: copy or save "
        "it again");
    row("checkpoint cut in half, to start from", "run tiny.json --set model.init_from=cut --wait", 3,
        "Failed: data: %DIR/cut/model.safetensors: this is no usable safetensors file: its header promises tensor "
        "'esm.encoder.layer.0.attention.self.query.weight' beyond the end of the file, which was cut short: copy or "
        "save it again");
    row("workspace that is a file", "list --workspace tiny.json", 6,
        "anneal: tiny.json/runs: Cannot create the folder: Not a directory; check that every folder in the path is a "
        "folder.");
}

void TestBadDays::saysOneSentence()
{
    QFETCH(QString, line);
    QFETCH(int, code);
    QFETCH(QString, says);
    const Outcome outcome = m_runs->anneal()(line.split(' '));
    QCOMPARE(lastSentence(outcome), filled(says));
    QCOMPARE(outcome.code, code);
}

void TestBadDays::saysItOfTheEngineToo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says"); // on standard error, or in the answer on standard output
    QTest::newRow("no run") << QStringList{"run", "%DIR/nothing"} << 6
                            << "anneal-train: %DIR/nothing/run.json: Cannot read: No such file or directory; check the "
                               "path.";
    QTest::newRow("no name") << QStringList{"run", ""} << 6
                             << "anneal-train: %DIR/run.json: Cannot read: No such file or directory; check the path.";
    QTest::newRow("newer run")
        << QStringList{"run", "%DIR/atelier/runs/%NEWER"} << 6
        << "anneal-train: %DIR/atelier/runs/%NEWER/run.json: The run was written by a newer Anneal "
           "(version 99); open it with that version.";
    QTest::newRow("cut checkpoint") << QStringList{"serve", "%DIR/cut"} << 3
                                    << "%DIR/cut/model.safetensors: this is no usable safetensors file: its header "
                                       "promises tensor 'esm.encoder.layer.0.attention.self.query.weight' beyond the "
                                       "end of the file, which was cut short: copy or save it again";
}

void TestBadDays::saysItOfTheEngineToo()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    for (QString &argument : arguments)
        argument = filled(argument);
    QProcess engine;
    engine.setWorkingDirectory(QString::fromStdString(m_runs->folder().string()));
    engine.start(ANNEAL_ENGINE_PROGRAM, arguments);
    engine.closeWriteChannel();
    QVERIFY(engine.waitForFinished(60000));
    const QString out = QString::fromUtf8(engine.readAllStandardOutput());
    const json answer = json::parse(out.toStdString(), nullptr, false);
    const QString said = answer.is_object() ? QString::fromStdString(answer.at("error").get<std::string>())
                                            : QString::fromUtf8(engine.readAllStandardError()).trimmed();
    QCOMPARE(said, filled(says));
    QCOMPARE(engine.exitStatus(), QProcess::NormalExit);
    QCOMPARE(engine.exitCode(), code);
}

void TestBadDays::trainsBesideOneLetter()
{
    m_runs->write("short.fasta", readFile(m_runs->folder() / "proteins.fasta").value() + ">x\nM\n");
    const Outcome trained = m_runs->anneal()({"run", "tiny.json", "--set", "data.train=short.fasta", "--wait"});
    QVERIFY2(trained.code == 0, trained.said());
    const Outcome scored = m_runs->anneal()({"predict", "score", "--run", "base", "--sequence", "M", "--json"});
    QVERIFY2(scored.code == 0, scored.said());
    QCOMPARE(scored.document().at("length"), 1);
}

void TestBadDays::respectsPermissions_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("says"); // empty: it works
    const auto row = [](const char *name, const char *line, const char *says) { QTest::newRow(name) << line << says; };
    row("looks", "list", "");
    row("looks closer", "show %RUN", "");
    row("starts", "run tiny.json",
        "anneal: %DIR/atelier: The workspace cannot be written to; choose another one with --workspace DIR.");
    row("branches", "branch %RUN@last",
        "anneal: %DIR/atelier: The workspace cannot be written to; choose another one with --workspace DIR.");
    row("rebuilds", "rebuild",
        "anneal: %DIR/atelier: The workspace cannot be written to; choose another one with --workspace DIR.");
    row("notes", "note %RUN text",
        "anneal: %DIR/atelier/runs/%RUN/notes.jsonl: Cannot open: Permission denied; check who may read and write "
        "there.");
    row("tags", "tag %RUN +a",
        "anneal: %DIR/atelier/runs/%RUN/notes.jsonl: Cannot open: Permission denied; check who may read and write "
        "there.");
    row("resumes", "resume %RUN",
        "anneal: %DIR/atelier/runs/%RUN/launch.lock: Cannot write: Permission denied; check who may read and write "
        "there.");
    row("makes a workspace", "list --workspace folder/new",
        "anneal: folder/new/runs: Cannot create the folder: Permission denied; check who may read and write there.");
    row("reads data", "check tiny.json --set data.train=secret.fasta",
        "data.train: %DIR/secret.fasta cannot be read: Permission denied; allow yourself to read the file and the "
        "folders "
        "above it.");
    row("reads data in a closed folder", "check tiny.json --set data.validation=closed/a.fasta",
        "data.validation: %DIR/closed/a.fasta cannot be read: Permission denied; allow yourself to read the file and "
        "the "
        "folders above it.");
    row("reads a configuration", "check secret.json",
        "anneal: secret.json: Cannot read: Permission denied; check who may read and write there.");
}

void TestBadDays::respectsPermissions()
{
    QFETCH(QString, line);
    QFETCH(QString, says);
    const fs::path folder = m_runs->folder();
    fs::permissions(folder.parent_path(), fs::perms(0755));
    fs::create_directories(folder / "closed");
    for (const char *name : {"secret.fasta", "secret.json", "closed/a.fasta"})
        m_runs->write(name, ">a\nMKT\n");
    for (const auto &entry : fs::recursive_directory_iterator(folder))
        fs::permissions(entry.path(), fs::is_directory(entry.path()) ? fs::perms(0555) : fs::perms(0444));
    for (const char *name : {"secret.fasta", "secret.json", "closed"})
        fs::permissions(folder / name, fs::perms::none);
    Cli anneal = m_runs->anneal();
    anneal.prepare(becomeNobody);
    const Outcome possible = anneal({"--version"});
    const Outcome outcome = anneal(filled(line).split(' '));
    fs::permissions(folder / "closed", fs::perms(0755));
    for (const auto &entry : fs::recursive_directory_iterator(folder))
        fs::permissions(entry.path(), fs::perms(0755));
    if (possible.code != 0)
        QSKIP("another user may not run the program where it stands");
    if (says.isEmpty())
        QVERIFY2(outcome.code == 0 && outcome.out.contains("base"), outcome.said());
    else if (says.startsWith("anneal"))
        QCOMPARE(lastSentence(outcome), filled(says));
    else
        QVERIFY2(outcome.out.startsWith("error    " + filled(says) + "\n\n"), outcome.said());
}

void TestBadDays::passesOverACheckpointCutInHalf()
{
    const Cli anneal = m_runs->anneal();
    const Outcome started = anneal({"run", "tiny.json", "--set", "schedule.total_steps=1000000", "--set",
                                    "checkpoint.every_steps=5", "--set", "checkpoint.keep_last=3", "--json"});
    QVERIFY2(started.code == 0, started.said());
    const RunPaths run = m_runs->run(started.document().at("id"));
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

void TestBadDays::losesNothingToAFullDisk()
{
    Cli anneal = m_runs->anneal();
    anneal.prepare([] { // as a full disk, also for root: no file may grow beyond this
        const rlimit limit{500'000, 500'000};
        setrlimit(RLIMIT_FSIZE, &limit);
    });
    const Outcome outcome = anneal({"run", "tiny.json", "--set", "model.hidden_size=128", "--set",
                                    "model.num_hidden_layers=2", "--wait", "--json"});
    QCOMPARE(outcome.code, 6);
    const RunPaths run = m_runs->run(outcome.document().at("id"));
    const std::string partial = (run.checkpoints() / ".partial-step-00000040/model.safetensors").string();
    QCOMPARE(
        lastSentence(outcome),
        QString("Failed: storage: The last checkpoint (step 40) could not be written; mend that, then resume the run: "
                "%1: Cannot write: File too large; raise the file size limit or choose another folder.")
            .arg(QString::fromStdString(partial)));
    QCOMPARE(loggedSteps(run).size(), std::size_t(40));
    const Outcome resumed = m_runs->anneal()({"resume", idOf(run), "--wait"});
    QVERIFY2(resumed.code == 0, resumed.said());
    QCOMPARE(lastSentence(resumed), QString("Finished"));
    QCOMPARE(listCheckpoints(run).value().back().step, 40);
}

void TestBadDays::saysThatMemoryIsShort()
{
    // Before the start, when it can never be enough …
    std::string much;
    for (std::size_t i = 0; i < 40000; ++i) {
        much += ">m" + std::to_string(i) + "\nMKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQD";
        for (std::size_t rest = i, letter = 0; letter < 4; ++letter, rest /= 20)
            much += "ACDEFGHIKLMNPQRSTVWY"[rest % 20];
        much += '\n';
    }
    m_runs->write("much.fasta", much);
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
    const Outcome refused = m_runs->anneal()(QStringList{"run"} + huge);
    QVERIFY2(never.match(refused.err).hasMatch(), refused.said());
    QCOMPARE(refused.errorLines().size(), 1);
    QCOMPARE(refused.code, 2);
    const Outcome checked = m_runs->anneal()(QStringList{"check"} + huge);
    QVERIFY2(never.match(checked.out).hasMatch(), checked.said());
    QCOMPARE(checked.code, 2);

    // … and by the engine before its first step, when it is not enough now.
    Cli anneal = m_runs->anneal();
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

void TestBadDays::survivesAClockThatJumpsBack()
{
#ifdef __SANITIZE_ADDRESS__
    QSKIP("nothing may be loaded before the sanitizer");
#endif
    Cli anneal = m_runs->anneal();
    anneal.set("LD_PRELOAD", ANNEAL_MOVED_CLOCK);
    anneal.set("ANNEAL_TEST_CLOCK", QString::fromStdString((m_runs->folder() / "clock").string()));
    const Outcome started = anneal({"run", "tiny.json", "--set", "schedule.total_steps=1000000", "--set",
                                    "checkpoint.every_steps=1000000", "--name", "clock", "--json"});
    QVERIFY2(started.code == 0, started.said());
    const RunPaths run = m_runs->run(started.document().at("id"));
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(run).step > 5, 30000);
    m_runs->write("clock", "-7200");
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

QTEST_GUILESS_MAIN(TestBadDays)
#include "tst_baddays.moc"
