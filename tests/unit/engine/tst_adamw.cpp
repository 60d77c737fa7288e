// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include <QtTest>

#include "enginefixtures.h"
#include "optim/adamw.h"
#include "optim/gradients.h"
#include "optim/schedule.h"

using namespace anneal;
using anneal::test::goldenJson;
using anneal::test::goldenTensors;
using anneal::test::largestDifference;

namespace {

torch::Tensor parameter(const torch::Tensor &values)
{
    return values.clone().requires_grad_(true);
}

/// The reference's matrices and biases all decay, so every parameter is given a second dimension here.
torch::Tensor matrixOf(const torch::Tensor &values)
{
    return values.dim() > 1 ? values : values.unsqueeze(1);
}

struct Trajectory {
    std::string file;
    OptimizerConfig config;
};

} // namespace

class TestAdamW : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void trajectory_data();
    void trajectory();
    void clipping_data();
    void clipping();
    void trainsAsTheReference();
    void measuredStepIsTheSameStep();
    void biasesAndNormsDoNotDecay();
    void stateComesBack();
};

void TestAdamW::trajectory_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("wide");
    for (const char *name : {"adamw", "adamw_default_wd"}) {
        QTest::addRow("%s float64", name) << QString(name) << true;
        QTest::addRow("%s float32", name) << QString(name) << false;
    }
}

void TestAdamW::trajectory()
{
    QFETCH(QString, name);
    QFETCH(bool, wide);
    const auto facts = goldenJson("optim/optim.json")["trajectories"][name.toStdString()];
    const auto sequence = goldenTensors("optim/sequence.safetensors");
    const auto expected = goldenTensors("optim/" + name.toStdString() + ".safetensors");
    const auto dtype = wide ? torch::kFloat64 : torch::kFloat32;
    OptimizerConfig config;
    config.beta2 = 0.999;
    config.weight_decay = facts["hyperparameters"].value("weight_decay", 0.01);

    NamedTensors parameters;
    for (const std::string parameterName : facts["parameters"])
        parameters.emplace_back(parameterName,
                                parameter(matrixOf(sequence.tensor("init." + parameterName)->to(dtype))));
    AdamW optimizer(parameters, config);
    const torch::Tensor factors = *sequence.tensor("lr_factor");
    const std::vector<int> keptInFp32{1, 2, 6, 12, 24};
    double worst = 0;
    for (int step = 0; step < 24; ++step) {
        for (auto &[key, tensor] : parameters)
            tensor.mutable_grad() = matrixOf((*sequence.tensor("grads." + key))[step].to(dtype));
        optimizer.step(0.01 * factors[step].item<double>());
        const auto kept = std::find(keptInFp32.begin(), keptInFp32.end(), step + 1);
        if (!wide && kept == keptInFp32.end())
            continue;
        for (auto &[key, tensor] : parameters) {
            const std::string stored = (wide ? "params_fp64." : "params_fp32.") + key;
            const auto row = wide ? step : static_cast<int>(kept - keptInFp32.begin());
            worst = std::max(worst, largestDifference(tensor, matrixOf((*expected.tensor(stored))[row])));
        }
    }
    const double tolerance = facts[wide ? "tolerance_fp64_abs" : "tolerance_fp32_abs"];
    QVERIFY2(worst <= tolerance, qPrintable(QString("%1 > %2").arg(worst).arg(tolerance)));
}

void TestAdamW::clipping_data()
{
    QTest::addColumn<int>("index");
    for (const int index : {0, 1, 2, 5}) // the others use norms that we do not offer
        QTest::addRow("case %d", index) << index;
}

void TestAdamW::clipping()
{
    QFETCH(int, index);
    const auto facts = goldenJson("optim/clip_grad_norm.json")["cases"][static_cast<std::size_t>(index)];
    const auto file = goldenTensors("optim/clip_grad_norm.safetensors");
    const std::string prefix = "case" + std::to_string(index);
    std::vector<torch::Tensor> gradients;
    for (int i = 0; i < 3; ++i)
        gradients.push_back(file.tensor(prefix + ".before." + std::to_string(i))->clone());
    const double norm = globalNorm(gradients).item<double>();
    const double tolerance = facts["dtype"] == "float64" ? 1e-13 : 2e-6;
    QVERIFY(std::abs(norm - facts["total_norm"].get<double>()) <= tolerance * std::max(1.0, norm));
    clipToNorm(gradients, norm, facts["max_norm"]);
    for (int i = 0; i < 3; ++i)
        QVERIFY(largestDifference(gradients[static_cast<std::size_t>(i)],
                                  *file.tensor(prefix + ".after." + std::to_string(i)))
                <= tolerance);
}

