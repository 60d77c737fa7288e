// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include "cliprocess.h"
#include "stubruns.h"

using namespace anneal;
using namespace anneal::test;

/// Everything that a person can get wrong ends with a code and one sentence.
class TestBadInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void saysOneSentence_data();
    void saysOneSentence();
    void saysThatTheWorkspaceIsAFile();
    void saysThatTheEngineIsMissing();
    void readsAReadOnlyWorkspace();

private:
    void write(const char *name, const char *text) const { std::ofstream(m_runs->folder() / name) << text; }
    [[nodiscard]] QString path(const char *name) const
    {
        return QString::fromStdString((m_runs->folder() / name).string());
    }

    std::unique_ptr<StubRuns> m_runs;
    QString m_run;
};

void TestBadInput::initTestCase()
{
    m_runs = std::make_unique<StubRuns>();
    const RunPaths first = m_runs->start(5), second = m_runs->start(5);
    QTRY_COMPARE(phaseOf(first), RunPhase::Finished);
    QTRY_COMPARE(phaseOf(second), RunPhase::Finished);
    m_run = idOf(first);
    const fs::path newer = runsFolder(m_runs->workspace()) / "20990101-000000-newr";
    fs::create_directories(newer);
    std::ofstream(newer / "run.json") << R"({"version": 99, "id": "20990101-000000-newr"})";
    write("broken.json", "{\"schema_version\": 1,\n \"model\": {");
    write("unknown.json", R"({"schema_version": 1, "data": {"train": "sample:proteins"}, "optimiser": {"lr": 1}})");
    write("newer.json", R"({"schema_version": 99})");
    write("empty.fasta", "");
    write("odd.fasta", ">a\nMK7T\n");
}

void TestBadInput::saysOneSentence_data()
{
    QTest::addColumn<QString>("line"); // %RUN is a run, %DIR the folder of the files above
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *line, int code, const char *says) { QTest::newRow(line) << line << code << says; };
    row("frobnicate", 2, "There is no command \"frobnicate\"; `anneal help` lists them all.");
    row("lst", 2, "There is no command \"lst\"; did you mean \"list\"?");
    row("--workspace %DIR shw", 2, "There is no command \"shw\"; did you mean \"show\"?");
    row("predict fillmask --run %RUN", 2, "There is no command \"predict fillmask\"; did you mean \"fill-mask\"?");
    row("help lst", 2, "There is no command \"lst\"; did you mean \"list\"?");
    row("run quick-start --wiat", 2, "`anneal run` has no option \"--wiat\"; did you mean \"--wait\"?");
    row("predict score --sequnce MK", 2, "did you mean \"--sequence\"?");
    row("show %RUN %RUN", 2, "is one word too many for `anneal show`; `anneal show --help` explains it.");
    row("list --frobnicate", 2, "--frobnicate");
    row("show", 2, "RUN");
    row("run", 2, "Say what to run");
    row("check", 2, "Say what to check");
    row("run quick-stat", 2, "quick-start");
    row("run %DIR/missing.json", 2, "missing.json");
    row("run %DIR/broken.json", 2, "line 2");
    row("run %DIR/unknown.json", 2, "optimizer");
    row("run %DIR/newer.json", 2, "99");
    row("run quick-start --set optimizer.lrr=1", 2, "optimizer.lr");
    row("run quick-start --set optimizer.lr=fast", 2, "optimizer.lr");
    row("run quick-start --set optimizer.lr=-1", 2, "optimizer.lr");
    row("run quick-start --set optimizer.lr", 2, "optimizer.lr");
    row("run quick-start --set precision.compute=fp7", 2, "precision.compute");
    row("run quick-start --set data.train=%DIR/missing.fasta", 2, "missing.fasta");
    row("run quick-start --set model.hidden_size=129", 2, "model.hidden_size");
    row("run quick-start --parent nobody", 3, "nobody");
    row("run quick-start --parent %RUN@7", 3, "7");
    row("branch %RUN", 2, "RUN@STEP");
    row("show nobody", 3, "nobody");
    row("show 2", 3, "2");
    row("show 20990101", 6, "newer Anneal");
    row("resume %RUN", 2, "all its steps");
    row("resume 20990101", 6, "newer Anneal");
    row("metrics %RUN --series nothing*", 3, "nothing*");
    row("compare %RUN", 2, "RUN");
    row("compare %RUN nobody", 3, "nobody");
    row("list --filter (loss<", 2, "position");
    row("set %RUN optimizer.lr=1", 2, "--why");
    row("set %RUN model.hidden_size=64 --why x", 2, "model.hidden_size");
    row("set %RUN optimizer.lr=fast --why x", 2, "optimizer.lr");
    row("pause %RUN --timeout -1", 2, "above 0");
    row("tag %RUN odd", 2, "+tag");
    row("note %RUN", 2, "TEXT");
    row("note %RUN x --step -3", 2, "is not a step");
    row("predict", 2, "subcommand");
    row("predict fill-mask --sequence MK", 2, "--run");
    row("predict fill-mask --run %RUN", 2, "--sequence");
    row("predict fill-mask --run %RUN --sequence MK7", 3, "7");
    row("predict fill-mask --run %RUN --checkpoint 3 --sequence MK", 3, "3");
    row("predict score --model %DIR/nothing --sequence MK", 6, "config.json");
    row("predict score --run %RUN --input %DIR/missing.fasta", 3, "missing.fasta");
    row("predict score --run %RUN --input %DIR/empty.fasta", 3, "empty.fasta");
    row("predict score --run %RUN --input %DIR/odd.fasta", 3, "odd.fasta");
}

