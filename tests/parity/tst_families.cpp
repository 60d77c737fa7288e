// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "config/configio.h"
#include "models/family.h"
#include "parity/goldencase.h"

using namespace anneal;

namespace {

const fs::path kGolden = fs::path(ANNEAL_TEST_DATA) / "golden";

/// A folder for one test, with files copied or written into it.
struct ModelFolder {
    QTemporaryDir folder;
    fs::path path = folder.path().toStdString();

    void copy(const fs::path &from, const char *as) const { fs::copy_file(from, path / as); }
    void write(const char *name, const std::string &text) const { (void)writeFileAtomic(path / name, text); }
};

bool sameTensors(SequenceModel &a, SequenceModel &b)
{
    const auto left = a.fileTensors();
    const auto right = b.fileTensors();
    return std::equal(
        left.begin(), left.end(), right.begin(), right.end(),
        [](const FileTensor &x, const FileTensor &y) { return x.name == y.name && torch::equal(x.tensor, y.tensor); });
}

ModelConfig tiny(const char *family)
{
    ModelConfig config;
    config.num_hidden_layers = 2;
    config.hidden_size = 32;
    config.num_attention_heads = 4;
    config.intermediate_size = 48;
    config.max_position_embeddings = 64;
    const auto &all = families();
    std::find_if(all.begin(), all.end(), [&](const Family &one) { return one.modelType == family; })->fix(config);
    return config;
}

/// Tensors of a published file that the model must write back under the same name.
std::vector<std::string> ownedNames(const SafetensorsFile &file, const Family &family, const ModelConfig &config)
{
    std::vector<std::string> names;
    for (const auto &[name, entry] : file.entries())
        if (!family.isUnused(name, config))
            names.push_back(name);
    return names;
}

/// The golden ESM-2 in two files, as large models are stored.
void writeShards(const ModelFolder &folder, nlohmann::json &index)
{
    const auto whole = SafetensorsFile::open(kGolden / "esm2_mlm" / "model.safetensors").value();
    NamedTensors parts[2];
    std::size_t number = 0;
    for (const auto &[name, entry] : whole.entries()) {
        const std::size_t part = number++ % 2;
        parts[part].emplace_back(name, whole.tensor(name).value());
        index["weight_map"][name] = part == 0 ? "model-00001-of-00002.safetensors" : "model-00002-of-00002.safetensors";
    }
    QVERIFY(writeSafetensors(folder.path / "model-00001-of-00002.safetensors", parts[0]));
    QVERIFY(writeSafetensors(folder.path / "model-00002-of-00002.safetensors", parts[1]));
    folder.copy(kGolden / "esm2_mlm" / "config.json", "config.json");
}

} // namespace

/// Model folders of every family: read as published, written back under the same names, refused when they are not it.
class TestFamilies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void descriptionDecidesTheFamily_data();
    void descriptionDecidesTheFamily();
    void readsOtherSpellings_data();
    void readsOtherSpellings();
    void writesPublishedNames_data();
    void writesPublishedNames();
    void savesWhatItLoads_data();
    void savesWhatItLoads();
    void readsShards();
    void refusesBrokenShards_data();
    void refusesBrokenShards();
    void refusesPickles();
    void refusesWhatItCannotCompute_data();
    void refusesWhatItCannotCompute();
};

void TestFamilies::descriptionDecidesTheFamily_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("family");
    for (const char *family : {"esm", "bert", "gpt2", "llama", "anneal"})
        QTest::addRow("%s as it is", family) << family << ""
                                             << "" << (QString(family) == "anneal" ? "esm" : family);
    QTest::newRow("heads said twice") << "esm"
                                      << "model.num_key_value_heads"
                                      << "4"
                                      << "esm";
    QTest::newRow("head width said twice") << "bert"
                                           << "model.head_dim"
                                           << "8"
                                           << "bert";
    QTest::newRow("grouped queries") << "llama"
                                     << "model.num_key_value_heads"
                                     << "2"
                                     << "llama";
    QTest::newRow("ESM-2 has no grouped queries") << "esm"
                                                  << "model.num_key_value_heads"
                                                  << "2"
                                                  << "anneal";
    QTest::newRow("ESM-2 is not causal") << "esm"
                                         << "model.is_causal"
                                         << "on"
                                         << "anneal";
    QTest::newRow("BERT has other activations") << "bert"
                                                << "model.hidden_act"
                                                << "relu"
                                                << "bert";
    QTest::newRow("ESM-2 has only GELU") << "esm"
                                         << "model.hidden_act"
                                         << "relu"
                                         << "anneal";
    QTest::newRow("NormFormer is ours") << "gpt2"
                                        << "model.normformer_mlp_norm"
                                        << "on"
                                        << "anneal";
    QTest::newRow("soft cap is ours") << "llama"
                                      << "model.logit_softcap"
                                      << "30"
                                      << "anneal";
}

