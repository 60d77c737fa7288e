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

std::shared_ptr<SequenceModel> readModel(const fs::path &folder, torch::Dtype dtype)
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
    return readModel(path, dtype);
}

torch::Tensor allLogits(SequenceModel &model, const PackedBatch &batch)
{
    const torch::NoGradGuard noGrad;
    return model.logits(model.hidden(batch));
}

} // namespace

/// What only ESM-2 has; what it shares with the other families is in tst_familyparity.
class TestEsm2Parity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void logitsOfPaddedReference();
    void namesOfOtherWriters_data() { precisions(); }
    void namesOfOtherWriters();
    void lossOfEachSequence();
    void contactHeadIsNotTrained();
    void frequenciesInFloat64AreTold();
    void allMaskedIsFinite_data() { precisions(); }
    void allMaskedIsFinite();

private:
    static void precisions();

    GoldenCase m_case{kFolder};
};

void TestEsm2Parity::precisions()
{
    QTest::addColumn<bool>("isDouble");
    QTest::newRow("float64") << true;
    QTest::newRow("float32") << false;
}

void TestEsm2Parity::logitsOfPaddedReference()
{
    const auto model = readModel(kFolder, torch::kFloat64);
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

void TestEsm2Parity::lossOfEachSequence()
{
    const auto model = readModel(kFolder, torch::kFloat64);
    for (std::int64_t i = 0; i < m_case.numSequences(); ++i) {
        const std::string name = "seq" + std::to_string(i);
        const PackedBatch batch = m_case.alone(i);
        QCOMPARE(batch.numTargets(), m_case.packed(name + ".n_targets").item<std::int64_t>());
        const double expected = m_case.packed(name + ".loss_sum_fp64").item<double>();
        QCOMPARE_LE(std::abs(model->lossSum(batch).item<double>() - expected), 1e-9);
    }
}

void TestEsm2Parity::contactHeadIsNotTrained()
{
    const auto model = readModel(kFolder, torch::kFloat64);
    for (const char *part : {"weight", "bias"}) {
        const std::string name = std::string("esm.contact_head.regression.") + part;
        QCOMPARE(m_case.io("grad." + name).abs().max().item<double>(), 0.0);
        for (const auto &[trained, tensor] : model->namedTensors())
            QVERIFY(trained != name);
    }
}

/// The subtlest one is below what float32 storage shows, so it is made here.
void TestEsm2Parity::frequenciesInFloat64AreTold()
{
    const auto model = readModel(kFolder, torch::kFloat64);
    for (const FileTensor &entry : model->fileTensors()) {
        if (entry.name.ends_with("inv_freq"))
            entry.tensor.set_data(torch::pow(10000.0, -torch::arange(0, 16, 2, torch::kFloat64) / 16));
    }
    const double expected = m_case.facts()["mutations"]["inv_freq_float64"]["max_abs_diff"];
    const double found = distance(allLogits(*model, m_case.pack()), m_case.packed("logits_fp64"));
    QCOMPARE_GT(found, 100 * m_case.tolerance("logits_fp64_abs"));
    QCOMPARE_LE(std::abs(found - expected), m_case.tolerance("logits_fp64_abs"));
}

void TestEsm2Parity::allMaskedIsFinite()
{
    QFETCH(bool, isDouble);
    const auto model = readModel(kFolder, isDouble ? torch::kFloat64 : torch::kFloat32);
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
