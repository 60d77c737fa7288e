// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <set>

#include <QFileInfo>

#include "cliprocess.h"
#include "config/configio.h"
#include "plan/plan.h"
#include "run/notes.h"
#include "stubruns.h"

using namespace anneal;
using namespace anneal::test;
using nlohmann::json;

/// What the commands print and do, for people and as JSON.
class TestCli : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesEveryChoice();
    void checksBeforeAStart();
    void listsEveryIssue();
    void startsAndShowsARun();
    void waitsForTheEnd_data();
    void waitsForTheEnd();
    void leavesTheRunAtCtrlC();
    void listsAndFilters();
    void namesItselfAsItCanBeCalled();
    void printsEveryPoint();
    void comparesRuns();
    void resumesAndBranches();
    void writesNotesAndTags();
    void predicts();
    void exportsAModel();
    void trainsATokenizer();
    void rebuildsTheIndex();
    void examinesTheMachine();
    void doesTheQuickStartWithoutADisplay();
    void takesTagsAway();
    void isDocumented();

private:
    /// A run that has ended.
    static RunPaths finished(StubRuns &runs, std::int64_t steps = 20)
    {
        const RunPaths run = runs.start(steps);
        [&] { QTRY_VERIFY(!judgeRun(run, wallMicros()).alive()); }();
        return run;
    }
};

void TestCli::namesEveryChoice()
{
    StubRuns runs;
    const Cli anneal(runs.workspace());
    const json presetList = anneal({"presets", "--json"}).document();
    QCOMPARE(presetList.size(), presets().size());
    QCOMPARE(presetList.at(0).at("key"), presets().front().key);
    QCOMPARE(presetList.at(0).at("parameters"), parameterCount(presets().front().config));
    const json fieldList = anneal({"--json", "fields"}).document();
    QCOMPARE(fieldList.size(), fields().size());
    const auto rate =
        std::find_if(fieldList.begin(), fieldList.end(), [](const json &f) { return f.at("key") == "optimizer.lr"; });
    QVERIFY(rate != fieldList.end());
    QCOMPARE(rate->at("type"), "real");
    QCOMPARE(rate->at("live"), true);
    QCOMPARE(rate->at("default"), Config{}.optimizer.lr);
    const Outcome text = anneal({"presets"});
    QCOMPARE(text.code, 0);
    QVERIFY(text.out.contains("quick-start"));
    QVERIFY(text.err.isEmpty());
}

void TestCli::checksBeforeAStart()
{
    StubRuns runs;
    const Cli anneal(runs.workspace());
    const Outcome outcome = anneal({"check", "quick-start", "--json", "--measure"});
    QVERIFY2(outcome.code == 0, outcome.said());
    const json document = outcome.document();
    QCOMPARE(document.at("ok"), true);
    QCOMPARE(document.at("plan").at("parameters"), parameterCount(findPreset("quick-start")->config));
    QCOMPARE(document.at("plan").at("seconds_per_step"), 0.25);
    const auto steps = static_cast<double>(findPreset("quick-start")->config.schedule.total_steps);
    QVERIFY(document.at("plan").at("seconds_total").get<double>() >= 0.25 * steps);
    QVERIFY(document.at("plan").at("memory").at("total").get<double>() > 1e6);
    QVERIFY(document.at("data").at("train_sequences").get<int>() > 1000);
    QVERIFY(document.at("data").at("validation_tokens").get<int>() > 1000);
    QVERIFY(!fs::exists(runs.workspace() / "runs")); // it only looks
}

void TestCli::listsEveryIssue()
{
    StubRuns runs;
    const Outcome outcome = Cli(runs.workspace())(
        {"check", "quick-start", "--set", "optimizer.lr=-1", "--set", "model.hidden_size=129", "--json"});
    QCOMPARE(outcome.code, 2);
    const json document = outcome.document();
    QCOMPARE(document.at("ok"), false);
    std::set<std::string> named;
    for (const json &issue : document.at("issues"))
        if (issue.at("severity") == "error")
            named.insert(issue.at("field").get<std::string>());
    QVERIFY2(named.contains("optimizer.lr") && named.contains("model.hidden_size"), outcome.said());
}

