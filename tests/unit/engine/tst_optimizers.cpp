// SPDX-License-Identifier: GPL-3.0-or-later
// What every optimizer promises, whatever its update is.
#include <cmath>
#include <filesystem>

#include <QTemporaryDir>
#include <QTest>

#include "config/configio.h"
#include "enginefixtures.h"
#include "optim/blockwise.h"
#include "optim/lion.h"
#include "optim/optimizerfactory.h"
#include "plan/optimizerbytes.h"

using namespace anneal;
using anneal::test::largestDifference;

namespace {

const std::vector<std::pair<const char *, const char *>> kVariants = {
    {"AdamW", "name=adamw"},
    {"AMSGrad", "name=adamw amsgrad=on"},
    {"independent decay", "name=adamw weight_decay_type=independent"},
    {"Adam", "name=adam"},
    {"SGD", "name=sgd"},
    {"SGD without momentum", "name=sgd momentum=0 nesterov=off"},
    {"Lion", "name=lion"},
    {"Adafactor", "name=adafactor"},
    {"Adafactor, own rate, first moment", "name=adafactor relative_step=on scale_parameter=on adafactor_beta1=0.9"},
    {"Muon", "name=muon"},
    {"Muon, Jordan's", "name=muon adjust_lr_fn=keller_jordan adamw_lr=0.001 nesterov=off"},
    {"AdamW in 8 bits", "name=adamw_8bit"},
    {"Shampoo", "name=shampoo precondition_frequency=3 max_preconditioner_dim=64"},
    {"Shampoo, sum, Adagrad's length",
     "name=shampoo beta2=1 grafting=adagrad precondition_frequency=2 max_preconditioner_dim=64"},
    {"Shampoo alone, small blocks", "name=shampoo grafting=none max_preconditioner_dim=20 weight_decay_type=l2"},
    {"Shampoo, two betas", "name=shampoo beta3=0.5 grafting=sgd precondition_frequency=2 max_preconditioner_dim=64"},
    {"Shampoo in the background",
     "name=shampoo precondition_in_background=on precondition_frequency=2 max_preconditioner_dim=64"},
    {"paged AdamW", "name=adamw paged=on"},
    {"paged 8 bits", "name=adamw_8bit paged=on"},
};

OptimizerConfig configOf(const QString &settings)
{
    Config config;
    for (const QString &one : settings.split(' ', Qt::SkipEmptyParts))
        if (!applyAssignment(config, "optimizer." + one.toStdString()).empty())
            qFatal("%s", qPrintable(one));
    return config.optimizer;
}

/// A matrix of a block, a larger one, a vector, an embedding.
NamedTensors freshParameters()
{
    NamedTensors parameters;
    const auto add = [&](const std::string &name, std::vector<std::int64_t> shape) {
        parameters.emplace_back(name, torch::randn(shape, torchStream(1, name)).requires_grad_(true));
    };
    add("model.layers.0.mlp.up_proj.weight", {24, 16});
    add("model.layers.0.mlp.down_proj.weight", {70, 64});
    add("model.layers.0.input_layernorm.weight", {16});
    add("model.embed_tokens.weight", {33, 16});
    return parameters;
}

NamedTensors copyOf(const NamedTensors &parameters)
{
    NamedTensors copies;
    for (const auto &[name, tensor] : parameters)
        copies.emplace_back(name, tensor.detach().clone().requires_grad_(true));
    return copies;
}

/// Steps first … last − 1, each with gradients and a rate of its own.
template <typename Step>
void steps(NamedTensors &parameters, int first, int last, const Step &step)
{
    for (int i = first; i < last; ++i) {
        for (auto &[name, tensor] : parameters)
            tensor.mutable_grad() = torch::randn(tensor.sizes(), torchStream(2, name, 0, i));
        step(0.01 / (1 + i));
    }
}

/// As a checkpoint keeps it.
NamedTensors throughFile(const NamedTensors &state)
{
    const QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.path().toStdString()) / "optimizer.safetensors";
    if (!writeSafetensors(path, state))
        qFatal("The state cannot be written.");
    const auto file = SafetensorsFile::open(path).value();
    NamedTensors loaded;
    for (const auto &[name, entry] : file.entries())
        loaded.emplace_back(name, file.tensor(name).value().clone());
    return loaded;
}

bool same(const NamedTensors &a, const NamedTensors &b)
{
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!torch::equal(a[i].second, b[i].second))
            return false;
    return a.size() == b.size();
}

/// Whether codes stand for values as well as the nearest ones do, but for a few that lie between two codes.
bool isAsNear(const BlockwiseMap &map, const torch::Tensor &codes, const torch::Tensor &scales,
              const torch::Tensor &values)
{
    const auto nearest = map.quantise(values, /*keepsSign=*/true);
    const auto errorOf = [&](const torch::Tensor &chosen) { return (map.dequantise({chosen, scales}) - values).abs(); };
    return torch::equal(scales, nearest.scales)
        && (errorOf(codes) <= errorOf(nearest.codes) * (1 + 1e-4)).all().item<bool>()
        && (codes != nearest.codes).sum().item<int>() <= 3;
}

