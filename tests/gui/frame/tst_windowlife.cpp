// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTabWidget>

#include "base/process.h"
#include "gui/frame/windowfixture.h"
#include "widgets/chip.h"

using namespace anneal;

class TestWindowLife : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::installTheme(); }

    void closingLeavesTheRunAndOpeningFindsItAgain()
    {
        test::WindowFixture fixture("slow");
        const std::string id = fixture.stubs.launch(100000);
        const RunPaths paths{runsFolder(fixture.stubs.path()) / id};
        fixture.open();
        fixture.window->app().openRun(QString::fromStdString(id));
        QTRY_COMPARE(fixture.find<StateChip>("run.header.state")->look().word, QStringLiteral("Running"));
        fixture.find<QTabWidget>("run.tabs")->setCurrentIndex(2);
        const RunState before = readRunState(paths)->value();
        fixture.close();
        QVERIFY(processAlive(before.pid, before.processStartTicks));
        QTRY_VERIFY(readRunState(paths)->value().step > before.step);

        fixture.open();
        QTRY_COMPARE(fixture.currentPage(), pagekey::kRuns);
        QCOMPARE(fixture.window->currentPage()->noteTarget().runs, QStringList{QString::fromStdString(id)});
        QCOMPARE(fixture.find<QTabWidget>("run.tabs")->currentIndex(), 2);
        QTRY_COMPARE(fixture.find<StateChip>("run.header.state")->look().word, QStringLiteral("Running"));
    }

    void twoWindowsOnOneWorkspaceDoNoHarm()
    {
        test::WindowFixture fixture("slow");
        const std::string id = fixture.stubs.launch(100000);
        fixture.open();
        QPointer<MainWindow> second = new MainWindow(fixture.stubs.path());
        second->showWhenReady();
        for (MainWindow *window : {fixture.window.data(), second.data()}) {
            window->app().openRun(QString::fromStdString(id));
            QTRY_COMPARE(window->findChild<StateChip *>(QStringLiteral("run.header.state"))->look().word,
                         QStringLiteral("Running"));
        }
        second->app().actions().addNote(id, "from the second window", 1, second, {});
        QTRY_COMPARE(fixture.window->app().workspace().run(id)->lastNote, std::string("from the second window"));
        second->close();
        QTRY_VERIFY(!second);
    }

    void aFolderThatIsNoWorkspaceStillOpensAWindow()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("plain"));
        QVERIFY(QFile(file).open(QIODevice::WriteOnly));
        QPointer<MainWindow> window = new MainWindow(file.toStdString());
        window->showWhenReady();
        QTRY_VERIFY(window->isVisible());
        QTRY_VERIFY(window->app().workspace().problem().contains(QStringLiteral("plain")));
        window->close();
        QTRY_VERIFY(!window);
    }
};

QTEST_MAIN(TestWindowLife)
#include "tst_windowlife.moc"