void TestAdamW::trainsAsTheReference()
{
    const auto file = goldenTensors("optim/mlp_adamw_cosine_clip.safetensors");
    NamedTensors p;
    for (const char *name : {"0.weight", "0.bias", "2.weight", "2.bias", "3.weight", "3.bias"})
        p.emplace_back(name, parameter(*file.tensor(std::string("init.") + name)));
    Config config;
    config.optimizer.lr = 0.05;
    config.optimizer.weight_decay = 0.1;
    config.schedule.total_steps = 40;
    config.schedule.warmup_steps = 5;
    config.schedule.decay_start = 5.0 / 40;
    config.schedule.decay_shape = "cosine";
    AdamW optimizer(p, config.optimizer);
    const Schedule schedule(config);
    const torch::Tensor x = *file.tensor("x"), y = *file.tensor("y");
    for (int step = 0; step < 40; ++step) {
        auto hidden = torch::gelu(torch::linear(x, p[0].second, p[1].second));
        hidden = torch::layer_norm(hidden, {10}, p[2].second, p[3].second);
        const auto loss = torch::mse_loss(torch::linear(hidden, p[4].second, p[5].second), y);
        loss.backward();
        const auto gradients = withGradients(optimizer.parameters()).gradients;
        const double norm = globalNorm(gradients).item<double>();
        clipToNorm(gradients, norm, 0.5);
        QVERIFY(std::abs(loss.item<double>() - (*file.tensor("loss"))[step].item<double>()) < 1e-10);
        QVERIFY(std::abs(norm - (*file.tensor("grad_norm_before_clip"))[step].item<double>()) < 1e-9);
        optimizer.step(schedule.rate({step}));
        optimizer.zeroGradients();
        for (const auto &[name, tensor] : p)
            QVERIFY(largestDifference(tensor, (*file.tensor("params." + name))[step]) < 1e-10);
    }
}

void TestAdamW::measuredStepIsTheSameStep()
{
    const auto start = torch::randn({5, 7}, torchStream(1, "start"));
    const auto bias = torch::randn({7}, torchStream(2, "start"));
    const auto gradient = torch::randn({5, 7}, torchStream(3, "start"));
    std::vector<torch::Tensor> results;
    UpdateNorms norms;
    for (const bool measured : {false, true}) {
        NamedTensors parameters{{"weight", parameter(start)}, {"bias", parameter(bias)}};
        AdamW optimizer(parameters, {});
        for (int step = 0; step < 3; ++step) {
            parameters[0].second.mutable_grad() = gradient * (step + 1);
            parameters[1].second.mutable_grad() = bias * 0.5;
            if (measured)
                norms = optimizer.stepMeasured(0.01);
            else
                optimizer.step(0.01);
            if (step == 1 && measured)
                results.push_back(torch::cat({parameters[0].second.flatten(), parameters[1].second}).detach().clone());
        }
        results.push_back(torch::cat({parameters[0].second.flatten(), parameters[1].second}).detach().clone());
    }
    QVERIFY(torch::equal(results[0], results[2]));
    QVERIFY(std::abs(norms.parameters - results[2].norm().item<double>()) < 1e-5);
    QVERIFY(std::abs(norms.change - (results[2] - results[1]).norm().item<double>()) < 1e-6);
}

void TestAdamW::biasesAndNormsDoNotDecay()
{
    NamedTensors parameters{{"weight", parameter(torch::ones({2, 2}))}, {"bias", parameter(torch::ones({2}))}};
    OptimizerConfig config;
    config.weight_decay = 0.5;
    AdamW optimizer(parameters, config);
    for (auto &[name, tensor] : parameters)
        tensor.mutable_grad() = torch::zeros_like(tensor);
    optimizer.step(0.1);
    QVERIFY(torch::allclose(parameters[0].second, torch::full({2, 2}, 0.95)));
    QVERIFY(torch::equal(parameters[1].second, torch::ones({2})));
}

void TestAdamW::stateComesBack()
{
    const auto run = [](int steps, AdamW &optimizer, torch::Tensor &weight) {
        for (int step = 0; step < steps; ++step) {
            weight.mutable_grad() = weight.detach() * 0.3 + 1;
            optimizer.step(0.01);
        }
    };
    torch::Tensor whole = parameter(torch::ones({3, 3})), first = parameter(torch::ones({3, 3}));
    AdamW straight({{"w", whole}}, {}), before({{"w", first}}, {});
    run(6, straight, whole);
    run(3, before, first);
    torch::Tensor second = parameter(first.detach());
    AdamW after({{"w", second}}, {});
    QVERIFY(after.loadState(before.state()).has_value());
    run(3, after, second);
    QVERIFY(torch::equal(second, whole));

    AdamW other({{"v", parameter(torch::ones({3, 3}))}}, {});
    const auto refused = other.loadState(before.state());
    QVERIFY(!refused.has_value());
    QVERIFY(refused.error().message.find("exp_avg.v") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestAdamW)
#include "tst_adamw.moc"