void everyVariant()
{
    QTest::addColumn<QString>("settings");
    for (const auto &[name, settings] : kVariants)
        QTest::newRow(name) << settings;
}

} // namespace

class TestOptimizers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void resumesBitForBit_data() { everyVariant(); }
    void resumesBitForBit();
    void measuredStepIsTheSameStep_data() { everyVariant(); }
    void measuredStepIsTheSameStep();
    void vectorsDoNotDecay_data() { everyVariant(); }
    void vectorsDoNotDecay();
    void withoutGradientNothingMoves_data() { everyVariant(); }
    void withoutGradientNothingMoves();
    void refusesForeignState_data() { everyVariant(); }
    void refusesForeignState();
    void takesWhatThePlanSays_data() { everyVariant(); }
    void takesWhatThePlanSays();
    void pagedIsTheSame_data();
    void pagedIsTheSame();
    void eightBitsAreTheSameByTensors();
    void decayChangesLive();
    void lionIsTheSameByTensors();
};

void TestOptimizers::resumesBitForBit()
{
    QFETCH(QString, settings);
    const OptimizerConfig config = configOf(settings);
    NamedTensors whole = freshParameters(), first = freshParameters();
    const auto straight = makeOptimizer(whole, config), before = makeOptimizer(first, config);
    steps(whole, 0, 14, [&](double rate) { straight->step(rate); });
    steps(first, 0, 7, [&](double rate) { before->step(rate); });

    NamedTensors second = copyOf(first);
    const auto after = makeOptimizer(second, config);
    QVERIFY(after->loadState(throughFile(before->state())).has_value());
    QVERIFY(same(after->state(), before->state()));
    steps(second, 7, 14, [&](double rate) { after->step(rate); });
    QVERIFY(same(second, whole));
    QVERIFY(same(after->state(), straight->state()));
}

void TestOptimizers::measuredStepIsTheSameStep()
{
    QFETCH(QString, settings);
    NamedTensors plain = freshParameters(), measured = freshParameters();
    const auto a = makeOptimizer(plain, configOf(settings)), b = makeOptimizer(measured, configOf(settings));
    UpdateNorms norms;
    double change = 0, size = 0;
    steps(plain, 0, 4, [&](double rate) {
        const NamedTensors before = copyOf(plain);
        a->step(rate);
        change = size = 0;
        for (std::size_t i = 0; i < plain.size(); ++i) {
            change = std::hypot(change, (plain[i].second - before[i].second).norm().item<double>());
            size = std::hypot(size, plain[i].second.norm().item<double>());
        }
    });
    steps(measured, 0, 4, [&](double rate) { norms = b->stepMeasured(rate); });
    QVERIFY(same(plain, measured));
    QVERIFY(std::abs(norms.parameters - size) < 1e-5 * size);
    QVERIFY(change > 0 && std::abs(norms.change - change) < 1e-5 * change);
}

void TestOptimizers::vectorsDoNotDecay()
{
    QFETCH(QString, settings);
    OptimizerConfig config = configOf(settings);
    config.weight_decay = 0;
    NamedTensors without = freshParameters(), with = freshParameters();
    const auto a = makeOptimizer(without, config);
    config.weight_decay = 0.2;
    const auto b = makeOptimizer(with, config);
    steps(without, 0, 1, [&](double rate) { a->step(rate); });
    steps(with, 0, 1, [&](double rate) { b->step(rate); });
    for (std::size_t i = 0; i < with.size(); ++i)
        QCOMPARE(torch::equal(with[i].second, without[i].second), with[i].second.dim() == 1);
}

void TestOptimizers::withoutGradientNothingMoves()
{
    QFETCH(QString, settings);
    NamedTensors parameters = freshParameters();
    const NamedTensors before = copyOf(parameters);
    const auto optimizer = makeOptimizer(parameters, configOf(settings));
    optimizer->step(0.1);
    QVERIFY(same(parameters, before));
    steps(parameters, 0, 1, [&](double rate) {
        parameters[0].second.mutable_grad().reset();
        optimizer->step(rate);
        optimizer->zeroGradients();
    });
    QVERIFY(torch::equal(parameters[0].second, before[0].second));
    QVERIFY(!torch::equal(parameters[1].second, before[1].second));
    QVERIFY(!parameters[1].second.grad().defined());
}

void TestOptimizers::refusesForeignState()
{
    QFETCH(QString, settings);
    const OptimizerConfig config = configOf(settings);
    const auto optimizer = makeOptimizer(freshParameters(), config);
    if (optimizer->stateBytes() == 0)
        return; // nothing to be foreign
    const NamedTensors state = optimizer->state();
    const NamedTensors withoutFirst(state.begin() + 1, state.end());
    const auto refused = optimizer->loadState(withoutFirst);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().message, "The optimizer state has no tensor " + state[0].first + ".");
    NamedTensors otherShape = state;
    otherShape[0].second = torch::zeros({3, 5, 7});
    QCOMPARE(optimizer->loadState(otherShape).error().message,
             "The optimizer state of " + state[0].first + " has another shape than the model.");
}

