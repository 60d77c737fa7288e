// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <functional>
#include <set>

#include <QTest>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "config/configio.h"
#include "infer/generate.h"
#include "infer/query.h"
#include "infer/score.h"
#include "infer/serve.h"
#include "parity/goldencase.h"

using namespace anneal;

namespace {

const fs::path kGolden = fs::path(ANNEAL_TEST_DATA) / "golden";

/// A small model with weights large enough that its answers are not all alike.
LoadedModel tinyModel(const QString &assignments, torch::Dtype dtype = torch::kFloat32)
{
    Config config;
    config.model.num_hidden_layers = 2;
    config.model.hidden_size = 32;
    config.model.num_attention_heads = 4;
    config.model.intermediate_size = 48;
    config.model.is_causal = true;
    config.model.token_dropout = false;
    config.model.initializer_range = 0.12;
    for (const QString &one : assignments.split(' ', Qt::SkipEmptyParts))
        if (!applyAssignment(config, ("model." + one).toStdString()).empty())
            qFatal("%s", qPrintable(one));
    LoadedModel loaded{makeModel(config.model, *letterTokenizer(Alphabet::dna()), 5, dtype),
                       letterTokenizer(Alphabet::dna()), 64};
    loaded.model->eval();
    return loaded;
}

const LoadedModel &tiny()
{
    static const LoadedModel model = tinyModel("");
    return model;
}

GenerateRequest wanted(const char *prompt, std::int64_t letters, double temperature = 1, std::int64_t seed = 1)
{
    GenerateRequest request;
    request.prompt = prompt;
    request.maxNewTokens = letters;
    request.temperature = temperature;
    request.seed = seed;
    return request;
}

GeneratedSequence generated(const GenerateRequest &request)
{
    return generate(tiny(), request).value().front();
}

} // namespace

/// Continuing sequences: the cached path equals the whole one, and the draws are what the settings say.
class TestGenerate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cacheEqualsTheWhole_data();
    void cacheEqualsTheWhole();
    void publishedModelsContinue_data();
    void publishedModelsContinue();
    void likeliestLettersWithoutTemperature();
    void piecesEqualTheWhole();
    void seedsAndNumbersDiffer();
    void drawsFollowTheModel();
    void cutsAndTemperature();
    void staysWithinTheModel();
    void logProbabilitiesAreTheModels();
    void mistakesAreSaid_data();
    void mistakesAreSaid();
    void answersOverTheProtocol();
};

void TestGenerate::cacheEqualsTheWhole_data()
{
    QTest::addColumn<QString>("assignments");
    QTest::newRow("rotary") << "";
    QTest::newRow("learned positions") << "position_embedding_type=absolute max_position_embeddings=64";
    QTest::newRow("ALiBi") << "position_embedding_type=alibi";
    QTest::newRow("grouped queries") << "num_key_value_heads=2";
    QTest::newRow("one key for all") << "num_key_value_heads=1 position_embedding_type=alibi";
    QTest::newRow("norms on queries and keys") << "qk_norm=on head_dim=16";
    QTest::newRow("cosine, post-norm, head scale")
        << "attention_type=cosine norm_position=post normformer_head_scale=before_output";
}

void TestGenerate::cacheEqualsTheWhole()
{
    QFETCH(QString, assignments);
    const LoadedModel loaded = tinyModel(assignments, torch::kFloat64);
    const torch::NoGradGuard noGrad;
    torch::manual_seed(1);
    const torch::Tensor tokens = torch::randint(4, 8, {3, 20}, torch::kInt64);
    std::vector<std::vector<WideTokenId>> sequences(3);
    for (std::int64_t i = 0; i < 60; ++i)
        sequences[static_cast<std::size_t>(i / 20)].push_back(
            static_cast<WideTokenId>(tokens.flatten()[i].item<std::int64_t>()));
    const torch::Tensor whole = loaded.model->hidden(packQueries(sequences, torch::kCPU)).view({3, 20, -1});

    KeyValueCache cache = loaded.model->makeCache(3, 20);
    std::int64_t first = 0;
    for (const std::int64_t count : {7, 1, 1, 4, 1, 6}) {
        const torch::Tensor part =
            loaded.model->extend(tokens.slice(1, first, first + count), cache).view({3, count, -1});
        QCOMPARE_LE(distance(part, whole.slice(1, first, first + count)), 1e-12);
        first += count;
        QCOMPARE(cache.length(), first);
    }
}

void TestGenerate::publishedModelsContinue_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"gpt2_clm", "llama_clm_tied", "llama_clm_untied"})
        QTest::newRow(name) << name;
}

