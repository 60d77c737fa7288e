// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QTest>
#include <nlohmann/json.hpp>

#include "infer/classify.h"
#include "infer/score.h"
#include "infer/serve.h"

using namespace anneal;
using nlohmann::json;

namespace {

const std::string kGiven = "GATTACANNGCRT", kOther = "AYGCNNTGTAATC";

/// A small model of DNA or RNA with fresh weights; a classifier when it has labels.
LoadedModel modelOf(const TokenizerPtr &tokenizer, TaskSpec task = {}, bool causal = false)
{
    ModelConfig config;
    config.num_hidden_layers = 2;
    config.hidden_size = 32;
    config.num_attention_heads = 4;
    config.intermediate_size = 64;
    config.initializer_range = 0.3; // so that answers differ
    config.is_causal = causal;
    config.token_dropout = false;
    auto model = makeModel(config, *tokenizer, 5, torch::kFloat32, {.task = std::move(task)});
    model->eval();
    return {model, tokenizer, 512};
}

TaskSpec classes(Problem problem = Problem::SingleLabel)
{
    TaskSpec task;
    task.kind = HeadKind::Sequence;
    task.problem = problem;
    task.labels = {"a", "b", "c"};
    return task;
}

std::string inRna(std::string letters)
{
    std::replace(letters.begin(), letters.end(), 'T', 'U');
    return letters;
}

double far(const std::vector<double> &a, const std::vector<double> &b)
{
    double most = a.size() == b.size() ? 0 : 1e9;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

constexpr double kRounding = 1e-12; // the mean is taken in fp64

} // namespace

/// What a model says of both strands is the mean, and the same for either.
class TestBothStrands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void classesAreTheMean_data();
    void classesAreTheMean();
    void embeddingsAreTheMean();
    void residuesMeetTheirPartners();
    void scoresAreTheMean_data();
    void scoresAreTheMean();
    void hiddenResiduesStayHidden();
    void rnaHasAnotherStrandToo();
    void kmersThatOverlapMeet();
    void refuses_data();
    void refuses();
    void serveTakesTheOption();
};

void TestBothStrands::classesAreTheMean_data()
{
    QTest::addColumn<int>("problem");
    QTest::newRow("one class") << static_cast<int>(Problem::SingleLabel);
    QTest::newRow("several classes") << static_cast<int>(Problem::MultiLabel);
    QTest::newRow("numbers") << static_cast<int>(Problem::Regression);
}

void TestBothStrands::classesAreTheMean()
{
    QFETCH(int, problem);
    const LoadedModel model = modelOf(letterTokenizer(Alphabet::dna()), classes(static_cast<Problem>(problem)));
    const auto given = classifySequence(model, kGiven)->values, other = classifySequence(model, kOther)->values;
    QVERIFY(far(given, other) > 1e-4);
    const auto both = classifySequence(model, kGiven, Strands::Both)->values;
    for (std::size_t i = 0; i < given.size(); ++i)
        QCOMPARE(both[i], (given[i] + other[i]) / 2);
    QCOMPARE(classifySequence(model, kOther, Strands::Both)->values, both);
}

void TestBothStrands::embeddingsAreTheMean()
{
    const LoadedModel model = modelOf(letterTokenizer(Alphabet::dna()));
    const auto given = embedSequence(model, kGiven).value(), other = embedSequence(model, kOther).value();
    QVERIFY(far(given, other) > 1e-3);
    const auto both = embedSequence(model, kGiven, Strands::Both).value();
    for (std::size_t i = 0; i < given.size(); ++i)
        QCOMPARE(both[i], (given[i] + other[i]) / 2);
    QCOMPARE(embedSequence(model, kOther, Strands::Both).value(), both);
}

void TestBothStrands::residuesMeetTheirPartners()
{
    const LoadedModel model = modelOf(letterTokenizer(Alphabet::dna()));
    const Rows given = embedResidues(model, kGiven).value(), other = embedResidues(model, kOther).value();
    const Rows both = embedResidues(model, kGiven, Strands::Both).value();
    const Rows turned = embedResidues(model, kOther, Strands::Both).value();
    const std::size_t length = kGiven.size();
    QCOMPARE(both.size(), length);
    for (std::size_t i = 0; i < length; ++i) {
        QVERIFY(far(both[i], meanOf(given[i], other[length - 1 - i])) < kRounding);
        QCOMPARE(turned[length - 1 - i], both[i]);
    }
}

void TestBothStrands::scoresAreTheMean_data()
{
    QTest::addColumn<bool>("causal");
    QTest::addColumn<bool>("pseudo");
    QTest::newRow("as it is") << false << false;
    QTest::newRow("one hidden") << false << true;
    QTest::newRow("from left to right") << true << false;
}

