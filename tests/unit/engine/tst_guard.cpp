// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <functional>
#include <limits>

#include <QtTest>

#include "optim/plateau.h"
#include "runfixtures.h"
#include "train/checkpointkeeper.h"
#include "train/device.h"
#include "train/guard.h"
#include "train/runcommands.h"

using namespace anneal;
using anneal::test::TemporaryRun;
using anneal::test::tinyConfig;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A run whose weights are touched after chosen steps.
class Touched : public TrainObserver
{
public:
    using Touch = std::function<void(Trainer &)>;

    Touched(Config config, std::int64_t step, Touch touch)
        : m_run(config)
        , m_data(test::randomDataset(80, 60, 10))
        , m_step(step)
        , m_touch(std::move(touch))
        , m_config(std::move(config))
    {
        prepareProcess(m_config.device);
        m_folder.paths = m_run.paths();
        m_folder.heartbeat = Heartbeat::start(m_folder.paths).value();
        test::must(m_folder.openJournal());
        test::must(m_folder.openMetrics({}, false));
    }

    Result<TrainingEnd> train()
    {
        const Tokenizer &tokenizer = m_data.usedTokenizer();
        CheckpointKeeper keeper(m_folder, tokenizer, m_config);
        RunCommands commands(m_folder, keeper, [&] { return makeTrainState(m_config, tokenizer, torch::kCPU); });
        Trainer trainer(m_config, m_data, torch::kCPU, makeTrainState(m_config, tokenizer, torch::kCPU).value(), commands);
        RunRecorder recorder(m_folder, trainer.config().logging.every_steps);
        trainer.observe(recorder);
        trainer.observe(*this);
        m_trainer = &trainer;
        auto end = trainer.run();
        m_scale = trainer.schedule().scale();
        m_finite = std::isfinite(trainer.state().model->namedTensors().front().second.sum().item<double>());
        test::must(m_folder.metrics->drain());
        return end;
    }

    void stepDone(const StepReport &report) override
    {
        m_steps.push_back(report.step);
        if (report.step == m_step && m_touches-- > 0)
            m_touch(*m_trainer);
    }

    Touched &times(int touches)
    {
        m_touches = touches;
        return *this;
    }
    [[nodiscard]] const TemporaryRun &run() const { return m_run; }
    [[nodiscard]] const std::vector<std::int64_t> &steps() const { return m_steps; }
    [[nodiscard]] double scale() const { return m_scale; }
    [[nodiscard]] bool endedFinite() const { return m_finite; }

private:
    TemporaryRun m_run;
    Dataset m_data;
    RunFolder m_folder;
    std::int64_t m_step;
    Touch m_touch;
    Config m_config;
    Trainer *m_trainer = nullptr;
    std::vector<std::int64_t> m_steps;
    int m_touches = 1;
    double m_scale = 0;
    bool m_finite = false;
};

void spoil(Trainer &trainer)
{
    const torch::NoGradGuard noGrad;
    trainer.state().model->namedTensors().at(3).second.flatten()[0] = kInfinity;
}

/// Weights so large that the loss leaps, but stays finite.
void shake(Trainer &trainer)
{
    const torch::NoGradGuard noGrad;
    for (auto &[name, tensor] : trainer.state().model->namedTensors())
        if (tensor.dim() > 1)
            tensor.mul_(20);
}

Config guarded(std::int64_t steps)
{
    Config config = tinyConfig(steps);
    config.checkpoint.every_steps = 5;
    config.schedule.decay_shape = "none";
    return config;
}

} // namespace

class TestGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deviationIsRobust();
    void judges_data();
    void judges();
    void whatIsLeftOutIsNotNormal();
    void keepsItsMemory();
    void plateauIsTheReference();
    void goesBackAndOn();
    void goesFurtherBackTheSecondTime();
    void stopsAfterTooMany();
    void skipsSteps();
    void spikeIsNotedOnce();
    void spikeGoesBack();
};

