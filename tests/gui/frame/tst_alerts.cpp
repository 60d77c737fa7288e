// SPDX-License-Identifier: GPL-3.0-or-later
// The bell: what counts as an alert, how repeats merge, and where a line leads.
#include <QTableView>

#include "gui/frame/windowfixture.h"
#include "models/alertsmodel.h"
#include "pages/frame/alertbell.h"

using namespace anneal;

namespace {

constexpr std::int64_t kSecond = 1'000'000;

JournalEntry entry(const char *kind, std::int64_t seconds, const char *text, const char *run = "r1",
                   std::optional<std::int64_t> step = std::nullopt)
{
    JournalEntry entry;
    entry.runId = run;
    entry.runName = std::string("name of ") + run;
    entry.kind = kind;
    entry.timeMicros = seconds * kSecond;
    entry.text = text;
    entry.step = step;
    return entry;
}

RunSummary ended(RunPhase phase, std::int64_t seconds, const char *detail = "")
{
    RunSummary run;
    run.id = "r1";
    run.name = "mlm-01";
    run.phase = phase;
    run.detail = detail;
    run.step = 40;
    run.endedMicros = seconds * kSecond;
    return run;
}

QStringList words(const std::vector<Alert> &alerts)
{
    QStringList words;
    for (const Alert &alert : alerts)
        words << alertWord(alert.level) + u' ' + alertText(alert);
    return words;
}

} // namespace

class TestAlerts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::installTheme(); }

    void remarksOnDataBeforeTheStartAreInformation()
    {
        const JournalEntries journal{entry("alert", 30, "The step was not applied", "r1", 12),
                                     entry("start", 20, "Started"), entry("alert", 10, "27 sequences are cut"),
                                     entry("alert", 9, "Warm-up is long")};
        QCOMPARE(words(alertsOf({}, journal)),
                 (QStringList{"WARN The step was not applied",
                              "INFO 27 sequences are cut (and one more remark at the start)"}));
        const StartRemarks remarks(journal);
        QVERIFY(remarks.contains(journal[2]));
        QVERIFY(!remarks.contains(journal[0]));
        QVERIFY(!remarks.contains(journal[1]));
    }

    void aResumeDoesNotMakeOldWarningsRemarks()
    {
        const JournalEntries journal{
            entry("resume", 50, "Resumed from step 10", "r1", 10), entry("alert", 49, "27 sequences are cut", "r1", 10),
            entry("alert", 30, "The step was not applied", "r1", 12), entry("start", 20, "Started", "r1", 0),
            entry("alert", 19, "27 sequences are cut", "r1", 0)};
        QCOMPARE(words(alertsOf({}, journal)),
                 (QStringList{"INFO 27 sequences are cut (and one more remark at the start)",
                              "WARN The step was not applied"}));
    }

    void endsOfRuns_data()
    {
        QTest::addColumn<int>("phase");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("failed") << int(RunPhase::Failed) << QStringList{"ERROR Failed. No memory left"};
        QTest::newRow("diverged") << int(RunPhase::Diverged) << QStringList{"ERROR Diverged. No memory left"};
        QTest::newRow("silent") << int(RunPhase::NotResponding) << QStringList{"WARN Not responding. No memory left"};
        QTest::newRow("finished") << int(RunPhase::Finished) << QStringList{"INFO Finished"};
        QTest::newRow("stopped by a person") << int(RunPhase::Stopped) << QStringList{};
        QTest::newRow("running") << int(RunPhase::Running) << QStringList{};
    }
    void endsOfRuns()
    {
        QFETCH(int, phase);
        QFETCH(QStringList, expected);
        QCOMPARE(words(alertsOf({ended(static_cast<RunPhase>(phase), 60, "No memory left")}, {})), expected);
    }

    void repeatsMerge()
    {
        const JournalEntries journal{
            entry("alert", 700, "Non-finite gradient at step 300", "r1", 300),
            entry("alert", 400, "Non-finite gradient at step 200", "r1", 200),
            entry("alert", 100, "Non-finite gradient at step 100", "r1", 100),
            entry("alert", 90, "Non-finite gradient at step 7", "r2", 7),
            entry("start", 1, "Started", "r2"),
            entry("start", 1, "Started", "r1"),
        };
        const auto alerts = alertsOf({}, journal);
        QCOMPARE(words(alerts),
                 (QStringList{"WARN Non-finite gradient at step 300 (3 times in 10 min)",
                              "WARN Non-finite gradient at step 7"}));
        QCOMPARE(alerts[0].step.value(), 300);
        QCOMPARE(alerts[1].runId, QStringLiteral("r2"));
    }

    void theBellCountsWhatNobodyHasSeenAndLeadsToTheRun()
    {
        test::WindowFixture fixture("diverges");
        const std::string id = fixture.stubs.launch(20);
        fixture.open();
        auto *bell = fixture.find<AlertBell>("status.alerts");
        QTRY_COMPARE(bell->unseen(), 1);
        QCOMPARE(bell->text(), QStringLiteral("1 alert"));
        fixture.click("status.alerts");
        QCOMPARE(bell->unseen(), 0);
        auto *table = fixture.find<QTableView>("status.alerts.table");
        QVERIFY(table->isVisible());
        const QModelIndex first = table->model()->index(0, AlertsModel::Level);
        QCOMPARE(first.data().toString(), QStringLiteral("ERROR"));
        QCOMPARE(first.data(AlertsModel::RunIdRole).toString(), QString::fromStdString(id));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(first).center());
        QCOMPARE(fixture.currentPage(), pagekey::kRuns);
        QVERIFY(!table->isVisible());
        QCOMPARE(fixture.window->currentPage()->noteTarget().runs, QStringList{QString::fromStdString(id)});
    }

    void seenAlertsStaySeenInTheNextWindow()
    {
        test::WindowFixture fixture("diverges");
        std::ignore = fixture.stubs.launch(20);
        fixture.open();
        QTRY_COMPARE(fixture.find<AlertBell>("status.alerts")->unseen(), 1);
        fixture.click("status.alerts");
        fixture.close();
        fixture.open();
        auto *table = fixture.find<QTableView>("status.alerts.table");
        QTRY_VERIFY(table->model()->rowCount() > 0);
        QTRY_COMPARE(fixture.find<AlertBell>("status.alerts")->text(), QStringLiteral("No alerts"));
    }

    void anErrorOfTheWindowStays()
    {
        test::WindowFixture fixture;
        fixture.open();
        fixture.window->app().sayError({ErrorCode::Storage, "The note could not be written.", {}});
        QCOMPARE(fixture.find<AlertBell>("status.alerts")->unseen(), 1);
        auto *table = fixture.find<QTableView>("status.alerts.table");
        QCOMPARE(table->model()->index(0, AlertsModel::What).data().toString(),
                 QStringLiteral("The note could not be written."));
    }
};

QTEST_MAIN(TestAlerts)
#include "tst_alerts.moc"