void TestBothStrands::scoresAreTheMean()
{
    QFETCH(bool, causal);
    QFETCH(bool, pseudo);
    const Alphabet &dna = Alphabet::dna();
    const LoadedModel model = modelOf(letterTokenizer(dna), {}, causal);
    const SequenceScore given = scoreSequence(model, kGiven, pseudo).value();
    const SequenceScore other = scoreSequence(model, kOther, pseudo).value();
    const SequenceScore both = scoreSequence(model, kGiven, pseudo, Strands::Both).value();
    const SequenceScore turned = scoreSequence(model, kOther, pseudo, Strands::Both).value();
    QVERIFY(std::abs(given.loss - other.loss) > 1e-4);
    QCOMPARE(both.loss, (given.loss + other.loss) / 2);
    QCOMPARE(turned.loss, both.loss);
    const std::string_view letters = "ACGTNRY<", partners = "TGCANYR<"; // <cls> is its own
    const std::size_t length = kGiven.size();
    for (std::size_t i = 0; i < length; ++i)
        for (std::size_t letter = 0; letter < letters.size(); ++letter) {
            const auto idOf = [&](char c) { return c == '<' ? std::size_t{0} : static_cast<std::size_t>(dna.idOf(c)); };
            const std::size_t token = idOf(letters[letter]), partner = idOf(partners[letter]);
            const double mean =
                (given.logProbabilities[i][token] + other.logProbabilities[length - 1 - i][partner]) / 2;
            QVERIFY(std::abs(both.logProbabilities[i][token] - mean) < kRounding);
            QCOMPARE(turned.logProbabilities[length - 1 - i][partner], both.logProbabilities[i][token]);
        }
}

void TestBothStrands::hiddenResiduesStayHidden()
{
    const LoadedModel model = modelOf(letterTokenizer(Alphabet::dna()));
    const SequenceScore given = scoreSequence(model, "AC_GGT", false).value();
    const SequenceScore other = scoreSequence(model, "ACC?GT", false).value();
    const SequenceScore both = scoreSequence(model, "AC_GGT", false, Strands::Both).value();
    QCOMPARE(both.loss, (given.loss + other.loss) / 2);
}

void TestBothStrands::rnaHasAnotherStrandToo()
{
    const LoadedModel model = modelOf(letterTokenizer(Alphabet::rna()));
    const SequenceScore given = scoreSequence(model, inRna(kGiven), false).value();
    const SequenceScore other = scoreSequence(model, inRna(kOther), false).value();
    const auto both = scoreSequence(model, inRna(kGiven), false, Strands::Both);
    QVERIFY2(both, both ? "" : both.error().text().c_str());
    QCOMPARE(both->loss, (given.loss + other.loss) / 2);
    const auto u = static_cast<std::size_t>(Alphabet::rna().idOf('U'));
    const auto a = static_cast<std::size_t>(Alphabet::rna().idOf('A'));
    QVERIFY(std::abs(both->logProbabilities[0][u] - (given.logProbabilities[0][u] + other.logProbabilities[12][a]) / 2)
            < kRounding);
}

void TestBothStrands::kmersThatOverlapMeet()
{
    const LoadedModel model = modelOf(dnabertTokenizer(3));
    const SequenceScore given = scoreSequence(model, "GATTACAGG", false).value();
    const SequenceScore other = scoreSequence(model, "CCTGTAATC", false).value();
    const auto both = scoreSequence(model, "GATTACAGG", false, Strands::Both);
    QVERIFY2(both, both ? "" : both.error().text().c_str());
    QCOMPARE(both->length, 7);
    QCOMPARE(both->loss, (given.loss + other.loss) / 2);
    const std::size_t gat = *model.tokenizer->vocabulary().find("GAT"),
                      atc = *model.tokenizer->vocabulary().find("ATC");
    QVERIFY(
        std::abs(both->logProbabilities[0][gat] - (given.logProbabilities[0][gat] + other.logProbabilities[6][atc]) / 2)
        < kRounding);
}

void TestBothStrands::refuses_data()
{
    QTest::addColumn<QString>("tokenizer");
    QTest::addColumn<QString>("sequence");
    QTest::addColumn<QString>("named");
    QTest::newRow("protein") << "protein"
                             << "MKT"
                             << "DNA and RNA";
    QTest::newRow("k-mers side by side") << "kmers"
                                         << "GATTACAGATTACA"
                                         << "side by side";
}

void TestBothStrands::refuses()
{
    QFETCH(QString, tokenizer);
    QFETCH(QString, sequence);
    QFETCH(QString, named);
    const LoadedModel model = modelOf(tokenizer == "protein" ? letterTokenizer(Alphabet::protein()) : kmerTokenizer(3));
    for (const Error &error : {scoreSequence(model, sequence.toStdString(), false, Strands::Both).error(),
                               embedResidues(model, sequence.toStdString(), Strands::Both).error()}) {
        QCOMPARE(error.code, ErrorCode::Data);
        QVERIFY2(QString::fromStdString(error.message).contains(named), error.message.c_str());
    }
}

void TestBothStrands::serveTakesTheOption()
{
    const LoadedModel model = modelOf(letterTokenizer(Alphabet::dna()), classes());
    const auto ask = [&](json request) {
        request["sequence"] = kGiven;
        return json::parse(answerLine(model, request.dump()));
    };
    const json both = ask({{"task", "classify"}, {"both_strands", true}});
    QCOMPARE(both["values"].get<std::vector<double>>(), classifySequence(model, kGiven, Strands::Both)->values);
    QVERIFY(both["values"] != ask({{"task", "classify"}})["values"]);
    const json wrong = ask({{"task", "classify"}, {"both_strands", "yes"}});
    QVERIFY(wrong["error"].get<std::string>().find("both_strands") != std::string::npos);
    QVERIFY(ask({{"task", "embed"}, {"both_strands", true}})["embedding"] != ask({{"task", "embed"}})["embedding"]);
}

QTEST_GUILESS_MAIN(TestBothStrands)
#include "tst_bothstrands.moc"