void TestCli::startsAndShowsARun()
{
    StubRuns runs;
    const Cli anneal(runs.workspace());
    const Outcome started =
        anneal({"run", "quick-start", "--set", "schedule.total_steps=40", "--set", "schedule.warmup_steps=4", "--name",
                "first try", "--why", "to see it run", "--json"});
    QVERIFY2(started.code == 0, started.said());
    const std::string id = started.document().at("id");
    QCOMPARE(started.document().at("name"), "first try");
    const RunPaths run{runsFolder(runs.workspace()) / id};
    QCOMPARE(started.document().at("folder"), run.root.string());
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);

    const json shown = anneal({"show", "first try", "--json"}).document();
    QCOMPARE(shown.at("id"), id);
    QCOMPARE(shown.at("state"), "Finished");
    QCOMPARE(shown.at("exit_code"), 0);
    QCOMPARE(shown.at("step"), 40);
    QCOMPARE(shown.at("preset"), "quick-start");
    QCOMPARE(shown.at("config").at("schedule").at("total_steps"), 40);
    QCOMPARE(shown.at("config").at("note").at("why"), "to see it run");
    QCOMPARE(shown.at("last").at("train.loss").at("step"), 40);
    QCOMPARE(shown.at("checkpoints").back().at("step"), 40);
    QCOMPARE(shown.at("events").back().at("kind"), "end");
    QVERIFY(shown.at("provenance").at("command").get<std::string>().find("--why 'to see it run'") != std::string::npos);
    const Outcome text = anneal({"show", QString::fromStdString(id)});
    QVERIFY(text.out.contains("first try") && text.out.contains("schedule.total_steps")
            && text.out.contains("Finished"));
}

void TestCli::waitsForTheEnd_data()
{
    QTest::addColumn<QString>("behaviour");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("phase");
    QTest::newRow("ok") << "ok" << 0 << "Finished";
    QTest::newRow("bad data") << "exit3" << 3 << "Failed";
    QTest::newRow("diverges") << "diverges" << 5 << "Diverged";
    QTest::newRow("full disk") << "full-disk" << 6 << "Failed";
    QTest::newRow("killed") << "killed" << 70 << "Failed";
}

void TestCli::waitsForTheEnd()
{
    QFETCH(QString, behaviour);
    QFETCH(int, code);
    QFETCH(QString, phase);
    StubRuns runs;
    StubRuns::behave(qPrintable(behaviour));
    const Outcome outcome =
        Cli(runs.workspace())({"run", "quick-start", "--set", "schedule.total_steps=60", "--wait", "--json"});
    QVERIFY2(outcome.code == code, outcome.said());
    QCOMPARE(outcome.document().at("exit_code"), code);
    QCOMPARE(outcome.document().at("phase"), phase.toStdString());
    QVERIFY2(outcome.errorLines().back().startsWith(phase), outcome.said());
}

void TestCli::leavesTheRunAtCtrlC()
{
    StubRuns runs;
    StubRuns::behave("slow", "5");
    QProcess waiting;
    Cli(runs.workspace()).start(waiting, {"run", "quick-start", "--set", "schedule.total_steps=100000", "--wait"});
    QTRY_VERIFY(waiting.canReadLine());
    const RunPaths run{runsFolder(runs.workspace()) / waiting.readLine().trimmed().toStdString()};
    QTRY_VERIFY(stateOf(run).step > 3);
    QCOMPARE(kill(static_cast<pid_t>(waiting.processId()), SIGINT), 0);
    QVERIFY(waiting.waitForFinished());
    QCOMPARE(waiting.exitCode(), 0);
    QVERIFY(waiting.readAllStandardError().contains("goes on"));
    QCOMPARE(phaseOf(run), RunPhase::Running);
    QVERIFY(signalRun(run, true));
}

