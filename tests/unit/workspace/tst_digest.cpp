// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QtTest>

#include "workspace/digest.h"

using namespace anneal;

namespace {

void train(LossDigest &digest, std::int64_t step, double loss, std::int64_t time = 0)
{
    digest.addTraining({&step, 1}, {&time, 1}, {&loss, 1});
}

void validate(LossDigest &digest, std::int64_t step, double loss, std::int64_t time = 0)
{
    digest.addValidation({&step, 1}, {&time, 1}, {&loss, 1});
}

} // namespace

class TestDigest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingLogged();
    void sparklineLength_data();
    void sparklineLength();
    void meansOfStretches();
    void nonFiniteLosses();
    void resumeReplacesLaterSteps();
    void replacedEvaluationIsNeverBest_data();
    void replacedEvaluationIsNeverBest();
};

void TestDigest::nothingLogged()
{
    const LossDigest digest;
    QVERIFY(!digest.trainLoss() && !digest.validationLoss() && !digest.bestValidationLoss());
    QVERIFY(digest.sparkline().empty());
}

void TestDigest::sparklineLength_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("interval");
    QTest::addColumn<int>("points");
    QTest::newRow("one") << 1 << 1 << 1;
    QTest::newRow("as many as fit") << 64 << 1 << 64;
    QTest::newRow("one more") << 65 << 1 << 33;
    QTest::newRow("a million") << 1'000'000 << 1 << 62;
    QTest::newRow("every tenth step") << 20 << 10 << 20;
}

void TestDigest::sparklineLength()
{
    QFETCH(int, rows);
    QFETCH(int, interval);
    QFETCH(int, points);
    LossDigest digest;
    for (int row = 0; row < rows; ++row)
        train(digest, 1 + row * interval, 2.0);
    QCOMPARE(static_cast<int>(digest.sparkline().size()), points);
    for (const float point : digest.sparkline())
        QCOMPARE(point, 2.0f);
}

void TestDigest::meansOfStretches()
{
    LossDigest digest;
    for (int step = 1; step <= 128; ++step)
        train(digest, step, step);
    const auto sparkline = digest.sparkline();
    QCOMPARE(sparkline.size(), 64u);
    QCOMPARE(sparkline[0], 1.5f);
    QCOMPARE(sparkline[63], 127.5f);
    QCOMPARE(digest.trainLoss(), std::optional(128.0));
}

void TestDigest::nonFiniteLosses()
{
    LossDigest digest;
    train(digest, 1, 3.0);
    train(digest, 2, std::nan(""));
    validate(digest, 1, INFINITY);
    QVERIFY(std::isnan(*digest.trainLoss()));
    QVERIFY(std::isnan(digest.sparkline()[1]));
    QVERIFY(std::isinf(*digest.validationLoss()));
    QVERIFY(std::isnan(*digest.bestValidationLoss()));
    validate(digest, 2, 2.5);
    validate(digest, 3, std::nan(""));
    QCOMPARE(digest.bestValidationLoss(), std::optional(2.5));
}

void TestDigest::resumeReplacesLaterSteps()
{
    LossDigest digest;
    for (int step = 1; step <= 20; ++step)
        train(digest, step, 9.0, step);
    train(digest, 11, 1.0, 100);
    const auto sparkline = digest.sparkline();
    QCOMPARE(sparkline.size(), 11u);
    QCOMPARE(sparkline[9], 9.0f);
    QCOMPARE(sparkline[10], 1.0f);
}

void TestDigest::replacedEvaluationIsNeverBest_data()
{
    QTest::addColumn<bool>("validationFirst");
    QTest::newRow("read before the resume shows") << true;
    QTest::newRow("read after it") << false;
}

void TestDigest::replacedEvaluationIsNeverBest()
{
    QFETCH(bool, validationFirst);
    LossDigest digest;
    const auto training = [&] {
        train(digest, 100, 3.0, 100);
        train(digest, 160, 3.0, 160);
        train(digest, 101, 3.0, 200);
    };
    const auto validation = [&] {
        validate(digest, 50, 2.9, 50);
        validate(digest, 150, 1.0, 150);
    };
    if (validationFirst)
        validation();
    training();
    if (!validationFirst)
        validation();
    QCOMPARE(digest.bestValidationLoss(), std::optional(2.9));
    QCOMPARE(digest.validationLoss(), std::optional(2.9));
}

QTEST_GUILESS_MAIN(TestDigest)
#include "tst_digest.moc"
