// SPDX-License-Identifier: GPL-3.0-or-later
// Every line of the keyboard list does what it says.
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenuBar>
#include <QTabWidget>
#include <QTableView>
#include <QUndoStack>

#include "charts/chartcard.h"
#include "charts/chartview.h"
#include "forms/settingsform.h"
#include "gui/frame/windowfixture.h"
#include "pages/frame/keyboardmap.h"

using namespace anneal;

namespace {

void press(QWidget *widget, int key, Qt::KeyboardModifiers modifiers = {})
{
    QTest::keyClick(widget, static_cast<Qt::Key>(key), modifiers);
}

/// The window on a finished run, its charts drawn.
class Charted : public test::WindowFixture
{
public:
    Charted()
        : id(QString::fromStdString(stubs.launch(50)))
    {
        open();
        QTRY_VERIFY(phase() == RunPhase::Finished);
        window->app().openRun(id);
        QTRY_COMPARE(loss()->property("visiblePoints").toInt() > 50, true);
        plot()->setFocus();
    }
    [[nodiscard]] RunPhase phase() const
    {
        const RunSummary *run = window->app().workspace().run(id.toStdString());
        return run ? run->phase : RunPhase::Starting;
    }
    [[nodiscard]] ChartCard *loss() const { return find<ChartCard>("run.charts.loss"); }
    [[nodiscard]] ChartView *plot() const { return loss()->findChild<ChartView *>(); }
    [[nodiscard]] double step() const { return loss()->crosshairStep(); }

    QString id;
};

} // namespace