void TestBadInput::saysOneSentence()
{
    QFETCH(QString, line);
    QFETCH(int, code);
    QFETCH(QString, says);
    line.replace("%RUN", m_run).replace("%DIR", QString::fromStdString(m_runs->folder().string()));
    const Outcome outcome = Cli(m_runs->workspace())(line.split(' '));
    QVERIFY2(outcome.code == code, outcome.said());
    QVERIFY2(outcome.out.isEmpty(), outcome.said());
    QVERIFY2(outcome.errorLines().size() == 1, outcome.said());
    QVERIFY2(outcome.err.startsWith("anneal: "), outcome.said());
    QVERIFY2(outcome.err.contains(says), outcome.said());
    QVERIFY2(!outcome.err.contains("[json.exception"), outcome.said());
}

void TestBadInput::saysThatTheWorkspaceIsAFile()
{
    write("file", "no folder");
    for (const char *command : {"list", "rebuild"}) {
        const Outcome outcome = Cli(m_runs->workspace())({command, "--workspace", path("file")});
        QCOMPARE(outcome.code, 6);
        QCOMPARE(outcome.errorLines().size(), 1);
        QVERIFY2(outcome.err.contains(path("file")), outcome.said());
    }
}

void TestBadInput::saysThatTheEngineIsMissing()
{
    qputenv("ANNEAL_ENGINE", "/does/not/exist");
    for (const QStringList &call : {QStringList{"run", "quick-start"},
                                    {"check", "quick-start", "--measure"},
                                    {"predict", "score", "--run", m_run, "--sequence", "MK"}}) {
        const Outcome outcome = Cli(m_runs->workspace())(call);
        QVERIFY(outcome.code != 0);
        QCOMPARE(outcome.errorLines().size(), 1);
        QVERIFY2(outcome.err.contains("/does/not/exist"), outcome.said());
    }
    qputenv("ANNEAL_ENGINE", ANNEAL_STUB_ENGINE);
}

/// Root may write everywhere, so the program is run as another user.
void TestBadInput::readsAReadOnlyWorkspace()
{
    if (geteuid() == 0 && QStandardPaths::findExecutable("setpriv").isEmpty())
        QSKIP("needs setpriv to give up root's rights");
    StubRuns runs;
    const RunPaths run = runs.start(5);
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    fs::permissions(runs.folder(), fs::perms(0755));
    for (const auto &entry : fs::recursive_directory_iterator(runs.folder()))
        fs::permissions(entry.path(), fs::is_directory(entry.path()) ? fs::perms(0555) : fs::perms(0444));
    const auto call = [&](QStringList arguments) {
        QProcess process;
        QString program = ANNEAL_PROGRAM;
        if (geteuid() == 0) {
            arguments = QStringList{"--reuid=65534", "--regid=65534", "--clear-groups", program} + arguments;
            program = "setpriv";
        }
        process.start(program,
                      arguments + QStringList{"--workspace", QString::fromStdString(runs.workspace().string())});
        process.waitForFinished();
        return Outcome{process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                       QString::fromUtf8(process.readAllStandardError())};
    };
    if (const Outcome possible = call({"--version"}); possible.code != 0)
        QSKIP("another user may not run the program where it stands");
    const Outcome listed = call({"list", "--json"});
    QVERIFY2(listed.code == 0, listed.said());
    QVERIFY2(listed.document().is_array() && !listed.document().empty(), qPrintable(listed.out));
    QCOMPARE(listed.document().at(0).at("id"), run.id());
    for (const QStringList &arguments :
         {QStringList{"run", "quick-start"}, {"note", idOf(run), "text"}, {"tag", idOf(run), "+a"}}) {
        const Outcome refused = call(arguments);
        QVERIFY2(refused.code == 6, refused.said());
        QCOMPARE(refused.errorLines().size(), 1);
    }
    for (const auto &entry : fs::recursive_directory_iterator(runs.folder()))
        fs::permissions(entry.path(), fs::perms(0755));
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_badinput.moc"
