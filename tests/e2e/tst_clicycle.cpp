// SPDX-License-Identifier: GPL-3.0-or-later
// Every command on runs of the real engine, in the order in which a person would use them.
#include <cmath>

#include "realruns.h"

using namespace anneal;
using namespace anneal::test;
using nlohmann::json;

class TestCliCycle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void runs();
    void pausesAndContinues();
    void changesTheRate();
    void savesAndEvaluates();
    void notes();
    void stopsAndResumes();
    void printsMetrics();
    void branches();
    void runsWhatTheEquivalentCommandSays();
    void fillsMasks();
    void scores();
    void rebuilds();
    void knowsTheMachine();

private:
    /// The one JSON document that a command prints; the test fails when it does anything else.
    json ask(QStringList arguments) const
    {
        const Outcome outcome = m_runs->anneal()(arguments << "--json");
        if (outcome.code != 0 || outcome.document().is_null())
            qFatal("anneal %s: %d %s", qPrintable(arguments.join(' ')), outcome.code, outcome.said());
        return outcome.document();
    }
    [[nodiscard]] json show() const { return ask({"show", "base"}); }
    [[nodiscard]] std::vector<json> events(const char *kind) const
    {
        std::vector<json> found;
        const json whole = show();
        for (const json &event : whole.at("events"))
            if (event.at("kind") == kind)
                found.push_back(event);
        return found;
    }
    /// Step → value.
    [[nodiscard]] std::map<std::int64_t, double> series(const char *run, const char *name) const
    {
        std::map<std::int64_t, double> values;
        const json read = ask({"metrics", run, "--series", name}).at("series").at(0);
        for (std::size_t i = 0; i < read.at("steps").size(); ++i)
            values[read["steps"][i]] = read["values"][i].get<double>();
        return values;
    }

    std::unique_ptr<RealRuns> m_runs;
    RunPaths m_base;
};

void TestCliCycle::initTestCase()
{
    m_runs = std::make_unique<RealRuns>();
}

void TestCliCycle::runs()
{
    QVERIFY(ask({"check", "tiny.json"}).at("ok").get<bool>());
    const json started = ask({"run", "tiny.json", "--set", "schedule.total_steps=1000000", "--set",
                              "checkpoint.every_steps=1000000", "--name", "base", "--why", "une première idée"});
    m_base = m_runs->run(started.at("id"));
    QCOMPARE(started.at("folder"), m_base.root.string());
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(m_base).step > 5, 30000);
    const json listed = ask({"list"});
    QCOMPARE(listed.size(), std::size_t(1));
    QCOMPARE(listed[0].at("state"), "Running");
    QCOMPARE(listed[0].at("why"), "une première idée");
}

void TestCliCycle::pausesAndContinues()
{
    const json paused = ask({"pause", "base"});
    QCOMPARE(paused.at("verb"), "pause");
    const std::int64_t at = paused.at("step");
    QCOMPARE(show().at("state"), "Paused");
    QCOMPARE(show().at("step"), at);
    QCOMPARE(events("pause").back().at("step"), at);
    QCOMPARE(ask({"continue", "base"}).at("message"), "Training goes on");
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(m_base).step > at, 30000);
    QCOMPARE(show().at("state"), "Running");
}

void TestCliCycle::changesTheRate()
{
    const json changed = ask({"set", "base", "optimizer.lr=5e-4", "--why", "la perte ne baisse plus"});
    const std::int64_t from = changed.at("step");
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(m_base).step > from + 3, 30000);
    const json event = events("live_change").back();
    QCOMPARE(event.at("step"), from);
    QCOMPARE(event.at("data").at("key"), "optimizer.lr");
    QCOMPARE(event.at("data").at("new"), 5e-4);
    QCOMPARE(event.at("data").at("reason"), "la perte ne baisse plus");
    const double before = event.at("data").at("old");
    const auto rates = series("base", "optimizer.lr");
    QCOMPARE(rates.at(from - 1), before);
    QCOMPARE(rates.at(from), 5e-4);
    QCOMPARE(rates.at(from + 1), 5e-4);
}

void TestCliCycle::savesAndEvaluates()
{
    const std::int64_t saved = ask({"save", "base"}).at("step");
    QCOMPARE(ask({"show", "base"}).at("checkpoints").back().at("step"), saved);
    const std::int64_t asked = ask({"evaluate", "base"}).at("step");
    const auto evaluatedAgain = [&] { return series("base", "validation.loss").rbegin()->first >= asked; };
    QTRY_VERIFY_WITH_TIMEOUT(evaluatedAgain(), 30000);
    QVERIFY(std::isfinite(series("base", "validation.loss").rbegin()->second));
}

