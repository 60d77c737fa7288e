// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

#include "style/theme.h"
#include "widgets/card.h"
#include "widgets/chip.h"
#include "widgets/commandbox.h"
#include "widgets/dashboardgrid.h"
#include "widgets/difftable.h"
#include "widgets/elidedlabel.h"
#include "widgets/memorybar.h"
#include "widgets/metrictile.h"
#include "widgets/modebar.h"
#include "widgets/notebox.h"
#include "widgets/probabilitybars.h"
#include "widgets/progressline.h"
#include "widgets/rundot.h"

using namespace anneal;

class TestOwnWidgets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp, ThemeChoice::Light); }
    void chipsSayTheirState_data();
    void chipsSayTheirState();
    void chipReasonIsTheTooltip();
    void modeBarChooses();
    void gridReflows_data();
    void gridReflows();
    void hiddenCardsLeaveNoHole();
    void memoryBarKnowsWhatFits();
    void diffTableMarksTheNewestAndCopies();
    void commandIsCopiedWhole();
    void noteIsKeptOrPutAway();
    void probabilitiesByKeyboard();
    void cardShowsOneNotice();
    void progressIsBounded();
    void longTextGivesWay();
    void dotNamesItsColour();
};

void TestOwnWidgets::chipsSayTheirState_data()
{
    QTest::addColumn<RunPhase>("phase");
    QTest::addColumn<Tone>("tone");
    QTest::newRow("running") << RunPhase::Running << Tone::Accent;
    QTest::newRow("paused") << RunPhase::Paused << Tone::Warn;
    QTest::newRow("stopped") << RunPhase::Stopped << Tone::Neutral;
    QTest::newRow("finished") << RunPhase::Finished << Tone::Ok;
    QTest::newRow("diverged") << RunPhase::Diverged << Tone::Error;
    QTest::newRow("failed") << RunPhase::Failed << Tone::Error;
    QTest::newRow("lost") << RunPhase::NotResponding << Tone::Warn;
}

void TestOwnWidgets::chipsSayTheirState()
{
    QFETCH(RunPhase, phase);
    QFETCH(Tone, tone);
    StateChip chip;
    chip.setPhase(phase);
    QCOMPARE(chip.look().tone, tone);
    QCOMPARE(chip.accessibleName(), QString::fromStdString(phaseWord(phase)));
    QVERIFY(QFile::exists(QStringLiteral(":/anneal/icons/%1.svg").arg(chip.look().icon)));
    QVERIFY(chip.sizeHint().width() > QFontMetrics(chip.font()).horizontalAdvance(chip.look().word));
}

void TestOwnWidgets::chipReasonIsTheTooltip()
{
    StateChip chip;
    chip.setPhase(RunPhase::Failed, QStringLiteral("Failed: out of memory"));
    QCOMPARE(chip.toolTip(), QStringLiteral("Failed: out of memory"));
    QCOMPARE(chip.accessibleDescription(), QStringLiteral("Failed: out of memory"));
}

void TestOwnWidgets::modeBarChooses()
{
    ModeBar bar;
    bar.addMode(QStringLiteral("home"), QStringLiteral("home"), QStringLiteral("Home"));
    bar.addMode(QStringLiteral("runs"), QStringLiteral("runs"), QStringLiteral("Runs"));
    bar.addStretch();
    bar.addCommand(QStringLiteral("help"), QStringLiteral("help"), QStringLiteral("Help"));
    QSignalSpy chosen(&bar, &ModeBar::modeChosen);
    QSignalSpy commands(&bar, &ModeBar::commandChosen);
    bar.setCurrent(QStringLiteral("home"));
    QCOMPARE(chosen.count(), 0);
    bar.findChild<QAbstractButton *>(QStringLiteral("mode.runs"))->click();
    QCOMPARE(chosen.front().front().toString(), QStringLiteral("runs"));
    QCOMPARE(bar.current(), QStringLiteral("runs"));
    bar.findChild<QAbstractButton *>(QStringLiteral("mode.help"))->click();
    QCOMPARE(commands.count(), 1);
    QCOMPARE(bar.current(), QStringLiteral("runs"));
}