void TestCli::listsAndFilters()
{
    StubRuns runs;
    const Cli anneal(runs.workspace());
    const Outcome none = anneal({"list", "--json"});
    QCOMPARE(none.code, 0);
    QCOMPARE(none.document(), json::array());
    const RunPaths good = finished(runs);
    StubRuns::behave("diverges");
    const RunPaths bad = finished(runs);
    QVERIFY(setTags(bad, {"odd"}, {}));

    const json all = anneal({"list", "--json"}).document();
    QCOMPARE(all.size(), std::size_t(2));
    const json &newest = all.at(0).at("id") == bad.id() ? all.at(0) : all.at(1);
    QCOMPARE(newest.at("state"), "Diverged");
    QCOMPARE(newest.at("train_loss"), "nan");
    QCOMPARE(newest.at("tags"), json::array({"odd"}));
    const json tagged = anneal({"list", "--filter", "tag:odd", "--json"}).document();
    QCOMPARE(tagged.size(), std::size_t(1));
    QCOMPARE(tagged.at(0).at("id"), bad.id());
    const json done = anneal({"list", "--filter", "state=Finished and optimizer.lr>0.001", "--json"}).document();
    QCOMPARE(done.size(), std::size_t(1));
    QCOMPARE(done.at(0).at("id"), good.id());
    QVERIFY(anneal({"list"}).out.contains(idOf(good)));
}

void TestCli::namesItselfAsItCanBeCalled()
{
    StubRuns runs;
    Cli anneal(runs.workspace());
    const QFileInfo program(QStringLiteral(ANNEAL_PROGRAM));
    anneal.set("PATH", "/usr/bin");
    anneal.workIn(program.canonicalPath() + "/../tests");
    QVERIFY(anneal({"list"}).err.contains("`" + program.canonicalFilePath() + " run quick-start`"));
    anneal.workIn(program.canonicalPath());
    QVERIFY(anneal({"list"}).err.contains("`./anneal run quick-start`"));
    anneal.workIn(program.canonicalPath() + "/..");
    QVERIFY(anneal({"list"}).err.contains("`bin/anneal run quick-start`"));
    anneal.set("PATH", "/usr/bin:" + program.canonicalPath());
    QVERIFY(anneal({"list"}).err.contains("`anneal run quick-start`"));
}

void TestCli::printsEveryPoint()
{
    StubRuns runs;
    StubRuns::behave("diverges");
    const RunPaths run = finished(runs);
    const Cli anneal(runs.workspace());
    const QStringList lines = anneal({"metrics", idOf(run), "--csv"}).out.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.front(), QString("series,step,tokens,time_us,value"));
    // 10 steps of 4 series, evaluations at 5 and 10.
    QCOMPARE(lines.size(), 1 + 10 * 4 + 2);
    const auto loss =
        std::find_if(lines.begin(), lines.end(), [](const QString &line) { return line.startsWith("train.loss,3,"); });
    QVERIFY(loss != lines.end());
    QCOMPARE(loss->section(',', 4).toDouble(), 2.6 + 0.4 * std::exp(-3.0 / 50)); // to the last bit
    QVERIFY(std::any_of(lines.begin(), lines.end(),
                        [](const QString &l) { return l.startsWith("train.loss,10,") && l.endsWith(",nan"); }));

    const json document = anneal({"metrics", idOf(run), "--json", "--series", "val*"}).document();
    QCOMPARE(document.at("series").size(), std::size_t(1));
    QCOMPARE(document.at("series").at(0).at("name"), "validation.loss");
    QCOMPARE(document.at("series").at(0).at("steps"), json::array({5, 10}));
    const json losses =
        anneal({"metrics", idOf(run), "--json", "--series", "train.loss"}).document().at("series").at(0);
    QCOMPARE(losses.at("values").at(9), "nan");
    QCOMPARE(losses.at("values").at(2).get<double>(), 2.6 + 0.4 * std::exp(-3.0 / 50));
    QVERIFY(anneal({"metrics", idOf(run)}).out.contains("grad_norm"));
}

void TestCli::comparesRuns()
{
    StubRuns runs;
    const RunPaths first = finished(runs);
    LaunchRequest request = StubRuns::request();
    request.config.optimizer.lr = 0.125;
    request.config.data.seed = 7; // hidden by default: it differs in every pair of runs
    request.name = "other, with a comma";
    const auto id = launchRun(runs.workspace(), request);
    QVERIFY(id);
    const RunPaths second{runsFolder(runs.workspace()) / *id};
    QTRY_COMPARE(phaseOf(second), RunPhase::Finished);
    QVERIFY(addNote(second, "looks better", 12));

    const Cli anneal(runs.workspace());
    const json document = anneal({"compare", idOf(first), idOf(second), "--json"}).document();
    QCOMPARE(document.at("differing"), json::array({"optimizer.lr"}));
    QCOMPARE(document.at("runs").at(1).at("settings").at("optimizer.lr"), 0.125);
    QCOMPARE(document.at("runs").at(1).at("notes").at(0).at("text"), "looks better");
    QCOMPARE(document.at("runs").at(0).at("step"), 20);
    QVERIFY(document.at("runs").at(0).at("best_validation_loss").get<double>() > 2);
    const json all = anneal({"compare", idOf(first), idOf(second), "--all", "--json"}).document().at("differing");
    QVERIFY(std::find(all.begin(), all.end(), "data.seed") != all.end());
    const QString csv = anneal({"compare", idOf(first), idOf(second), "--csv"}).out;
    QVERIFY(csv.startsWith("run,stub run,\"other, with a comma\"\n"));
    QVERIFY(csv.contains("optimizer.lr,0.002,0.125\n"));
}

