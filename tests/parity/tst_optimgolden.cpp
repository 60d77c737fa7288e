// SPDX-License-Identifier: GPL-3.0-or-later
// Trajectories of the reference optimizers, step by step, and the wrong variants beside them.
#include <algorithm>
#include <map>

#include <QTest>

#include "optim/blockwise.h"
#include "optim/muon.h"
#include "optim/optimizerfactory.h"
#include "support/optimizerreference.h"

using namespace anneal;
using anneal::test::goldenTensors;
using anneal::test::largestDifference;
using anneal::test::OptimizerReference;

namespace {

/// Parameters after each step, in the order of the file's parameters.
using Trajectory = std::vector<std::vector<torch::Tensor>>;

struct Run {
    Trajectory steps;
    NamedTensors state;
};

Run runFor(const OptimizerReference &reference, const OptimizerConfig &config, torch::Dtype dtype)
{
    static const auto sequence = goldenTensors("optim/sequence.safetensors");
    NamedTensors parameters;
    for (const std::string &name : reference.parameters())
        parameters.emplace_back(
            reference.ourName(name),
            reference.ourShape(sequence.tensor("init." + name)->to(dtype)).clone().requires_grad_(true));
    const auto optimizer = makeOptimizer(parameters, config);
    const torch::Tensor factors = *sequence.tensor("lr_factor");
    Run run;
    for (int step = 0; step < 24; ++step) {
        for (std::size_t i = 0; i < parameters.size(); ++i)
            parameters[i].second.mutable_grad() =
                reference.ourShape((*sequence.tensor("grads." + reference.parameters()[i]))[step].to(dtype));
        optimizer->step(config.lr * factors[step].item<double>());
        run.steps.emplace_back();
        for (const auto &[name, tensor] : parameters)
            run.steps.back().push_back(tensor.detach().clone());
    }
    run.state = optimizer->state();
    return run;
}

/// Largest difference from a stored trajectory, over the parameters that it has.
double distance(const OptimizerReference &from, const Trajectory &ours, const std::string &stored, bool wide)
{
    const auto file = goldenTensors("optim/" + stored + ".safetensors");
    static const std::vector<std::size_t> keptInFp32{1, 2, 6, 12, 24};
    double worst = 0;
    for (std::size_t i = 0; i < from.parameters().size(); ++i) {
        const auto expected = file.tensor((wide ? "params_fp64." : "params_fp32.") + from.parameters()[i]);
        if (!expected)
            continue;
        for (std::int64_t row = 0; row < expected->size(0); ++row) {
            const auto step = wide ? static_cast<std::size_t>(row) : keptInFp32[static_cast<std::size_t>(row)] - 1;
            worst = std::max(worst, largestDifference(ours[step][i], from.ourShape((*expected)[row])));
        }
    }
    return worst;
}

} // namespace

class TestOptimGolden : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void trajectory_data();
    void trajectory();
    void finalState_data();
    void finalState();
    void wrongVariantsAreFar_data();
    void wrongVariantsAreFar();
    void shampooIsAdamBeforeItsStart();
    void orthogonalises();
    void quantisesExactly_data();
    void quantisesExactly();
    void eightBits_data();
    void eightBits();
};

void TestOptimGolden::trajectory_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("wide");
    for (const std::string &name : OptimizerReference::offered()) {
        QTest::addRow("%s float64", name.c_str()) << QString::fromStdString(name) << true;
        if (OptimizerReference(name).tolerance(false))
            QTest::addRow("%s float32", name.c_str()) << QString::fromStdString(name) << false;
    }
}

void TestOptimGolden::trajectory()
{
    QFETCH(QString, name);
    QFETCH(bool, wide);
    const OptimizerReference reference(name.toStdString());
    const Run run = runFor(reference, reference.config(), wide ? torch::kFloat64 : torch::kFloat32);
    const double worst = distance(reference, run.steps, name.toStdString(), wide);
    const double tolerance = *reference.tolerance(wide);
    QVERIFY2(worst <= tolerance, qPrintable(QString("%1 > %2").arg(worst).arg(tolerance)));
}

