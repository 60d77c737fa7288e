// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <thread>

#include <QtTest>

#include "bio/dataset.h"
#include "plan/datacounts.h"
#include "run/control.h"
#include "run/state.h"
#include "runfixtures.h"
#include "train/checkpointkeeper.h"
#include "train/device.h"
#include "train/runcommands.h"
#include "train/session.h"

using namespace anneal;
using anneal::test::FileSizeLimit;
using anneal::test::TemporaryRun;
using anneal::test::tinyConfig;

namespace {

int runOnce(const TemporaryRun &run)
{
    TrainingSession session(run.paths().root);
    return session.finish(session.run());
}

/// Posts a command as soon as state.json tells of this step; the session runs on the test's own thread.
class At
{
public:
    At(const TemporaryRun &run, std::function<bool(const RunState &)> when, std::function<void()> action)
        : m_thread([this, paths = run.paths(), when = std::move(when), action = std::move(action)] {
            while (!m_stop) {
                const auto state = readRunState(paths);
                if (state && *state && when(**state))
                    return action();
                std::this_thread::yield();
            }
        })
    {
    }
    ~At()
    {
        m_stop = true;
        m_thread.join();
    }

private:
    std::atomic<bool> m_stop = false;
    std::thread m_thread;
};

std::size_t stepsLogged(const TemporaryRun &run)
{
    return fs::exists(run.paths().metrics()) ? run.series("train.loss").size() : 0;
}

void post(const TemporaryRun &run, const char *verb, const nlohmann::json &arguments = nlohmann::json::object())
{
    (void)postCommand(run.paths(), verb, arguments, "because").value();
}

} // namespace

class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void trainsToTheEnd();
    void resumeIsBitExact_data();
    void resumeIsBitExact();
    void damagedCheckpointIsPassedOver();
    void rotationKeepsTheBest();
    void settingsChangeBetweenSteps();
    void refusedSettingsSayWhy();
    void liveRateSurvivesResume();
    void pauseFreesMemoryAndGoesOn();
    void stopWithoutSaving();
    void undoGoesBackToTheChange();
    void finalDecayEndsTheRun();
    void timeBudgetEndsTheRun();
    void divergenceKeepsTheWeights();
    void fullDiskIsAnAlertThenAnError();
    void secondEngineIsRefused();
    void badDataEndsWithItsCode();
};

void TestSession::trainsToTheEnd()
{
    Config config = tinyConfig(12);
    config.logging.eval_every_steps = 5;
    const TemporaryRun run(config);
    QCOMPARE(runOnce(run), 0);
    const auto losses = run.series("train.loss");
    QCOMPARE(losses.size(), std::size_t(12));
    QCOMPARE(losses.begin()->first, std::int64_t(1));
    QCOMPARE(run.series("param_norm").size(), std::size_t(4));
    QCOMPARE(run.series("optimizer.lr").at(1), 0.0);
    QCOMPARE(run.series("optimizer.lr").at(3), config.optimizer.lr);
    std::vector<std::int64_t> evaluated;
    for (const auto &[step, loss] : run.series("validation.loss")) {
        evaluated.push_back(step);
        QVERIFY(loss > 2 && loss < 4);
    }
    QCOMPARE(evaluated, (std::vector<std::int64_t>{0, 5, 10, 12}));
    const auto state = readRunState(run.paths()).value();
    QCOMPARE(state->state, std::string("finished"));
    QCOMPARE(state->step, std::int64_t(12));
    QCOMPARE(state->exitCode, std::optional<int>(0));
    QVERIFY(listCheckpoints(run.paths()).value().back().step == 12);
    QCOMPARE(run.events("end").size(), std::size_t(1));
}

void TestSession::resumeIsBitExact_data()
{
    QTest::addColumn<double>("dropout");
    QTest::addColumn<int>("accumulation");
    QTest::addColumn<QString>("compute");
    QTest::newRow("plain") << 0.0 << 1 << "fp32";
    QTest::newRow("dropout") << 0.1 << 1 << "fp32";
    QTest::newRow("accumulation") << 0.0 << 3 << "fp32";
    QTest::newRow("bf16") << 0.0 << 1 << "bf16";
}

