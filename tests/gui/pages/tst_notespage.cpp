// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

#include "gui/pages/pagefixture.h"
#include "pages/notes/journalmodel.h"
#include "pages/notes/notespage.h"
#include "run/notes.h"

using namespace anneal;
using test::find;

class TestNotesPage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<test::PageFixture>();
        QTRY_VERIFY(m_fixture->app.workspace().ready());
        m_run = m_fixture->startRun().toStdString();
        m_note = QString::fromStdString(addNote(paths(), "loss is flat", 5)->id);
        m_page = std::make_unique<NotesPage>(m_fixture->app);
        m_page->resize(1340, 820);
        m_page->show();
        find<QComboBox>(*m_page, "notes.filter.kinds")->setCurrentIndex(1);
        m_text = find<QPlainTextEdit>(*m_page, "notes.details.text");
        m_page->open({pagekey::kNotes, {}, {}, {}, m_note});
        QTRY_COMPARE(m_text->toPlainText(), QStringLiteral("loss is flat"));
    }

    void cleanup()
    {
        m_page.reset();
        m_fixture.reset();
    }

    void anEditIsKept()
    {
        m_text->setPlainText("loss is flat since the warm-up");
        QTest::mouseClick(find<QPushButton>(*m_page, "notes.details.keep"), Qt::LeftButton);
        QTRY_COMPARE(notes().size(), 1u);
        QTRY_COMPARE(notes().front().text, std::string("loss is flat since the warm-up"));
        QVERIFY(notes().front().editedMicros > notes().front().timeMicros);
    }

    void leavingKeepsAnEditToo()
    {
        m_text->setPlainText("half a thought");
        m_page->deactivate();
        QTRY_COMPARE(notes().front().text, std::string("half a thought"));
    }

    void aRemovedNoteCanBePutBack()
    {
        QTest::mouseClick(find<QToolButton>(*m_page, "notes.details.remove"), Qt::LeftButton);
        auto *putBack = find<QToolButton>(*m_page, "notes.putBack");
        QTRY_VERIFY(putBack->isVisible());
        QTRY_COMPARE(notes().size(), 0u);
        auto *list = find<QListView>(*m_page, "notes.list");
        QTRY_VERIFY(!list->isVisible()); // it was the only note
        QTest::mouseClick(putBack, Qt::LeftButton);
        QTRY_VERIFY(list->isVisible());
        QVERIFY(m_text->isVisible());
        QCOMPARE(m_text->toPlainText(), QStringLiteral("loss is flat"));
        QCOMPARE(notes().size(), 1u);
        QCOMPARE(QString::fromStdString(notes().front().id), m_note);
    }

    void undoPutsARemovedNoteBackToo()
    {
        QTest::mouseClick(find<QToolButton>(*m_page, "notes.details.remove"), Qt::LeftButton);
        QTRY_COMPARE(notes().size(), 0u);
        m_page->undo();
        QTRY_COMPARE(notes().size(), 1u);
        QVERIFY(!find<QToolButton>(*m_page, "notes.putBack")->isVisible());
        m_page->redo();
        QTRY_COMPARE(notes().size(), 0u);
    }

    void newEntriesLeaveTheChoiceAlone()
    {
        auto *list = find<QListView>(*m_page, "notes.list");
        std::ignore = addNote(paths(), "a newer one", {});
        m_fixture->app.workspace().refreshSoon();
        QTRY_COMPARE(list->model()->rowCount(), 3);
        QCOMPARE(list->currentIndex().row(), 2);
        QCOMPARE(m_text->toPlainText(), QStringLiteral("loss is flat"));
    }

private:
    [[nodiscard]] RunPaths paths() const { return m_fixture->app.workspace().paths(m_run); }
    [[nodiscard]] std::vector<Note> notes() const { return readAnnotations(paths())->notes; }

    std::unique_ptr<test::PageFixture> m_fixture;
    std::unique_ptr<NotesPage> m_page;
    QPlainTextEdit *m_text = nullptr;
    std::string m_run;
    QString m_note;
};

QTEST_MAIN(TestNotesPage)
#include "tst_notespage.moc"