class TestKeyboard : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::installTheme(); }

    void everyKeyOfTheListIsSomebodys()
    {
        // Keys of the window and its pages; those of charts, lists and boxes are handled by them.
        const QStringList own{"Enter", "Space", "Esc", "← → Home End", "+ − 0", "↑ ↓", "L X S", "Ctrl+C", "Delete"};
        test::WindowFixture fixture;
        fixture.open();
        QStringList known;
        for (const PageEntry &entry : fixture.window->pages())
            std::ignore = fixture.window->page(entry.key);
        for (const QAction *action : fixture.window->findChildren<QAction *>())
            for (const QKeySequence &keys : action->shortcuts())
                known << keys.toString();
        for (const QShortcut *shortcut : fixture.window->findChildren<QShortcut *>())
            known << shortcut->key().toString();
        for (const KeyLine &line : keyboardMap()) {
            if (own.contains(line.keys) || line.keys.contains(u'…'))
                continue;
            for (QString keys : line.keys.split(u' ')) {
                keys.replace(u'←', QStringLiteral("Left")).replace(u'→', QStringLiteral("Right"));
                keys.replace(QStringLiteral("PgDn"), QStringLiteral("PgDown"));
                QVERIFY2(known.contains(QKeySequence(keys).toString()), qPrintable(keys));
            }
        }
    }

    void noKeyIsTakenTwice()
    {
        test::WindowFixture fixture;
        fixture.open();
        for (const PageEntry &entry : fixture.window->pages()) {
            Page *page = fixture.window->page(entry.key);
            QStringList seen;
            for (const QAction *action : fixture.window->actions() + page->actions())
                for (const QKeySequence &keys : action->shortcuts()) {
                    QVERIFY2(!seen.contains(keys.toString()), qPrintable(entry.key + u' ' + keys.toString()));
                    seen << keys.toString();
                }
        }
    }

    void runsAreSwitchedByName()
    {
        test::WindowFixture fixture;
        const QString first = QString::fromStdString(fixture.stubs.launch(3, "alpha"));
        const QString second = QString::fromStdString(fixture.stubs.launch(3, "beta"));
        const QString third = QString::fromStdString(fixture.stubs.launch(3, "gamma"));
        fixture.open();
        QTRY_COMPARE(fixture.window->app().workspace().runs()->size(), std::size_t(3));
        fixture.window->app().openRun(first);
        fixture.window->app().openRun(second);
        press(fixture.window, Qt::Key_J, Qt::ControlModifier);
        auto *box = fixture.find<QLineEdit>("frame.search");
        QTRY_VERIFY(box->hasFocus());
        auto *hits = fixture.find<QListWidget>("frame.searchHits");
        QCOMPARE(hits->count(), 3); // runs alone, the one before this one first
        QCOMPARE(hits->item(0)->text(), QStringLiteral("alpha"));
        QCOMPARE(hits->item(1)->text(), QStringLiteral("beta"));
        press(box, Qt::Key_Return);
        QCOMPARE(fixture.window->currentPage()->noteTarget().runs, QStringList{first});

        press(fixture.window, Qt::Key_K, Qt::ControlModifier); // afterwards the box searches everything again
        QTRY_VERIFY(box->hasFocus());
        QTest::keyClicks(box, "max_grad_norm");
        QCOMPARE(hits->count(), 1);
    }

    void findPutsTheCursorWhereThePageSearches_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("home") << pagekey::kHome << QByteArray("frame.search");
        QTest::newRow("new run") << pagekey::kNewRun << QByteArray("newRun.search");
        QTest::newRow("runs") << pagekey::kRuns << QByteArray("run.list.filter");
        QTest::newRow("compare") << pagekey::kCompare << QByteArray("compare.filter");
        QTest::newRow("notes") << pagekey::kNotes << QByteArray("notes.filter.text");
    }
    void findPutsTheCursorWhereThePageSearches()
    {
        QFETCH(QString, page);
        QFETCH(QByteArray, field);
        test::WindowFixture fixture;
        std::ignore = fixture.stubs.launch(3);
        fixture.open();
        fixture.window->go({page, {}, {}, {}, {}});
        press(fixture.window, Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(QApplication::focusWidget());
        QTRY_COMPARE(QApplication::focusWidget()->objectName(), QString::fromLatin1(field));
    }

    void tabsAndTheRunList()
    {
        Charted fixture;
        auto *tabs = fixture.find<QTabWidget>("run.tabs");
        press(fixture.window, Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(tabs->currentWidget()->objectName(), QString("run.checkpoints")); // a run without classes has no tab of them
        press(fixture.window, Qt::Key_PageUp, Qt::ControlModifier);
        press(fixture.window, Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(tabs->currentIndex(), tabs->count() - 1);
        auto *list = fixture.find<QListView>("run.list");
        QVERIFY(list->isVisible());
        press(fixture.window, Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!list->isVisible());
        press(fixture.window, Qt::Key_B, Qt::ControlModifier);
        QVERIFY(list->isVisible());
    }

    void regionsAreCycledBothWays()
    {
        Charted fixture;
        fixture.find<QLineEdit>("run.list.filter")->setFocus();
        press(fixture.window, Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("run.list"));
        press(fixture.window, Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("run.list.filter"));
    }

    void spaceShowsAndHidesARunInCompare()
    {
        Charted fixture;
        fixture.window->app().compare({});
        auto *table = fixture.find<QTableView>("compare.table");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        const QModelIndex box = table->model()->index(0, 0);
        const int before = box.data(Qt::CheckStateRole).toInt();
        table->setCurrentIndex(box);
        press(table, Qt::Key_Space);
        QVERIFY(box.data(Qt::CheckStateRole).toInt() != before);
    }

    void chartsAreReadByArrows()
    {
        Charted fixture;
        press(fixture.plot(), Qt::Key_End);
        const double last = fixture.step();
        press(fixture.plot(), Qt::Key_Left);
        QCOMPARE(fixture.step(), last - 1);
        press(fixture.plot(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(fixture.step(), last - 11);
        press(fixture.plot(), Qt::Key_Home);
        QCOMPARE(fixture.step(), 1.0);
        press(fixture.plot(), Qt::Key_Right);
        QCOMPARE(fixture.step(), 2.0);
    }

    void chartsAreZoomedByKeys()
    {
        Charted fixture;
        const QString whole = fixture.loss()->xRangeText();
        press(fixture.plot(), Qt::Key_Plus);
        QVERIFY(fixture.loss()->xRangeText() != whole);
        press(fixture.plot(), Qt::Key_0);
        QCOMPARE(fixture.loss()->xRangeText(), whole);
    }

    void fullScreenIsTheChartsThenTheWindows()
    {
        Charted fixture;
        press(fixture.window, Qt::Key_F11);
        QTRY_VERIFY(fixture.window->findChild<ChartCard *>("run.charts.loss.fullScreen"));
        auto *dialog = fixture.window->findChild<ChartCard *>("run.charts.loss.fullScreen")->window();
        QVERIFY(dialog->isFullScreen());
        press(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!fixture.window->findChild<ChartCard *>("run.charts.loss.fullScreen"));
        fixture.window->activateWindow();
        QTRY_VERIFY(fixture.window->isActiveWindow());
        fixture.find<QListView>("run.list")->setFocus();
        press(fixture.window, Qt::Key_F11);
        QTRY_VERIFY(fixture.window->isFullScreen());
        press(fixture.window, Qt::Key_Escape);
        QTRY_VERIFY(!fixture.window->isFullScreen());
    }

    void undoInTheFormLeavesRunsAlone()
    {
        Charted fixture;
        fixture.window->app().edits().rename(fixture.id.toStdString(), "renamed");
        fixture.window->app().newRunFromPreset(QStringLiteral("quick-start"));
        auto *form = fixture.window->findChild<SettingsForm *>();
        QVERIFY(form);
        form->setField(QStringLiteral("schedule.total_steps"), QStringLiteral("77"));
        form->commitNow();
        QCOMPARE(form->config().schedule.total_steps, 77);
        press(fixture.window->currentPage(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(form->config().schedule.total_steps != 77);
        QVERIFY(fixture.window->app().edits().stack().canUndo());
        press(fixture.window->currentPage(), Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(form->config().schedule.total_steps, 77);
    }
};

QTEST_MAIN(TestKeyboard)
#include "tst_keyboard.moc"
