// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "models/adapterfolder.h"
#include "models/describe.h"
#include "models/huggingfaceconfig.h"
#include "models/transformer.h"
#include "parity/goldencase.h"

using namespace anneal;

namespace {

const fs::path kGolden = fs::path(ANNEAL_TEST_DATA) / "golden";
using Targets = GoldenCase::Targets;

struct LoraCase {
    const char *name;
    Targets targets;
    qint64 trainable;
};
constexpr LoraCase kCases[] = {
    {"lora_esm2_mlm_qv", Targets::Tokens, 2304},           {"lora_esm2_sequence_patterns", Targets::Sequences, 4659},
    {"lora_esm2_token_qkv", Targets::Tokens, 1768},        {"lora_esm2_token_qkv_dora", Targets::Tokens, 2008},
    {"lora_esm2_token_qkv_rslora", Targets::Tokens, 2728}, {"lora_gpt2_c_attn", Targets::NextTokens, 2304}};

const LoraCase &caseNamed(const QString &name)
{
    return *std::find_if(std::begin(kCases), std::end(kCases), [&](const LoraCase &one) { return name == one.name; });
}

GoldenCase golden(const QString &name)
{
    return GoldenCase(kGolden / name.toStdString(), caseNamed(name).targets);
}

fs::path baseOf(const QString &name)
{
    return kGolden / golden(name).facts()["base_model"].get<std::string>();
}

std::shared_ptr<SequenceModel> load(const QString &name, bool isDouble)
{
    const auto dtype = isDouble ? torch::kFloat64 : torch::kFloat32;
    auto model = loadAdapted(baseOf(name), kGolden / name.toStdString(), dtype);
    if (!model)
        qFatal("%s", model.error().text().c_str());
    return *model;
}

torch::Tensor allScores(SequenceModel &model, PackedBatch batch)
{
    const torch::NoGradGuard noGrad;
    batch.targetRows = torch::Tensor();
    return model.scores(batch);
}

torch::Tensor expectedScores(const GoldenCase &reference, const QString &name)
{
    return caseNamed(name).targets == Targets::Sequences ? reference.io("logits_fp64")
                                                         : reference.tokensOf("logits_fp64");
}

/// The base with an adapter that was just made.
std::shared_ptr<Transformer> fresh(const QString &name, torch::Dtype dtype)
{
    const auto config = readHuggingFaceConfig(baseOf(name)).value();
    auto model = std::make_shared<Transformer>(
        config.model,
        describeTransformer(config.model, config.vocabulary, config.maskToken,
                            {.task = config.task, .adapter = readAdapterSpec(kGolden / name.toStdString()).value()}),
        dtype);
    model->initialise(3);
    if (!loadWeights(baseOf(name), *model))
        qFatal("no base");
    model->resetMagnitudes();
    model->eval();
    return model;
}

} // namespace

/// Adapters that PEFT wrote: scores, loss and gradients with them, merged and not, and what a new one is.
class TestLora : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scoresAndLoss_data() { rows(); }
    void scoresAndLoss();
    void gradients_data() { rows(); }
    void gradients();
    void mergedEqualsUnmerged_data() { names(); }
    void mergedEqualsUnmerged();
    void freshAdaptersChangeNothing_data() { names(); }
    void freshAdaptersChangeNothing();
    void dropoutActsInTrainingOnly();
    void writesWhatItReads_data() { names(); }
    void writesWhatItReads();
    void mutations_data();
    void mutations();
    void patternsAreFollowed_data();
    void patternsAreFollowed();
    void refusesWhatItCannotCompute_data();
    void refusesWhatItCannotCompute();

private:
    static void names();
    static void rows();
};

void TestLora::names()
{
    QTest::addColumn<QString>("name");
    for (const LoraCase &one : kCases)
        QTest::newRow(one.name) << one.name;
}

void TestLora::rows()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isDouble");
    for (const LoraCase &one : kCases) {
        QTest::addRow("%s float64", one.name) << QString(one.name) << true;
        QTest::addRow("%s float32", one.name) << QString(one.name) << false;
    }
}

void TestLora::scoresAndLoss()
{
    QFETCH(QString, name);
    QFETCH(bool, isDouble);
    const GoldenCase reference = golden(name);
    const auto model = load(name, isDouble);
    QCOMPARE_LE(distance(allScores(*model, reference.pack()), expectedScores(reference, name)),
                reference.tolerance(isDouble ? "logits_fp64_abs" : "logits_fp32_abs"));
    const PackedBatch batch = reference.pack();
    const double loss = model->lossSum(batch).item<double>() / static_cast<double>(batch.numTargets());
    // In float32 the loss moves by no more than the scores that it is made from.
    const double allowed = isDouble ? reference.tolerance("loss_fp64_abs") : reference.tolerance("logits_fp32_abs");
    QCOMPARE_LE(std::abs(loss - reference.io("loss_fp64").item<double>()), allowed);
}