void TestCli::resumesAndBranches()
{
    StubRuns runs;
    StubRuns::behave("killed");
    const RunPaths run = finished(runs);
    QCOMPARE(phaseOf(run), RunPhase::Failed);
    StubRuns::behave("ok");
    const Cli anneal(runs.workspace());
    const Outcome resumed = anneal({"resume", idOf(run), "--wait", "--json"});
    QVERIFY2(resumed.code == 0, resumed.said());
    QCOMPARE(resumed.document().at("step"), 20);

    const Outcome branched = anneal({"branch", idOf(run) + "@15", "--set", "optimizer.lr=0.001", "--set",
                                     "schedule.warmup_steps=5", "--why", "slower", "--wait", "--json"});
    QVERIFY2(branched.code == 0, branched.said());
    const json branch = anneal({"show", QString::fromStdString(branched.document().at("id")), "--json"}).document();
    QCOMPARE(branch.at("parent"), run.id());
    QCOMPARE(branch.at("parent_step"), 15);
    QCOMPARE(branch.at("config").at("model").at("init_from"), run.checkpoint(15).string());
    QCOMPARE(branch.at("config").at("schedule").at("total_steps"), 20); // the parent's
    QCOMPARE(branch.at("config").at("optimizer").at("lr"), 0.001);
    QCOMPARE(branch.at("config").at("note").at("why"), "slower");

    const Outcome child = anneal({"run", "quick-start", "--parent", idOf(run) + "@best", "--set",
                                  "schedule.total_steps=50", "--wait", "--json"});
    QVERIFY2(child.code == 0, child.said());
    const json shown = anneal({"show", QString::fromStdString(child.document().at("id")), "--json"}).document();
    QCOMPARE(shown.at("config").at("model").at("init_from"), run.checkpoint(20).string());
    QCOMPARE(shown.at("preset"), "quick-start");
}

void TestCli::writesNotesAndTags()
{
    StubRuns runs;
    const RunPaths run = finished(runs);
    const Cli anneal(runs.workspace());
    const json note = anneal({"note", idOf(run), "the loss is flat – why?", "--step", "12", "--json"}).document();
    QCOMPARE(note.at("step"), 12);
    QCOMPARE(anneal({"tag", idOf(run), "+mlm", "+odd", "--json"}).document().at("tags"), json::array({"mlm", "odd"}));
    QCOMPARE(anneal({"tag", idOf(run), "-odd", "+second", "--json"}).document().at("tags"),
             json::array({"mlm", "second"}));
    const auto annotations = readAnnotations(run);
    QVERIFY(annotations);
    QCOMPARE(annotations->notes.size(), std::size_t(1));
    QCOMPARE(annotations->notes.front().text, std::string("the loss is flat – why?"));
    QCOMPARE(anneal({"show", idOf(run), "--json"}).document().at("tags"), json::array({"mlm", "second"}));
}

