// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

#include "models/runlistmodel.h"

using namespace anneal;

namespace {

RunSummary makeRun(const std::string &id, RunPhase phase = RunPhase::Finished)
{
    RunSummary run;
    run.id = id;
    run.name = "run-" + id;
    run.phase = phase;
    run.colorSlot = 3;
    run.endedMicros = phase == RunPhase::Running ? 0 : 1'000'000;
    run.step = 50;
    run.totalSteps = 200;
    run.validationLoss = 2.5;
    return run;
}

std::shared_ptr<const RunSummaries> list(std::initializer_list<RunSummary> runs)
{
    return std::make_shared<const RunSummaries>(runs);
}

QStringList ids(const RunListModel &model)
{
    QStringList found;
    for (int row = 0; row < model.rowCount(); ++row)
        found << model.index(row, 0).data(RunListModel::RunIdRole).toString();
    return found;
}

} // namespace

class TestRunListModel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void keepsAContractWithViews()
    {
        RunListModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns(list({makeRun("b"), makeRun("a")}));
        model.setRuns(list({makeRun("c"), makeRun("b"), makeRun("a")}));
        model.setRuns(list({makeRun("c"), makeRun("a")}));
        model.setRuns(list({makeRun("a"), makeRun("c")})); // an order that no insertion explains
        QCOMPARE(ids(model), QStringList({"a", "c"}));
        model.setRuns(list({}));
        QCOMPARE(model.rowCount(), 0);
    }

    void aNewRunMovesNoSelection()
    {
        RunListModel model;
        model.setRuns(list({makeRun("b"), makeRun("a")}));
        const QPersistentModelIndex chosen = model.index(1, 0);
        model.setRuns(list({makeRun("c"), makeRun("b"), makeRun("a")}));
        QCOMPARE(chosen.row(), 2);
        QCOMPARE(chosen.data(RunListModel::RunIdRole).toString(), QStringLiteral("a"));
    }

    void onlyChangedRowsAreReported()
    {
        RunListModel model;
        model.setRuns(list({makeRun("b"), makeRun("a")}));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setRuns(list({makeRun("b"), makeRun("a")}));
        QCOMPARE(changed.count(), 0);
        RunSummary moved = makeRun("a");
        moved.step = 51;
        model.setRuns(list({makeRun("b"), moved}));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.first().first().toModelIndex().row(), 1);
    }

    void aNanThatStaysIsNoChange()
    {
        RunSummary run = makeRun("a");
        run.validationLoss = std::numeric_limits<double>::quiet_NaN();
        RunListModel model;
        model.setRuns(list({run}));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setRuns(list({run}));
        QCOMPARE(changed.count(), 0);
    }

    void showsFigures_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("text");
        QTest::newRow("name") << int(RunListModel::Name) << "run-a";
        QTest::newRow("state") << int(RunListModel::State) << "Finished";
        QTest::newRow("loss") << int(RunListModel::ValidationLoss) << "2.500";
        QTest::newRow("step") << int(RunListModel::Step) << "50";
        QTest::newRow("missing") << int(RunListModel::TrainLoss) << QStringLiteral("–");
    }
    void showsFigures()
    {
        QFETCH(int, column);
        QFETCH(QString, text);
        RunListModel model;
        model.setRuns(list({makeRun("a")}));
        QCOMPARE(model.index(0, column).data().toString(), text);
    }

    void nonFiniteSortsNowhere()
    {
        RunSummary run = makeRun("a");
        run.validationLoss = std::numeric_limits<double>::infinity();
        RunListModel model;
        model.setRuns(list({run}));
        const QModelIndex index = model.index(0, RunListModel::ValidationLoss);
        QCOMPARE(index.data().toString(), QStringLiteral("+Inf"));
        QVERIFY(!index.data(RunListModel::SortRole).isValid());
    }

    void knowsProgressAndLife()
    {
        RunListModel model;
        model.setRuns(list({makeRun("a", RunPhase::Running)}));
        const QModelIndex index = model.index(0, 0);
        QCOMPARE(index.data(RunListModel::ProgressRole).toDouble(), 0.25);
        QVERIFY(index.data(RunListModel::AliveRole).toBool());
        QCOMPARE(index.data(RunListModel::PhaseRole).toInt(), int(RunPhase::Running));
        QCOMPARE(model.rowOf(QStringLiteral("a")), 0);
        QCOMPARE(model.rowOf(QStringLiteral("z")), -1);
    }
};

QTEST_GUILESS_MAIN(TestRunListModel)
#include "tst_runlistmodel.moc"
