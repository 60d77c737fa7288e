// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include <QTemporaryDir>
#include <QTest>

#include "base/files.h"
#include "models/exportmodel.h"
#include "parity/goldencase.h"

using namespace anneal;

namespace {

const fs::path kGolden = fs::path(ANNEAL_TEST_DATA) / "golden";
const fs::path kEsm2 = kGolden / "esm2_mlm";
constexpr std::int64_t kHeads = 3, kHeadWidth = 16, kWidth = 48, kVocabulary = 33, kPadded = 64;

NamedTensors tensorsOf(const fs::path &folder)
{
    const auto file = SafetensorsFile::open(folder / "model.safetensors").value();
    NamedTensors tensors;
    for (const auto &[name, entry] : file.entries())
        tensors.emplace_back(name, file.tensor(name).value());
    return tensors;
}

torch::Tensor tensorIn(const fs::path &folder, const std::string &name)
{
    return SafetensorsFile::open(folder / "model.safetensors").value().tensor(name).value();
}

nlohmann::json configIn(const fs::path &folder)
{
    return nlohmann::json::parse(readFile(folder / "config.json").value());
}

torch::Tensor logitsOf(const fs::path &folder)
{
    static const GoldenCase reference(kEsm2);
    const torch::NoGradGuard noGrad;
    const auto loaded = loadModelFolder(folder);
    if (!loaded)
        qFatal("%s", loaded.error().text().c_str());
    return loaded->model->logits(loaded->model->hidden(reference.pack()));
}

/// Every tensor of one folder is in the other, bit for bit, apart from some names.
QString difference(const fs::path &one, const fs::path &other, const std::string &apartFrom = "nothing")
{
    const auto file = SafetensorsFile::open(other / "model.safetensors").value();
    for (const auto &[name, tensor] : tensorsOf(one)) {
        if (name.find(apartFrom) != std::string::npos)
            continue;
        if (!file.contains(name) || !torch::equal(file.tensor(name).value(), tensor))
            return QString::fromStdString(name);
    }
    return {};
}

} // namespace

/// NVIDIA's layout of ESM-2, there and back.
class TestTransformerEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void writesNamesAndShapes_data();
    void writesNamesAndShapes();
    void headsStandTogether();
    void paddingIsNeverChosen();
    void configSaysTheLayout();
    void comesBackBitForBit();
    void answersAreTheSame();
    void anotherInterleavingIsAnotherModel();
    void readsTheOlderNames();
    void tokenClassesComeBack();
    void anAdapterIsMerged();
    void namesWhatIsLeftOut();
    void refuses_data();
    void refuses();
    void refusesOtherSettings_data();
    void refusesOtherSettings();
    void refusesAFusedMatrixThatDoesNotDivide();

private:
    void exported(const fs::path &from, const char *to, const std::string &layout);
    /// The engine folder with other tensors.
    fs::path rewritten(const std::function<void(std::string &, torch::Tensor &)> &change);

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root, m_engine;
};

void TestTransformerEngine::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
    m_engine = m_root / "engine";
    exported(kEsm2, "engine", "transformer-engine");
}

void TestTransformerEngine::exported(const fs::path &from, const char *to, const std::string &layout)
{
    const auto done = exportModel(from, m_root / to, layout);
    QVERIFY2(done, done ? "" : done.error().text().c_str());
}

fs::path TestTransformerEngine::rewritten(const std::function<void(std::string &, torch::Tensor &)> &change)
{
    const fs::path folder = m_root / "rewritten";
    fs::copy(m_engine, folder);
    NamedTensors tensors = tensorsOf(m_engine);
    for (auto &[name, tensor] : tensors)
        change(name, tensor);
    (void)writeSafetensors(folder / "model.safetensors", tensors);
    return folder;
}

void TestTransformerEngine::writesNamesAndShapes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::vector<std::int64_t>>("shape");
    const auto row = [](const char *name, std::vector<std::int64_t> shape) { QTest::newRow(name) << name << shape; };
    const std::int64_t inner = configIn(kEsm2)["intermediate_size"];
    row("model.embeddings.word_embeddings.weight", {kPadded, kWidth});
    row("model.encoder.layers.0.self_attention.layernorm_qkv.layer_norm_weight", {kWidth});
    row("model.encoder.layers.0.self_attention.layernorm_qkv.layer_norm_bias", {kWidth});
    row("model.encoder.layers.1.self_attention.layernorm_qkv.weight", {3 * kWidth, kWidth});
    row("model.encoder.layers.1.self_attention.layernorm_qkv.bias", {3 * kWidth});
    row("model.encoder.layers.2.self_attention.proj.weight", {kWidth, kWidth});
    row("model.encoder.layers.2.self_attention.proj.bias", {kWidth});
    row("model.encoder.layers.2.layernorm_mlp.layer_norm_weight", {kWidth});
    row("model.encoder.layers.2.layernorm_mlp.layer_norm_bias", {kWidth});
    row("model.encoder.layers.2.layernorm_mlp.fc1_weight", {inner, kWidth});
    row("model.encoder.layers.2.layernorm_mlp.fc1_bias", {inner});
    row("model.encoder.layers.2.layernorm_mlp.fc2_weight", {kWidth, inner});
    row("model.encoder.layers.2.layernorm_mlp.fc2_bias", {kWidth});
    row("model.encoder.emb_layer_norm_after.weight", {kWidth});
    row("model.encoder.emb_layer_norm_after.bias", {kWidth});
    row("lm_head.dense.weight", {kWidth, kWidth});
    row("lm_head.dense.bias", {kWidth});
    row("lm_head.decoder.layer_norm_weight", {kWidth});
    row("lm_head.decoder.layer_norm_bias", {kWidth});
    row("lm_head.decoder.bias", {kPadded});
}

