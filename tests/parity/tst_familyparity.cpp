// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>

#include <QTemporaryDir>
#include <QTest>

#include "parity/goldencase.h"

using namespace anneal;

namespace {

namespace fs = std::filesystem;

const fs::path kGolden = fs::path(ANNEAL_TEST_DATA) / "golden";

using Targets = GoldenCase::Targets;

struct FamilyCase {
    const char *name;
    Targets targets;
};
constexpr FamilyCase kCases[] = {{"esm2_mlm", Targets::Tokens},
                                 {"bert_mlm", Targets::Tokens},
                                 {"gpt2_clm", Targets::NextTokens},
                                 {"llama_clm_tied", Targets::NextTokens},
                                 {"llama_clm_untied", Targets::NextTokens},
                                 {"esm2_token_classification", Targets::Tokens},
                                 {"esm2_sequence_classification", Targets::Sequences},
                                 {"esm2_sequence_multilabel", Targets::Sequences},
                                 {"esm2_sequence_regression", Targets::Sequences},
                                 {"bert_sequence_classification", Targets::Sequences}};

const FamilyCase &caseNamed(const QString &name)
{
    return *std::find_if(std::begin(kCases), std::end(kCases), [&](const FamilyCase &one) { return name == one.name; });
}

const GoldenCase &golden(const QString &name)
{
    static std::map<QString, GoldenCase> all;
    const FamilyCase &one = caseNamed(name);
    return all.try_emplace(name, kGolden / one.name, one.targets).first->second;
}

/// The reference library decides between one class and several by the labels' type; a file that it wrote before does
/// not say it.
fs::path withProblem(const QString &name, const QTemporaryDir &folder)
{
    const fs::path path = folder.path().toStdString();
    auto config = nlohmann::json::parse(std::ifstream(kGolden / name.toStdString() / "config.json"));
    config["problem_type"] = golden(name).facts()["problem_type"];
    std::ofstream(path / "config.json") << config;
    fs::copy_file(kGolden / name.toStdString() / "model.safetensors", path / "model.safetensors");
    return path;
}

std::shared_ptr<SequenceModel> model(const QString &name, bool isDouble)
{
    const QTemporaryDir folder;
    const bool saysProblem = golden(name).facts().contains("problem_type");
    auto loaded = loadModel(saysProblem ? withProblem(name, folder) : kGolden / name.toStdString(),
                            isDouble ? torch::kFloat64 : torch::kFloat32);
    if (!loaded)
        qFatal("%s", loaded.error().text().c_str());
    return *loaded;
}

/// [T, K], or [B, K] for a task about sequences.
torch::Tensor allScores(SequenceModel &model, PackedBatch batch)
{
    const torch::NoGradGuard noGrad;
    batch.targetRows = torch::Tensor();
    return model.scores(batch);
}

torch::Tensor expectedScores(const QString &name)
{
    return caseNamed(name).targets == Targets::Sequences ? golden(name).io("logits_fp64")
                                                         : golden(name).tokensOf("logits_fp64");
}

/// Rows of one sequence in what allScores gives.
torch::Tensor ofSequence(const QString &name, const torch::Tensor &scores, std::int64_t sequence)
{
    if (caseNamed(name).targets == Targets::Sequences)
        return scores.slice(0, sequence, sequence + 1);
    return scores.slice(0, golden(name).firstRow(sequence), golden(name).firstRow(sequence + 1));
}

/// Its logits depend on no padding key and on no constant shift of rotary positions: the reference's own statement.
bool mustBeEqual(const nlohmann::json &mutation)
{
    return mutation.value("must_be_equal", false);
}

} // namespace

/// Logits, loss and every gradient of each family against the reference implementation, and against its wrong variants.
class TestFamilyParity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void logits_data() { casesAndTypes(); }
    void logits();
    void loss_data() { casesAndTypes(); }
    void loss();
    void gradients_data() { casesAndTypes(); }
    void gradients();
    void mutations_data();
    void mutations();
    void packsAreIndependent_data() { casesAndTypes(); }
    void packsAreIndependent();

private:
    static void casesAndTypes();
};

void TestFamilyParity::casesAndTypes()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isDouble");
    for (const FamilyCase &one : kCases) {
        QTest::addRow("%s float64", one.name) << QString(one.name) << true;
        QTest::addRow("%s float32", one.name) << QString(one.name) << false;
    }
}

void TestFamilyParity::logits()
{
    QFETCH(QString, name);
    QFETCH(bool, isDouble);
    const GoldenCase &reference = golden(name);
    const auto tested = model(name, isDouble);
    const double tolerance = reference.tolerance(isDouble ? "logits_fp64_abs" : "logits_fp32_abs");
    const torch::Tensor expected = expectedScores(name);
    QCOMPARE_LE(distance(allScores(*tested, reference.pack()), expected), tolerance);
    for (std::int64_t i = 0; i < reference.numSequences(); ++i)
        QCOMPARE_LE(distance(allScores(*tested, reference.alone(i)), ofSequence(name, expected, i)), tolerance);
}

