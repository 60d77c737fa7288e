// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "infer/fillmask.h"
#include "models/sequencemodel.h"
#include "tensor/safetensors.h"
#include "train/trainstate.h"

using namespace anneal;

namespace {

const fs::path kGolden = fs::path(ANNEAL_TEST_DATA) / "golden" / "esm2_mlm";

ModelConfig tinyConfig()
{
    ModelConfig config;
    config.num_hidden_layers = 2;
    config.hidden_size = 32;
    config.num_attention_heads = 4;
    config.intermediate_size = 64;
    return config;
}

std::int64_t parameters(SequenceModel &model)
{
    std::int64_t count = 0;
    for (const auto &[name, tensor] : model.namedTensors())
        count += tensor.numel();
    return count;
}

bool sameTensors(SequenceModel &a, SequenceModel &b)
{
    const auto left = a.fileTensors();
    const auto right = b.fileTensors();
    return std::equal(
        left.begin(), left.end(), right.begin(), right.end(),
        [](const FileTensor &x, const FileTensor &y) { return x.name == y.name && torch::equal(x.tensor, y.tensor); });
}

/// A copy of the golden model with one text replaced in its config.json.
struct AlteredFolder {
    QTemporaryDir folder;
    fs::path path = folder.path().toStdString();

    AlteredFolder(const std::string &from, const std::string &to)
    {
        fs::copy_file(kGolden / "model.safetensors", path / "model.safetensors");
        std::string text = readFile(kGolden / "config.json").value();
        text.replace(text.find(from), from.size(), to);
        (void)writeFileAtomic(path / "config.json", text);
    }
};

} // namespace

class TestModelFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void published8MHasItsSize();
    void seedDecidesWeights();
    void savesWhatItLoads_data();
    void savesWhatItLoads();
    void keepsRowsWithoutTokens();
    void keepsFloat16Frequencies();
    void readsFrequenciesBesideTheLayers();
    void writesPublishedNames();
    void refusesOtherModels_data();
    void refusesOtherModels();
    void refusesUnknownTensor();
    void refusesAnotherShape();
    void legacyConfigIsTheSame();
};

void TestModelFolder::published8MHasItsSize()
{
    const auto model = makeModel(ModelConfig{}, *letterTokenizer(Alphabet::protein()), 0);
    QCOMPARE(parameters(*model), 7'512'353); // 7,512,474 with the contact head, which masked training leaves alone
}

void TestModelFolder::seedDecidesWeights()
{
    const auto first = makeModel(tinyConfig(), *letterTokenizer(Alphabet::protein()), 7);
    const auto again = makeModel(tinyConfig(), *letterTokenizer(Alphabet::protein()), 7);
    const auto other = makeModel(tinyConfig(), *letterTokenizer(Alphabet::protein()), 8);
    QVERIFY(sameTensors(*first, *again));
    QVERIFY(!sameTensors(*first, *other));
    for (const auto &[name, tensor] : first->namedTensors()) {
        if (name.ends_with("dense.weight"))
            QVERIFY2(std::abs(tensor.std().item<double>() - 0.02) < 0.003, name.c_str());
        else if (name.ends_with("bias"))
            QCOMPARE(tensor.abs().max().item<double>(), 0.0);
    }
}

void TestModelFolder::savesWhatItLoads_data()
{
    QTest::addColumn<bool>("isProtein");
    QTest::addColumn<bool>("isTied");
    QTest::newRow("protein, tied") << true << true;
    QTest::newRow("protein, untied") << true << false;
    QTest::newRow("DNA") << false << true;
}

