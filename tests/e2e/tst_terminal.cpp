// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal.h"

using namespace anneal;
using namespace anneal::test;

namespace {

constexpr int kPatienceMs = 30000;
const QByteArray kRedraw = "\r\033[K";

QStringList longRun()
{
    return {"run",   "tiny.json", "--set", "schedule.total_steps=1000000", "--set", "checkpoint.every_steps=1000000",
            "--wait"};
}

} // namespace

/// `--wait` where a person sits before it.
class TestTerminal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void redrawsOneLine();
    void fitsANarrowTerminal();
    void printsPlainLinesWhereNothingCanBeTakenBack();
    void asksAtCtrlC_data();
    void asksAtCtrlC();

private:
    RealRuns m_runs;
};

void TestTerminal::redrawsOneLine()
{
    Terminal terminal(m_runs, {"run", "tiny.json", "--set", "schedule.total_steps=200", "--wait"}, 100);
    QTRY_VERIFY_WITH_TIMEOUT(terminal.ended(), kPatienceMs);
    QCOMPARE(terminal.code(), 0);
    QByteArray screen = terminal.screen();
    QVERIFY2(screen.count(kRedraw) > 3, screen.constData());
    QVERIFY2(screen.contains("/200"), screen.constData());
    QVERIFY2(screen.contains("░"), screen.constData());
    QVERIFY2(screen.endsWith(kRedraw + "Finished\r\n"), screen.constData());
    QCOMPARE(screen.replace(kRedraw, "").count('\033'), 0); // no colours, nothing but redrawing
    QVERIFY(!screen.contains("  \n"));
}

void TestTerminal::fitsANarrowTerminal()
{
    constexpr unsigned short kColumns = 30;
    Terminal terminal(m_runs, {"run", "tiny.json", "--wait"}, kColumns);
    QTRY_VERIFY_WITH_TIMEOUT(terminal.ended(), kPatienceMs);
    QStringList drawn = QString::fromUtf8(terminal.screen()).split(QString::fromUtf8(kRedraw));
    QVERIFY(drawn.size() > 2);
    drawn.removeFirst();
    drawn.removeLast();
    for (const QString &line : drawn) {
        QVERIFY2(line.size() < kColumns, qPrintable(line));
        QVERIFY2(!line.contains('\n'), qPrintable(line));
        QVERIFY2(line.isEmpty() || line.contains('%'), qPrintable(line));
    }
}

void TestTerminal::printsPlainLinesWhereNothingCanBeTakenBack()
{
    Terminal terminal(m_runs, {"run", "tiny.json", "--wait"}, 100, "dumb");
    QTRY_VERIFY_WITH_TIMEOUT(terminal.ended(), kPatienceMs);
    QVERIFY2(!terminal.screen().contains('\033'), terminal.screen().constData());
    const Outcome piped = m_runs.anneal()({"run", "tiny.json", "--wait"});
    QVERIFY(!piped.err.contains('\033') && !piped.out.contains('\033'));
}

void TestTerminal::asksAtCtrlC_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("leave it") << QByteArray("\n") << 0 << "Running" << QByteArray("The run goes on");
    QTest::newRow("Ctrl-C once more") << QByteArray("\003") << 0 << "Running" << QByteArray("The run goes on");
    QTest::newRow("end of input") << QByteArray("\004") << 0 << "Running" << QByteArray("The run goes on");
    QTest::newRow("stop and save") << QByteArray("s\n") << 143 << "Stopped" << QByteArray("Stopped after saving");
    QTest::newRow("kill") << QByteArray("k\n") << 70 << "Failed" << QByteArray("Failed: stopped by force");
}

void TestTerminal::asksAtCtrlC()
{
    QFETCH(QByteArray, answer);
    QFETCH(int, code);
    QFETCH(QString, state);
    QFETCH(QByteArray, says);
    Terminal terminal(m_runs, longRun(), 100);
    QTRY_VERIFY_WITH_TIMEOUT(terminal.screen().contains("loss"), kPatienceMs);
    const RunPaths run = m_runs.run(terminal.screen().left(terminal.screen().indexOf('\r')).toStdString());
    terminal.type("\003");
    QTRY_VERIFY_WITH_TIMEOUT(terminal.screen().contains("[Enter] leave it running, [s] stop and save, [k] kill: "),
                             kPatienceMs);
    QCOMPARE(phaseOf(run), RunPhase::Running); // the question alone changes nothing
    terminal.type(answer.constData());
    QTRY_VERIFY_WITH_TIMEOUT(terminal.ended(), kPatienceMs);
    QCOMPARE(terminal.code(), code);
    QVERIFY2(terminal.screen().contains(says), terminal.screen().constData());
    QCOMPARE(QString::fromStdString(phaseWord(phaseOf(run))), state);
    const auto saved = listCheckpoints(run);
    QVERIFY(saved);
    QCOMPARE(!saved->empty(), state == "Stopped");
    if (state == "Running")
        QVERIFY(signalRun(run, true));
}

QTEST_GUILESS_MAIN(TestTerminal)
#include "tst_terminal.moc"
