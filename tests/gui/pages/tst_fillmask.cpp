// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "pages/tryout/fillmask.h"
#include "pages/tryout/masksmodel.h"

using namespace anneal;

namespace {

nlohmann::json answer()
{
    return nlohmann::json::parse(R"({"id": 1, "ok": true, "seconds": 0.012, "masks": [
        {"position": 4, "tokens": ["L", "<cls>", "A", "S"], "probabilities": [0.2, 0.3, 0.4, 0.1]},
        {"position": 6, "tokens": ["K"], "probabilities": [1.0]}]})");
}

} // namespace

class TestFillMask : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void masksStandInPlaceOfLetters_data()
    {
        QTest::addColumn<QVector<int>>("positions");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << QVector<int>{} << "MKTAY";
        QTest::newRow("ends") << QVector<int>{0, 4} << "<mask>KTA<mask>";
        QTest::newRow("neighbours") << QVector<int>{1, 2} << "M<mask><mask>AY";
    }

    void masksStandInPlaceOfLetters()
    {
        QFETCH(QVector<int>, positions);
        QTEST(maskedSequence("MKTAY", positions), "text");
    }

    void answerIsSortedAndWithoutSpecials()
    {
        const auto read = readFillMask(answer(), "MKTVYIAK");
        QVERIFY(read.has_value());
        QCOMPARE(read->masks.size(), 2u);
        QCOMPARE(read->seconds, 0.012);
        const MaskAnswer &first = read->masks[0];
        QCOMPARE(first.position, 3);
        QCOMPARE(first.original, QChar('V'));
        QCOMPARE(first.choices.size(), 3u);
        QCOMPARE(first.choices[0].token, QStringLiteral("A"));
        QCOMPARE(first.choices[0].probability, 0.4);
    }

    void anotherVersionIsAnError()
    {
        const auto read = readFillMask(nlohmann::json::parse(R"({"ok": true, "masks": [{"pos": 1}]})"), "MKT");
        QVERIFY(!read.has_value());
        QVERIFY(read.error().message.find("cannot be read") != std::string::npos);
    }

    void table()
    {
        MasksModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMasks(readFillMask(answer(), "MKTAYIAK")->masks);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, MasksModel::Position).data().toInt(), 4);
        QCOMPARE(model.index(0, MasksModel::First).data().toString(), QStringLiteral("A  40.0 %"));
        QCOMPARE(model.index(0, MasksModel::OriginalProbability).data().toString(), QStringLiteral("40.0 %"));
        QCOMPARE(model.index(1, MasksModel::Second).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.rowOf(5), 1);
        QCOMPARE(model.rowOf(0), -1);
        QVERIFY(model.toTsv().startsWith("position\thidden\ttoken\tprobability\n4\tA\tA\t0.4\n"));
    }
};

QTEST_GUILESS_MAIN(TestFillMask)
#include "tst_fillmask.moc"