void TestGenerate::publishedModelsContinue()
{
    QFETCH(QString, name);
    const fs::path folder = kGolden / name.toStdString();
    const GoldenCase reference(folder, GoldenCase::Targets::NextTokens);
    const auto model = loadModel(folder, torch::kFloat64).value();
    const PackedBatch row = reference.alone(0);
    const torch::NoGradGuard noGrad;
    KeyValueCache cache = model->makeCache(1, row.numTokens());
    std::vector<torch::Tensor> logits;
    for (std::int64_t i = 0; i < row.numTokens(); ++i)
        logits.push_back(model->logits(model->extend(row.tokens.slice(0, i, i + 1).view({1, 1}), cache)));
    const torch::Tensor expected = reference.tokensOf("logits_fp64").slice(0, 0, row.numTokens());
    QCOMPARE_LE(distance(torch::cat(logits), expected), reference.tolerance("logits_fp64_abs"));
}

void TestGenerate::likeliestLettersWithoutTemperature()
{
    const Alphabet &alphabet = Alphabet::dna();
    std::size_t followed = 0;
    for (const std::string prompt : {"A", "C", "G", "T", "GATTACA"}) {
        const GeneratedSequence made = generated(wanted(prompt.c_str(), 12, 0));
        for (std::size_t i = prompt.size(); i < made.letters.size(); ++i, ++followed) {
            // The last row names what follows the letters before it.
            const auto score = scoreSequence(tiny(), made.letters.substr(0, i) + "A", false).value();
            const std::vector<double> &row = score.logProbabilities.back();
            TokenId best = alphabet.eos();
            for (const TokenId id : alphabet.canonical())
                if (row[id] > row[best])
                    best = id;
            QCOMPARE(made.letters.substr(i, 1), alphabet.token(best));
        }
        QCOMPARE(generated(wanted(prompt.c_str(), 12, 0, 99)).letters, made.letters); // no chance is left
    }
    QVERIFY(followed > 0);
}

void TestGenerate::piecesEqualTheWhole()
{
    const GeneratedSequence whole = generated(wanted("AC", 30));
    std::string letters = "AC";
    for (bool ended = false; !ended && letters.size() < 32;) {
        const GeneratedSequence piece = generated(wanted(letters.c_str(), 5));
        letters = piece.letters;
        ended = piece.ended;
    }
    QCOMPARE(letters, whole.letters);
}

void TestGenerate::seedsAndNumbersDiffer()
{
    GenerateRequest request = wanted("ACGT", 40);
    request.count = 4;
    const auto first = generate(tiny(), request).value();
    QCOMPARE(first.size(), std::size_t(4));
    std::set<std::string> different;
    for (const GeneratedSequence &one : first)
        different.insert(one.letters);
    QVERIFY(different.size() > 1);
    const auto again = generate(tiny(), request).value();
    for (std::size_t i = 0; i < 4; ++i)
        QCOMPARE(again[i].letters, first[i].letters);
    QCOMPARE(generated(wanted("ACGT", 40)).letters, first[0].letters); // whoever else is made beside it
    request.seed = 2;
    QVERIFY(generate(tiny(), request).value()[0].letters != first[0].letters);
}

void TestGenerate::drawsFollowTheModel()
{
    const auto score = scoreSequence(tiny(), "GATTACAA", false).value();
    std::vector<double> row = score.logProbabilities.back();
    const Alphabet &alphabet = Alphabet::dna();
    for (std::size_t i = 0; i < row.size(); ++i)
        if (alphabet.isSpecial(static_cast<TokenId>(i)) ? i != alphabet.eos()
                                                        : alphabet.isAmbiguous(static_cast<TokenId>(i)))
            row[i] = -INFINITY;
    const std::vector<double> expected = drawingProbabilities(row, {});
    constexpr int kDraws = 1500;
    std::vector<int> counts(row.size(), 0);
    for (int seed = 0; seed < kDraws; ++seed) {
        const GeneratedSequence made = generated(wanted("GATTACA", 1, 1, seed));
        ++counts[made.ended ? alphabet.eos() : static_cast<std::size_t>(alphabet.idOf(made.letters.back()))];
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
        const double sigma = std::sqrt(kDraws * expected[i] * (1 - expected[i]));
        QVERIFY2(std::abs(counts[i] - kDraws * expected[i]) <= 4 * sigma + 1e-9,
                 alphabet.token(static_cast<TokenId>(i)).c_str());
    }
}