void TestLora::gradients()
{
    QFETCH(QString, name);
    QFETCH(bool, isDouble);
    const GoldenCase reference = golden(name);
    const auto model = load(name, isDouble);
    const PackedBatch batch = reference.pack();
    (model->lossSum(batch) / static_cast<double>(batch.numTargets())).backward();
    qint64 trainable = 0;
    double largest = 0;
    for (const FileTensor &entry : model->adapterTensors())
        largest = std::max(largest, reference.io("grad." + entry.name).abs().max().item<double>());
    const double relative = reference.tolerance(isDouble ? "grad_fp64_rel_to_max" : "grad_fp32_rel_to_max");
    for (const FileTensor &entry : model->adapterTensors()) {
        trainable += entry.tensor.numel();
        const torch::Tensor expected = reference.io("grad." + entry.name);
        const double allowed = relative * expected.abs().max().item<double>() + (isDouble ? 1e-12 : 1e-7 * largest);
        const double found = distance(entry.tensor.grad(), expected);
        QVERIFY2(found <= allowed, qPrintable(QString("%1: %2 > %3").arg(entry.name.c_str()).arg(found).arg(allowed)));
    }
    QCOMPARE(trainable, caseNamed(name).trainable);
    QCOMPARE(parameterCount(*model), caseNamed(name).trainable);
    for (const FileTensor &entry : model->fileTensors())
        QVERIFY2(entry.tensor.requires_grad() == entry.tensor.grad().defined(), entry.name.c_str());
}

void TestLora::mergedEqualsUnmerged()
{
    QFETCH(QString, name);
    const GoldenCase reference = golden(name);
    const auto model = load(name, true);
    model->mergeAdapter();
    QCOMPARE_LE(distance(allScores(*model, reference.pack()), expectedScores(reference, name)),
                reference.tolerance("logits_fp64_abs"));
    const auto merged = SafetensorsFile::open(kGolden / name.toStdString() / "merged.safetensors").value();
    for (const FileTensor &entry : model->fileTensors())
        if (merged.contains(entry.name))
            QCOMPARE_LE(distance(entry.tensor, merged.tensor(entry.name).value()), 1e-12);
}

void TestLora::freshAdaptersChangeNothing()
{
    QFETCH(QString, name);
    const GoldenCase reference = golden(name);
    const auto base = loadModel(baseOf(name)).value();
    const auto model = fresh(name, torch::kFloat32);
    const torch::Tensor before = allScores(*base, reference.pack()), after = allScores(*model, reference.pack());
    if (name.contains("dora"))
        QCOMPARE_LE(distance(before, after), 1e-5); // its norm and magnitude cancel up to rounding
    else
        QVERIFY(torch::equal(before, after));
    for (const FileTensor &entry : model->adapterTensors()) {
        if (entry.name.ends_with("lora_B.weight"))
            QCOMPARE(entry.tensor.abs().max().item<double>(), 0.0);
        if (entry.name.ends_with("lora_A.weight")) {
            const double bound = 1 / std::sqrt(static_cast<double>(entry.tensor.size(1)));
            QCOMPARE_LE(entry.tensor.abs().max().item<double>(), bound);
            QCOMPARE_GT(entry.tensor.abs().max().item<double>(), 0.8 * bound);
        }
    }
}

void TestLora::dropoutActsInTrainingOnly()
{
    const QString name = "lora_esm2_mlm_qv"; // its configuration says 0.1
    const GoldenCase reference = golden(name);
    const auto model = load(name, true);
    const torch::Tensor before = allScores(*model, reference.pack());
    model->train();
    QCOMPARE_GT(distance(allScores(*model, reference.pack()), before), 1e-3);
    model->eval();
    QVERIFY(torch::equal(allScores(*model, reference.pack()), before));
}

void TestLora::writesWhatItReads()
{
    QFETCH(QString, name);
    const auto model = load(name, false);
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    QVERIFY(saveAdapter(path, *model));
    const auto written = SafetensorsFile::open(path / "adapter_model.safetensors").value();
    const auto original = SafetensorsFile::open(kGolden / name.toStdString() / "adapter_model.safetensors").value();
    QCOMPARE(written.entries().size(), original.entries().size());
    for (const auto &[tensor, entry] : original.entries())
        QVERIFY2(torch::equal(written.tensor(tensor).value(), original.tensor(tensor).value()), tensor.c_str());
    const auto before = nlohmann::json::parse(readFile(kGolden / name.toStdString() / "adapter_config.json").value());
    const auto after = nlohmann::json::parse(readFile(path / "adapter_config.json").value());
    for (const auto &[key, value] : before.items())
        if (key != "modules_to_save") // each name once
            QVERIFY2(after.at(key) == value, (key + ": " + after.at(key).dump() + " for " + value.dump()).c_str());
    const auto again = loadAdapted(baseOf(name), path);
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(torch::equal(allScores(**again, golden(name).pack()), allScores(*model, golden(name).pack())));
}

