// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QDateTime>
#include <QTest>

#include "pages/notes/journalmodel.h"

using namespace anneal;

namespace {

std::int64_t micros(const QString &isoLocal)
{
    return QDateTime::fromString(isoLocal, Qt::ISODate).toMSecsSinceEpoch() * 1000;
}

std::shared_ptr<const JournalEntries> entries()
{
    return std::make_shared<const JournalEntries>(JournalEntries{
        {"r1", "mlm-01", micros("2026-11-28T15:00:00"), 1200, "note", "n1", "Loss is flat since the morning", ""},
        {"r1", "mlm-01", micros("2026-11-28T14:00:00"), 1100, "live_change", "", "Learning rate 4.0e-4 → 1.3e-4",
         "flat"},
        {"r2", "dna-02", micros("2026-11-27T09:30:00"), 250, "checkpoint", "", "Saved step 250", ""},
        {"r2", "dna-02", micros("2026-11-27T09:00:00"), {}, "start", "", "", "codon periodicity?"},
    });
}

QStringList texts(const JournalModel &model)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts << model.index(row).data().toString();
    return texts;
}

} // namespace

class TestJournal : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void daysHaveHeadings()
    {
        JournalModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setEntries(entries());
        QCOMPARE(texts(model),
                 QStringList({"Saturday 28 November 2026", "Loss is flat since the morning",
                              "Learning rate 4.0e-4 → 1.3e-4", "Friday 27 November 2026", "Start"}));
        QVERIFY(model.index(0).data(JournalModel::HeadingRole).toBool());
        QVERIFY(!(model.flags(model.index(0)) & Qt::ItemIsSelectable));
        QCOMPARE(model.index(4).data(JournalModel::RunIdRole).toString(), QStringLiteral("r2"));
    }

    void filter_data()
    {
        QTest::addColumn<int>("kinds");
        QTest::addColumn<QString>("run");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("shown");
        const auto row = [](const char *name, JournalFilter::Kinds kinds, const char *run, const char *text,
                            int shown) { QTest::newRow(name) << static_cast<int>(kinds) << run << text << shown; };
        using Kinds = JournalFilter::Kinds;
        row("told", Kinds::Told, "", "", 3);
        row("with checkpoints", Kinds::All, "", "", 4);
        row("notes", Kinds::Notes, "", "", 1);
        row("automatic", Kinds::Automatic, "", "", 3);
        row("run", Kinds::Told, "r1", "", 2);
        row("word in text or reason", Kinds::Told, "", "FLAT", 2);
        row("every word", Kinds::Told, "", "flat morning", 1);
        row("run name", Kinds::Told, "", "dna-02", 1);
        row("nothing", Kinds::Notes, "r2", "", 0);
    }

    void filter()
    {
        QFETCH(int, kinds);
        QFETCH(QString, run);
        QFETCH(QString, text);
        JournalModel model;
        model.setEntries(entries());
        model.setFilter({static_cast<JournalFilter::Kinds>(kinds), run, text});
        QTEST(model.shownEntries(), "shown");
    }

    void rowsKeepTheirPlace()
    {
        JournalModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setEntries(entries());
        QCOMPARE(model.indexOfNote("n1").row(), 1);
        QVERIFY(!model.indexOfNote("gone").isValid());
        const QPersistentModelIndex note = model.index(1), start = model.index(4);
        auto more = std::make_shared<JournalEntries>(*entries());
        more->insert(more->begin(), {"r1", "mlm-01", micros("2026-11-28T16:00:00"), 1300, "note", "n2", "newer", ""});
        more->at(1).text = "Loss is flat again";
        model.setEntries(more);
        QCOMPARE(note.row(), 2);
        QCOMPARE(note.data().toString(), QStringLiteral("Loss is flat again"));
        QCOMPARE(start.row(), 5);
        model.setFilter({JournalFilter::Kinds::Automatic, {}, {}});
        QVERIFY(!note.isValid());
        QVERIFY(start.isValid());
        model.setEntries(std::make_shared<const JournalEntries>());
        QCOMPARE(model.rowCount(), 0);
    }

    void headings()
    {
        const QDate today(2026, 11, 30);
        QCOMPARE(dayHeading(today, today), QStringLiteral("Today"));
        QCOMPARE(dayHeading(today.addDays(-1), today), QStringLiteral("Yesterday"));
        QCOMPARE(dayHeading({2026, 11, 2}, today), QStringLiteral("Monday 2 November 2026"));
    }
};

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
