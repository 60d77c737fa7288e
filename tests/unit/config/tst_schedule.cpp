// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "config/schedule.h"

using namespace anneal;

class TestSchedule : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void factor_data()
    {
        QTest::addColumn<QString>("shape");
        QTest::addColumn<double>("decayStart");
        QTest::addColumn<int>("step");
        QTest::addColumn<double>("expected");
        // 100 steps, 10 of warm-up, ends at a tenth of the peak
        QTest::newRow("first") << "linear" << 0.5 << 0 << 0.0;
        QTest::newRow("warm-up") << "linear" << 0.5 << 4 << 0.4;
        QTest::newRow("constant") << "linear" << 0.5 << 49 << 1.0;
        QTest::newRow("fall begins") << "linear" << 0.5 << 50 << 1.0;
        QTest::newRow("linear middle") << "linear" << 0.5 << 75 << 0.55;
        QTest::newRow("cosine middle") << "cosine" << 0.5 << 75 << 0.55;
        QTest::newRow("cosine quarter") << "cosine" << 0.0 << 10 << 1.0;
        QTest::newRow("end") << "cosine" << 0.5 << 100 << 0.1;
        QTest::newRow("after the end") << "linear" << 0.5 << 500 << 0.1;
        QTest::newRow("never falls") << "none" << 0.5 << 99 << 1.0;
        QTest::newRow("fall waits for the warm-up") << "linear" << 0.0 << 10 << 1.0;
    }

    void factor()
    {
        QFETCH(QString, shape);
        QFETCH(double, decayStart);
        QFETCH(int, step);
        QFETCH(double, expected);
        ScheduleConfig schedule;
        schedule.total_steps = 100;
        schedule.warmup_steps = 10;
        schedule.decay_start = decayStart;
        schedule.decay_shape = shape.toStdString();
        schedule.final_lr_ratio = 0.1;
        QVERIFY(qAbs(scheduleFactor(schedule, step) - expected) < 1e-12);
    }
};

QTEST_GUILESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