void TestGuard::deviationIsRobust()
{
    RobustWindow window;
    for (int i = 0; i < 19; ++i)
        window.add(i % 2 == 0 ? 1.0 : 3.0, 100);
    QCOMPARE(window.deviation(1e9), 0.0); // too few to tell
    window.add(1000, 100); // one outlier moves neither median nor deviation
    // median 1 of ten ones, nine threes and the outlier, in the upper middle: 3; deviations 0 (nine), 2 (ten), 997
    QCOMPARE(window.deviation(3 + 10 * 1.4826 * 2), 10.0);
    for (int i = 0; i < 30; ++i)
        window.add(5, 20);
    QCOMPARE(window.values().size(), std::size_t(20));
    QCOMPARE(window.deviation(5.05), 10.0); // constant values: a thousandth of the median is one deviation
}

void TestGuard::judges_data()
{
    QTest::addColumn<double>("loss");
    QTest::addColumn<double>("gradient");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("action");
    QTest::newRow("usual") << 2.0 << 1.0 << "" << int(GuardAction::Proceed);
    QTest::newRow("below is no spike") << 0.1 << 1.0 << "" << int(GuardAction::Proceed);
    QTest::newRow("NaN") << std::nan("") << 1.0 << "nonfinite_loss" << int(GuardAction::Skip);
    QTest::newRow("infinite gradient") << 2.0 << kInfinity << "nonfinite_gradient" << int(GuardAction::Skip);
    QTest::newRow("loss") << 9.0 << 1.0 << "loss_spike" << int(GuardAction::Stop);
    QTest::newRow("gradient") << 2.0 << 50.0 << "gradient_spike" << int(GuardAction::Stop);
}

void TestGuard::judges()
{
    QFETCH(double, loss);
    QFETCH(double, gradient);
    StabilityConfig rules;
    rules.on_nonfinite = "skip";
    rules.on_spike = "stop";
    Guard guard(rules);
    for (int i = 0; i < 40; ++i)
        QVERIFY(guard.judge(2.0 + 0.05 * (i % 3), 1.0 + 0.1 * (i % 4)).action == GuardAction::Proceed);
    const GuardVerdict verdict = guard.judge(loss, gradient);
    QTEST(QString::fromStdString(verdict.kind), "kind");
    QTEST(int(verdict.action), "action");
}

void TestGuard::whatIsLeftOutIsNotNormal()
{
    StabilityConfig rules;
    rules.on_spike = "skip";
    Guard guard(rules);
    for (int i = 0; i < 40; ++i)
        (void)guard.judge(2.0 + 0.05 * (i % 3), 1.0);
    for (int i = 0; i < 200; ++i)
        QVERIFY(guard.judge(9.0, 1.0).action == GuardAction::Skip);
    rules.on_spike = "note";
    int noted = 0;
    for (int i = 0; i < 200; ++i)
        noted += guard.judge(9.0, 1.0).action == GuardAction::Note ? 1 : 0;
    QVERIFY2(noted >= 2 && noted <= 12, qPrintable(QString::number(noted))); // every ten steps until it is normal
}

void TestGuard::keepsItsMemory()
{
    const StabilityConfig rules;
    Guard guard(rules), resumed(rules);
    for (int i = 0; i < 50; ++i)
        (void)guard.judge(2.0 + 0.013 * (i % 7), 1.0);
    guard.rolledBack();
    for (int i = 0; i < 50; ++i)
        (void)guard.judge(2.0 + 0.013 * (i % 7), 1.0);
    resumed.restore(nlohmann::json::parse(guard.saved().dump()));
    QCOMPARE(resumed.rollBacks(), std::int64_t(1));
    QCOMPARE(resumed.judge(8, 1).deviation, guard.judge(8, 1).deviation);
}

void TestGuard::plateauIsTheReference()
{
    const auto golden = test::goldenJson("schedules.json")["reduce_lr_on_plateau"];
    Config config;
    ScheduleConfig &rules = config.schedule;
    rules.plateau_patience = golden["patience"];
    rules.plateau_factor = golden["factor"];
    rules.plateau_threshold = golden["threshold"];
    Plateau plateau;
    double rate = 1e-3;
    const auto metric = golden["metric"].get<std::vector<double>>();
    for (std::size_t i = 0; i < metric.size(); ++i) {
        if (plateau.judge(rules, metric[i], /*lowerIsBetter=*/true))
            rate = std::max(rate * rules.plateau_factor, golden["min_lr"].get<double>());
        QCOMPARE(rate, golden["lr_after"][i].get<double>());
        Plateau resumed;
        resumed.restore(nlohmann::json::parse(plateau.saved().dump()));
        plateau = resumed;
    }
    QVERIFY(!Plateau().judge(rules, 0.5, /*lowerIsBetter=*/false));
}