void TestSession::resumeIsBitExact()
{
    QFETCH(double, dropout);
    QFETCH(int, accumulation);
    QFETCH(QString, compute);
    Config config = tinyConfig(16);
    config.model.hidden_dropout_prob = dropout;
    config.model.attention_probs_dropout_prob = dropout;
    config.batch.accumulation_steps = accumulation;
    config.precision.compute = compute.toStdString();
    const TemporaryRun straight(config);
    QCOMPARE(runOnce(straight), 0);

    const TemporaryRun halved(config);
    {
        const At stop(
            halved, [](const RunState &state) { return state.state == "running"; },
            [&] {
                post(halved, "stop", {{"save", true}});
            });
        QCOMPARE(runOnce(halved), 143);
    }
    const std::int64_t stoppedAt = listCheckpoints(halved.paths()).value().back().step;
    QVERIFY(stoppedAt < 16);
    QCOMPARE(runOnce(halved), 0);
    QCOMPARE(halved.events("resume").front().step.value(), stoppedAt);
    QCOMPARE(halved.weights(16), straight.weights(16));
    QCOMPARE(halved.moments(16), straight.moments(16));
    QCOMPARE(halved.series("train.loss"), straight.series("train.loss"));
    QCOMPARE(halved.series("validation.loss").at(16), straight.series("validation.loss").at(16));
}

void TestSession::damagedCheckpointIsPassedOver()
{
    Config config = tinyConfig(9);
    config.checkpoint.every_steps = 3;
    config.checkpoint.keep_last = 5;
    const TemporaryRun run(config);
    QCOMPARE(runOnce(run), 0);
    const std::string whole = run.weights(9);
    fs::remove_all(run.paths().checkpoint(9));
    const fs::path half = run.paths().checkpoint(6) / "model.safetensors";
    fs::resize_file(half, fs::file_size(half) / 2);
    fs::create_directories(run.paths().checkpoints() / ".partial-step-00000007");
    QCOMPARE(runOnce(run), 0);
    QCOMPARE(run.events("resume").front().step.value(), std::int64_t(3));
    const auto alerts = run.events("alert");
    QVERIFY(std::any_of(alerts.begin(), alerts.end(), [](const Event &alert) {
        return alert.step == 6 && alert.text.find("model.safetensors") != std::string::npos;
    }));
    QCOMPARE(run.weights(9), whole);
    QVERIFY(!fs::exists(run.paths().checkpoints() / ".partial-step-00000007"));
}

void TestSession::rotationKeepsTheBest()
{
    Config config = tinyConfig(12);
    config.checkpoint.every_steps = 2;
    config.logging.eval_every_steps = 2;
    config.optimizer.lr = 0.1; // rises soon, so that the best is not the last
    const TemporaryRun run(config);
    QCOMPARE(runOnce(run), 0);
    auto losses = run.series("validation.loss");
    losses.erase(0); // no checkpoint at step 0
    const auto best = std::min_element(losses.begin(), losses.end(),
                                       [](const auto &a, const auto &b) { return a.second < b.second; });
    std::set<std::int64_t> left;
    const auto present = listCheckpoints(run.paths()).value();
    for (const CheckpointInfo &info : present)
        left.insert(info.step);
    QVERIFY(left.contains(best->first));
    QVERIFY(left.contains(12));
    QVERIFY(left.size() <= 3);
    QCOMPARE(run.events("checkpoint_removed").size(), 6 - left.size());
}

void TestSession::settingsChangeBetweenSteps()
{
    Config config = tinyConfig(4000);
    config.schedule.decay_shape = "none";
    const TemporaryRun run(config);
    const At change(
        run, [](const RunState &state) { return state.step >= 5; },
        [&] {
            post(run, "set", {{"optimizer.lr", 1e-5}, {"stability.max_grad_norm", 0.5}});
            post(run, "stop");
        });
    QCOMPARE(runOnce(run), 143);
    const auto answers = run.events("answer");
    QCOMPARE(answers.size(), std::size_t(2));
    QVERIFY(answers[0].data["ok"].get<bool>());
    const std::int64_t since = answers[0].step.value();
    for (const auto &[step, rate] : run.series("optimizer.lr"))
        if (step > 3)
            QCOMPARE(rate, step < since ? config.optimizer.lr : 1e-5);
    const auto changes = run.events("live_change");
    QCOMPARE(changes.size(), std::size_t(2));
    QCOMPARE(changes[0].data["key"].get<std::string>(), std::string("optimizer.lr"));
    QCOMPARE(changes[0].data["old"].get<double>(), config.optimizer.lr);
    QCOMPARE(changes[0].data["new"].get<double>(), 1e-5);
    QCOMPARE(changes[0].data["reason"].get<std::string>(), std::string("because"));
}

void TestSession::refusedSettingsSayWhy()
{
    const TemporaryRun run(tinyConfig(4000));
    post(run, "set", {{"model.hidden_size", 64}});
    post(run, "set", {{"optimizer.lrr", 1}});
    post(run, "set", {{"optimizer.lr", "fast"}});
    post(run, "dance");
    post(run, "stop");
    QCOMPARE(runOnce(run), 143);
    const auto answers = run.events("answer");
    QCOMPARE(answers.size(), std::size_t(5));
    const QStringList words{"fixed for the whole run", "optimizer.lr", "optimizer.lr", "dance"};
    for (int i = 0; i < 4; ++i) {
        QVERIFY(!answers[std::size_t(i)].data["ok"].get<bool>());
        const QString message = QString::fromStdString(answers[std::size_t(i)].data["message"].get<std::string>());
        QVERIFY2(message.contains(words[i]), qPrintable(message));
    }
}

