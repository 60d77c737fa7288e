// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/confusionmatrix.h"
#include "metrics/ranking.h"
#include "metricsfixture.h"

using namespace anneal;
using namespace anneal::test;

class TestRanking : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithReference_data() { addCases("ranking"); }
    void agreesWithReference();
    void oneVsRestAgreesWithReference_data() { addCases("one_vs_rest"); }
    void oneVsRestAgreesWithReference();
    void labelsAgreeWithReference_data() { addCases("multi_label"); }
    void labelsAgreeWithReference();
    void notANumberIsUndefined();
    void infinitiesAreOrdered();
    void absentClassesAreLeftOut();
    void ranks();
};

void TestRanking::agreesWithReference()
{
    QFETCH(int, index);
    const auto &one = metricCase("ranking", index);
    const auto scores = values<float>(one, "scores");
    const auto positive = values<std::uint8_t>(one, "positive");
    QVERIFY(agrees(auroc(scores, positive), one["auroc"]));
    QVERIFY(agrees(averagePrecision(scores, positive), one["average_precision"]));
}

void TestRanking::oneVsRestAgreesWithReference()
{
    QFETCH(int, index);
    const auto &one = metricCase("one_vs_rest", index);
    const auto scores = values<float>(one, "scores");
    const auto targets = values<int>(one, "targets");
    const int classes = one["classes"].get<int>();
    const RankingScores area = oneVsRestAuroc(scores, targets, classes);
    QVERIFY(agrees(area.macro, one["auroc_macro"]));
    QCOMPARE(area.defined, classes);
    for (std::size_t c = 0; c < area.perClass.size(); ++c)
        QVERIFY(agrees(area.perClass[c], one["auroc"][c]));
    QVERIFY(agrees(oneVsRestAveragePrecision(scores, targets, classes).macro, one["average_precision_macro"]));
}

void TestRanking::labelsAgreeWithReference()
{
    QFETCH(int, index);
    const auto &one = metricCase("multi_label", index);
    const auto scores = values<float>(one, "scores");
    const auto targets = values<std::uint8_t>(one, "targets");
    const int labels = one["labels"].get<int>();
    QVERIFY(agrees(labelAuroc(scores, targets, labels).macro, one["auroc_macro"]));
    QVERIFY(agrees(auroc(scores, targets), one["auroc_micro"])); // micro is the pot of all decisions
    QVERIFY(agrees(labelAveragePrecision(scores, targets, labels).macro, one["average_precision_macro"]));
    QVERIFY(agrees(averagePrecision(scores, targets), one["average_precision_micro"]));
}

void TestRanking::notANumberIsUndefined()
{
    const std::vector<float> scores{0.1f, std::nanf(""), 0.3f};
    const std::vector<std::uint8_t> positive{0, 1, 1};
    QVERIFY(!auroc(scores, positive));
    QVERIFY(!averagePrecision(scores, positive));
    QVERIFY(!auroc({}, {}));
    QVERIFY(!averagePrecision({}, {}));
}

void TestRanking::infinitiesAreOrdered()
{
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> scores{-infinity, 0, infinity};
    QCOMPARE(*auroc(scores, std::vector<std::uint8_t>{0, 0, 1}), 1.0);
    QCOMPARE(*averagePrecision(scores, std::vector<std::uint8_t>{1, 0, 1}), (1.0 + 2.0 / 3.0) / 2);
}

void TestRanking::absentClassesAreLeftOut()
{
    const std::vector<float> scores{1, 0, 0, 0, 1, 0, 1, 0, 0};
    const RankingScores area = oneVsRestAuroc(scores, std::vector<int>{0, 1, kNoClass}, 3);
    QCOMPARE(area.defined, 2);
    QCOMPARE(*area.macro, 1.0);
    QVERIFY(!area.perClass[2]);
    QVERIFY(!oneVsRestAuroc(scores, std::vector<int>{0, 0, 0}, 3).macro);
}

void TestRanking::ranks()
{
    QVERIFY(averageRanks(std::vector<float>{3, 1, 3, 2, 3}) == (std::vector<double>{4, 1, 4, 2, 4}));
    QVERIFY(averageRanks({}).empty());
}

QTEST_GUILESS_MAIN(TestRanking)
#include "tst_ranking.moc"
