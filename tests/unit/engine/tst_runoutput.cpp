// SPDX-License-Identifier: GPL-3.0-or-later
// What a training process says while it works: heartbeat and metrics.
#include <array>
#include <cmath>

#include <QtTest>

#include "base/process.h"
#include "run/state.h"
#include "runfixtures.h"
#include "train/heartbeat.h"
#include "train/metricssink.h"
#include "train/runjournal.h"

using namespace anneal;
using anneal::test::FileSizeLimit;
using anneal::test::TemporaryRun;
using anneal::test::tinyConfig;

class TestRunOutput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void heartbeatGoesOnByItself();
    void lastWordStays();
    void earlierProgressStandsUntilToldOtherwise();
    void rowsAreInTheFileAfterDrain();
    void rowsOutliveAStorageFailure();
};

void TestRunOutput::heartbeatGoesOnByItself()
{
    const TemporaryRun run(tinyConfig(1));
    const auto heartbeat = Heartbeat::start(run.paths()).value();
    const auto first = readRunState(run.paths()).value();
    QCOMPARE(first->state, std::string("starting"));
    QCOMPARE(first->pid, getpid());
    QCOMPARE(first->processStartTicks, processStartTicks(getpid()));
    QTRY_VERIFY_WITH_TIMEOUT(readRunState(run.paths()).value()->heartbeatMicros > first->heartbeatMicros, 20000);
    heartbeat->announce([](RunState &state) { state.phase = "evaluating"; });
    QTRY_COMPARE(readRunState(run.paths()).value()->phase, std::string("evaluating"));
}

void TestRunOutput::lastWordStays()
{
    const TemporaryRun run(tinyConfig(1));
    {
        const auto heartbeat = Heartbeat::start(run.paths()).value();
        heartbeat->end("failed", 4, "Not enough memory");
        heartbeat->announce([](RunState &state) { state.phase = "too late"; });
    }
    const auto state = readRunState(run.paths()).value();
    QCOMPARE(state->exitCode, std::optional<int>(4));
    QCOMPARE(state->message, std::string("Not enough memory"));
    QVERIFY(state->phase != "too late");
}

void TestRunOutput::earlierProgressStandsUntilToldOtherwise()
{
    const TemporaryRun run(tinyConfig(1));
    RunState earlier;
    earlier.step = 41;
    earlier.exitCode = 143;
    test::must(writeRunState(run.paths(), earlier));
    const auto heartbeat = Heartbeat::start(run.paths()).value();
    const RunState state = readRunState(run.paths()).value().value();
    QCOMPARE(state.step, std::int64_t(41));
    QVERIFY(!state.exitCode.has_value());
}

void TestRunOutput::rowsAreInTheFileAfterDrain()
{
    const TemporaryRun run(tinyConfig(1));
    auto sink = MetricsSink::open(run.paths().metrics(), {"loss", "accuracy"}, false, [](const Error &) {
                    QFAIL("no trouble expected");
                }).value();
    for (std::int64_t step = 1; step <= 1000; ++step)
        sink->append(MetricKind::Training, step, step * 100,
                     std::array{1.0 / double(step), 1e-3, step == 500 ? INFINITY : 2.0, 3.0});
    sink->append(MetricKind::Validation, 1000, 100000, std::array{std::nan(""), 0.1});
    QVERIFY(sink->drain().has_value());
    const auto losses = run.series("train.loss");
    QCOMPARE(losses.size(), std::size_t(1000));
    QCOMPARE(losses.at(4), 0.25);
    QVERIFY(std::isinf(run.series("grad_norm").at(500)));
    QVERIFY(std::isnan(run.series("validation.loss").at(1000)));
}

void TestRunOutput::rowsOutliveAStorageFailure()
{
    const TemporaryRun run(tinyConfig(1));
    std::atomic<int> troubles{0};
    auto sink = MetricsSink::open(run.paths().metrics(), {"loss", "accuracy"}, false, [&](const Error &error) {
                    troubles += error.code == ErrorCode::Storage ? 1 : 100;
                }).value();
    {
        const FileSizeLimit limit(4096);
        for (std::int64_t step = 1; step <= 1000; ++step)
            sink->append(MetricKind::Training, step, step, std::array{1.0, 1.0, 1.0, 1.0});
        QVERIFY(!sink->drain().has_value());
        QCOMPARE(troubles.load(), 1); // told once, not per row
    }
    QVERIFY(sink->drain().has_value());
    QCOMPARE(run.series("train.loss").size(), std::size_t(1000));
}

QTEST_GUILESS_MAIN(TestRunOutput)
#include "tst_runoutput.moc"