void TestModelFolder::savesWhatItLoads()
{
    QFETCH(bool, isProtein);
    QFETCH(bool, isTied);
    const Alphabet &alphabet = isProtein ? Alphabet::protein() : Alphabet::dna();
    ModelConfig config = tinyConfig();
    config.tie_word_embeddings = isTied;
    config.token_dropout = isTied;
    config.layer_norm_eps = 1e-6;
    const auto model = makeModel(config, *letterTokenizer(alphabet), 3);
    QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "häuschen 1";
    const auto saved = saveModelFolder(path, *model, *letterTokenizer(alphabet), 510);
    QVERIFY2(saved, saved ? "" : saved.error().text().c_str());

    const auto loaded = loadModelFolder(path);
    QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
    QVERIFY(loaded->tokenizer->alphabet() == &alphabet);
    QCOMPARE(loaded->maxLength, 510);
    QVERIFY(sameTensors(*model, *loaded->model));
    QCOMPARE(loaded->model->config().layer_norm_eps, 1e-6);
    QCOMPARE(loaded->model->config().token_dropout, isTied);
    QCOMPARE(loaded->model->config().tie_word_embeddings, isTied);
}

/// Published models round the rows of their embedding up; the tokenizer does not name them all.
void TestModelFolder::keepsRowsWithoutTokens()
{
    const TokenizerPtr tokenizer = letterTokenizer(Alphabet::dna());
    const std::int64_t rows = tokenizer->size() + 5;
    ModelConfig config = tinyConfig();
    const auto model = makeModel(config, *tokenizer, 3, torch::kFloat32, {}, rows);
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    QVERIFY(saveModelFolder(path, *model, *tokenizer, 64));
    const auto loaded = loadModelFolder(path);
    QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->model->vocabulary(), rows);
    QVERIFY(sameTensors(*model, *loaded->model));

    Config next;
    next.model = loaded->model->config();
    next.model.init_from = path.string();
    const auto started = makeTrainState(next, *tokenizer, torch::kCPU);
    QVERIFY2(started, started ? "" : started.error().text().c_str());
    QVERIFY(sameTensors(*model, *started->model));
    QVERIFY(!makeTrainState(next, *letterTokenizer(Alphabet::protein()), torch::kCPU));

    const auto answers = fillMask(*loaded, "ACG_T");
    QVERIFY2(answers, answers ? "" : answers.error().text().c_str());
    QCOMPARE(answers->front().probabilities.size(), static_cast<std::size_t>(tokenizer->size()));
}

void TestModelFolder::keepsFloat16Frequencies()
{
    const auto model = loadModelFolder(kGolden);
    for (const FileTensor &entry : model->model->fileTensors()) {
        if (entry.name.ends_with("inv_freq"))
            entry.tensor.copy_(entry.tensor.to(torch::kFloat16));
    }
    QTemporaryDir folder;
    QVERIFY(saveModelFolder(folder.path().toStdString(), *model->model, *letterTokenizer(Alphabet::protein())));
    const auto loaded = loadModelFolder(folder.path().toStdString());
    QVERIFY(loaded);
    QVERIFY(sameTensors(*model->model, *loaded->model));
}

void TestModelFolder::readsFrequenciesBesideTheLayers()
{
    const fs::path folder = kGolden.parent_path() / "grad_accumulation";
    const auto file = SafetensorsFile::open(folder / "model.safetensors");
    QVERIFY(file);
    const auto stored = file->tensor("esm.rotary_embeddings.inv_freq");
    QVERIFY(stored);
    const auto loaded = loadModelFolder(folder, torch::kFloat64);
    QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
    int layers = 0;
    for (const FileTensor &entry : loaded->model->fileTensors()) {
        if (!entry.name.ends_with("inv_freq"))
            continue;
        ++layers;
        QVERIFY(torch::equal(entry.tensor, stored->to(entry.tensor.dtype())));
    }
    QCOMPARE(layers, 2);
}