void TestFamilies::descriptionDecidesTheFamily()
{
    QFETCH(QString, from);
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, family);
    Config config;
    config.model = tiny(from.toUtf8().constData());
    if (!key.isEmpty())
        QVERIFY(setFromText(config, key.toStdString(), value.toStdString()).empty());
    QCOMPARE(QString::fromUtf8(familyOf(config.model).modelType.data()), family);
}

void TestFamilies::readsOtherSpellings_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("causal");
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("weights");
    QTest::newRow("BERT, gamma and beta") << "bert_mlm" << false << "config.json"
                                          << "model_gamma_beta.safetensors";
    QTest::newRow("BERT, older configuration") << "bert_mlm" << false << "config_legacy.json"
                                               << "model.safetensors";
    QTest::newRow("GPT-2, no prefix") << "gpt2_clm" << true << "config.json"
                                      << "model_unprefixed.safetensors";
    QTest::newRow("Llama, older configuration") << "llama_clm_tied" << true << "config_legacy.json"
                                                << "model.safetensors";
    QTest::newRow("Llama untied, older configuration") << "llama_clm_untied" << true << "config_legacy.json"
                                                       << "model.safetensors";
    QTest::newRow("ESM-2, older configuration") << "esm2_mlm" << false << "config_legacy.json"
                                                << "model.safetensors";
}

void TestFamilies::readsOtherSpellings()
{
    QFETCH(QString, name);
    QFETCH(bool, causal);
    QFETCH(QString, config);
    QFETCH(QString, weights);
    const fs::path golden = kGolden / name.toStdString();
    const ModelFolder folder;
    folder.copy(golden / config.toStdString(), "config.json");
    folder.copy(golden / weights.toStdString(), "model.safetensors");
    const auto model = loadModel(folder.path, torch::kFloat64);
    QVERIFY2(model, model ? "" : model.error().text().c_str());
    const GoldenCase reference(golden, causal ? GoldenCase::Targets::NextTokens : GoldenCase::Targets::Tokens);
    const torch::NoGradGuard noGrad;
    const torch::Tensor logits = (*model)->logits((*model)->hidden(reference.pack()));
    QCOMPARE_LE(distance(logits, reference.tokensOf("logits_fp64")), reference.tolerance("logits_fp64_abs"));
}

void TestFamilies::writesPublishedNames_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"esm2_mlm", "bert_mlm", "gpt2_clm", "llama_clm_tied", "llama_clm_untied"})
        QTest::newRow(name) << name;
}

void TestFamilies::writesPublishedNames()
{
    QFETCH(QString, name);
    const fs::path folder = kGolden / name.toStdString();
    const auto model = loadModel(folder);
    const auto file = SafetensorsFile::open(folder / "model.safetensors").value();
    const std::vector<std::string> expected = ownedNames(file, familyOf((*model)->config()), (*model)->config());
    std::vector<std::string> written;
    for (const FileTensor &tensor : (*model)->fileTensors()) {
        if (!tensor.written)
            continue;
        written.push_back(tensor.name);
        if (file.contains(tensor.name)) // the contact head may be absent
            QVERIFY2(torch::equal(file.tensor(tensor.name).value(), tensor.tensor), tensor.name.c_str());
    }
    std::sort(written.begin(), written.end());
    QCOMPARE(written, expected);
}

void TestFamilies::savesWhatItLoads_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("assignments");
    QTest::newRow("ESM-2") << "esm"
                           << "";
    QTest::newRow("BERT") << "bert"
                          << "hidden_act=relu layer_norm_eps=1e-12 hidden_dropout_prob=0.1 "
                             "embedding_dropout_prob=0.1";
    QTest::newRow("GPT-2") << "gpt2"
                           << "hidden_act=gelu_new tie_word_embeddings=off";
    QTest::newRow("Llama") << "llama"
                           << "num_key_value_heads=2 head_dim=16 rope_theta=500000 rope_scaling_factor=4 "
                              "attention_bias=on mlp_bias=off hidden_act=silu";
    QTest::newRow("everything else")
        << "esm"
        << "is_causal=on position_embedding_type=alibi norm_position=residual_post attention_type=cosine "
           "qk_norm=on gated_mlp=on normformer_attention_norm=on normformer_mlp_norm=on "
           "normformer_head_scale=before_output residual_scale=on zero_init_output=on logit_softcap=30 "
           "embedding_norm=on type_vocab_size=2 token_dropout=off num_key_value_heads=2 hidden_act=relu2";
}