void TestGenerate::cutsAndTemperature()
{
    const std::vector<double> logs{std::log(0.5), std::log(0.3), std::log(0.15), std::log(0.05)};
    const auto close = [&](GenerateRequest request, std::vector<double> expected) {
        const std::vector<double> found = drawingProbabilities(logs, request);
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(std::abs(found[i] - expected[i]) < 1e-12, qPrintable(QString::number(found[i])));
    };
    GenerateRequest request;
    close(request, {0.5, 0.3, 0.15, 0.05});
    request.topK = 2;
    close(request, {0.625, 0.375, 0, 0});
    request.topK = 0;
    request.topP = 0.79;
    close(request, {0.625, 0.375, 0, 0});
    request.topP = 0.81;
    close(request, {0.5 / 0.95, 0.3 / 0.95, 0.15 / 0.95, 0});
    request.topP = 1e-9;
    close(request, {1, 0, 0, 0});
    request.topP = 1;
    request.temperature = 0.5;
    const double total = 0.25 + 0.09 + 0.0225 + 0.0025;
    close(request, {0.25 / total, 0.09 / total, 0.0225 / total, 0.0025 / total});
    request.temperature = 0;
    close(request, {1, 0, 0, 0});
}

/// 64 tokens with <cls>: 63 letters at most.
void TestGenerate::staysWithinTheModel()
{
    for (int seed = 0; seed < 5; ++seed) {
        const GeneratedSequence made = generated(wanted("", 1000, 1, seed));
        QVERIFY(made.letters.size() <= 63);
        QVERIFY(made.ended || made.letters.size() == 63);
        QCOMPARE(made.letters.find_first_not_of("ACGT"), std::string::npos);
        QCOMPARE(made.logProbabilities.size(), made.letters.size());
    }
}

void TestGenerate::logProbabilitiesAreTheModels()
{
    const GeneratedSequence made = generated(wanted("ACG", 20, 2.5));
    const auto score = scoreSequence(tiny(), made.letters, false).value();
    for (std::size_t i = 0; i < made.logProbabilities.size(); ++i) {
        const auto id = static_cast<std::size_t>(Alphabet::dna().idOf(made.letters[i + 3]));
        QVERIFY(std::abs(made.logProbabilities[i] - score.logProbabilities[i + 3][id]) < 1e-4);
    }
}

void TestGenerate::mistakesAreSaid_data()
{
    QTest::addColumn<QString>("request");
    QTest::addColumn<QString>("said");
    QTest::newRow("letter") << R"({"sequence": "ACJ"})"
                            << "'J'";
    QTest::newRow("mask") << R"({"sequence": "AC<mask>"})"
                          << "no masks";
    QTest::newRow("too long") << R"({"sequence": ")" + QString(70, 'A') + R"("})"
                              << "at most 62";
    QTest::newRow("no new tokens") << R"({"max_new_tokens": 0})"
                                   << "at least 1";
    QTest::newRow("too many") << R"({"count": 100000})"
                              << "1 to 256";
    QTest::newRow("temperature") << R"({"temperature": -1})"
                                 << "temperature";
    QTest::newRow("top-p") << R"({"top_p": 0})"
                           << "top-p";
    QTest::newRow("top-k") << R"({"top_k": -2})"
                           << "top-k";
    QTest::newRow("wrong type") << R"({"seed": "seven"})"
                                << "\"seed\"";
    QTest::newRow("masks") << R"({"task": "fill-mask", "sequence": "A<mask>"})"
                           << "left to right";
    QTest::newRow("pseudo") << R"({"task": "score", "sequence": "ACG", "pseudo": true})"
                            << "without pseudo";
}

void TestGenerate::mistakesAreSaid()
{
    QFETCH(QString, request);
    QFETCH(QString, said);
    auto asked = nlohmann::json::parse(request.toStdString());
    asked.emplace("task", "generate");
    const auto answer = nlohmann::json::parse(answerLine(tiny(), asked.dump()));
    QCOMPARE(answer.at("ok").get<bool>(), false);
    const QString error = QString::fromStdString(answer.at("error").get<std::string>());
    QVERIFY2(error.contains(said), qPrintable(error));
}

void TestGenerate::answersOverTheProtocol()
{
    const auto answer = nlohmann::json::parse(answerLine(
        tiny(), R"({"id": 7, "task": "generate", "sequence": "ac g", "max_new_tokens": 6, "count": 2, "seed": 3})"));
    QCOMPARE(answer.at("ok").get<bool>(), true);
    QCOMPARE(answer.at("sequences").size(), std::size_t(2));
    GenerateRequest same = wanted("ACG", 6, 1, 3);
    same.count = 2;
    const auto made = generate(tiny(), same).value();
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(answer["sequences"][i].at("sequence").get<std::string>(), made[i].letters);
        QCOMPARE(answer["sequences"][i].at("ended").get<bool>(), made[i].ended);
    }
    const auto info = nlohmann::json::parse(answerLine(tiny(), R"({"task": "info"})"));
    QVERIFY(info.at("tasks") == nlohmann::json({"score", "generate", "embed"}));
}

QTEST_GUILESS_MAIN(TestGenerate)
#include "tst_generate.moc"