void TestFamilyParity::loss()
{
    QFETCH(QString, name);
    QFETCH(bool, isDouble);
    const GoldenCase &reference = golden(name);
    const double tolerance = reference.tolerance(isDouble ? "loss_fp64_abs" : "loss_fp32_abs");
    const PackedBatch batch = reference.pack();
    const double loss = model(name, isDouble)->lossSum(batch).item<double>() / static_cast<double>(batch.numTargets());
    QCOMPARE_LE(std::abs(loss - reference.io("loss_fp64").item<double>()), tolerance);
    const nlohmann::json wrongLosses = reference.facts().value("wrong_losses_fp64", nlohmann::json::object());
    for (const auto &[wrong, value] : wrongLosses.items())
        if (wrong != "n_targets" && wrong != "loss_sum")
            QCOMPARE_GT(std::abs(loss - value.get<double>()), 100 * tolerance);
}

void TestFamilyParity::gradients()
{
    QFETCH(QString, name);
    QFETCH(bool, isDouble);
    const GoldenCase &reference = golden(name);
    const auto numTargets = static_cast<double>(reference.pack().numTargets());
    double largest = 0;
    for (const auto &[tensor, values] : model(name, isDouble)->namedTensors())
        largest = std::max(largest, reference.io("grad." + tensor).abs().max().item<double>());
    const double relative = reference.tolerance(isDouble ? "grad_fp64_rel_to_max" : "grad_fp32_rel_to_max");
    for (const bool isPacked : {true, false}) {
        const auto tested = model(name, isDouble);
        for (std::int64_t i = 0; i < (isPacked ? 1 : reference.numSequences()); ++i)
            (tested->lossSum(isPacked ? reference.pack() : reference.alone(i)) / numTargets).backward();
        for (const auto &[tensor, values] : tested->namedTensors()) {
            const torch::Tensor expected = reference.io("grad." + tensor);
            const double allowed = relative * expected.abs().max().item<double>() + (isDouble ? 1e-12 : 1e-7 * largest);
            const double found = distance(values.grad(), expected);
            QVERIFY2(found <= allowed, qPrintable(QString("%1: %2 > %3").arg(tensor.c_str()).arg(found).arg(allowed)));
        }
    }
}

void TestFamilyParity::mutations_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("wrong");
    for (const FamilyCase &one : kCases)
        for (const auto &[wrong, mutation] : golden(one.name).facts()["mutations"].items())
            if (!mustBeEqual(mutation))
                QTest::addRow("%s %s", one.name, wrong.c_str()) << QString(one.name) << QString::fromStdString(wrong);
}

/// The reference's own wrong variants must be as far from these logits as they are from the reference's right ones.
void TestFamilyParity::mutations()
{
    QFETCH(QString, name);
    QFETCH(QString, wrong);
    const GoldenCase &reference = golden(name);
    const auto &mutation = reference.facts()["mutations"][wrong.toStdString()];
    const auto row = mutation["stored_row"].get<std::int64_t>();
    const PackedBatch batch = reference.alone(row);
    const torch::Tensor stored = reference.mutated(wrong.toStdString());
    const bool someStored = reference.facts().contains("stored_positions");
    const auto compared = [&](bool isDouble) {
        torch::Tensor found = allScores(*model(name, isDouble), batch);
        if (someStored) {
            const auto range = reference.facts()["stored_positions"].get<std::array<std::int64_t, 2>>();
            found = found.slice(0, range[0], std::min(range[1], batch.numTokens()));
        }
        return distance(found, stored.view({-1, found.size(1)}).slice(0, 0, found.size(0)));
    };
    constexpr double kStorageRounding = 3e-7; // relative: the wrong logits are stored in float32
    const double inFloat64 = compared(true);
    const double expected = mutation["max_abs_diff_per_row"][static_cast<std::size_t>(row)];
    if (!someStored)
        QCOMPARE_LE(std::abs(inFloat64 - expected),
                    kStorageRounding * std::max(1.0, stored.abs().max().item<double>()));
    QCOMPARE_GT(inFloat64, 100 * reference.tolerance("logits_fp64_abs"));
    if (mutation["visible_in_fp32"])
        QCOMPARE_GT(compared(false), 100 * reference.tolerance("logits_fp32_abs"));
}

void TestFamilyParity::packsAreIndependent()
{
    QFETCH(QString, name);
    QFETCH(bool, isDouble);
    const GoldenCase &reference = golden(name);
    const auto tested = model(name, isDouble);
    const PackedBatch before = reference.pack();
    PackedBatch after = before;
    after.tokens = before.tokens.clone();
    after.tokens[reference.firstRow(1) + 3] = (before.tokens[reference.firstRow(1) + 3].item<std::int64_t>() + 1) % 16;
    const torch::Tensor moved = (allScores(*tested, before) - allScores(*tested, after)).abs().amax(1);
    for (std::int64_t i = 0; i < reference.numSequences(); ++i) {
        const double most = ofSequence(name, moved, i).max().item<double>();
        QVERIFY(i == 1 ? most > 0 : most == 0);
    }
}

QTEST_GUILESS_MAIN(TestFamilyParity)
#include "tst_familyparity.moc"