void TestSession::liveRateSurvivesResume()
{
    Config config = tinyConfig(30);
    config.schedule.decay_shape = "none";
    const TemporaryRun run(config);
    post(run, "set", {{"optimizer.lr", 2e-4}, {"logging.every_steps", 2}});
    post(run, "stop");
    QCOMPARE(runOnce(run), 143);
    QCOMPARE(runOnce(run), 0);
    const auto rates = run.series("optimizer.lr");
    QCOMPARE(rates.count(9), std::size_t(0));
    QCOMPARE(rates.at(30), 2e-4);
}

void TestSession::pauseFreesMemoryAndGoesOn()
{
    const TemporaryRun straight(tinyConfig(10)), paused(tinyConfig(10));
    QCOMPARE(runOnce(straight), 0);
    post(paused, "pause", {{"free_memory", true}});
    const At proceed(
        paused, [](const RunState &state) { return state.state == "paused"; },
        [&] {
            post(paused, "set", {{"checkpoint.every_steps", 500}});
            post(paused, "continue");
        });
    QCOMPARE(runOnce(paused), 0);
    QCOMPARE(paused.events("pause").size(), std::size_t(1));
    QCOMPARE(paused.events("continue").size(), std::size_t(1));
    QCOMPARE(paused.weights(10), straight.weights(10));
    QCOMPARE(paused.moments(10), straight.moments(10));
}

void TestSession::stopWithoutSaving()
{
    const TemporaryRun run(tinyConfig(4000));
    post(run, "stop", {{"save", false}});
    QCOMPARE(runOnce(run), 143);
    QVERIFY(listCheckpoints(run.paths()).value().empty());
    QCOMPARE(readRunState(run.paths()).value()->state, std::string("stopped"));
}

/// Undone, the run is as if nobody had touched it.
void TestSession::undoGoesBackToTheChange()
{
    Config config = tinyConfig(200);
    config.schedule.decay_shape = "none";
    const TemporaryRun straight(config), undone(config);
    QCOMPARE(runOnce(straight), 0);
    const At change(
        undone, [&](const RunState &) { return stepsLogged(undone) >= 5; },
        [&] { post(undone, "set", {{"optimizer.lr", 0.5}}); });
    const At undo(
        undone,
        [&](const RunState &) { return !undone.events("live_change").empty() && undone.events("undo").empty(); },
        [&] { post(undone, "undo"); });
    QCOMPARE(runOnce(undone), 0);
    QCOMPARE(undone.events("live_change").size(), std::size_t(1));
    const auto undos = undone.events("undo");
    QCOMPARE(undos.size(), std::size_t(1));
    QCOMPARE(undos[0].step.value(), undone.events("live_change")[0].step.value() - 1);
    QCOMPARE(undone.weights(200), straight.weights(200));
    QCOMPARE(undone.moments(200), straight.moments(200));
    QCOMPARE(undone.series("train.loss"), straight.series("train.loss"));
    const auto answers = undone.events("answer");
    QVERIFY(std::all_of(answers.begin(), answers.end(), [](const Event &answer) { return answer.data["ok"] == true; }));
}

void TestSession::finalDecayEndsTheRun()
{
    const TemporaryRun run(tinyConfig(4000));
    const At wish(
        run, [&](const RunState &) { return stepsLogged(run) >= 5; }, [&] { post(run, "decay", {{"steps", 4}}); });
    QCOMPARE(runOnce(run), 0);
    const std::int64_t first = run.events("live_change").at(0).step.value();
    const auto rates = run.series("optimizer.lr");
    QCOMPARE(rates.rbegin()->first, first + 3);
    QCOMPARE(rates.at(first), 4e-4);
    QCOMPARE(rates.at(first + 2), 2e-4);
    const auto state = readRunState(run.paths()).value();
    QCOMPARE(state->totalSteps, first + 3);
    QCOMPARE(state->state, std::string("finished"));
    QVERIFY(listCheckpoints(run.paths()).value().back().step == first + 3);
}

