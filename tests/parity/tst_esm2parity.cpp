// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QTemporaryDir>
#include <QTest>

#include "parity/goldencase.h"

using namespace anneal;

namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(ANNEAL_TEST_DATA) / "golden" / "esm2_mlm";

std::shared_ptr<SequenceModel> loadModel(const fs::path &folder, torch::Dtype dtype)
{
    auto loaded = loadModelFolder(folder, dtype);
    if (!loaded)
        qFatal("%s", loaded.error().text().c_str());
    return loaded->model;
}

/// A model folder whose weights lie in the golden case under another file name.
std::shared_ptr<SequenceModel> loadOtherWeights(const char *weights, torch::Dtype dtype)
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    fs::copy_file(kFolder / "config.json", path / "config.json");
    fs::copy_file(kFolder / weights, path / "model.safetensors");
    return loadModel(path, dtype);
}

torch::Tensor allLogits(SequenceModel &model, const PackedBatch &batch)
{
    const torch::NoGradGuard noGrad;
    return model.logits(model.hidden(batch));
}

} // namespace

/// Logits, loss and every gradient of ESM-2 against the reference implementation, and against 30 ways to get it wrong.
class TestEsm2Parity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void logits_data() { precisions(); }
    void logits();
    void logitsOfPaddedReference();
    void namesOfOtherWriters_data() { precisions(); }
    void namesOfOtherWriters();
    void loss_data() { precisions(); }
    void loss();
    void lossOfEachSequence();
    void gradients_data() { gradientRows(); }
    void gradients();
    void contactHeadIsNotTrained();
    void mutations_data();
    void mutations();
    void frequenciesInFloat64AreTold();
    void packsAreIndependent_data() { precisions(); }
    void packsAreIndependent();
    void allMaskedIsFinite_data() { precisions(); }
    void allMaskedIsFinite();

private:
    static void precisions();
    static void gradientRows();

    GoldenCase m_case{kFolder};
};

void TestEsm2Parity::precisions()
{
    QTest::addColumn<bool>("isDouble");
    QTest::newRow("float64") << true;
    QTest::newRow("float32") << false;
}

void TestEsm2Parity::gradientRows()
{
    QTest::addColumn<bool>("isDouble");
    QTest::addColumn<bool>("isPacked");
    QTest::newRow("float64 packed") << true << true;
    QTest::newRow("float64 alone") << true << false;
    QTest::newRow("float32 packed") << false << true;
    QTest::newRow("float32 alone") << false << false;
}

void TestEsm2Parity::logits()
{
    QFETCH(bool, isDouble);
    const auto model = loadModel(kFolder, isDouble ? torch::kFloat64 : torch::kFloat32);
    const double tolerance = m_case.tolerance(isDouble ? "logits_fp64_abs" : "logits_fp32_abs");
    const torch::Tensor expected = m_case.packed("logits_fp64");
    QCOMPARE_LE(distance(allLogits(*model, m_case.pack()), expected), tolerance);
    for (std::int64_t i = 0; i < m_case.numSequences(); ++i) {
        const torch::Tensor rows = expected.slice(0, m_case.firstRow(i), m_case.firstRow(i + 1));
        QCOMPARE_LE(distance(allLogits(*model, m_case.alone(i)), rows), tolerance);
    }
}

void TestEsm2Parity::logitsOfPaddedReference()
{
    const auto model = loadModel(kFolder, torch::kFloat64);
    const torch::Tensor isToken = m_case.io("attention_mask").to(torch::kBool);
    const torch::Tensor expected = m_case.io("logits_fp64").index({isToken});
    const torch::Tensor hidden = m_case.io("last_hidden_state").index({isToken});
    const torch::NoGradGuard noGrad;
    QCOMPARE_LE(distance(allLogits(*model, m_case.pack()), expected), m_case.tolerance("logits_fp64_abs"));
    QCOMPARE_LE(distance(model->hidden(m_case.pack()), hidden), 1e-6); // stored in float32
}

