// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QtTest>

#include "enginefixtures.h"
#include "optim/schedule.h"

using namespace anneal;
using anneal::test::goldenJson;

namespace {

/// Ours in the words of the reference.
ScheduleConfig translated(const nlohmann::json &schedule, std::int64_t warmup, std::int64_t total)
{
    const std::string kind = schedule["kind"];
    const nlohmann::json args = schedule["args"];
    ScheduleConfig config;
    config.total_steps = total;
    config.warmup_steps = kind == "constant" ? 0 : warmup;
    config.decay_start = static_cast<double>(warmup) / static_cast<double>(total);
    config.decay_shape = kind.starts_with("constant") ? "none" : kind.ends_with("min_lr") ? "cosine" : kind;
    config.num_cycles = args.value("num_cycles", 0.0);
    config.power = args.value("power", 1.0);
    config.timescale = args.value("timescale", 0);
    config.final_lr_ratio = args.value("min_lr_rate", 0.0);
    config.skip_zero = kind == "cosine_warmup_with_min_lr";
    if (kind == "warmup_stable_decay") {
        const std::int64_t falling = args["num_decay_steps"];
        config.decay_start = static_cast<double>(total - falling) / static_cast<double>(total);
        const std::string shape = args.value("decay_type", "cosine");
        config.decay_shape = shape == "1-sqrt" ? "sqrt" : shape;
        config.warmup_shape = args.value("warmup_type", "linear");
        config.warmup_start_ratio = config.final_lr_ratio = args.value("min_lr_ratio", 0.0);
    }
    return config;
}

/// Its cosines rise again when the run is over; ours stay where they are.
bool risesAfterTheEnd(const nlohmann::json &schedule)
{
    const std::string kind = schedule["kind"];
    return kind.starts_with("cosine") && kind != "cosine_with_restarts";
}

Config hundredSteps()
{
    Config config;
    config.schedule.total_steps = 100;
    config.schedule.warmup_steps = 10;
    config.optimizer.lr = 0.4;
    return config;
}

} // namespace

class TestLiveRate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reference_data();
    void reference();
    void liveChangeScalesTheRest();
    void liveChangeAtRateZeroSetsThePeak();
    void finalFallEndsAtZero();
    void timeBudget();
};

void TestLiveRate::reference_data()
{
    QTest::addColumn<int>("index");
    const auto golden = goldenJson("schedules.json");
    int rows = 0;
    for (std::size_t i = 0; i < golden["schedules"].size(); ++i) {
        const auto &schedule = golden["schedules"][i];
        const std::string name = schedule["kind"].get<std::string>() + schedule["args"].dump() + " setting "
            + std::to_string(schedule["setting"].get<int>());
        QTest::newRow(name.c_str()) << static_cast<int>(i);
        ++rows;
    }
    QCOMPARE(rows, 48);
}

void TestLiveRate::reference()
{
    QFETCH(int, index);
    const auto golden = goldenJson("schedules.json");
    const auto &schedule = golden["schedules"][static_cast<std::size_t>(index)];
    const auto &setting = golden["settings"][schedule["setting"].get<std::size_t>()];
    Config config;
    config.schedule = translated(schedule, setting["warmup"], setting["total"]);
    config.optimizer.lr = setting["base_lr"];
    config.schedule.final_lr_ratio = schedule["args"].value("lr_end", config.schedule.final_lr_ratio * config.optimizer.lr)
        / config.optimizer.lr;
    const Schedule ours(config);
    const std::size_t total = setting["total"];
    const std::size_t last = risesAfterTheEnd(schedule) ? total - (config.schedule.skip_zero ? 1 : 0)
                                                        : schedule["lr"].size() - 1;
    QVERIFY(last >= total - 1);
    for (std::size_t step = 0; step <= last; ++step) {
        const double expected = schedule["lr"][step];
        const double got = ours.rate({static_cast<std::int64_t>(step)});
        QVERIFY2(std::abs(got - expected) <= 1e-12 * setting["base_lr"].get<double>(),
                 qPrintable(QString("step %1: %2, reference %3").arg(step).arg(got).arg(expected)));
    }
}

void TestLiveRate::liveChangeScalesTheRest()
{
    Schedule schedule(hundredSteps());
    const double planned = schedule.rate({90});
    schedule.setRate({50}, 0.1);
    QCOMPARE(schedule.rate({50}), 0.1);
    QCOMPARE(schedule.rate({90}), planned / 4);
    schedule.setRate({90}, 0.3);
    QCOMPARE(schedule.rate({90}), 0.3);
    QCOMPARE(schedule.rate({100}), 0.0);
    Schedule resumed(hundredSteps());
    resumed.restore(schedule.saved());
    QCOMPARE(resumed.rate({95}), schedule.rate({95}));
}

void TestLiveRate::liveChangeAtRateZeroSetsThePeak()
{
    Schedule schedule(hundredSteps());
    schedule.setRate({0}, 0.2);
    QCOMPARE(schedule.rate({20}), 0.2);
}

void TestLiveRate::finalFallEndsAtZero()
{
    Schedule schedule(hundredSteps());
    schedule.fallNow({40}, 10);
    QCOMPARE(schedule.rate({40}), 0.4);
    QCOMPARE(schedule.rate({45}), 0.2);
    QVERIFY(!schedule.ended({49}));
    QVERIFY(schedule.ended({50}));
    QCOMPARE(schedule.expectedUpdates({45}), 50);
    schedule.setRate({45}, 0.1); // a live change on the way scales what is left
    QCOMPARE(schedule.rate({45}), 0.1);
    QCOMPARE(schedule.rate({49}), 0.02);
    Schedule resumed(hundredSteps());
    resumed.restore(schedule.saved());
    QCOMPARE(resumed.rate({47}), schedule.rate({47}));
    QVERIFY(resumed.ended({50}));
}

/// One minute; warm-up and decay are shares of the hundred steps.
void TestLiveRate::timeBudget()
{
    Config config = hundredSteps();
    config.schedule.time_budget_minutes = 1;
    config.schedule.decay_start = 0.5;
    const Schedule schedule(config);
    QCOMPARE(schedule.rate({7, 3.0}), 0.2); // half of the warm-up, however many updates that were
    QCOMPARE(schedule.rate({700, 30.0}), 0.4);
    QCOMPARE(schedule.rate({900, 45.0}), 0.2);
    QCOMPARE(schedule.rate({999, 60.0}), 0.0);
    QVERIFY(!schedule.ended({5000, 59.9}));
    QVERIFY(schedule.ended({12, 60.0}));
    QCOMPARE(schedule.expectedUpdates({300, 15.0}), 1200);
}

QTEST_GUILESS_MAIN(TestLiveRate)
#include "tst_liverate.moc"
