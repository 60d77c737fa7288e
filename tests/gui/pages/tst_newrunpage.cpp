// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>

#include "forms/settingsform.h"
#include "gui/pages/pagefixture.h"
#include "pages/newrun/classbars.h"
#include "pages/newrun/datacard.h"
#include "pages/newrun/draft.h"
#include "pages/newrun/histogramview.h"
#include "pages/newrun/newrunpage.h"
#include "run/record.h"

using namespace anneal;
using test::find;

class TestNewRunPage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<test::PageFixture>();
        m_page = std::make_unique<NewRunPage>(m_fixture->app);
        m_page->resize(1340, 820);
        m_page->show();
        m_page->open({pagekey::kNewRun, {}, {}, QStringLiteral("quick-start"), {}});
        m_form = m_page->findChild<SettingsForm *>();
        QTRY_VERIFY(m_fixture->app.workspace().ready());
    }

    void cleanup()
    {
        m_page.reset();
        m_fixture.reset();
    }

    void startsAFrozenRun()
    {
        QSignalSpy asked(&m_fixture->app, &AppContext::pageRequested);
        find<QLineEdit>(*m_page, "newRun.preflight.why")->setFocus();
        QTest::keyClicks(find<QLineEdit>(*m_page, "newRun.preflight.why"), "first look");
        m_form->setField("schedule.total_steps", "700");
        QTRY_COMPARE(m_form->config().schedule.total_steps, 700);
        QTest::mouseClick(find<QPushButton>(*m_page, "newRun.preflight.startNow"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 1, 10000);
        const auto request = asked.first().first().value<PageRequest>();
        QCOMPARE(request.page, pagekey::kRuns);
        const auto record = readRunRecord(m_fixture->app.workspace().paths(request.runs.first().toStdString()));
        QVERIFY(record.has_value());
        QCOMPARE(record->config.schedule.total_steps, 700);
        QCOMPARE(record->config.note.why, std::string("first look"));
        QCOMPARE(record->preset, std::string("quick-start"));
        QVERIFY(!record->name.empty());
        QVERIFY(QFile::exists(QString::fromStdString(record->config.data.train)));
    }

    void anErrorStandsInTheWay()
    {
        QSignalSpy asked(&m_fixture->app, &AppContext::pageRequested);
        m_form->setField("optimizer.lr", "-1");
        m_form->commitNow();
        QVERIFY(m_form->hasErrors());
        QTest::mouseClick(find<QPushButton>(*m_page, "newRun.preflight.startNow"), Qt::LeftButton);
        QCoreApplication::processEvents();
        QCOMPARE(asked.count(), 0);
        QVERIFY(!find<QLabel>(*m_page, "newRun.optimizer.lr.message")->text().isEmpty());
        QVERIFY(!find<QLabel>(*m_page, "newRun.preflight.message")->text().isEmpty());
    }

    void presetFillsTheForm()
    {
        auto *preset = find<QComboBox>(*m_page, "newRun.header.preset");
        preset->setCurrentIndex(preset->findData("esm2-8m"));
        Q_EMIT preset->activated(preset->currentIndex());
        QCOMPARE(m_form->config().model.hidden_size, 320);
        QCOMPARE(m_form->changedCount(), 0);
    }

    void measuringTellsTheTime()
    {
        auto *source = find<QLabel>(*m_page, "newRun.preflight.source");
        QVERIFY(source->text().startsWith("Estimated"));
        QTest::mouseClick(find<QToolButton>(*m_page, "newRun.preflight.measure"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(source->text().startsWith("Measured"), 10000);
        m_form->setField("batch.tokens_per_device", "5000");
        m_form->commitNow();
        QTRY_VERIFY(source->text().startsWith("Estimated")); // it held for the settings it was made with
    }

    void showsTheDataAsItWillBeRead()
    {
        auto *card = find<DataCard>(*m_page, "newRun.preview");
        auto *rows = find<QTableView>(*m_page, "newRun.preview.rows");
        auto *lengths = find<HistogramView>(*m_page, "newRun.preview.lengths");
        QTRY_VERIFY_WITH_TIMEOUT(lengths->isVisibleTo(card), 10000);
        QCOMPARE(rows->model()->rowCount(), 5); // FASTA has rows and lengths too, but no columns to choose
        QVERIFY(!find<QComboBox>(*m_page, "newRun.preview.label")->isVisibleTo(card));
        m_form->setField("data.train", "sample:splice_junctions");
        m_form->setField("data.split_file", "");
        m_form->setField("data.alphabet", "dna");
        m_form->setField("objective.task", "sequence_classification");
        m_form->commitNow();
        auto *classes = find<ClassBars>(*m_page, "newRun.preview.classes");
        QTRY_VERIFY_WITH_TIMEOUT(classes->isVisibleTo(card), 10000);
        QCOMPARE(classes->accessibleDescription(), QString("none 1,654, donor 767, acceptor 765"));
        QCOMPARE(rows->model()->index(0, 0).data().toString(), QString("s1651"));
        QCOMPARE(rows->model()->index(0, 3).data().toString(), QString("donor"));
        auto *label = find<QComboBox>(*m_page, "newRun.preview.label");
        QCOMPARE(label->currentText(), QString("label"));
        QVERIFY(label->currentData().toString().isEmpty()); // guessed, not chosen
        QVERIFY(lengths->accessibleDescription().contains("median 60"));
    }

    void anotherColumnCanBeChosen()
    {
        m_form->setField("data.train", "sample:secondary_structure");
        m_form->setField("data.split_file", "");
        m_form->setField("objective.task", "token_classification");
        m_form->commitNow();
        auto *card = find<DataCard>(*m_page, "newRun.preview");
        auto *classes = find<ClassBars>(*m_page, "newRun.preview.classes");
        QTRY_VERIFY_WITH_TIMEOUT(classes->isVisibleTo(card), 10000);
        QCOMPARE(classes->accessibleDescription().count(','), 5); // three classes, a comma in each number
        auto *label = find<QComboBox>(*m_page, "newRun.preview.label");
        label->setCurrentIndex(label->findData("ss8"));
        Q_EMIT label->activated(label->currentIndex());
        m_form->commitNow();
        QCOMPARE(m_form->config().data.label_column, std::string("ss8"));
        QTRY_VERIFY_WITH_TIMEOUT(classes->accessibleDescription().contains("T "), 10000);
        QCOMPARE(label->currentText(), QString("ss8"));
    }

    void numbersHaveTheirOwnHistogram()
    {
        m_form->setField("data.train", "sample:beta_lactamase");
        m_form->setField("data.split_file", "");
        m_form->setField("objective.task", "regression");
        m_form->commitNow();
        auto *card = find<DataCard>(*m_page, "newRun.preview");
        auto *targets = find<HistogramView>(*m_page, "newRun.preview.targets");
        QTRY_VERIFY_WITH_TIMEOUT(targets->isVisibleTo(card), 10000);
        QVERIFY(!find<ClassBars>(*m_page, "newRun.preview.classes")->isVisibleTo(card));
        QVERIFY2(targets->accessibleDescription().contains("median 0.877"),
                 qPrintable(targets->accessibleDescription()));
        QVERIFY(find<QLabel>(*m_page, "newRun.preview.notes")->text().contains("rebuilt from wild_type.fasta"));
    }

    void theDraftComesBack()
    {
        m_form->setField("schedule.total_steps", "321");
        m_form->commitNow();
        m_page.reset();
        m_page = std::make_unique<NewRunPage>(m_fixture->app);
        m_form = m_page->findChild<SettingsForm *>();
        QTRY_COMPARE(m_form->config().schedule.total_steps, 321);
        QVERIFY(!m_form->undoStack()->canUndo());
    }

    void aDraftKeepsItsParent()
    {
        const Draft draft{m_form->config(), "quick-start", "20261130-120000-abcd", 250};
        const auto read = readDraft(draftText(draft));
        QVERIFY(read.has_value());
        QCOMPARE(read->parentRun, draft.parentRun);
        QCOMPARE(read->parentStep, draft.parentStep);
        QCOMPARE(read->config.data.train, draft.config.data.train);
        QVERIFY(!readDraft("half a dra").has_value());
    }

    void aRunIsTheParent()
    {
        QSignalSpy asked(&m_fixture->app, &AppContext::pageRequested);
        QTest::mouseClick(find<QPushButton>(*m_page, "newRun.preflight.startNow"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 1, 10000);
        const QString parent = asked.first().first().value<PageRequest>().runs.first();
        m_page->open({pagekey::kNewRun, {parent}, 250, {}, {}});
        QTRY_VERIFY(QString::fromStdString(m_form->config().model.init_from).contains(parent));
        QCOMPARE(m_form->changedCount(), 0);
        QVERIFY(m_form->config().note.why.empty());
    }

    void narrowPagesHaveTabs()
    {
        m_page->resize(1024, 640);
        auto *start = find<QPushButton>(*m_page, "newRun.preflight.startNow");
        QTRY_VERIFY(!start->isVisible());
        QVERIFY(m_form->isVisible());
        QTest::mouseClick(find<QToolButton>(*m_page, "newRun.tab.preflight"), Qt::LeftButton);
        QVERIFY(start->isVisible());
        QVERIFY(!m_form->isVisible());
        m_page->resize(1340, 820);
        QTRY_VERIFY(m_form->isVisible() && start->isVisible());
    }

private:
    std::unique_ptr<test::PageFixture> m_fixture;
    std::unique_ptr<NewRunPage> m_page;
    SettingsForm *m_form = nullptr;
};

QTEST_MAIN(TestNewRunPage)
#include "tst_newrunpage.moc"
