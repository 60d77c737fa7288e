// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/confusionmatrix.h"
#include "metrics/meanloss.h"
#include "metrics/multilabel.h"
#include "metricsfixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

ConfusionMatrix matrixOf(const nlohmann::json &one)
{
    ConfusionMatrix matrix(one.at("classes").get<int>());
    matrix.add(values<int>(one, "targets"), values<int>(one, "predicted"));
    return matrix;
}

MultiLabelCounts labelCounts(const nlohmann::json &one)
{
    const auto targets = values<std::uint8_t>(one, "targets"), predicted = values<std::uint8_t>(one, "predicted");
    const auto labels = one.at("labels").get<std::size_t>();
    MultiLabelCounts counts(static_cast<int>(labels));
    for (std::size_t i = 0; i < targets.size(); i += labels)
        counts.add({&targets[i], labels}, {&predicted[i], labels});
    return counts;
}

} // namespace

class TestClassification : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithReference_data() { addCases("classification"); }
    void agreesWithReference();
    void multiLabelAgreesWithReference_data() { addCases("multi_label"); }
    void multiLabelAgreesWithReference();
    void leavesOutWhatHasNoClass();
    void nothingOfNothing();
    void mergesLikeOne();
    void perplexity();
};

void TestClassification::agreesWithReference()
{
    QFETCH(int, index);
    const auto &one = metricCase("classification", index);
    const ConfusionMatrix matrix = matrixOf(one);
    QVERIFY(agrees(matrix.accuracy(), one["accuracy"]));
    QVERIFY(agrees(matrix.balancedAccuracy(), one["balanced_accuracy"]));
    QVERIFY(agrees(matrix.macroF1(), one["macro_f1"]));
    QVERIFY(agrees(matrix.weightedF1(), one["weighted_f1"]));
    QVERIFY(agrees(matrix.mcc(), one["mcc"]));
    QVERIFY(matrix.counts() == values<std::int64_t>(one, "confusion"));
    for (int c = 0; c < matrix.classes(); ++c) {
        const auto at = static_cast<std::size_t>(c);
        const ClassScores scores = matrix.scores(c);
        QVERIFY(agrees(scores.precision, one["precision"][at]));
        QVERIFY(agrees(scores.recall, one["recall"][at]));
        QVERIFY(agrees(scores.f1, one["f1"][at]));
        QCOMPARE(scores.support, one["support"][at].get<std::int64_t>());
    }
}

void TestClassification::multiLabelAgreesWithReference()
{
    QFETCH(int, index);
    const auto &one = metricCase("multi_label", index);
    const MultiLabelCounts counts = labelCounts(one);
    QVERIFY(agrees(counts.exactMatch(), one["exact_match"]));
    QVERIFY(agrees(counts.hammingLoss(), one["hamming_loss"]));
    QVERIFY(agrees(counts.micro()->precision, one["precision_micro"]));
    QVERIFY(agrees(counts.micro()->recall, one["recall_micro"]));
    QVERIFY(agrees(counts.micro()->f1, one["f1_micro"]));
    QVERIFY(agrees(counts.macro()->precision, one["precision_macro"]));
    QVERIFY(agrees(counts.macro()->recall, one["recall_macro"]));
    QVERIFY(agrees(counts.macro()->f1, one["f1_macro"]));
}

void TestClassification::leavesOutWhatHasNoClass()
{
    ConfusionMatrix matrix(2);
    matrix.add(std::vector<int>{0, kNoClass, 1, kNoClass}, std::vector<int>{0, 1, 0, 0});
    QCOMPARE(matrix.total(), std::int64_t{2});
    QCOMPARE(*matrix.accuracy(), 0.5);
}

void TestClassification::nothingOfNothing()
{
    const ConfusionMatrix matrix(3);
    QVERIFY(!matrix.accuracy() && !matrix.balancedAccuracy() && !matrix.macroF1() && !matrix.weightedF1());
    QVERIFY(!matrix.mcc());
    QCOMPARE(matrix.scores(1).f1, 0.0);
    const MultiLabelCounts counts(2);
    QVERIFY(!counts.micro() && !counts.macro() && !counts.exactMatch() && !counts.hammingLoss());
}

void TestClassification::mergesLikeOne()
{
    const auto &one = metricCase("classification", 2);
    ConfusionMatrix twice = matrixOf(one);
    twice.merge(matrixOf(one));
    QCOMPARE(twice.total(), 2 * matrixOf(one).total());
    QVERIFY(agrees(twice.macroF1(), one["macro_f1"]));
    const auto &labels = metricCase("multi_label", 0);
    MultiLabelCounts counts = labelCounts(labels);
    counts.merge(labelCounts(labels));
    QVERIFY(agrees(counts.exactMatch(), labels["exact_match"]));
    QVERIFY(agrees(counts.macro()->f1, labels["f1_macro"]));
}

void TestClassification::perplexity()
{
    MeanLoss loss;
    QVERIFY(!loss.mean() && !loss.perplexity());
    loss.add(3 * std::log(20.0), 3);
    loss.add(0, 0);
    QVERIFY(agrees(loss.perplexity(), 20.0));
    MeanLoss more;
    more.add(1 * std::log(5.0), 1);
    loss.merge(more);
    QCOMPARE(loss.targets(), std::int64_t{4});
    QVERIFY(agrees(loss.mean(), (3 * std::log(20.0) + std::log(5.0)) / 4)); // a mean of means would be another
    loss.add(std::nan(""), 1);
    QVERIFY(std::isnan(*loss.perplexity()));
}

QTEST_GUILESS_MAIN(TestClassification)
#include "tst_classification.moc"
