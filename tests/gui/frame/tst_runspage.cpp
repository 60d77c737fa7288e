// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>

#include "gui/frame/windowfixture.h"
#include "models/runlistmodel.h"
#include "run/events.h"
#include "widgets/chip.h"

using namespace anneal;

namespace {

/// Shows a run that "trains" for a long time and waits until it does.
std::string openLiveRun(test::WindowFixture &fixture)
{
    const std::string id = fixture.stubs.launch(100000);
    fixture.open();
    fixture.window->app().openRun(QString::fromStdString(id));
    return id;
}

nlohmann::json lastLiveChange(const RunPaths &paths)
{
    nlohmann::json found;
    if (const auto events = readEvents(paths.events()))
        for (const Event &event : *events)
            if (event.kind == "live_change")
                found = event.data;
    return found;
}

} // namespace

class TestRunsPage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::installTheme(); }

    void oneClickFromHomeToALiveRun()
    {
        test::WindowFixture fixture;
        fixture.open();
        fixture.click("home.samples.quickStart.startFirst");
        QTRY_COMPARE_WITH_TIMEOUT(fixture.currentPage(), pagekey::kRuns, 10000);
        QTRY_COMPARE(fixture.window->app().workspace().runs()->size(), std::size_t(1));
        const std::string id = fixture.window->app().workspace().runs()->front().id;
        QTRY_VERIFY(fixture.find<QWidget>("run.charts.loss")->property("visiblePoints").toInt() > 0);
        QCOMPARE(fixture.window->currentPage()->noteTarget().runs, QStringList{QString::fromStdString(id)});
    }

    void theWordComesFromEvidence_data()
    {
        QTest::addColumn<QByteArray>("behaviour");
        QTest::addColumn<QString>("word");
        QTest::newRow("done") << QByteArray("ok") << "Finished";
        QTest::newRow("diverged") << QByteArray("diverges") << "Diverged";
        QTest::newRow("bad data") << QByteArray("exit3") << "Failed";
        QTest::newRow("killed") << QByteArray("killed") << "Failed";
        QTest::newRow("crashed") << QByteArray("crash") << "Failed";
    }
    void theWordComesFromEvidence()
    {
        QFETCH(QByteArray, behaviour);
        QFETCH(QString, word);
        test::WindowFixture fixture(behaviour.constData());
        const std::string id = fixture.stubs.launch(20);
        fixture.open();
        fixture.window->app().openRun(QString::fromStdString(id));
        auto *chip = fixture.find<StateChip>("run.header.state");
        QTRY_COMPARE(chip->look().word, word);
        QVERIFY(!fixture.find<QWidget>("run.control")->isVisible());
        QVERIFY(fixture.find<QWidget>("run.next")->isVisible());
    }

    void pauseAndContinue()
    {
        test::WindowFixture fixture("slow");
        openLiveRun(fixture);
        auto *chip = fixture.find<StateChip>("run.header.state");
        QTRY_COMPARE(chip->look().word, QStringLiteral("Running"));
        fixture.click("run.control.pause");
        QTRY_COMPARE(chip->look().word, QStringLiteral("Paused"));
        fixture.click("run.control.pause");
        QTRY_COMPARE(chip->look().word, QStringLiteral("Running"));
    }

    void dividingTheRateLeavesATrace()
    {
        test::WindowFixture fixture("slow");
        const std::string id = openLiveRun(fixture);
        auto *rate = fixture.find<QLineEdit>("run.control.lr");
        QTRY_COMPARE(rate->text(), QStringLiteral("0.002"));
        fixture.find<QLineEdit>("run.control.reason")->setText(QStringLiteral("flat since 100"));
        fixture.click("run.control.lrDivide3");
        auto *status = fixture.find<QLabel>("run.control.status");
        QTRY_VERIFY2(status->text().contains(QStringLiteral("in force since step")), qPrintable(status->text()));
        const nlohmann::json change = lastLiveChange(fixture.window->app().workspace().paths(id));
        QCOMPARE(change.value("key", ""), std::string("optimizer.lr"));
        QCOMPARE(change.value("reason", ""), std::string("flat since 100"));
        QCOMPARE(change.value("new", 0.0), 0.000667);
        QTRY_COMPARE(rate->text(), QStringLiteral("6.67e-4")); // "0.000667" would not fit
        QVERIFY(fixture.find<QLineEdit>("run.control.reason")->text().isEmpty());
    }

    void anyLiveSettingCanBeChanged()
    {
        test::WindowFixture fixture("slow");
        const std::string id = openLiveRun(fixture);
        QTRY_VERIFY(fixture.find<QLineEdit>("run.control.clip")->isEnabled());
        fixture.find<QAction>("run.control.change")->trigger();
        auto *dialog = fixture.find<QDialog>("run.change");
        auto *setting = dialog->findChild<QComboBox *>(QStringLiteral("run.change.field"));
        setting->setCurrentIndex(setting->findData(QStringLiteral("batch.accumulation_steps")));
        auto *yes = dialog->findChild<QPushButton *>(QStringLiteral("run.change.yes"));
        QVERIFY(!yes->isEnabled()); // the value in force is no change
        auto *value = dialog->findChild<QLineEdit *>(QStringLiteral("run.change.value"));
        value->selectAll();
        QTest::keyClicks(value, "0");
        QVERIFY(!yes->isEnabled());
        value->selectAll();
        QTest::keyClicks(value, "4");
        QVERIFY(yes->isEnabled());
        dialog->findChild<QLineEdit *>(QStringLiteral("run.change.reason"))->setText(QStringLiteral("noisy"));
        QTest::mouseClick(yes, Qt::LeftButton);
        const RunPaths paths = fixture.window->app().workspace().paths(id);
        QTRY_VERIFY(!lastLiveChange(paths).is_null());
        QCOMPARE(lastLiveChange(paths).value("key", ""), std::string("batch.accumulation_steps"));
        QCOMPARE(lastLiveChange(paths).value("new", 0), 4);
        QCOMPARE(lastLiveChange(paths).value("reason", ""), std::string("noisy"));
    }

    void finalDecayAsksForItsSteps()
    {
        test::WindowFixture fixture("slow");
        openLiveRun(fixture);
        QTRY_VERIFY(fixture.find<QLineEdit>("run.control.clip")->isEnabled());
        fixture.find<QAction>("run.control.decay")->trigger();
        auto *dialog = fixture.find<QDialog>("run.decay");
        dialog->findChild<QSpinBox *>(QStringLiteral("run.decay.steps"))->setValue(250);
        QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("run.decay.yes")), Qt::LeftButton);
        auto *status = fixture.find<QLabel>("run.control.status");
        QTRY_VERIFY2(status->text().contains(QStringLiteral("Final decay")), qPrintable(status->text()));
    }

    void nonsenseIsNotSent()
    {
        test::WindowFixture fixture("slow");
        const std::string id = openLiveRun(fixture);
        auto *clip = fixture.find<QLineEdit>("run.control.clip");
        QTRY_VERIFY(clip->isEnabled());
        clip->setFocus();
        clip->selectAll();
        QTest::keyClicks(clip, "soon");
        QTest::keyClick(clip, Qt::Key_Return);
        QVERIFY(clip->toolTip().contains(QStringLiteral("soon")));
        QVERIFY(lastLiveChange(fixture.window->app().workspace().paths(id)).is_null());
        QTest::keyClick(clip, Qt::Key_Escape);
        QCOMPARE(clip->text(), QStringLiteral("1"));
    }

    void stopSavesAndOffersToResume()
    {
        test::WindowFixture fixture("slow");
        openLiveRun(fixture);
        auto *chip = fixture.find<StateChip>("run.header.state");
        QTRY_COMPARE(chip->look().word, QStringLiteral("Running"));
        fixture.click("run.control.stop");
        QTRY_COMPARE(chip->look().word, QStringLiteral("Stopped"));
        fixture.click("run.next.resume");
        QTRY_COMPARE(chip->look().word, QStringLiteral("Running"));
    }

    void checkpointsEventsLogAndSettingsAreThere()
    {
        test::WindowFixture fixture;
        const std::string id = fixture.stubs.launch(120);
        fixture.open();
        fixture.window->app().openRun(QString::fromStdString(id));
        QTRY_COMPARE(fixture.find<StateChip>("run.header.state")->look().word, QStringLiteral("Finished"));
        auto *tabs = fixture.find<QTabWidget>("run.tabs");
        const auto turnTo = [&](const char *tab) { tabs->setCurrentWidget(fixture.find<QWidget>(tab)); };
        turnTo("run.checkpoints");
        QTRY_VERIFY(fixture.find<QTableView>("run.checkpoints.table")->model()->rowCount() >= 1);
        turnTo("run.events");
        QTRY_VERIFY(fixture.find<QTableView>("run.events.table")->model()->rowCount() >= 3);
        turnTo("run.config");
        auto *settings = fixture.find<QAbstractItemView>("run.config.settings");
        QTRY_VERIFY(settings->model()->rowCount() > 0);
        const int all = settings->model()->rowCount();
        fixture.find<QLineEdit>("run.config.find")->setText(QStringLiteral("optimizer.lr"));
        QVERIFY(settings->model()->rowCount() < all);
        QVERIFY(settings->model()->rowCount() > 0);
    }

    void renamingWithF2()
    {
        test::WindowFixture fixture;
        const std::string id = fixture.stubs.launch(3);
        fixture.open();
        fixture.window->app().openRun(QString::fromStdString(id));
        QTRY_VERIFY(fixture.window->app().workspace().run(id));
        QTest::keyClick(fixture.window, Qt::Key_F2);
        auto *name = fixture.find<QLineEdit>("run.header.name");
        QTRY_VERIFY(name->hasFocus());
        name->setText(QStringLiteral("better name"));
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(fixture.window->app().workspace().run(id)->name, std::string("better name"));
    }

    void theListFiltersAndKeepsTheRun()
    {
        test::WindowFixture fixture;
        const std::string one = fixture.stubs.launch(3, "alpha");
        const std::string two = fixture.stubs.launch(3, "beta");
        fixture.open();
        fixture.window->app().openRun(QString::fromStdString(one));
        auto *list = fixture.find<QListView>("run.list");
        QTRY_COMPARE(list->model()->rowCount(), 3); // a heading and two runs
        fixture.find<QLineEdit>("run.list.filter")->setText(QStringLiteral("beta"));
        QCOMPARE(list->model()->rowCount(), 2);
        QCOMPARE(list->model()->index(1, 0).data(RunListModel::RunIdRole).toString(), QString::fromStdString(two));
        fixture.find<QLineEdit>("run.list.filter")->clear();
        QCOMPARE(list->currentIndex().data(RunListModel::RunIdRole).toString(), QString::fromStdString(one));
    }
};

QTEST_MAIN(TestRunsPage)
#include "tst_runspage.moc"