void TestModelFolder::writesPublishedNames()
{
    const auto model = loadModelFolder(kGolden);
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    QVERIFY(saveModelFolder(path, *model->model, *letterTokenizer(Alphabet::protein())));
    const auto original = SafetensorsFile::open(kGolden / "model.safetensors");
    const auto written = SafetensorsFile::open(path / "model.safetensors");
    for (const auto &[name, entry] : original->entries()) {
        if (name == "esm.embeddings.position_embeddings.weight")
            continue; // not part of the model
        QVERIFY2(written->contains(name), name.c_str());
        QVERIFY2(torch::equal(original->tensor(name).value(), written->tensor(name).value()), name.c_str());
    }
    QCOMPARE(written->entries().size(), original->entries().size() - 1);
    QVERIFY(readFile(path / "vocab.txt").value().starts_with("<cls>\n<pad>\n<eos>\n<unk>\nL\nA\n"));
}

void TestModelFolder::refusesOtherModels_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("named");
    QTest::newRow("family") << "\"esm\""
                            << "\"t5\""
                            << "model_type";
    QTest::newRow("positions") << "\"rotary\""
                               << "\"absolute\""
                               << "position_embedding_type";
    QTest::newRow("activation") << "\"gelu\""
                                << "\"relu\""
                                << "hidden_act";
    QTest::newRow("zero heads") << "\"num_attention_heads\": 3"
                                << "\"num_attention_heads\": 0"
                                << "num_attention_heads";
    QTest::newRow("uneven heads") << "\"num_attention_heads\": 3"
                                  << "\"num_attention_heads\": 5"
                                  << "hidden_size";
    QTest::newRow("text for a number") << "\"hidden_size\": 48"
                                       << "\"hidden_size\": \"48\""
                                       << "hidden_size";
    QTest::newRow("missing size") << "\"hidden_size\""
                                  << "\"hidden_sizes\""
                                  << "hidden_size";
    QTest::newRow("other vocabulary") << "\"vocab_size\": 33"
                                      << "\"vocab_size\": 57"
                                      << "57";
    QTest::newRow("more layers") << "\"num_hidden_layers\": 3"
                                 << "\"num_hidden_layers\": 4"
                                 << "layer.3.";
    QTest::newRow("fewer layers") << "\"num_hidden_layers\": 3"
                                  << "\"num_hidden_layers\": 2"
                                  << "contact_head";
}

void TestModelFolder::refusesOtherModels()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, named);
    const AlteredFolder folder(from.toStdString(), to.toStdString());
    const auto loaded = loadModelFolder(folder.path);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::Data);
    QVERIFY2(loaded.error().text().find(named.toStdString()) != std::string::npos, loaded.error().text().c_str());
}

void TestModelFolder::refusesUnknownTensor()
{
    const AlteredFolder folder("\"vocab_size\": 33", "\"vocab_size\": 33");
    const auto file = SafetensorsFile::open(folder.path / "model.safetensors");
    NamedTensors tensors{{"esm.embeddings.layer_norm.weight", torch::ones({48})}};
    for (const auto &[name, entry] : file->entries())
        tensors.emplace_back(name, file->tensor(name).value());
    QVERIFY(writeSafetensors(folder.path / "model.safetensors", tensors));
    const auto loaded = loadModelFolder(folder.path);
    QVERIFY(!loaded);
    QVERIFY(loaded.error().message.find("esm.embeddings.layer_norm.weight") != std::string::npos);
}

void TestModelFolder::refusesAnotherShape()
{
    const auto model = makeModel(tinyConfig(), *letterTokenizer(Alphabet::protein()), 0);
    const auto read = loadWeights(kGolden, *model);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Data);
    QVERIFY2(read.error().message.find("[33, 48]") != std::string::npos, read.error().message.c_str());
}

void TestModelFolder::legacyConfigIsTheSame()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    fs::copy_file(kGolden / "model.safetensors", path / "model.safetensors");
    fs::copy_file(kGolden / "config_legacy.json", path / "config.json");
    const auto legacy = loadModelFolder(path);
    QVERIFY2(legacy, legacy ? "" : legacy.error().text().c_str());
    QVERIFY(sameTensors(*legacy->model, *loadModelFolder(kGolden)->model));
    QCOMPARE(legacy->model->config().rope_theta, 10000.0);
}

QTEST_GUILESS_MAIN(TestModelFolder)
#include "tst_modelfolder.moc"
