// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include "forms/settingsform.h"
#include "gui/pages/pagefixture.h"
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
        m_form->setField("schedule.total_steps", "7");
        QTRY_COMPARE(m_form->config().schedule.total_steps, 7);
        QTest::mouseClick(find<QPushButton>(*m_page, "newRun.preflight.startNow"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 1, 10000);
        const auto request = asked.first().first().value<PageRequest>();
        QCOMPARE(request.page, pagekey::kRuns);
        const auto record = readRunRecord(m_fixture->app.workspace().paths(request.runs.first().toStdString()));
        QVERIFY(record.has_value());
        QCOMPARE(record->config.schedule.total_steps, 7);
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

    void theDraftComesBack()
    {
        m_form->setField("schedule.total_steps", "321");
        m_form->commitNow();
        QTest::qWaitFor([&] { return false; }, 800); // the draft is written half a second after the last edit
        m_page = std::make_unique<NewRunPage>(m_fixture->app);
        QTRY_COMPARE(m_page->findChild<SettingsForm *>()->config().schedule.total_steps, 321);
    }

private:
    std::unique_ptr<test::PageFixture> m_fixture;
    std::unique_ptr<NewRunPage> m_page;
    SettingsForm *m_form = nullptr;
};

QTEST_MAIN(TestNewRunPage)
#include "tst_newrunpage.moc"
