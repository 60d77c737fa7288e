// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "pages/runs/runmarks.h"

using namespace anneal;

namespace {

/// 100 steps, 10 of warm-up to a rate of 1, constant until step 50, then straight to 0.
RunSnapshot snapshotOf(std::vector<Event> events, double minutes = 0)
{
    RunRecord record;
    record.config.optimizer.lr = 1;
    record.config.schedule.total_steps = 100;
    record.config.schedule.warmup_steps = 10;
    record.config.schedule.decay_start = 0.5;
    record.config.schedule.decay_shape = "linear";
    record.config.schedule.time_budget_minutes = minutes;
    RunSnapshot snapshot;
    snapshot.record = std::make_shared<RunRecord>(std::move(record));
    snapshot.events = std::make_shared<std::vector<Event>>(std::move(events));
    return snapshot;
}

Event change(std::int64_t step, const char *key, double value)
{
    return {step, "live_change", step, key, {{"key", key}, {"new", value}}};
}

double at(const PlanLine &line, double step)
{
    for (const PlotPoint &point : line.points)
        if (point.x == step)
            return point.y;
    return -1;
}

} // namespace

class TestRunMarks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// Update number n is done after n − 1 updates: the plan lies on the logged curve.
    void planIsTheLoggedRate()
    {
        const auto plans = ratePlans(snapshotOf({}), 3);
        QCOMPARE(plans.size(), std::size_t(1));
        QCOMPARE(at(plans[0], 1), 0.0);
        QCOMPARE(at(plans[0], 6), 0.5);
        QCOMPARE(at(plans[0], 11), 1.0);
        QCOMPARE(at(plans[0], 76), 0.5);
    }

    void changedRateScalesWhatFollows()
    {
        const auto plans = ratePlans(snapshotOf({change(31, "optimizer.lr", 0.25)}), 3);
        QCOMPARE(plans.size(), std::size_t(2));
        QCOMPARE(at(plans[0], 76), 0.5);
        QCOMPARE(at(plans[1], 31), 0.25);
        QCOMPARE(plans[1].points.front().x, 31.0);
        QCOMPARE(plans[1].points.back().y, 0.25 * 0.02);
    }

    void finalDecayIsDrawnToItsEnd()
    {
        const auto plans =
            ratePlans(snapshotOf({change(31, "optimizer.lr", 0.25), change(41, "final_decay", 20)}), 3);
        QCOMPARE(plans.size(), std::size_t(2));
        QCOMPARE(plans[1].points.size(), std::size_t(2));
        QCOMPARE(at(plans[1], 41), 0.25);
        QCOMPARE(at(plans[1], 61), 0.0);
    }

    void undoneChangesAreNoPlan()
    {
        const Event undo{50, "undo", 30, "", {{"undone", 31}}};
        QCOMPARE(ratePlans(snapshotOf({change(31, "optimizer.lr", 0.25), undo}), 3).size(), std::size_t(1));
    }

    void timeHasNoPlanOverSteps()
    {
        QVERIFY(ratePlans(snapshotOf({}, 60), 3).empty());
    }
};

QTEST_MAIN(TestRunMarks)
#include "tst_runmarks.moc"
