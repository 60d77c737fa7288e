// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <optional>

#include <QtTest>

#include "enginefixtures.h"
#include "optim/schedule.h"

using namespace anneal;
using anneal::test::goldenJson;

namespace {

/// Ours in the words of the reference, where we have it.
std::optional<ScheduleConfig> translated(const nlohmann::json &schedule, std::int64_t warmup, std::int64_t total)
{
    const std::string kind = schedule["kind"];
    const nlohmann::json args = schedule["args"];
    ScheduleConfig config;
    config.total_steps = total;
    config.warmup_steps = warmup;
    config.decay_start = static_cast<double>(warmup) / static_cast<double>(total);
    config.decay_shape = kind == "linear" ? "linear" : "cosine";
    if (kind == "linear" || (kind == "cosine" && args.empty()))
        return config;
    if (kind == "cosine_with_min_lr") {
        config.final_lr_ratio = args["min_lr_rate"];
        return config;
    }
    if (kind == "constant_with_warmup") {
        config.decay_shape = "none";
        return config;
    }
    if (kind == "warmup_stable_decay" && !args.contains("warmup_type")) {
        const std::int64_t falling = args["num_decay_steps"];
        config.decay_start = static_cast<double>(total - falling) / static_cast<double>(total);
        config.decay_shape = args.value("decay_type", "cosine");
        config.final_lr_ratio = args.value("min_lr_ratio", 0.0);
        return config;
    }
    return {};
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
};

void TestLiveRate::reference_data()
{
    QTest::addColumn<int>("index");
    const auto golden = goldenJson("schedules.json");
    int rows = 0;
    for (std::size_t i = 0; i < golden["schedules"].size(); ++i) {
        const auto &schedule = golden["schedules"][i];
        const auto &setting = golden["settings"][schedule["setting"].get<std::size_t>()];
        if (!translated(schedule, setting["warmup"], setting["total"]))
            continue;
        const std::string name = schedule["kind"].get<std::string>() + schedule["args"].dump() + " setting "
            + std::to_string(schedule["setting"].get<int>());
        QTest::newRow(name.c_str()) << static_cast<int>(i);
        ++rows;
    }
    QCOMPARE(rows, 18);
}

void TestLiveRate::reference()
{
    QFETCH(int, index);
    const auto golden = goldenJson("schedules.json");
    const auto &schedule = golden["schedules"][static_cast<std::size_t>(index)];
    const auto &setting = golden["settings"][schedule["setting"].get<std::size_t>()];
    Config config;
    config.schedule = *translated(schedule, setting["warmup"], setting["total"]);
    config.optimizer.lr = setting["base_lr"];
    const Schedule ours(config);
    // Some of the reference's curves start their warm-up above 0 or rise again after the end; ours do not.
    const bool startsAboveZero = schedule["kind"] == "warmup_stable_decay" && schedule["args"].contains("min_lr_ratio");
    const std::size_t first = startsAboveZero ? setting["warmup"].get<std::size_t>() : 0;
    for (std::size_t step = first; step <= setting["total"].get<std::size_t>(); ++step) {
        const double expected = schedule["lr"][step];
        const double got = ours.rate(static_cast<std::int64_t>(step));
        QVERIFY2(std::abs(got - expected) <= 1e-12 * setting["base_lr"].get<double>(),
                 qPrintable(QString("step %1: %2, reference %3").arg(step).arg(got).arg(expected)));
    }
}

void TestLiveRate::liveChangeScalesTheRest()
{
    Schedule schedule(hundredSteps());
    const double planned = schedule.rate(90);
    schedule.setRate(50, 0.1);
    QCOMPARE(schedule.rate(50), 0.1);
    QCOMPARE(schedule.rate(90), planned / 4);
    schedule.setRate(90, 0.3);
    QCOMPARE(schedule.rate(90), 0.3);
    QCOMPARE(schedule.rate(100), 0.0);
    Schedule resumed(hundredSteps());
    resumed.setScale(schedule.scale());
    QCOMPARE(resumed.rate(95), schedule.rate(95));
}

void TestLiveRate::liveChangeAtRateZeroSetsThePeak()
{
    Schedule schedule(hundredSteps());
    schedule.setRate(0, 0.2);
    QCOMPARE(schedule.rate(20), 0.2);
}

QTEST_GUILESS_MAIN(TestLiveRate)
#include "tst_liverate.moc"
