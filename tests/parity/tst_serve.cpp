// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <ctime>
#include <numeric>
#include <sstream>

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "infer/fillmask.h"
#include "infer/score.h"
#include "infer/serve.h"

using namespace anneal;
using nlohmann::json;

namespace {

const fs::path kGolden = fs::path(ANNEAL_TEST_DATA) / "golden" / "esm2_mlm";

const LoadedModel &golden()
{
    static const LoadedModel model = loadModelFolder(kGolden).value();
    return model;
}

json ask(const json &request)
{
    return json::parse(answerLine(golden(), request.dump()));
}

} // namespace

/// Fill-mask, score and the protocol that carries them.
class TestServe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMaskIsAnswered();
    void spellingsOfTheMaskAreEqual();
    void lettersWithoutATokenMayBeSpelled();
    void pseudoHidesOneResidueAtATime();
    void scoreAgreesWithFillMask();
    void fillMaskAnswer();
    void scoreAnswer();
    void infoDescribesTheModel();
    void mistakesAreAnswered_data();
    void mistakesAreAnswered();
    void livesOnAfterMistakes();
    void saysWhyItCannotStart();
    void answersInUnderASecond();
};

void TestServe::everyMaskIsAnswered()
{
    const auto answers = fillMask(golden(), "MKT<mask>YIAK_Q?").value();
    QCOMPARE(answers.size(), std::size_t{3});
    const std::vector<std::int64_t> positions{4, 9, 11};
    for (std::size_t i = 0; i < answers.size(); ++i) {
        QCOMPARE(answers[i].position, positions[i]);
        QCOMPARE(answers[i].probabilities.size(), std::size_t{33});
        const double sum = std::accumulate(answers[i].probabilities.begin(), answers[i].probabilities.end(), 0.0);
        QVERIFY(std::abs(sum - 1) < 1e-6);
        for (std::size_t rank = 1; rank < 33; ++rank)
            QCOMPARE_GE(answers[i].probabilities[answers[i].ranking[rank - 1]],
                        answers[i].probabilities[answers[i].ranking[rank]]);
    }
}

void TestServe::spellingsOfTheMaskAreEqual()
{
    const auto first = fillMask(golden(), "MKT<mask>YIAK").value();
    QCOMPARE(fillMask(golden(), "mkt_yiak").value().front().probabilities, first.front().probabilities);
    QCOMPARE(fillMask(golden(), " MKT?\n YIAK\n").value().front().probabilities, first.front().probabilities);
}

void TestServe::lettersWithoutATokenMayBeSpelled()
{
    json spelled = ask({{"id", 1}, {"task", "score"}, {"sequence", "MK<unk>T"}});
    json letter = ask({{"id", 1}, {"task", "score"}, {"sequence", "MKJT"}});
    QVERIFY2(spelled["ok"].get<bool>(), spelled.dump().c_str());
    QCOMPARE(spelled["length"].get<int>(), 4);
    QVERIFY(spelled["log_probs"] == letter["log_probs"]);
}

void TestServe::pseudoHidesOneResidueAtATime()
{
    const std::string sequence = "MKTAYIAKQRQISFVK";
    const auto score = scoreSequence(golden(), sequence, true).value();
    QCOMPARE(score.length, 16);
    double sum = 0;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        std::string hidden = sequence;
        hidden[i] = '_';
        const auto answer = fillMask(golden(), hidden).value().front();
        for (std::size_t token = 0; token < 33; ++token)
            QVERIFY(std::abs(score.logProbabilities[i][token] - std::log(answer.probabilities[token])) < 1e-5);
        sum -= std::log(answer.probabilities[static_cast<std::size_t>(Alphabet::protein().idOf(sequence[i]))]);
    }
    QVERIFY(std::abs(score.loss - sum / 16) < 1e-5);
}

void TestServe::scoreAgreesWithFillMask()
{
    const auto score = scoreSequence(golden(), "MKT_YIAK", false).value();
    const auto answer = fillMask(golden(), "MKT_YIAK").value().front();
    for (std::size_t token = 0; token < 33; ++token)
        QVERIFY(std::abs(score.logProbabilities[3][token] - std::log(answer.probabilities[token])) < 1e-5);
    double sum = 0;
    for (const int i : {0, 1, 2, 4, 5, 6, 7}) // what is hidden has no loss
        sum -= score.logProbabilities[static_cast<std::size_t>(i)]
                                     [static_cast<std::size_t>(Alphabet::protein().idOf("MKT_YIAK"[i]))];
    QVERIFY(std::abs(score.loss - sum / 7) < 1e-9);
}

void TestServe::fillMaskAnswer()
{
    const json answer = ask({{"id", "a7"}, {"task", "fill-mask"}, {"sequence", "MKT<mask>YIAK"}, {"top", 3}});
    QVERIFY(answer["id"] == json("a7"));
    QVERIFY(answer["ok"] == json(true));
    QVERIFY(answer["seconds"].get<double>() > 0);
    QCOMPARE(answer["masks"].size(), std::size_t{1});
    const json &mask = answer["masks"][0];
    QVERIFY(mask["position"] == json(4));
    const auto expected = fillMask(golden(), "MKT<mask>YIAK").value().front();
    QCOMPARE(mask["tokens"].size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) {
        QVERIFY(mask["tokens"][i] == json(golden().tokenizer->token(expected.ranking[i])));
        QCOMPARE(mask["probabilities"][i].get<double>(), expected.probabilities[expected.ranking[i]]);
    }
    const json all = ask({{"id", 1}, {"task", "fill-mask"}, {"sequence", "MKT<mask>YIAK"}});
    QCOMPARE(all["masks"][0]["tokens"].size(), std::size_t{33});
}