void TestOwnWidgets::gridReflows_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("columns");
    QTest::newRow("wide") << 1120 << 3;
    QTest::newRow("just three") << 976 << 3;
    QTest::newRow("two") << 975 << 2;
    QTest::newRow("one") << 640 << 1;
    QTest::newRow("narrow") << 200 << 1;
}

void TestOwnWidgets::gridReflows()
{
    QFETCH(int, width);
    QFETCH(int, columns);
    DashboardGrid grid;
    auto *wide = new Card(QStringLiteral("wide"));
    grid.addCard(wide, 2);
    auto *second = new Card(QStringLiteral("second"));
    grid.addCard(second);
    auto *third = new Card(QStringLiteral("third"));
    grid.addCard(third);
    grid.resize(width, 900);
    grid.show();
    QCOMPARE(grid.columns(), columns);
    QTRY_VERIFY(wide->width() > 0 && third->geometry().top() > wide->geometry().top());
    if (columns == 3)
        QTRY_VERIFY(wide->width() > second->width());
    QVERIFY(grid.childrenRect().right() <= qMax(width, 320));
}

void TestOwnWidgets::hiddenCardsLeaveNoHole()
{
    DashboardGrid grid;
    auto *first = new Card(QStringLiteral("first"));
    auto *second = new Card(QStringLiteral("second"));
    grid.addCard(first);
    grid.addCard(second);
    grid.resize(700, 500);
    grid.show();
    QTRY_VERIFY(second->x() > 300);
    first->hide();
    QTRY_COMPARE(second->x(), 0);
    grid.removeCard(second);
    QVERIFY(second->isHidden());
}

void TestOwnWidgets::memoryBarKnowsWhatFits()
{
    MemoryBar bar;
    bar.setParts({{QStringLiteral("Weights"), 8e9, 1}, {QStringLiteral("Activations"), 9e9, 5}}, 16e9);
    QCOMPARE(bar.total(), 17e9);
    QVERIFY(!bar.fits());
    QVERIFY(bar.accessibleDescription().contains(QStringLiteral("Weights")));
    bar.setParts({{QStringLiteral("Weights"), 8e9, 1}}, 16e9);
    QVERIFY(bar.fits());
}

void TestOwnWidgets::diffTableMarksTheNewestAndCopies()
{
    DiffTable table;
    table.setRows({QStringLiteral("before"), QStringLiteral("now")},
                  {{QStringLiteral("optimizer.lr"),
                    {QStringLiteral("0.0004"), QStringLiteral("0.001")},
                    QStringLiteral("faster")},
                   {QStringLiteral("batch.accumulation_steps"), {QStringLiteral("1"), QStringLiteral("2")}, {}}});
    QCOMPARE(table.rowCount(), 2);
    QCOMPARE(table.columnCount(), 4);
    QVERIFY(table.item(0, 2)->font().weight() > table.item(0, 1)->font().weight());
    table.selectRow(1);
    QTest::keySequence(&table, QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("batch.accumulation_steps\t1\t2\t"));
    Config left;
    Config right;
    right.optimizer.lr = 1e-3;
    table.setDifferences(configDifferences(left, right));
    QCOMPARE(table.rowCount(), 1);
    QCOMPARE(table.item(0, 0)->text(), QStringLiteral("optimizer.lr"));
    QVERIFY(table.horizontalHeader()->isHidden());
}

void TestOwnWidgets::commandIsCopiedWhole()
{
    CommandBox box(QStringLiteral("Same run from a terminal"), QStringLiteral("test.command"));
    const QString command = QStringLiteral("anneal run /data/a/b.json --why \"x / y\"");
    box.setCommand(command);
    box.findChild<QAbstractButton *>(QStringLiteral("test.command.copy"))->click();
    QCOMPARE(QApplication::clipboard()->text(), command);
}

