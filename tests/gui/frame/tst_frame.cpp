// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>

#include "gui/frame/windowfixture.h"
#include "pages/frame/history.h"
#include "run/notes.h"

using namespace anneal;

class TestFrame : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::installTheme(); }

    void keysLeadToEveryPage()
    {
        test::WindowFixture fixture;
        fixture.open();
        QCOMPARE(fixture.currentPage(), pagekey::kHome);
        int number = 1;
        for (const PageEntry &entry : fixture.window->pages()) {
            QTest::keyClick(fixture.window, static_cast<Qt::Key>(Qt::Key_0 + number++), Qt::ControlModifier);
            QCOMPARE(fixture.currentPage(), entry.key);
        }
    }

    void theModeBarLeadsToPages()
    {
        test::WindowFixture fixture;
        fixture.open();
        fixture.click("mode.notes");
        QCOMPARE(fixture.currentPage(), pagekey::kNotes);
    }

    void altArrowsWalkTheHistory()
    {
        test::WindowFixture fixture;
        fixture.open();
        fixture.click("mode.run");
        fixture.click("mode.compare");
        QTest::keyClick(fixture.window, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(fixture.currentPage(), pagekey::kRuns);
        QTest::keyClick(fixture.window, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(fixture.currentPage(), pagekey::kHome);
        QTest::keyClick(fixture.window, Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(fixture.currentPage(), pagekey::kRuns);
    }

    void aVisitAfterGoingBackForgetsWhatLayAhead()
    {
        PageHistory history;
        const auto visit = [&](const char *page) {
            PageRequest request;
            request.page = QString::fromLatin1(page);
            history.visit(request);
        };
        visit("a");
        visit("b");
        visit("b"); // the same again is no new visit
        QVERIFY(history.canGoBack());
        QCOMPARE(history.back().page, QStringLiteral("a"));
        visit("c");
        QVERIFY(!history.canGoForward());
        QCOMPARE(history.back().page, QStringLiteral("a"));
        QVERIFY(!history.canGoBack());
    }

    void searchFindsRunsAndSettings()
    {
        test::WindowFixture fixture;
        const std::string id = fixture.stubs.launch(3, "needle-in-hay");
        fixture.open();
        QTRY_VERIFY(fixture.window->app().workspace().run(id));
        QTest::keyClick(fixture.window, Qt::Key_K, Qt::ControlModifier);
        auto *search = fixture.find<QLineEdit>("frame.search");
        QTRY_VERIFY(search->hasFocus());
        QTest::keyClicks(search, "needle");
        auto *hits = fixture.find<QListWidget>("frame.searchHits");
        QCOMPARE(hits->count(), 1);
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(fixture.currentPage(), pagekey::kRuns);
        QCOMPARE(fixture.window->currentPage()->noteTarget().runs, QStringList{QString::fromStdString(id)});

        QTest::keyClick(fixture.window, Qt::Key_K, Qt::ControlModifier);
        QTest::keyClicks(search, "max_grad_norm");
        QCOMPARE(hits->count(), 1);
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(fixture.currentPage(), pagekey::kNewRun);
    }

    void aNoteIsOneKeystrokeAwayEverywhere_data()
    {
        QTest::addColumn<QString>("page");
        QTest::newRow("home") << pagekey::kHome;
        QTest::newRow("runs") << pagekey::kRuns;
        QTest::newRow("compare") << pagekey::kCompare;
    }
    void aNoteIsOneKeystrokeAwayEverywhere()
    {
        QFETCH(QString, page);
        test::WindowFixture fixture;
        const std::string id = fixture.stubs.launch(3);
        fixture.open();
        QTRY_VERIFY(fixture.window->app().workspace().run(id));
        fixture.window->go({page, {}, {}, {}, {}});
        QTest::keyClick(fixture.window, Qt::Key_M, Qt::ControlModifier);
        auto *box = fixture.find<QWidget>("frame.note");
        QVERIFY(box->isVisible());
        auto *edit = box->findChild<QPlainTextEdit *>();
        QTRY_VERIFY(edit->hasFocus());
        QTest::keyClicks(edit, "worth a note");
        QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
        const RunPaths paths = fixture.window->app().workspace().paths(id);
        QTRY_COMPARE(readAnnotations(paths)->notes.size(), std::size_t(1));
        QCOMPARE(readAnnotations(paths)->notes.front().text, std::string("worth a note"));
        QVERIFY(!box->isVisible());
    }

    void withoutRunsANoteHasNoPlace()
    {
        test::WindowFixture fixture;
        fixture.open();
        QTest::keyClick(fixture.window, Qt::Key_M, Qt::ControlModifier);
        QVERIFY(!fixture.find<QWidget>("frame.note")->isVisible());
    }
};

QTEST_MAIN(TestFrame)
#include "tst_frame.moc"