void TestServe::scoreAnswer()
{
    const json answer = ask({{"id", 2}, {"task", "score"}, {"sequence", "MKTAYIAK"}, {"pseudo", true}});
    QVERIFY(answer["length"] == json(8));
    QCOMPARE(answer["tokens"].get<std::vector<std::string>>(), golden().tokenizer->tokens());
    QCOMPARE(answer["log_probs"].size(), std::size_t{8});
    QCOMPARE(answer["loss"].get<double>(), scoreSequence(golden(), "MKTAYIAK", true)->loss);
    const json hidden = ask({{"id", 3}, {"task", "score"}, {"sequence", "___"}});
    QVERIFY(hidden["loss"].is_null()); // no residue is there: JSON has no NaN
}

void TestServe::infoDescribesTheModel()
{
    const json answer = ask({{"id", 1}, {"task", "info"}});
    QVERIFY(answer["alphabet"] == json("protein"));
    QVERIFY(answer["max_length"] == json(1024));
    QVERIFY(answer["num_hidden_layers"] == json(3));
    QVERIFY(answer["hidden_size"] == json(48));
    QVERIFY(answer["parameters"] == json(88'977));
}

void TestServe::mistakesAreAnswered_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("no JSON") << QByteArray("fill the mask") << QByteArray("JSON");
    QTest::newRow("half") << QByteArray(R"({"id": 1, "task")") << QByteArray("JSON");
    QTest::newRow("list") << QByteArray("[1]") << QByteArray("JSON");
    QTest::newRow("no task") << QByteArray(R"({"id": 1})") << QByteArray("task");
    QTest::newRow("unknown task") << QByteArray(R"({"task": "fold", "sequence": "MK"})") << QByteArray("fold");
    QTest::newRow("wrong type") << QByteArray(R"({"task": "score", "sequence": 7})") << QByteArray("sequence");
    QTest::newRow("wrong flag") << QByteArray(R"({"task": "score", "sequence": "MK", "pseudo": "yes"})")
                                << QByteArray("pseudo");
    QTest::newRow("top 0") << QByteArray(R"({"task": "fill-mask", "sequence": "M_", "top": 0})") << QByteArray("top");
    QTest::newRow("empty") << QByteArray(R"({"task": "score", "sequence": " "})") << QByteArray("empty");
    QTest::newRow("no mask") << QByteArray(R"({"task": "fill-mask", "sequence": "MKT"})") << QByteArray("<mask>");
    QTest::newRow("letter") << QByteArray(R"({"task": "score", "sequence": "MKT1"})") << QByteArray("residue 4 is '1'");
    QTest::newRow("character") << QByteArray(R"({"task": "score", "sequence": "Mé"})") << QByteArray("'é'");
    QTest::newRow("too long") << QByteArray(R"({"task": "score", "sequence": ")") + QByteArray(1023, 'M')
            + QByteArray(R"("})")
                              << QByteArray("1022");
}

void TestServe::mistakesAreAnswered()
{
    QFETCH(QByteArray, request);
    QFETCH(QByteArray, named);
    const json answer = json::parse(answerLine(golden(), request.toStdString()));
    QVERIFY(answer["ok"] == json(false));
    QVERIFY2(answer["error"].get<std::string>().find(named.toStdString()) != std::string::npos,
             answer["error"].get<std::string>().c_str());
}

void TestServe::livesOnAfterMistakes()
{
    std::istringstream requests(
        "nonsense\n\n{\"id\": 5, \"task\": \"fold\"}\n{\"id\": 6, \"task\": \"score\", \"sequence\": \"MK\"}\n");
    std::ostringstream answers;
    QCOMPARE(serve(kGolden, requests, answers), 0);
    std::istringstream lines(answers.str());
    std::vector<json> parsed;
    for (std::string line; std::getline(lines, line);)
        parsed.push_back(json::parse(line));
    QCOMPARE(parsed.size(), std::size_t{4});
    QVERIFY(parsed[0]["ready"] == json(true));
    QVERIFY(parsed[1]["ok"] == json(false));
    QVERIFY(parsed[2]["id"] == json(5));
    QVERIFY(parsed[3]["ok"] == json(true));
}

void TestServe::saysWhyItCannotStart()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    fs::copy_file(kGolden / "config.json", path / "config.json");
    const std::string whole = readFile(kGolden / "model.safetensors").value();
    QVERIFY(writeFileAtomic(path / "model.safetensors", std::string_view(whole).substr(0, whole.size() / 2)));
    std::istringstream requests;
    std::ostringstream answers;
    QCOMPARE(serve(path, requests, answers), 3);
    const json answer = json::parse(answers.str());
    QVERIFY(answer["ready"] == json(false));
    QVERIFY(answer["error"].get<std::string>().find("cut short") != std::string::npos);
}

void TestServe::answersInUnderASecond()
{
    LoadedModel model{makeModel(ModelConfig{}, *letterTokenizer(Alphabet::protein()), 0),
                      letterTokenizer(Alphabet::protein()), 1024};
    model.model->eval();
    std::string sequence;
    for (int i = 0; i < 300; ++i)
        sequence += i % 60 == 30 ? '_' : "LAGVSERTIDPKQNFYMHWC"[i * 7 % 20];
    at::set_num_threads(1);
    const std::clock_t start = std::clock(); // processor time: the test machine may be busy with something else
    QCOMPARE(fillMask(model, sequence).value().size(), std::size_t{5});
    QCOMPARE_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 1.0);
}

QTEST_GUILESS_MAIN(TestServe)
#include "tst_serve.moc"