void TestTransformerEngine::writesNamesAndShapes()
{
    QFETCH(QString, name);
    QFETCH(std::vector<std::int64_t>, shape);
    QCOMPARE(tensorIn(m_engine, name.toStdString()).sizes().vec(), shape);
    QCOMPARE(tensorsOf(m_engine).size(), std::size_t{3 * 12 + 8}); // and nothing else
}

void TestTransformerEngine::headsStandTogether()
{
    const torch::Tensor fused = tensorIn(m_engine, "model.encoder.layers.1.self_attention.layernorm_qkv.weight");
    const char *parts[] = {"query", "key", "value"};
    for (std::int64_t head = 0; head < kHeads; ++head)
        for (std::int64_t part = 0; part < 3; ++part) {
            const torch::Tensor whole =
                tensorIn(kEsm2, std::string("esm.encoder.layer.1.attention.self.") + parts[part] + ".weight");
            const std::int64_t first = (head * 3 + part) * kHeadWidth;
            QVERIFY(torch::equal(fused.slice(0, first, first + kHeadWidth),
                                 whole.slice(0, head * kHeadWidth, (head + 1) * kHeadWidth)));
        }
}

void TestTransformerEngine::paddingIsNeverChosen()
{
    const torch::Tensor bias = tensorIn(m_engine, "lm_head.decoder.bias").slice(0, kVocabulary);
    QVERIFY(bias.eq(std::numeric_limits<float>::lowest()).all().item<bool>());
    const torch::Tensor rows = tensorIn(m_engine, "model.embeddings.word_embeddings.weight").slice(0, kVocabulary);
    QVERIFY(rows.eq(0).all().item<bool>());
}

void TestTransformerEngine::configSaysTheLayout()
{
    const auto config = configIn(m_engine);
    QVERIFY(config["model_type"] == "nv_esm");
    QVERIFY(config["architectures"][0] == "NVEsmForMaskedLM");
    QVERIFY(config["vocab_size"] == kVocabulary && config["padded_vocab_size"] == kPadded);
    QVERIFY(config["qkv_weight_interleaved"] == true && config["add_pooling_layer"] == false);
    QVERIFY(config["num_attention_heads"] == kHeads && config["position_embedding_type"] == "rotary");
}

void TestTransformerEngine::comesBackBitForBit()
{
    exported(m_engine, "back", "huggingface");
    // The contact head has no place in the layout; the frequencies of this model are those that are computed.
    const QString lost = difference(m_root / "back", kEsm2, "contact_head");
    QVERIFY2(lost.isEmpty(), qPrintable(lost));
    QCOMPARE(tensorsOf(m_root / "back").size(), tensorsOf(kEsm2).size() - 1); // and the unused positions
    exported(m_root / "back", "again", "transformer-engine");
    QCOMPARE(readFile(m_root / "again" / "model.safetensors").value(),
             readFile(m_engine / "model.safetensors").value());
    QCOMPARE(readFile(m_root / "again" / "config.json").value(), readFile(m_engine / "config.json").value());
    QCOMPARE(readFile(m_root / "again" / "vocab.txt").value(), readFile(m_engine / "vocab.txt").value());
}

void TestTransformerEngine::answersAreTheSame()
{
    const torch::Tensor expected = logitsOf(kEsm2);
    QCOMPARE(expected.size(1), kVocabulary);
    QVERIFY(torch::equal(logitsOf(m_engine), expected));
    exported(m_engine, "back", "huggingface");
    QVERIFY(torch::equal(logitsOf(m_root / "back"), expected));
}

/// Queries, keys and values one after the other have the same shape, and would load without a word.
void TestTransformerEngine::anotherInterleavingIsAnotherModel()
{
    const fs::path wrong = rewritten([](const std::string &name, torch::Tensor &tensor) {
        if (name.find("layernorm_qkv.weight") != std::string::npos)
            tensor = tensor.view({kHeads, 3, kHeadWidth, kWidth}).transpose(0, 1).reshape({3 * kWidth, kWidth});
    });
    QVERIFY(distance(logitsOf(wrong), logitsOf(kEsm2)) > 0.01);
}