void TestEsm2Parity::namesOfOtherWriters()
{
    QFETCH(bool, isDouble);
    const auto model =
        loadOtherWeights("model_as_saved_by_transformers.safetensors", isDouble ? torch::kFloat64 : torch::kFloat32);
    const double tolerance = m_case.tolerance(isDouble ? "logits_fp64_abs" : "logits_fp32_abs");
    QCOMPARE_LE(distance(allLogits(*model, m_case.pack()), m_case.packed("logits_fp64")), tolerance);
}

void TestEsm2Parity::loss()
{
    QFETCH(bool, isDouble);
    const auto model = loadModel(kFolder, isDouble ? torch::kFloat64 : torch::kFloat32);
    const double tolerance = m_case.tolerance(isDouble ? "loss_fp64_abs" : "loss_fp32_abs");
    const PackedBatch batch = m_case.pack();
    const double loss = model->lossSum(batch).item<double>() / static_cast<double>(batch.numTargets());
    QCOMPARE_LE(std::abs(loss - m_case.io("loss_fp64").item<double>()), tolerance);
    for (const auto &wrong : {"mean_of_row_means", "divided_by_all_positions"})
        QCOMPARE_GT(std::abs(loss - m_case.facts()["wrong_losses_fp64"][wrong].get<double>()), 100 * tolerance);
}

void TestEsm2Parity::lossOfEachSequence()
{
    const auto model = loadModel(kFolder, torch::kFloat64);
    for (std::int64_t i = 0; i < m_case.numSequences(); ++i) {
        const std::string name = "seq" + std::to_string(i);
        const PackedBatch batch = m_case.alone(i);
        QCOMPARE(batch.numTargets(), m_case.packed(name + ".n_targets").item<std::int64_t>());
        const double expected = m_case.packed(name + ".loss_sum_fp64").item<double>();
        QCOMPARE_LE(std::abs(model->lossSum(batch).item<double>() - expected), 1e-9);
    }
}

void TestEsm2Parity::gradients()
{
    QFETCH(bool, isDouble);
    QFETCH(bool, isPacked);
    const auto model = loadModel(kFolder, isDouble ? torch::kFloat64 : torch::kFloat32);
    const auto numTargets = static_cast<double>(m_case.pack().numTargets());
    for (std::int64_t i = 0; i < (isPacked ? 1 : m_case.numSequences()); ++i)
        (model->lossSum(isPacked ? m_case.pack() : m_case.alone(i)) / numTargets).backward();

    double largest = 0;
    for (const auto &[name, tensor] : model->namedTensors())
        largest = std::max(largest, m_case.io("grad." + name).abs().max().item<double>());
    const double relative = m_case.tolerance(isDouble ? "grad_fp64_rel_to_max" : "grad_fp32_rel_to_max");
    const double absolute = isDouble ? 1e-12 : 1e-7 * largest;
    for (const auto &[name, tensor] : model->namedTensors()) {
        const torch::Tensor expected = m_case.io("grad." + name);
        const double allowed = relative * expected.abs().max().item<double>() + absolute;
        const double found = distance(tensor.grad(), expected);
        QVERIFY2(found <= allowed, qPrintable(QString("%1: %2 > %3").arg(name.c_str()).arg(found).arg(allowed)));
    }
}

void TestEsm2Parity::contactHeadIsNotTrained()
{
    const auto model = loadModel(kFolder, torch::kFloat64);
    for (const char *part : {"weight", "bias"}) {
        const std::string name = std::string("esm.contact_head.regression.") + part;
        QCOMPARE(m_case.io("grad." + name).abs().max().item<double>(), 0.0);
        for (const auto &[trained, tensor] : model->namedTensors())
            QVERIFY(trained != name);
    }
}