void TestOptimGolden::finalState_data()
{
    QTest::addColumn<QString>("name");
    for (const std::string &name : OptimizerReference::offered()) {
        const auto file = goldenTensors("optim/" + name + ".safetensors");
        const auto first = file.entries().lower_bound("final_state_fp64.");
        if (first != file.entries().end() && first->first.starts_with("final_state_fp64."))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

/// The reference's states have the names that ours have, but for one scalar that is no state.
void TestOptimGolden::finalState()
{
    QFETCH(QString, name);
    const OptimizerReference reference(name.toStdString());
    const Run run = runFor(reference, reference.config(), torch::kFloat64);
    const auto file = goldenTensors("optim/" + name.toStdString() + ".safetensors");
    int compared = 0;
    for (const std::string &parameter : reference.parameters())
        for (const auto &[key, tensor] : run.state) {
            const std::string ending = "." + reference.ourName(parameter);
            if (!key.ends_with(ending))
                continue;
            const std::string kind = key.substr(0, key.size() - ending.size());
            const auto expected = file.tensor("final_state_fp64." + parameter + "." + kind);
            if (!expected || expected->numel() != tensor.numel())
                continue; // a vector that is a column here
            QVERIFY2(largestDifference(tensor, expected->reshape(tensor.sizes())) <= 1e-11, key.c_str());
            ++compared;
        }
    QVERIFY(compared > 0);
}

void TestOptimGolden::wrongVariantsAreFar_data()
{
    QTest::addColumn<QString>("name");
    for (const std::string &name : OptimizerReference::offered())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestOptimGolden::wrongVariantsAreFar()
{
    QFETCH(QString, name);
    const OptimizerReference reference(name.toStdString());
    const Run run = runFor(reference, reference.config(), torch::kFloat64);
    const std::vector<std::string> others = reference.otherVariants();
    QVERIFY(!others.empty());
    for (const std::string &other : others) {
        const double tolerance = std::max(*reference.tolerance(true), *OptimizerReference(other).tolerance(true));
        QVERIFY2(distance(reference, run.steps, other, true) > 100 * tolerance, other.c_str());
    }
}

void TestOptimGolden::shampooIsAdamBeforeItsStart()
{
    const OptimizerReference reference("shampoo_graft_adam_start6");
    OptimizerConfig adam = reference.config();
    adam.name = "adamw";
    adam.eps = adam.grafting_eps;
    adam.beta2 = adam.grafting_beta2;
    const Run shampoo = runFor(reference, reference.config(), torch::kFloat64);
    const Run plain = runFor(reference, adam, torch::kFloat64);
    for (std::size_t step = 0; step < 8; ++step) {
        double move = 0;
        for (std::size_t i = 0; i < reference.parameters().size(); ++i)
            move = std::max(move, largestDifference(shampoo.steps[step][i], plain.steps[step][i]));
        QVERIFY2(step < 5 ? move < 1e-14 : move > 1e-3, qPrintable(QString("%1: %2").arg(step + 1).arg(move)));
    }
}

void TestOptimGolden::orthogonalises()
{
    const auto file = goldenTensors("optim/newton_schulz.safetensors");
    const torch::Tensor input = *file.tensor("input"), expected = *file.tensor("output_fp64");
    const torch::Tensor ours = orthogonalised(input, 5, MuonNorm::Clamped);
    QVERIFY(largestDifference(ours, expected) < 1e-12);
    QVERIFY(largestDifference(orthogonalised(input.t(), 5, MuonNorm::Clamped), expected.t()) < 1e-12);
    QVERIFY(largestDifference(orthogonalised(input * 1000, 5, MuonNorm::Clamped),
                              orthogonalised(input, 5, MuonNorm::Clamped))
            < 1e-12);
    const torch::Tensor values = torch::linalg_svdvals(ours);
    QVERIFY(largestDifference(values, *file.tensor("singular_values_fp64")) < 1e-12);
    QVERIFY(largestDifference(orthogonalised(input.to(torch::kFloat32), 5, MuonNorm::Clamped), expected) < 1e-4);
    QVERIFY(torch::equal(orthogonalised(torch::zeros({3, 4}), 5, MuonNorm::Clamped), torch::zeros({3, 4})));
}

void TestOptimGolden::quantisesExactly_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isSigned");
    QTest::newRow("signed, a block of zeros") << "signed_1000_b256" << true;
    QTest::newRow("signed") << "signed_4096_b256" << true;
    QTest::newRow("positive") << "unsigned_700_b256" << false;
}

void TestOptimGolden::quantisesExactly()
{
    QFETCH(QString, name);
    QFETCH(bool, isSigned);
    const auto file = goldenTensors("optim/bnb_blockwise.safetensors");
    const auto stored = [&](const char *part) { return *file.tensor(name.toStdString() + "." + part); };
    const BlockwiseMap &map = isSigned ? BlockwiseMap::signedValues() : BlockwiseMap::positiveValues();
    QVERIFY(torch::equal(map.codes(), *file.tensor(isSigned ? "dynamic_map_signed" : "dynamic_map_unsigned")));
    const auto ours = map.quantise(stored("input"));
    QVERIFY(torch::equal(ours.scales, stored("absmax")));
    QVERIFY(torch::equal(ours.codes, stored("codes_exact")));
    // What the reference restores from the codes of its faster, approximate path.
    QVERIFY(largestDifference(map.dequantise({stored("codes"), stored("absmax")}), stored("dequantized")) < 1e-7);
}

void TestOptimGolden::eightBits_data()
{
    QTest::addColumn<bool>("wide");
    QTest::newRow("in one pass over memory") << false;
    QTest::newRow("by tensor operations") << true;
}

/// The reference's rounding is approximate, so that only means are near: 6e-5 in its own tests. It rounds weights to
/// fp32.
void TestOptimGolden::eightBits()
{
    QFETCH(bool, wide);
    const auto sequence = goldenTensors("optim/bnb_sequence.safetensors");
    const auto expected = goldenTensors("optim/bnb_adamw8bit.safetensors");
    const auto dtype = wide ? torch::kFloat64 : torch::kFloat32;
    OptimizerConfig config;
    config.name = "adamw_8bit";
    config.lr = 1e-3;
    config.beta2 = 0.999;
    NamedTensors parameters;
    for (const std::string name : {"small", "v", "w"}) { // a vector decays there: it is a column here
        const torch::Tensor start = sequence.tensor("init." + name)->to(dtype);
        parameters.emplace_back(name, (start.dim() > 1 ? start : start.unsqueeze(1)).clone().requires_grad_(true));
    }
    const auto optimizer = makeOptimizer(parameters, config);
    for (int step = 0; step < 20; ++step) {
        for (auto &[name, tensor] : parameters)
            tensor.mutable_grad() = (*sequence.tensor("grads." + name))[step].to(dtype).reshape(tensor.sizes());
        optimizer->step(config.lr);
        for (auto &[name, tensor] : parameters) {
            if ((step + 1) % 5 != 0)
                continue;
            const torch::Tensor reference = (*expected.tensor("params." + name))[step / 5].reshape(tensor.sizes());
            const double mean = (tensor.detach() - reference).abs().mean().item<double>();
            QVERIFY2(mean < (name == "small" ? (wide ? 5e-7 : 1e-7) : 6e-5), qPrintable(QString("%1").arg(mean)));
        }
    }
    for (const auto &[name, tensor] : optimizer->state())
        if (name.starts_with("absmax")) { // "absmax1.w"
            const auto scales = expected.tensor("final_state." + name.substr(8) + "." + name.substr(0, 7));
            QVERIFY2(torch::allclose(tensor, *scales, 1e-2, 3e-3), name.c_str());
        }
}

QTEST_GUILESS_MAIN(TestOptimGolden)
#include "tst_optimgolden.moc"