void TestTransformerEngine::readsTheOlderNames()
{
    const fs::path older = rewritten([](std::string &name, const torch::Tensor &) {
        if (name.starts_with("model."))
            name = "esm." + name.substr(6);
    });
    QVERIFY(torch::equal(logitsOf(older), logitsOf(kEsm2)));
}

void TestTransformerEngine::tokenClassesComeBack()
{
    const fs::path source = kGolden / "esm2_token_classification";
    exported(source, "classes", "transformer-engine");
    QVERIFY(configIn(m_root / "classes")["architectures"][0] == "NVEsmForTokenClassification");
    exported(m_root / "classes", "back", "huggingface");
    const QString lost = difference(m_root / "back", source, "contact_head");
    QVERIFY2(lost.isEmpty(), qPrintable(lost));
    QVERIFY(configIn(m_root / "back")["id2label"] == configIn(source)["id2label"]);
}

void TestTransformerEngine::anAdapterIsMerged()
{
    const fs::path adapter = m_root / "adapter";
    fs::copy(kGolden / "lora_esm2_mlm_qv", adapter);
    auto spec = nlohmann::json::parse(readFile(adapter / "adapter_config.json").value());
    spec["base_model_name_or_path"] = kEsm2.string();
    QVERIFY(writeFileAtomic(adapter / "adapter_config.json", spec.dump()));
    const auto done = exportModel(adapter, m_root / "merged", "transformer-engine");
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    QVERIFY(done->mergedAdapter);
    QVERIFY(distance(logitsOf(m_root / "merged"), logitsOf(adapter)) < 1e-4);
    QVERIFY(distance(logitsOf(m_root / "merged"), logitsOf(kEsm2)) > 0.01);
}

void TestTransformerEngine::namesWhatIsLeftOut()
{
    const auto done = exportModel(kGolden / "esm2_contact", m_root / "contact", "transformer-engine");
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    QCOMPARE(done->leftOut,
             (std::vector<std::string>{"esm.contact_head.regression.weight", "esm.contact_head.regression.bias"}));
    QCOMPARE(exportModel(m_engine, m_root / "none", "huggingface")->leftOut.size(), std::size_t{0});
}

void TestTransformerEngine::refuses_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QString>("named");
    QTest::newRow("GPT-2") << "gpt2_clm"
                           << "new"
                           << "transformer-engine"
                           << "GPT-2";
    QTest::newRow("sequence head") << "esm2_sequence_classification"
                                   << "new"
                                   << "transformer-engine"
                                   << "whole sequences";
    QTest::newRow("layout") << "esm2_mlm"
                            << "new"
                            << "onnx"
                            << "onnx";
    QTest::newRow("full folder") << "esm2_mlm"
                                 << "engine"
                                 << "huggingface"
                                 << "not an empty folder";
    QTest::newRow("no model") << "absent"
                              << "new"
                              << "huggingface"
                              << "absent";
}

void TestTransformerEngine::refuses()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, layout);
    QFETCH(QString, named);
    const auto done = exportModel(kGolden / from.toStdString(), m_root / to.toStdString(), layout.toStdString());
    QVERIFY(!done);
    QVERIFY2(done.error().text().find(named.toStdString()) != std::string::npos, done.error().text().c_str());
}

void TestTransformerEngine::refusesOtherSettings_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::newRow("apart") << "qkv_weight_interleaved"
                           << "false";
    QTest::newRow("not fused") << "fuse_qkv_params"
                               << "false";
    QTest::newRow("activation") << "encoder_activation"
                                << "\"relu\"";
}

void TestTransformerEngine::refusesOtherSettings()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    auto config = configIn(m_engine);
    config[key.toStdString()] = nlohmann::json::parse(value.toStdString());
    QVERIFY(writeFileAtomic(m_engine / "config.json", config.dump()));
    const auto loaded = loadModelFolder(m_engine);
    QVERIFY(!loaded);
    QVERIFY2(loaded.error().text().find(key.toStdString()) != std::string::npos, loaded.error().text().c_str());
}

void TestTransformerEngine::refusesAFusedMatrixThatDoesNotDivide()
{
    const fs::path wrong = rewritten([](const std::string &name, torch::Tensor &tensor) {
        if (name == "model.encoder.layers.1.self_attention.layernorm_qkv.weight")
            tensor = tensor.slice(0, 0, 50);
    });
    const auto loaded = loadModelFolder(wrong);
    QVERIFY(!loaded);
    QVERIFY2(loaded.error().message.find("layers.1.self_attention.layernorm_qkv.weight' has shape [50, 48]")
                 != std::string::npos,
             loaded.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestTransformerEngine)
#include "tst_transformerengine.moc"
