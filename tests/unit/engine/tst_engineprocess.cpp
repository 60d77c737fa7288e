// SPDX-License-Identifier: GPL-3.0-or-later
// The real program: killed, stopped by signal, called wrongly.
#include <csignal>

#include <QProcess>
#include <QtTest>

#include "config/configio.h"
#include "run/state.h"
#include "runfixtures.h"

using namespace anneal;
using anneal::test::TemporaryRun;
using anneal::test::tinyConfig;

namespace {

constexpr int kPatienceMs = 100000;

Config savingConfig()
{
    Config config = tinyConfig(60);
    config.checkpoint.every_steps = 5;
    config.logging.eval_every_steps = 20;
    return config;
}

void start(QProcess &engine, const TemporaryRun &run)
{
    engine.start(ANNEAL_TRAIN, {"run", QString::fromStdString(run.paths().root.string())});
}

int finish(QProcess &engine)
{
    return engine.waitForFinished(kPatienceMs) && engine.exitStatus() == QProcess::NormalExit ? engine.exitCode() : -1;
}

int runToTheEnd(const TemporaryRun &run)
{
    QProcess engine;
    start(engine, run);
    return finish(engine);
}

bool hasCheckpoint(const TemporaryRun &run, std::int64_t step)
{
    const auto present = listCheckpoints(run.paths());
    return present && !present->empty() && present->back().step >= step;
}

} // namespace

class TestEngineProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void killedRunsResumeBitExactly();
    void termSavesAndStops();
    void severalProcessesAreRefused();
    void wrongCallsEndWithTheConfigurationCode_data();
    void wrongCallsEndWithTheConfigurationCode();
    void measures();
    void tellsDevices();
};

void TestEngineProcess::killedRunsResumeBitExactly()
{
    const TemporaryRun straight(savingConfig()), killed(savingConfig());
    QCOMPARE(runToTheEnd(straight), 0);
    for (const std::int64_t after : {5, 20, 35}) {
        QProcess engine;
        start(engine, killed);
        QTRY_VERIFY_WITH_TIMEOUT(hasCheckpoint(killed, after) || engine.state() == QProcess::NotRunning, kPatienceMs);
        engine.kill();
        QVERIFY(engine.waitForFinished(kPatienceMs));
    }
    QCOMPARE(runToTheEnd(killed), 0);
    QCOMPARE(killed.weights(60), straight.weights(60));
    QCOMPARE(killed.moments(60), straight.moments(60));
    QCOMPARE(killed.series("train.loss"), straight.series("train.loss"));
    QCOMPARE(killed.series("validation.loss"), straight.series("validation.loss"));
}

void TestEngineProcess::termSavesAndStops()
{
    Config config = savingConfig();
    config.schedule.total_steps = 1000000;
    const TemporaryRun run(config);
    QProcess engine;
    start(engine, run);
    QTRY_VERIFY_WITH_TIMEOUT(hasCheckpoint(run, 5), kPatienceMs);
    engine.terminate();
    QCOMPARE(finish(engine), 143);
    const auto state = readRunState(run.paths()).value();
    QCOMPARE(state->state, std::string("stopped"));
    QCOMPARE(listCheckpoints(run.paths()).value().back().step, state->step);
}

void TestEngineProcess::severalProcessesAreRefused()
{
    const TemporaryRun run(tinyConfig(2));
    QProcess engine;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("WORLD_SIZE", "2");
    engine.setProcessEnvironment(environment);
    start(engine, run);
    QCOMPARE(finish(engine), 2);
    QVERIFY(engine.readAllStandardError().contains("WORLD_SIZE"));
}

void TestEngineProcess::wrongCallsEndWithTheConfigurationCode_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::newRow("nothing") << QStringList{} << 2;
    QTest::newRow("unknown") << QStringList{"dance"} << 2;
    QTest::newRow("no folder") << QStringList{"run"} << 2;
    QTest::newRow("missing folder") << QStringList{"run", "/nowhere/at/all"} << 6;
    QTest::newRow("version") << QStringList{"--version"} << 0;
}

void TestEngineProcess::wrongCallsEndWithTheConfigurationCode()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QProcess engine;
    engine.start(ANNEAL_TRAIN, arguments);
    QCOMPARE(finish(engine), code);
}

void TestEngineProcess::measures()
{
    const TemporaryRun run(tinyConfig(50));
    const auto record = readRunRecord(run.paths()).value();
    QProcess engine;
    engine.start(ANNEAL_TRAIN, {"measure"});
    engine.write(QByteArray::fromStdString(configToJson(record.config).dump()));
    engine.closeWriteChannel();
    QCOMPARE(finish(engine), 0);
    const auto line = nlohmann::json::parse(engine.readAllStandardOutput().toStdString());
    QVERIFY(line["ok"].get<bool>());
    QVERIFY(line["seconds_per_step"].get<double>() > 0);
    QVERIFY(line["tokens_per_second"].get<double>() > 0);
    QVERIFY(line["peak_memory_bytes"].get<double>() > 1e6);

    engine.start(ANNEAL_TRAIN, {"measure"});
    engine.write("{\"model\": {\"hidden_sise\": 3}}");
    engine.closeWriteChannel();
    QCOMPARE(finish(engine), 2);
    const auto refused = nlohmann::json::parse(engine.readAllStandardOutput().toStdString());
    QVERIFY(!refused["ok"].get<bool>());
    QVERIFY(QString::fromStdString(refused["error"].get<std::string>()).contains("hidden_size"));
}

void TestEngineProcess::tellsDevices()
{
    QProcess engine;
    engine.start(ANNEAL_TRAIN, {"devices"});
    QCOMPARE(finish(engine), 0);
    const auto line = nlohmann::json::parse(engine.readAllStandardOutput().toStdString());
    QCOMPARE(line["devices"][0]["kind"].get<std::string>(), std::string("cpu"));
    QVERIFY(line["threads"].get<int>() >= 1);
}

QTEST_GUILESS_MAIN(TestEngineProcess)
#include "tst_engineprocess.moc"