void TestGuard::goesBackAndOn()
{
    Touched touched(guarded(20), 12, spoil);
    QVERIFY(touched.train().value() == TrainingEnd::Finished);
    QCOMPARE(touched.scale(), 0.5);
    QVERIFY(touched.endedFinite());
    const auto alerts = touched.run().events("alert");
    QCOMPARE(alerts.size(), std::size_t(1));
    QCOMPARE(alerts[0].step.value(), std::int64_t(13));
    QCOMPARE(alerts[0].data["action"].get<std::string>(), std::string("roll_back"));
    QCOMPARE(alerts[0].data["to_step"].get<int>(), 10);
    QVERIFY(!alerts[0].data["tensor"].get<std::string>().empty());
    QVERIFY(!alerts[0].data["samples"].get<std::string>().empty());
    // 1 … 12, then again from 11
    std::vector<std::int64_t> expected(12);
    std::iota(expected.begin(), expected.end(), 1);
    for (std::int64_t step = 11; step <= 20; ++step)
        expected.push_back(step);
    QCOMPARE(touched.steps(), expected);
    QVERIFY(std::isfinite(touched.run().series("train.loss").at(13)));
}

void TestGuard::goesFurtherBackTheSecondTime()
{
    Touched touched(guarded(20), 12, spoil);
    QVERIFY(touched.times(2).train().value() == TrainingEnd::Finished);
    const auto alerts = touched.run().events("alert");
    QCOMPARE(alerts.size(), std::size_t(2));
    QCOMPARE(alerts[1].data["to_step"].get<int>(), 5);
    QCOMPARE(touched.scale(), 0.25);
}

void TestGuard::stopsAfterTooMany()
{
    Config config = guarded(20);
    config.stability.max_roll_backs = 2;
    Touched touched(config, 12, spoil);
    const auto end = touched.times(1000).train();
    QVERIFY(!end);
    QVERIFY(end.error().code == ErrorCode::Diverged);
    QVERIFY(end.error().message.find("max_roll_backs") != std::string::npos);
    const auto alerts = touched.run().events("alert");
    QCOMPARE(alerts.size(), std::size_t(3));
    QCOMPARE(alerts[2].data["action"].get<std::string>(), std::string("stop"));
    QCOMPARE(alerts[2].data["severity"].get<std::string>(), std::string("error"));
}

/// The weights stay infinite here, so that every later step is left out and none is applied.
void TestGuard::skipsSteps()
{
    Config config = guarded(20);
    config.stability.on_nonfinite = "skip";
    Touched touched(config, 12, spoil);
    QVERIFY(touched.train().value() == TrainingEnd::Finished);
    QCOMPARE(touched.steps().size(), std::size_t(12));
    const auto losses = touched.run().series("train.loss");
    QCOMPARE(losses.size(), std::size_t(20));
    QVERIFY(std::isnan(losses.at(13)));
    QVERIFY(std::isnan(losses.at(20)));
}

void TestGuard::spikeIsNotedOnce()
{
    Touched touched(guarded(45), 40, shake);
    QVERIFY(touched.train().value() == TrainingEnd::Finished);
    const auto alerts = touched.run().events("alert");
    QCOMPARE(alerts.size(), std::size_t(1));
    QCOMPARE(alerts[0].data["action"].get<std::string>(), std::string("note"));
    QVERIFY(alerts[0].data["deviations"].get<double>() > 10);
    QCOMPARE(touched.steps().size(), std::size_t(45)); // applied all the same
}

void TestGuard::spikeGoesBack()
{
    Config config = guarded(50);
    config.stability.on_spike = "roll_back";
    config.stability.roll_back_lr_factor = 0.1;
    Touched touched(config, 42, shake);
    QVERIFY(touched.train().value() == TrainingEnd::Finished);
    const auto alerts = touched.run().events("alert");
    QCOMPARE(alerts.size(), std::size_t(1));
    QCOMPARE(alerts[0].data["to_step"].get<int>(), 40);
    QCOMPARE(touched.scale(), 0.1);
}

QTEST_GUILESS_MAIN(TestGuard)
#include "tst_guard.moc"