void TestLora::mutations_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("wrong");
    for (const LoraCase &one : kCases) {
        const GoldenCase reference = golden(one.name);
        for (const auto &[wrong, mutation] : reference.facts()["mutations"].items())
            QTest::addRow("%s %s", one.name, wrong.c_str()) << QString(one.name) << QString::fromStdString(wrong);
    }
}

void TestLora::mutations()
{
    QFETCH(QString, name);
    QFETCH(QString, wrong);
    const GoldenCase reference = golden(name);
    const auto row = reference.facts()["mutations"][wrong.toStdString()]["stored_row"].get<std::int64_t>();
    const torch::Tensor found = allScores(*load(name, true), reference.alone(row));
    torch::Tensor stored = reference.mutated(wrong.toStdString()).reshape({-1, found.size(1)});
    torch::Tensor compared = found;
    if (reference.facts().contains("stored_positions")) {
        const auto range = reference.facts()["stored_positions"].get<std::array<std::int64_t, 2>>();
        compared = found.slice(0, range[0], std::min(range[1], found.size(0)));
    }
    QCOMPARE_GT(distance(compared, stored.slice(0, 0, compared.size(0))), 100 * reference.tolerance("logits_fp64_abs"));
}

void TestLora::patternsAreFollowed_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("adapted"); // of 2 layers with 6 matrices each, and a head
    QTest::newRow("endings") << "target_modules"
                             << R"(["query", "value"])" << 4;
    QTest::newRow("longer endings") << "target_modules"
                                    << R"(["attention.self.query"])" << 2;
    QTest::newRow("half a name is none") << "target_modules"
                                         << R"(["uery"])" << 0;
    QTest::newRow("regular expression") << "target_modules"
                                        << R"(".*layer\\.1\\..*dense")" << 3;
    QTest::newRow("saved modules stay whole") << "target_modules"
                                              << R"(["classifier", "key"])" << 2;
}

void TestLora::patternsAreFollowed()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(int, adapted);
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    auto object = nlohmann::json::parse(readFile(kGolden / "lora_esm2_token_qkv" / "adapter_config.json").value());
    object[key.toStdString()] = nlohmann::json::parse(value.toStdString());
    QVERIFY(writeFileAtomic(path / "adapter_config.json", object.dump()));
    const auto config = readHuggingFaceConfig(kGolden / "esm2_token_classification").value();
    Transformer model(config.model,
                      describeTransformer(config.model, config.vocabulary, config.maskToken,
                                          {.task = config.task, .adapter = readAdapterSpec(path).value()}),
                      torch::kFloat32);
    int found = 0;
    for (const FileTensor &entry : model.adapterTensors())
        found += entry.name.ends_with("lora_A.weight") ? 1 : 0;
    QCOMPARE(found, adapted);
}

void TestLora::refusesWhatItCannotCompute_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::newRow("another method") << "peft_type"
                                    << R"("IA3")";
    QTest::newRow("no target") << "target_modules"
                               << "[]";
    QTest::newRow("no regular expression") << "target_modules"
                                           << R"("(")";
    QTest::newRow("all matrices") << "target_modules"
                                  << R"("all-linear")";
    QTest::newRow("rank") << "r"
                          << "0";
    QTest::newRow("bias of the update") << "lora_bias"
                                        << "true";
    QTest::newRow("copied layers") << "layer_replication"
                                   << "[[0, 1]]";
    QTest::newRow("pattern") << "rank_pattern"
                             << R"({"query": "two"})";
}

void TestLora::refusesWhatItCannotCompute()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    auto object = nlohmann::json::parse(readFile(kGolden / "lora_esm2_mlm_qv" / "adapter_config.json").value());
    object[key.toStdString()] = nlohmann::json::parse(value.toStdString());
    QVERIFY(writeFileAtomic(path / "adapter_config.json", object.dump()));
    const auto spec = readAdapterSpec(path);
    QVERIFY(!spec);
    const QString said = QString::fromStdString(spec.error().text());
    QVERIFY2(said.contains(key) && said.contains("adapter_config.json"), qPrintable(said));
}

QTEST_GUILESS_MAIN(TestLora)
#include "tst_lora.moc"