void TestCli::predicts()
{
    StubRuns runs;
    const RunPaths run = finished(runs);
    const Cli anneal(runs.workspace());
    const Outcome filled = anneal(
        {"predict", "fill-mask", "--run", idOf(run), "--sequence", "MK<mask>AY", "--sequence", "<mask>K", "--json"});
    QVERIFY2(filled.code == 0, filled.said());
    const QStringList lines = filled.out.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    const json first = json::parse(lines.front().toStdString());
    QCOMPARE(first.at("masks").at(0).at("position"), 3);
    QCOMPARE(first.at("masks").at(0).at("tokens").at(0), "L");
    QCOMPARE(json::parse(lines.back().toStdString()).at("masks").at(0).at("position"), 1);

    const fs::path fasta = runs.folder() / "two.fasta";
    std::ofstream(fasta) << ">one first\nMKTAY\nIA\n>two\nMK\n";
    const Outcome scored = anneal({"predict", "score", "--model", QString::fromStdString(run.checkpoint(10).string()),
                                   "--input", QString::fromStdString(fasta.string()), "--json"});
    QVERIFY2(scored.code == 0, scored.said());
    const json score = json::parse(scored.out.section('\n', 0, 0).toStdString());
    QCOMPARE(score.at("id"), "one");
    QCOMPARE(score.at("length"), 7);
    QCOMPARE(score.at("log_probs").size(), std::size_t(7));
    QVERIFY(anneal({"predict", "score", "--run", idOf(run), "--checkpoint", "best", "--sequence", "MKT"})
                .out.contains("0.500"));
}

void TestCli::exportsAModel()
{
    StubRuns runs;
    const RunPaths run = finished(runs);
    const Cli anneal(runs.workspace());
    const QString to = QString::fromStdString((runs.folder() / "written").string());
    const Outcome written = anneal({"export", idOf(run) + "@10", "--to", to, "--layout", "transformer-engine"});
    QVERIFY2(written.code == 0, written.said());
    QVERIFY2(written.out.contains("ESM-2") && written.out.contains(to) && written.out.contains("esm_nv.py"),
             written.said());
    QVERIFY2(written.err.contains("no place for head"), written.said());
    QVERIFY(QFile::exists(to + "/config.json"));
    const Outcome again = anneal({"export", "--model", to, "--to", to});
    QVERIFY2(again.code == 3 && again.err.contains("not an empty folder"), again.said());
    QCOMPARE(anneal({"export", "--to", to}).code, 2);
    QCOMPARE(anneal({"export", idOf(run), "--to", to, "--layout", "onnx"}).code, 2);
    QCOMPARE(anneal({"export", idOf(run) + "@11", "--to", to}).code, 3);
}

void TestCli::trainsATokenizer()
{
    StubRuns runs;
    const Cli anneal(runs.workspace());
    std::filesystem::create_directories(runs.workspace());
    const std::filesystem::path folder = runs.workspace() / "bpe", fasta = runs.workspace() / "in.fna";
    std::ofstream(fasta) << ">a\nGATTACAGATTACANGATTACA\n>b\nACGTACGT\n";
    const QString to = QString::fromStdString(folder.string()), from = QString::fromStdString(fasta.string());
    const Outcome trained = anneal({"tokenizer", "train", from, "--to", to, "--vocab-size", "24", "--json"});
    QVERIFY2(trained.code == 0, trained.said());
    QCOMPARE(trained.document().at("tokens"), 24);
    QCOMPARE(trained.document().at("merges"), 4);
    QCOMPARE(trained.document().at("letters"), 30);
    QVERIFY(std::filesystem::exists(folder / "tokenizer.json"));
    const Outcome encoded = anneal({"tokenizer", "encode", to, "GATTACA", "[MASK]N", "--json"});
    QVERIFY2(encoded.code == 0, encoded.said());
    const json first = json::parse(encoded.out.section('\n', 0, 0).toStdString());
    QCOMPARE(first.at("ids").size(), first.at("tokens").size());
    QCOMPARE(first.at("tokens").front(), "[CLS]");
    QVERIFY(first.at("tokens").size() < 9);
    const json second = json::parse(encoded.out.section('\n', 1, 1).toStdString());
    QCOMPARE(second.at("ids"), json({1, 4, 9, 2}));
    QCOMPARE(anneal({"tokenizer", "encode", to, "A"}).out, QString("[CLS] A [SEP]\n"));

    const Outcome small = anneal({"tokenizer", "train", from, "--to", to, "--vocab-size", "3"});
    QCOMPARE(small.code, 2);
    QVERIFY2(small.err.contains("A vocabulary of 3 tokens cannot be made; give 20"), small.said());
    const Outcome missing = anneal({"tokenizer", "train", from + "x", "--to", to});
    QCOMPARE(missing.code, 3);
    const Outcome other = anneal({"tokenizer", "train", from, "--to", to, "--alphabet", "codons"});
    QCOMPARE(other.code, 2);
    QCOMPARE(anneal({"tokenizer", "encode", from, "ACGT"}).code, 3);
}