void TestSession::timeBudgetEndsTheRun()
{
    Config config = tinyConfig(1'000'000);
    config.schedule.time_budget_minutes = 1.0 / 60;
    config.schedule.warmup_steps = 0;
    config.schedule.decay_start = 0;
    config.checkpoint.every_steps = 1'000'000;
    const TemporaryRun run(config);
    QCOMPARE(runOnce(run), 0);
    const auto state = readRunState(run.paths()).value();
    QVERIFY2(state->trainingSeconds >= 1, qPrintable(QString::number(state->trainingSeconds)));
    const auto rates = run.series("optimizer.lr");
    QVERIFY(rates.size() > 2);
    // A straight line from the peak over one second: the last update was planned before its end.
    QVERIFY(rates.rbegin()->second < rates.at(2));
    QVERIFY(rates.rbegin()->second > 0);
}

void TestSession::divergenceKeepsTheWeights()
{
    Config config = tinyConfig(2000);
    config.optimizer.lr = 1.0;
    config.stability.max_grad_norm = 0;
    const TemporaryRun poisoned(config);
    {
        const At stop(
            poisoned, [](const RunState &state) { return state.state == "running"; }, [&] { post(poisoned, "stop"); });
        QCOMPARE(runOnce(poisoned), 143);
    }
    const std::int64_t step = listCheckpoints(poisoned.paths()).value().back().step;
    // One weight becomes infinite in the file, so that the next loss is not finite.
    const fs::path file = poisoned.paths().checkpoint(step) / "model.safetensors";
    auto tensors = SafetensorsFile::open(file).value();
    NamedTensors changed;
    for (const auto &[name, entry] : tensors.entries())
        changed.emplace_back(name, tensors.tensor(name)->clone());
    changed.front().second.flatten()[0] = INFINITY;
    for (auto &[name, tensor] : changed)
        if (name.find("query.weight") != std::string::npos)
            tensor.fill_(INFINITY);
    test::must(writeSafetensors(file, changed));
    const std::string before = poisoned.weights(step);

    QCOMPARE(runOnce(poisoned), 5);
    QCOMPARE(poisoned.weights(step), before);
    QCOMPARE(listCheckpoints(poisoned.paths()).value().size(), std::size_t(1));
    QVERIFY(std::isnan(poisoned.series("train.loss").at(step + 1)));
    auto alerts = poisoned.events("alert");
    std::erase_if(alerts, [](const Event &alert) { return !alert.data.contains("guard"); });
    QCOMPARE(alerts.size(), std::size_t(4)); // went back three times to weights that were bad already
    QCOMPARE(alerts[2].data["action"].get<std::string>(), std::string("roll_back"));
    const Event evidence = alerts.back();
    QCOMPARE(evidence.data["action"].get<std::string>(), std::string("stop"));
    QCOMPARE(evidence.data["guard"].get<std::string>(), std::string("nonfinite_loss"));
    QVERIFY(evidence.data["tensor"].get<std::string>().find("query.weight") != std::string::npos);
    QCOMPARE(evidence.step.value(), step + 1);
    QVERIFY(evidence.data["samples"].get<std::string>().find("s") != std::string::npos);
    QVERIFY(readRunState(poisoned.paths()).value()->message.find("not applied") != std::string::npos);
}

void TestSession::fullDiskIsAnAlertThenAnError()
{
    Config config = tinyConfig(6);
    config.checkpoint.every_steps = 2;
    const TemporaryRun run(config);
    {
        const FileSizeLimit limit(64 * 1024); // enough for everything but the weights
        QCOMPARE(runOnce(run), 6);
    }
    QCOMPARE(run.series("train.loss").size(), std::size_t(6));
    const auto alerts = run.events("alert");
    // At steps 2 and 4, and at 6 before giving up.
    QCOMPARE(std::count_if(alerts.begin(), alerts.end(),
                           [](const Event &alert) { return alert.data["severity"] == "error"; }),
             std::ptrdiff_t(3));
    QVERIFY(listCheckpoints(run.paths()).value().empty());
    QVERIFY(fs::is_empty(run.paths().checkpoints()));
    QVERIFY(readRunState(run.paths()).value()->message.find("could not be written") != std::string::npos);
}

void TestSession::secondEngineIsRefused()
{
    const TemporaryRun run(tinyConfig(3));
    const auto held = EngineLock::take(run.paths());
    QVERIFY(held.has_value());
    QCOMPARE(runOnce(run), 2);
    QVERIFY(!readRunState(run.paths()).value().has_value());
}

void TestSession::badDataEndsWithItsCode()
{
    const TemporaryRun run(tinyConfig(3));
    const auto record = readRunRecord(run.paths()).value();
    std::ofstream(record.config.data.train) << ">a\nMKT1234\n";
    QCOMPARE(runOnce(run), 3);
    const auto state = readRunState(run.paths()).value();
    QCOMPARE(state->state, std::string("failed"));
    QVERIFY(state->message.find("data.fasta") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
