// SPDX-License-Identifier: GPL-3.0-or-later
// Bad input and bad days: each ends in one sentence that says what, where and what to do.
#include "realruns.h"

using namespace anneal;
using namespace anneal::test;
using nlohmann::json;

namespace {

/// Words between blanks; %DIR may hold some itself.
void row(const char *name, const char *line, int code, const char *says)
{
    QTest::newRow(name) << line << code << says;
}

void addConfigurationRows()
{
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
}

void addDataRows()
{
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
}

void addRunRows()
{
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

} // namespace

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
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    addConfigurationRows();
    addDataRows();
    addRunRows();
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

QTEST_GUILESS_MAIN(TestBadDays)
#include "tst_baddays.moc"