void TestFamilies::savesWhatItLoads()
{
    QFETCH(QString, family);
    QFETCH(QString, assignments);
    Config config;
    config.model = tiny(family.toUtf8().constData());
    for (const QString &one : assignments.split(' ', Qt::SkipEmptyParts))
        QVERIFY2(applyAssignment(config, ("model." + one).toStdString()).empty(), qPrintable(one));
    const auto model = makeModel(config.model, *letterTokenizer(Alphabet::dna()), 3);
    const ModelFolder folder;
    const auto saved = saveModelFolder(folder.path, *model, *letterTokenizer(Alphabet::dna()), 64);
    QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
    const auto loaded = loadModelFolder(folder.path);
    QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
    QVERIFY(loaded->tokenizer->alphabet() == &Alphabet::dna());
    QCOMPARE(loaded->maxLength, 64);
    QVERIFY(sameTensors(*model, *loaded->model));
    const auto text = [](ModelConfig one, std::int64_t heads) {
        if (one.num_key_value_heads == 0)
            one.num_key_value_heads = heads;
        if (one.head_dim == 0)
            one.head_dim = one.hidden_size / heads;
        Config whole;
        whole.model = one;
        return QString::fromStdString(configToJson(whole)["model"].dump(1));
    };
    ModelConfig wanted = config.model;
    if (family != "bert" && family != "gpt2" && assignments.contains("alibi") == false)
        wanted.max_position_embeddings = loaded->model->config().max_position_embeddings; // no table, so not stored
    QCOMPARE(text(loaded->model->config(), 4), text(wanted, 4));
}

void TestFamilies::readsShards()
{
    const ModelFolder folder;
    nlohmann::json index;
    writeShards(folder, index);
    folder.write("model.safetensors.index.json", index.dump());
    const auto sharded = loadModel(folder.path);
    QVERIFY2(sharded, sharded ? "" : sharded.error().text().c_str());
    QVERIFY(sameTensors(**sharded, **loadModel(kGolden / "esm2_mlm")));
}

void TestFamilies::refusesBrokenShards_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("named");
    QTest::newRow("a shard is missing") << "missing"
                                        << "model-00002-of-00002.safetensors";
    QTest::newRow("no map") << "no map"
                            << "weight_map";
    QTest::newRow("a tensor is in none") << "extra"
                                         << "tensor 'nowhere'";
    QTest::newRow("a shard elsewhere") << "elsewhere"
                                       << "../other.safetensors";
}

void TestFamilies::refusesBrokenShards()
{
    QFETCH(QString, what);
    QFETCH(QString, named);
    const ModelFolder folder;
    nlohmann::json index;
    writeShards(folder, index);
    if (what == "missing")
        fs::remove(folder.path / "model-00002-of-00002.safetensors");
    if (what == "no map")
        index = {{"metadata", {{"total_size", 1}}}};
    if (what == "extra")
        index["weight_map"]["nowhere"] = "model-00001-of-00002.safetensors";
    if (what == "elsewhere")
        index["weight_map"]["nowhere"] = "../other.safetensors";
    folder.write("model.safetensors.index.json", index.dump());
    const auto loaded = loadModel(folder.path);
    QVERIFY(!loaded);
    QVERIFY2(QString::fromStdString(loaded.error().text()).contains(named), loaded.error().text().c_str());
}

void TestFamilies::refusesPickles()
{
    const ModelFolder folder;
    folder.copy(kGolden / "esm2_mlm" / "config.json", "config.json");
    folder.write("pytorch_model.bin", "\x80\x02}q");
    const auto loaded = loadModel(folder.path);
    QVERIFY(!loaded);
    for (const char *said : {"pytorch_model.bin", "pickle", "save_pretrained"})
        QVERIFY2(loaded.error().text().find(said) != std::string::npos, loaded.error().text().c_str());
}

void TestFamilies::refusesWhatItCannotCompute_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    const auto row = [](const char *name, const char *key, const char *value) {
        QTest::addRow("%s %s", name, key) << name << key << value;
    };
    row("gpt2_clm", "scale_attn_by_inverse_layer_idx", "true");
    row("gpt2_clm", "scale_attn_weights", "false");
    row("gpt2_clm", "activation_function", "\"mish\"");
    row("bert_mlm", "position_embedding_type", "\"relative_key\"");
    row("bert_mlm", "is_decoder", "true");
    row("llama_clm_tied", "rope_parameters", R"({"rope_type": "yarn", "factor": 2.0})");
    row("llama_clm_tied", "num_key_value_heads", "4");
    row("llama_clm_tied", "head_dim", "7");
    row("esm2_mlm", "mask_token_id", "null");
}

void TestFamilies::refusesWhatItCannotCompute()
{
    QFETCH(QString, name);
    QFETCH(QString, key);
    QFETCH(QString, value);
    const fs::path golden = kGolden / name.toStdString();
    const ModelFolder folder;
    auto object = nlohmann::json::parse(readFile(golden / "config.json").value());
    object[key.toStdString()] = nlohmann::json::parse(value.toStdString());
    folder.write("config.json", object.dump());
    folder.copy(golden / "model.safetensors", "model.safetensors");
    const auto loaded = loadModel(folder.path);
    QVERIFY(!loaded);
    const QString said = QString::fromStdString(loaded.error().text());
    QVERIFY2(said.contains(key == "head_dim" ? "odd width" : key) && said.contains("config.json"), qPrintable(said));
}

QTEST_GUILESS_MAIN(TestFamilies)
#include "tst_families.moc"