void TestCliCycle::notes()
{
    ask({"note", "base", "le taux a été réduit", "--step", "7"});
    ask({"tag", "base", "+mlm", "+essai"});
    const json whole = show();
    QCOMPARE(whole.at("notes").at(0).at("text"), "le taux a été réduit");
    QCOMPARE(whole.at("notes").at(0).at("step"), 7);
    QCOMPARE(whole.at("tags"), json::array({"mlm", "essai"}));
    QCOMPARE(ask({"list", "--filter", "tag:essai and state=Running"}).size(), std::size_t(1));
}

void TestCliCycle::stopsAndResumes()
{
    const std::int64_t stopped = ask({"stop", "base"}).at("step");
    QTRY_VERIFY_WITH_TIMEOUT(!judgeRun(m_base, wallMicros()).alive(), 30000);
    const json whole = show();
    QCOMPARE(whole.at("state"), "Stopped");
    QCOMPARE(whole.at("exit_code"), 143);
    QCOMPARE(whole.at("checkpoints").back().at("step"), stopped);
    const Outcome refused = m_runs->anneal()({"pause", "base"});
    QCOMPARE(refused.code, 2);
    QCOMPARE(refused.err,
             QString("anneal: base: The run is not alive (Stopped); `anneal resume %1` starts it again.\n")
                 .arg(idOf(m_base)));

    ask({"resume", "base"});
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(m_base).state == "running" && stateOf(m_base).step > stopped, 30000);
    QCOMPARE(events("resume").back().at("step"), stopped);
    ask({"stop", "base"});
    QTRY_VERIFY_WITH_TIMEOUT(!judgeRun(m_base, wallMicros()).alive(), 30000);
    QCOMPARE(series("base", "optimizer.lr").rbegin()->second, 5e-4); // a live change outlives the process
}

void TestCliCycle::printsMetrics()
{
    const std::int64_t last = show().at("step");
    const auto losses = series("base", "train.loss");
    QCOMPARE(losses.size(), static_cast<std::size_t>(last)); // one a step, none twice over pause, stop and resume
    QCOMPARE(losses.begin()->first, 1);
    const Outcome csv = m_runs->anneal()({"metrics", "base", "--series", "train.loss", "--csv"});
    const QStringList lines = csv.out.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.front(), QString("series,step,tokens,time_us,value"));
    QCOMPARE(lines.size(), static_cast<qsizetype>(losses.size()) + 1);
    for (const QString &line : lines.mid(1))
        QCOMPARE(line.section(',', 4).toDouble(), losses.at(line.section(',', 1, 1).toLongLong()));
}

void TestCliCycle::branches()
{
    const Outcome outcome = m_runs->anneal()({"run", "tiny.json", "--parent", "base@last", "--name", "fille", "--set",
                                              "optimizer.lr=2e-3", "--wait", "--json"});
    QVERIFY2(outcome.code == 0, outcome.said());
    QCOMPARE(outcome.document().at("phase"), "Finished");
    QCOMPARE(outcome.document().at("step"), 40);
    QCOMPARE(outcome.errorLines().back(), QString("Finished"));
    const json child = ask({"show", "fille"});
    QCOMPARE(child.at("parent"), m_base.id());
    QCOMPARE(child.at("parent_step"), show().at("step"));
    // Its first loss is that of a model that has learned, not of a new one.
    QVERIFY(series("fille", "train.loss").at(1) < series("base", "train.loss").at(1));
    const json compared = ask({"compare", "base", "fille"});
    const json differing = compared.at("differing");
    for (const char *key : {"optimizer.lr", "schedule.total_steps", "checkpoint.every_steps"})
        QVERIFY2(std::find(differing.begin(), differing.end(), key) != differing.end(), differing.dump().c_str());
    QCOMPARE(compared.at("runs").at(1).at("settings").at("optimizer.lr"), 2e-3);
    QCOMPARE(compared.at("runs").at(0).at("notes").at(0).at("text"), "le taux a été réduit");
}