void TestOptimizers::takesWhatThePlanSays()
{
    QFETCH(QString, settings);
    const OptimizerConfig config = configOf(settings);
    std::int64_t planned = 0;
    for (const auto &[name, tensor] : freshParameters())
        planned += stateBytes(config, name, tensor.sizes().vec());
    QCOMPARE(makeOptimizer(freshParameters(), config)->stateBytes(), planned);
}

void TestOptimizers::pagedIsTheSame_data()
{
    QTest::addColumn<QString>("settings");
    for (const char *name : {"adamw", "adam", "lion", "adamw_8bit"})
        QTest::newRow(name) << QString("name=%1").arg(name);
}

void TestOptimizers::pagedIsTheSame()
{
    QFETCH(QString, settings);
    NamedTensors plain = freshParameters(), paged = freshParameters();
    const auto a = makeOptimizer(plain, configOf(settings)), b = makeOptimizer(paged, configOf(settings + " paged=on"));
    steps(plain, 0, 5, [&](double rate) { a->step(rate); });
    steps(paged, 0, 5, [&](double rate) { b->step(rate); });
    QVERIFY(same(plain, paged));
    QVERIFY(same(a->state(), b->state()));
}

/// Codes of the loops over memory are as near as those of tensor operations, over magnitudes of many powers of ten,
/// zeros and a part of a block.
void TestOptimizers::eightBitsAreTheSameByTensors()
{
    const auto noise = [](int index) { return torch::randn({5003}, torchStream(4, "noise", 0, index)); };
    torch::Tensor gradient = noise(0) * torch::pow(10.0, 2 * noise(1));
    gradient.slice(0, 300, 900).zero_();
    const BlockwiseMap &ofMean = BlockwiseMap::signedValues(), &ofSquare = BlockwiseMap::positiveValues();
    for (const OptimKernels *kernels : {&kOptimPlain, &bestOptimKernels()}) {
        torch::Tensor p = torch::zeros_like(gradient), scales = torch::zeros({20}), squareScales = torch::zeros({20});
        torch::Tensor codes = torch::zeros({5003}, torch::kUInt8), squareCodes = codes.clone();
        Adam8bitTask task;
        task.parameter = p.data_ptr<float>();
        task.gradient = gradient.const_data_ptr<float>();
        task.mean = codes.data_ptr<std::uint8_t>();
        task.meanScale = scales.data_ptr<float>();
        task.square = squareCodes.data_ptr<std::uint8_t>();
        task.squareScale = squareScales.data_ptr<float>();
        task.elements = gradient.numel();
        task.meanTable = &ofMean.table();
        task.squareTable = &ofSquare.table();
        task.rates.eps = task.rates.rest1 = task.rates.rest2 = 1; // the moments are the gradient and its square
        kernels->adam8bit(task);
        QVERIFY2(isAsNear(ofMean, codes, scales, gradient), kernels->instructionSet);
        QVERIFY2(isAsNear(ofSquare, squareCodes, squareScales, gradient.square()), kernels->instructionSet);
    }
}

void TestOptimizers::decayChangesLive()
{
    NamedTensors parameters{{"weight", torch::ones({2, 2}).requires_grad_(true)}};
    OptimizerConfig config;
    config.weight_decay = 0;
    const auto optimizer = makeOptimizer(parameters, config);
    const auto stepWithoutGradient = [&] {
        parameters[0].second.mutable_grad() = torch::zeros({2, 2});
        optimizer->step(0.1);
    };
    stepWithoutGradient();
    QVERIFY(torch::equal(parameters[0].second, torch::ones({2, 2})));
    optimizer->setWeightDecay(0.5);
    stepWithoutGradient();
    QVERIFY(torch::allclose(parameters[0].second, torch::full({2, 2}, 0.95)));
}

void TestOptimizers::lionIsTheSameByTensors()
{
    const torch::Tensor start = torch::randn({300, 257}, torchStream(3, "start"));
    torch::Tensor a = start.clone(), b = start.clone();
    torch::Tensor momentumA = torch::zeros_like(a), momentumB = torch::zeros_like(b);
    for (int i = 0; i < 5; ++i) {
        const torch::Tensor gradient = torch::randn({300, 257}, torchStream(3, "gradient", 0, i));
        const LionRates rates{0.01, 0.001, 0.9, 0.98};
        lionInOnePass(a, gradient, momentumA, rates);
        lionByTensors(b, gradient, momentumB, rates);
    }
    QVERIFY(largestDifference(a, b) < 1e-6);
    QVERIFY(largestDifference(momentumA, momentumB) < 1e-6);
}

QTEST_GUILESS_MAIN(TestOptimizers)
#include "tst_optimizers.moc"