void TestOwnWidgets::noteIsKeptOrPutAway()
{
    NoteBox box(QStringLiteral("test.note"));
    QSignalSpy kept(&box, &NoteBox::submitted);
    QSignalSpy cancelled(&box, &NoteBox::cancelled);
    box.open(QStringLiteral("run, step 5"), 5);
    auto *edit = box.findChild<QPlainTextEdit *>(QStringLiteral("test.note.text"));
    auto *keep = box.findChild<QAbstractButton *>(QStringLiteral("test.note.keep"));
    QVERIFY(!keep->isEnabled());
    const int low = edit->height();
    QTest::keyClicks(edit, QStringLiteral("one"));
    for (int i = 0; i < 12; ++i)
        QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(edit->height() > low);
    QVERIFY(edit->height() < 10 * edit->fontMetrics().lineSpacing());
    QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(kept.front().front().toString(), QStringLiteral("one"));
    QVERIFY(box.isHidden());
    box.open(QStringLiteral("run"), std::nullopt, QStringLiteral("again"));
    QTest::keyClick(edit, Qt::Key_Escape);
    QCOMPARE(cancelled.count(), 1);
    QCOMPARE(kept.count(), 1);
    QVERIFY(box.isHidden());
}

void TestOwnWidgets::probabilitiesByKeyboard()
{
    ProbabilityBars bars;
    bars.setRows({{QStringLiteral("S"), 0.8, true}, {QStringLiteral("T"), 0.1}, {QStringLiteral("A"), 0.05}});
    QSignalSpy activated(&bars, &ProbabilityBars::activated);
    QCOMPARE(bars.currentRow(), 0);
    QTest::keyClick(&bars, Qt::Key_Down);
    QTest::keyClick(&bars, Qt::Key_Return);
    QCOMPARE(activated.front().front().toInt(), 1);
    QTest::keyClick(&bars, Qt::Key_End);
    QTest::keyClick(&bars, Qt::Key_Down);
    QCOMPARE(bars.currentRow(), 2);
    QVERIFY(bars.accessibleDescription().contains(QStringLiteral("80.0 %")));
    bars.setRows({});
    QCOMPARE(bars.currentRow(), -1);
    QTest::keyClick(&bars, Qt::Key_Return);
    QCOMPARE(activated.count(), 1);
}

void TestOwnWidgets::cardShowsOneNotice()
{
    Card card(QStringLiteral("Loss"));
    card.setObjectName(QStringLiteral("test.card"));
    card.setNotice(Tone::Warn, QStringLiteral("first"));
    card.setNotice(Tone::Error, QStringLiteral("second"));
    const auto notices = card.findChildren<QLabel *>(QStringLiteral("test.card.notice"));
    QCOMPARE(notices.size(), 1);
    QCOMPARE(notices.front()->text(), QStringLiteral("second"));
    card.setNotice(Tone::Ok, {});
    QVERIFY(notices.front()->isHidden());
}

void TestOwnWidgets::progressIsBounded()
{
    ProgressLine line;
    line.setShare(1.7);
    QCOMPARE(line.share(), 1.0);
    line.setShare(std::nan(""));
    QCOMPARE(line.share(), 0.0);
}

void TestOwnWidgets::longTextGivesWay()
{
    ElidedLabel label;
    label.setText(QStringLiteral("a-very-long-run-name-that-does-not-fit-anywhere"));
    QCOMPARE(label.minimumSizeHint().width(), 0);
    label.resize(60, 20);
    label.show();
    QCOMPARE(label.toolTip(), label.text());
    label.resize(900, 20);
    QVERIFY(label.toolTip().isEmpty());
}

void TestOwnWidgets::dotNamesItsColour()
{
    RunDot dot;
    dot.setSlot(2);
    QVERIFY(dot.accessibleName().contains(QStringLiteral("orange")));
    dot.setEditable(true);
    QVERIFY(dot.sizeHint().width() >= 24);
}

QTEST_MAIN(TestOwnWidgets)
#include "tst_ownwidgets.moc"
