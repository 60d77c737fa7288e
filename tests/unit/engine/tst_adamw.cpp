// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include <QtTest>

#include "enginefixtures.h"
#include "optim/gradients.h"
#include "optim/optimizerfactory.h"
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

} // namespace

class TestAdamW : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clipping_data();
    void clipping();
    void trainsAsTheReference();
    void biasesAndNormsDoNotDecay();
};

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
    const auto optimizer = makeOptimizer(p, config.optimizer);
    const Schedule schedule(config);
    const torch::Tensor x = *file.tensor("x"), y = *file.tensor("y");
    for (int step = 0; step < 40; ++step) {
        auto hidden = torch::gelu(torch::linear(x, p[0].second, p[1].second));
        hidden = torch::layer_norm(hidden, {10}, p[2].second, p[3].second);
        const auto loss = torch::mse_loss(torch::linear(hidden, p[4].second, p[5].second), y);
        loss.backward();
        const auto gradients = withGradients(optimizer->parameters()).gradients;
        const double norm = globalNorm(gradients).item<double>();
        clipToNorm(gradients, norm, 0.5);
        QVERIFY(std::abs(loss.item<double>() - (*file.tensor("loss"))[step].item<double>()) < 1e-10);
        QVERIFY(std::abs(norm - (*file.tensor("grad_norm_before_clip"))[step].item<double>()) < 1e-9);
        optimizer->step(schedule.rate({step}));
        optimizer->zeroGradients();
        for (const auto &[name, tensor] : p)
            QVERIFY(largestDifference(tensor, (*file.tensor("params." + name))[step]) < 1e-10);
    }
}

void TestAdamW::biasesAndNormsDoNotDecay()
{
    NamedTensors parameters{{"weight", parameter(torch::ones({2, 2}))}, {"bias", parameter(torch::ones({2}))}};
    OptimizerConfig config;
    config.weight_decay = 0.5;
    const auto optimizer = makeOptimizer(parameters, config);
    for (auto &[name, tensor] : parameters)
        tensor.mutable_grad() = torch::zeros_like(tensor);
    optimizer->step(0.1);
    QVERIFY(torch::allclose(parameters[0].second, torch::full({2, 2}, 0.95)));
    QVERIFY(torch::equal(parameters[1].second, torch::ones({2})));
}

QTEST_GUILESS_MAIN(TestAdamW)
#include "tst_adamw.moc"
