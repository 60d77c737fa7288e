// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/regression.h"
#include "metricsfixture.h"

using namespace anneal;
using namespace anneal::test;

class TestRegression : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithReference_data() { addCases("regression"); }
    void agreesWithReference();
    void mergesLikeOne_data() { addCases("regression"); }
    void mergesLikeOne();
    void notFiniteIsUndefined();
    void nothingOfNothing();
};

void TestRegression::agreesWithReference()
{
    QFETCH(int, index);
    const auto &one = metricCase("regression", index);
    const auto targets = values<float>(one, "targets"), predicted = values<float>(one, "predicted");
    RegressionErrors errors;
    errors.add(targets, predicted);
    QVERIFY(agrees(errors.meanSquaredError(), one["mse"]));
    QVERIFY(agrees(errors.meanAbsoluteError(), one["mae"]));
    QVERIFY(agrees(errors.r2(), one["r2"]));
    QVERIFY(agrees(errors.pearson(), one["pearson"]));
    QVERIFY(agrees(spearman(targets, predicted), one["spearman"]));
}

void TestRegression::mergesLikeOne()
{
    QFETCH(int, index);
    const auto &one = metricCase("regression", index);
    const auto targets = values<float>(one, "targets"), predicted = values<float>(one, "predicted");
    RegressionErrors first, second;
    for (std::size_t i = 0; i < targets.size(); ++i)
        (i % 3 == 0 ? first : second).add(double{targets[i]}, double{predicted[i]});
    first.merge(second);
    QCOMPARE(first.count(), static_cast<std::int64_t>(targets.size()));
    QVERIFY(agrees(first.meanSquaredError(), one["mse"]));
    QVERIFY(agrees(first.r2(), one["r2"]));
    QVERIFY(agrees(first.pearson(), one["pearson"]));
}

void TestRegression::notFiniteIsUndefined()
{
    RegressionErrors errors;
    errors.add(std::vector<float>{1, 2, 3}, std::vector<float>{1, std::nanf(""), 3});
    QCOMPARE(errors.notFinite(), std::int64_t{1});
    QCOMPARE(errors.count(), std::int64_t{2});
    QVERIFY(!errors.meanSquaredError() && !errors.meanAbsoluteError() && !errors.r2() && !errors.pearson());
    const float infinity = std::numeric_limits<float>::infinity();
    QVERIFY(!spearman(std::vector<float>{1, 2}, std::vector<float>{1, infinity}));
    RegressionErrors sound;
    sound.add(1, 2);
    sound.merge(errors);
    QVERIFY(!sound.meanSquaredError());
}

void TestRegression::nothingOfNothing()
{
    const RegressionErrors errors;
    QVERIFY(!errors.meanSquaredError() && !errors.meanAbsoluteError() && !errors.r2() && !errors.pearson());
    QVERIFY(!spearman({}, {}));
}

QTEST_GUILESS_MAIN(TestRegression)
#include "tst_regression.moc"