/// The command that a run shows makes the same run again, to the last bit, quotes and accents included.
void TestCliCycle::runsWhatTheEquivalentCommandSays()
{
    const json original = ask({"show", "fille"});
    QString command = QString::fromStdString(original.at("provenance").at("command"));
    QVERIFY2(command.contains("--name fille"), qPrintable(command));
    command.replace("--name fille", "--name again");
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QFileInfo(ANNEAL_PROGRAM).path() + ":" + environment.value("PATH"));
    environment.insert("ANNEAL_ENGINE", ANNEAL_ENGINE_PROGRAM);
    environment.insert("ANNEAL_WORKSPACE", QString::fromStdString(m_runs->workspace().string()));
    shell.setProcessEnvironment(environment);
    shell.start("sh", {"-c", command + " --wait --json"});
    QVERIFY(shell.waitForFinished(60000));
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
    const json again = ask({"show", "again"});
    json config = again.at("config");
    config["note"]["name"] = original.at("config").at("note").at("name");
    QCOMPARE(config, original.at("config"));
    QCOMPARE(again.at("parent"), original.at("parent"));
    QCOMPARE(again.at("parent_step"), original.at("parent_step"));
    QCOMPARE(series("again", "train.loss"), series("fille", "train.loss"));
}

void TestCliCycle::fillsMasks()
{
    m_runs->write("masked.fasta", ">one\nMK<mask>AYIAKQ\n>two\nMKTAYIA<mask>QRQ\nISF<mask>\n");
    const Outcome outcome = m_runs->anneal()(
        {"predict", "fill-mask", "--run", "fille", "--input", "masked.fasta", "--top", "20", "--json"});
    QVERIFY2(outcome.code == 0, outcome.said());
    const QStringList lines = outcome.out.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    const json one = json::parse(lines[0].toStdString()), two = json::parse(lines[1].toStdString());
    QCOMPARE(one.at("id"), "one");
    QCOMPARE(one.at("masks").at(0).at("position"), 3);
    QCOMPARE(two.at("masks").at(0).at("position"), 8);
    QCOMPARE(two.at("masks").at(1).at("position"), 15);
    const auto shares = one.at("masks").at(0).at("probabilities").get<std::vector<double>>();
    QCOMPARE(shares.size(), std::size_t(20));
    QVERIFY(std::is_sorted(shares.rbegin(), shares.rend()));
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    QVERIFY2(sum > 0.9 && sum <= 1.000001, qPrintable(QString::number(sum)));
    // Typed and read from a file is the same question.
    const json typed = ask({"predict", "fill-mask", "--run", "fille", "--sequence", "MK<mask>AYIAKQ", "--top", "20"});
    QCOMPARE(typed.at("masks"), one.at("masks"));
}

void TestCliCycle::scores()
{
    const std::string letters = "MKTAYIAK";
    const json score = ask(
        {"predict", "score", "--run", "fille", "--checkpoint", "best", "--sequence", QString::fromStdString(letters)});
    QCOMPARE(score.at("length"), letters.size());
    const auto tokens = score.at("tokens").get<std::vector<std::string>>();
    double loss = 0;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const auto row = score.at("log_probs").at(i).get<std::vector<double>>();
        double all = 0;
        for (const double value : row)
            all += std::exp(value);
        QVERIFY(std::abs(all - 1) < 1e-4);
        const auto own = std::find(tokens.begin(), tokens.end(), letters.substr(i, 1)) - tokens.begin();
        loss -= row.at(static_cast<std::size_t>(own)) / static_cast<double>(letters.size());
    }
    QVERIFY(std::abs(loss - score.at("loss").get<double>()) < 1e-4);
    const json hidden = ask({"predict", "score", "--run", "fille", "--checkpoint", "best", "--pseudo", "--sequence",
                             QString::fromStdString(letters)});
    QVERIFY(hidden.at("loss").get<double>() != score.at("loss").get<double>());
}

void TestCliCycle::rebuilds()
{
    const json before = ask({"list"});
    QCOMPARE(before.size(), std::size_t(3));
    for (const char *name : {"workspace.db", "workspace.db-wal", "workspace.db-shm"})
        fs::remove(m_runs->workspace() / name);
    QCOMPARE(ask({"rebuild"}), json({{"runs", 3}, {"damaged", json::array()}}));
    QCOMPARE(ask({"list"}), before);
}

void TestCliCycle::knowsTheMachine()
{
    const json machine = ask({"doctor"});
    QVERIFY(machine.at("engine").at("torch").get<std::string>().starts_with("2."));
    QCOMPARE(machine.at("engine_path"), std::string(ANNEAL_ENGINE_PROGRAM));
    QCOMPARE(machine.at("workspace"), m_runs->workspace().string());
    for (const json &finding : machine.at("missing"))
        QVERIFY2(finding.at("problem").get<std::string>().find("engine") == std::string::npos, finding.dump().c_str());
    QVERIFY(!ask({"presets"}).empty());
    QVERIFY(!ask({"fields"}).empty());
}

QTEST_GUILESS_MAIN(TestCliCycle)
#include "tst_clicycle.moc"