void TestEsm2Parity::mutations_data()
{
    QTest::addColumn<QString>("name");
    for (const auto &[name, mutation] : m_case.facts()["mutations"].items())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

/// The reference's own wrong variants must be as far from these logits as they are from the reference's right ones.
void TestEsm2Parity::mutations()
{
    QFETCH(QString, name);
    const auto &mutation = m_case.facts()["mutations"][name.toStdString()];
    const auto row = mutation["stored_row"].get<std::int64_t>();
    const double expected = mutation["max_abs_diff_per_row"][static_cast<std::size_t>(row)];
    const PackedBatch batch = m_case.alone(row);
    const torch::Tensor wrong = m_case.mutated(name.toStdString()).slice(0, 0, batch.numTokens());
    constexpr double kStorageRounding = 3e-7; // the wrong logits are stored in float32

    const double inFloat64 = distance(allLogits(*loadModel(kFolder, torch::kFloat64), batch), wrong);
    QCOMPARE_LE(std::abs(inFloat64 - expected), kStorageRounding);
    QCOMPARE_GT(inFloat64, 100 * m_case.tolerance("logits_fp64_abs"));
    if (mutation["visible_in_fp32"]) {
        const double inFloat32 = distance(allLogits(*loadModel(kFolder, torch::kFloat32), batch), wrong);
        QCOMPARE_GT(inFloat32, 100 * m_case.tolerance("logits_fp32_abs"));
    }
}

/// The subtlest one is below what float32 storage shows, so it is made here.
void TestEsm2Parity::frequenciesInFloat64AreTold()
{
    const auto model = loadModel(kFolder, torch::kFloat64);
    for (const FileTensor &entry : model->fileTensors()) {
        if (entry.name.ends_with("inv_freq"))
            entry.tensor.set_data(torch::pow(10000.0, -torch::arange(0, 16, 2, torch::kFloat64) / 16));
    }
    const double expected = m_case.facts()["mutations"]["inv_freq_float64"]["max_abs_diff"];
    const double found = distance(allLogits(*model, m_case.pack()), m_case.packed("logits_fp64"));
    QCOMPARE_GT(found, 100 * m_case.tolerance("logits_fp64_abs"));
    QCOMPARE_LE(std::abs(found - expected), m_case.tolerance("logits_fp64_abs"));
}

void TestEsm2Parity::packsAreIndependent()
{
    QFETCH(bool, isDouble);
    const auto model = loadModel(kFolder, isDouble ? torch::kFloat64 : torch::kFloat32);
    const PackedBatch before = m_case.pack();
    PackedBatch after = m_case.pack();
    after.tokens = before.tokens.clone();
    after.tokens[m_case.firstRow(1) + 3] = 32;
    const torch::Tensor moved = (allLogits(*model, before) - allLogits(*model, after)).abs().amax(1);
    QCOMPARE_GT(moved.slice(0, m_case.firstRow(1), m_case.firstRow(2)).min().item<double>(), 0.0);
    QCOMPARE(moved.slice(0, 0, m_case.firstRow(1)).max().item<double>(), 0.0);
    QCOMPARE(moved.slice(0, m_case.firstRow(2)).max().item<double>(), 0.0);
}

void TestEsm2Parity::allMaskedIsFinite()
{
    QFETCH(bool, isDouble);
    const auto model = loadModel(kFolder, isDouble ? torch::kFloat64 : torch::kFloat32);
    PackedBatch batch = m_case.pack();
    batch.tokens = torch::full_like(batch.tokens, 32);
    const torch::Tensor loss = model->lossSum(batch);
    loss.backward();
    QVERIFY(std::isfinite(loss.item<double>()));
    for (const auto &[name, tensor] : model->namedTensors())
        QVERIFY2(tensor.grad().isfinite().all().item<bool>(), name.c_str());
}

QTEST_GUILESS_MAIN(TestEsm2Parity)
#include "tst_esm2parity.moc"
