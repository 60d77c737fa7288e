// SPDX-License-Identifier: GPL-3.0-or-later
// Name, colour, tags and archive of a run: each can be taken back.
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QToolButton>

#include "gui/frame/windowfixture.h"
#include "pages/runs/archivedruns.h"
#include "run/notes.h"
#include "widgets/rundot.h"

using namespace anneal;

namespace {

/// The window on a finished run.
class FinishedRun : public test::WindowFixture
{
public:
    FinishedRun()
        : id(stubs.launch(3, "first-name"))
    {
        open();
        QTRY_VERIFY(summary() && summary()->phase == RunPhase::Finished);
        window->app().openRun(QString::fromStdString(id));
    }
    [[nodiscard]] const RunSummary *summary() const { return window->app().workspace().run(id); }
    [[nodiscard]] std::vector<std::string> tags() const
    {
        return summary() ? summary()->tags : std::vector<std::string>();
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(window->currentPage(), static_cast<Qt::Key>(key), modifiers);
    }
    void addTag(const char *tag) const
    {
        click("run.header.tags.add");
        auto *field = find<QLineEdit>("run.header.tags.field");
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, QString::fromLatin1(tag));
        QTest::keyClick(field, Qt::Key_Return);
    }

    std::string id;
};

using Tags = std::vector<std::string>;

} // namespace

class TestRunEdits : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::installTheme(); }

    void aNameIsTakenBackAndGivenAgain()
    {
        FinishedRun fixture;
        fixture.press(Qt::Key_F2);
        auto *name = fixture.find<QLineEdit>("run.header.name");
        QTRY_VERIFY(name->hasFocus());
        QTest::keyClicks(name, "second-name");
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(fixture.summary()->name, std::string("second-name"));
        fixture.press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(fixture.summary()->name, std::string("first-name"));
        fixture.press(Qt::Key_Y, Qt::ControlModifier);
        QTRY_COMPARE(fixture.summary()->name, std::string("second-name"));
        fixture.press(Qt::Key_Z, Qt::ControlModifier);
        fixture.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(fixture.summary()->name, std::string("second-name"));
    }

    void escapeKeepsTheName()
    {
        FinishedRun fixture;
        fixture.press(Qt::Key_F2);
        auto *name = fixture.find<QLineEdit>("run.header.name");
        QTRY_VERIFY(name->hasFocus());
        QTest::keyClicks(name, "typo");
        QTest::keyClick(name, Qt::Key_Escape);
        QVERIFY(!fixture.window->app().edits().stack().canUndo());
    }

    void tagsComeAndGo()
    {
        FinishedRun fixture;
        fixture.addTag("mlm");
        QTRY_COMPARE(fixture.tags(), Tags{"mlm"});
        fixture.addTag("week-48");
        QTRY_COMPARE(fixture.tags(), (Tags{"mlm", "week-48"}));
        fixture.addTag("mlm"); // twice is once
        QTRY_VERIFY(fixture.window->findChild<QToolButton *>("run.header.tags.tag.week-48"));

        auto *chip = fixture.find<QToolButton>("run.header.tags.tag.mlm");
        chip->menu()->actions().constLast()->trigger();
        QTRY_COMPARE(fixture.tags(), Tags{"week-48"});
        fixture.press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(fixture.tags(), (Tags{"week-48", "mlm"}));
        fixture.press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(fixture.tags(), Tags{"mlm"});
    }

    void aTagLeadsToItsRunsInCompare()
    {
        FinishedRun fixture;
        fixture.addTag("mlm");
        QTRY_VERIFY(fixture.window->findChild<QToolButton *>("run.header.tags.tag.mlm"));
        fixture.find<QToolButton>("run.header.tags.tag.mlm")->menu()->actions().constFirst()->trigger();
        QCOMPARE(fixture.currentPage(), pagekey::kCompare);
        QCOMPARE(fixture.find<QLineEdit>("compare.filter")->text(), QStringLiteral("tag:mlm"));
    }

    void theColourIsTakenBack()
    {
        FinishedRun fixture;
        const int before = fixture.summary()->colorSlot;
        Q_EMIT fixture.find<RunDot>("run.header.color")->slotChosen(before + 3);
        QTRY_COMPARE(fixture.summary()->colorSlot, before + 3);
        fixture.press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(fixture.summary()->colorSlot, before);
    }

    void deleteArchivesAndUndoBringsBack()
    {
        FinishedRun fixture;
        auto *list = fixture.find<QListView>("run.list");
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_VERIFY(!fixture.summary());
        QVERIFY(std::filesystem::exists(fixture.window->app().workspace().paths(fixture.id).record()));
        fixture.press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(fixture.summary());
    }

    void archivedRunsComeBackInALaterSession()
    {
        FinishedRun fixture;
        fixture.window->app().edits().archive(fixture.id);
        QTRY_VERIFY(!fixture.summary());
        fixture.close();
        fixture.open();
        showArchivedRuns(fixture.window->app(), fixture.window);
        QTRY_VERIFY(fixture.window->findChild<QListWidget *>("run.archived.list"));
        auto *list = fixture.find<QListWidget>("run.archived.list");
        QCOMPARE(list->count(), 1);
        list->selectAll();
        fixture.click("run.archived.restore");
        QTRY_VERIFY(fixture.summary());
    }

    void deletingFilesAsksFirst()
    {
        FinishedRun fixture;
        const std::filesystem::path folder = fixture.window->app().workspace().paths(fixture.id).root;
        auto *list = fixture.find<QListView>("run.list");
        list->setFocus();
        const auto ask = [&](const char *answer) {
            fixture.window->activateWindow();
            list->setFocus();
            QTRY_VERIFY(list->hasFocus());
            QTest::keyClick(list, Qt::Key_Delete, Qt::ShiftModifier);
            QTRY_VERIFY(fixture.window->findChild<QMessageBox *>("run.delete"));
            QVERIFY(fixture.find<QMessageBox>("run.delete")
                        ->informativeText()
                        .contains(QStringLiteral("cannot be undone")));
            fixture.click(answer);
            QTRY_VERIFY(!fixture.window->findChild<QMessageBox *>("run.delete"));
        };
        ask("run.delete.no");
        QVERIFY(std::filesystem::exists(folder));
        ask("run.delete.yes");
        QTRY_VERIFY(!std::filesystem::exists(folder));
        QTRY_VERIFY(!fixture.summary());
    }

    void filesOfALivingRunStay()
    {
        test::WindowFixture fixture;
        const std::string id = fixture.stubs.launch(100000);
        fixture.open();
        QTRY_VERIFY(fixture.window->app().workspace().run(id));
        bool refused = false;
        fixture.window->app().actions().deleteFiles(id, fixture.window, [&](Result<void> done) { refused = !done; });
        QTRY_VERIFY(refused);
        QVERIFY(std::filesystem::exists(fixture.window->app().workspace().paths(id).record()));
    }

    void deleteInAFieldArchivesNothing()
    {
        FinishedRun fixture;
        auto *filter = fixture.find<QLineEdit>("run.list.filter");
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Delete);
        QVERIFY(!fixture.window->app().edits().stack().canUndo());
    }
};

QTEST_MAIN(TestRunEdits)
#include "tst_runedits.moc"