void TestCli::rebuildsTheIndex()
{
    StubRuns runs;
    const RunPaths run = finished(runs);
    QVERIFY(addNote(run, "kept", {}));
    const Cli anneal(runs.workspace());
    const json before = anneal({"list", "--json"}).document();
    fs::remove(runs.workspace() / "workspace.db");
    QCOMPARE(anneal({"rebuild", "--json"}).document().at("runs"), 1);
    QCOMPARE(anneal({"list", "--json"}).document(), before);
    QCOMPARE(before.at(0).at("last_note"), "kept");
}

void TestCli::examinesTheMachine()
{
    StubRuns runs;
    Cli anneal(runs.workspace());
    const json well = anneal({"doctor", "--json"}).document();
    QVERIFY(well.at("cores").get<int>() > 0);
    QVERIFY(well.at("memory_bytes").get<double>() > 1e8);
    QVERIFY(well.at("free_disk_bytes").get<double>() > 0);
    QCOMPARE(well.at("engine").at("torch"), "0.0.0-stub");
    qputenv("ANNEAL_ENGINE", "/does/not/exist");
    const json ill = anneal({"doctor", "--json"}).document();
    QVERIFY(ill.at("engine").is_null());
    QVERIFY(ill.at("missing").at(0).at("problem").get<std::string>().find("no engine") != std::string::npos);
    QCOMPARE(ill.at("missing").at(0).at("fix"), "./run --build");
}

void TestCli::doesTheQuickStartWithoutADisplay()
{
    StubRuns runs;
    const Cli anneal(runs.workspace());
    const Outcome bare = anneal({});
    QVERIFY2(bare.code == 0, bare.said());
    for (const char *said : {"2.8845", "2.8788", "at the end", "Which residue stands at position", "The run is in"})
        QVERIFY2(bare.out.contains(said), bare.said());
    const json document = anneal({"quick-start", "--json"}).document();
    QCOMPARE(document.at("first_validation_loss").get<double>(),
             2.65 + 0.4 * std::exp(-2.0)); // the stub evaluates at step 100 first
    QVERIFY(document.at("last_validation_loss").get<double>() < document.at("first_validation_loss").get<double>());
    QCOMPARE(document.at("masks").at(0).at("position"), document.at("question").at("position"));
}

/// "-a" is a tag, wherever the global options stand.
void TestCli::takesTagsAway()
{
    StubRuns runs;
    const RunPaths run = finished(runs);
    Cli anneal(runs.folder() / "elsewhere");
    const QString workspace = QString::fromStdString(runs.workspace().string());
    QCOMPARE(anneal({"--workspace", workspace, "--json", "tag", idOf(run), "+a", "+b"}).document().at("tags"),
             json::array({"a", "b"}));
    QCOMPARE(anneal({"--workspace", workspace, "--json", "tag", idOf(run), "-a"}).document().at("tags"),
             json::array({"b"}));
}

void TestCli::isDocumented()
{
    StubRuns runs;
    const Cli anneal(runs.workspace());
    QFile file(ANNEAL_CLI_DOCS);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString docs = QString::fromUtf8(file.readAll());
    const QString help = anneal({"--help"}).out;
    QStringList commands;
    for (const QString &line : help.section("\nStart:\n", 1).split('\n', Qt::SkipEmptyParts))
        if (line.startsWith("  "))
            commands << line.trimmed().section(' ', 0, 0);
    QVERIFY(commands.size() > 20);
    for (const QString &command : commands) {
        QVERIFY2(docs.contains("anneal " + command), qPrintable("docs/cli.md does not name anneal " + command));
        const Outcome own = anneal({"help", command});
        QCOMPARE(own.code, 0);
        if (command == "help")
            continue;
        QCOMPARE(own.out, anneal({command, "--help"}).out);
        QVERIFY2(own.out.contains("Usage: anneal " + command), own.said());
        static const QRegularExpression option("--[a-z][a-z-]+");
        for (auto match = option.globalMatch(own.out.section("Subcommands:", 0, 0)); match.hasNext();) {
            const QString name = match.next().captured();
            QVERIFY2(name == "--help" || docs.contains(name),
                     qPrintable("docs/cli.md does not name " + command + " " + name));
        }
    }
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
