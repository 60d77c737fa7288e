// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/structurescores.h"
#include "metricsfixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

std::vector<int> ids(const std::string &chain, const std::string &states)
{
    std::vector<int> ids;
    for (const char state : chain)
        ids.push_back(state == '?' ? kNoClass : static_cast<int>(states.find(state)));
    return ids;
}

std::vector<std::string> names(const std::string &states)
{
    std::vector<std::string> names;
    for (const char state : states)
        names.emplace_back(1, state);
    return names;
}

} // namespace

class TestStructure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithFormula_data() { addCases("structure"); }
    void agreesWithFormula();
    void byHand_data();
    void byHand();
    void reducesToThreeStates();
    void eightStatesAndThree();
    void nothingOfNothing();
};

void TestStructure::agreesWithFormula()
{
    QFETCH(int, index);
    const auto &one = metricCase("structure", index);
    const auto states = one["states"].get<std::string>();
    StructureScores scores(names(states)), half(names(states));
    for (std::size_t i = 0; i < one["observed"].size(); ++i)
        (i % 2 ? half : scores)
            .addChain(ids(one["observed"][i].get<std::string>(), states),
                      ids(one["predicted"][i].get<std::string>(), states));
    scores.merge(half);
    QVERIFY(agrees(scores.all().accuracy(), one["q"]));
    QVERIFY(agrees(scores.overlap8().value(), one["sov"]));
    QVERIFY(agrees(scores.overlap8().chainMean(), one["sov_chain_mean"]));
    for (std::size_t state = 0; state < states.size(); ++state)
        QVERIFY(agrees(scores.overlap8().value(static_cast<int>(state)), one["sov_states"][state]));
    QCOMPARE(scores.hasEightStates(), states.size() == 8);
    if (states.size() == 3)
        QVERIFY(agrees(scores.q3(), one["q"]));
}

void TestStructure::byHand_data()
{
    QTest::addColumn<QString>("observed");
    QTest::addColumn<QString>("predicted");
    QTest::addColumn<double>("helix");
    QTest::newRow("same") << "CHHHHC"
                          << "CHHHHC" << 1.0;
    // minov 3, maxov 4, delta min(1, 3, 2, 1) = 1: (3 + 1) / 4
    QTest::newRow("one short") << "CHHHHC"
                               << "CHHHCC" << 1.0;
    // minov 1, maxov 4, delta min(3, 1, 2, 0) = 0
    QTest::newRow("one residue of four") << "CHHHHC"
                                         << "CHCCCC" << 0.25;
    // two pairs, each minov 2, maxov 6, delta min(4, 2, 3, 1) = 1: (3/6 + 3/6) · 6 / 12
    QTest::newRow("broken") << "HHHHHH"
                            << "HHCCHH" << 0.5;
    // minov 2, maxov 4, delta min(2, 2, 1, 1) = 1: 3/4
    QTest::newRow("neighbour") << "HHHC"
                               << "CHHH" << 0.75;
    QTest::newRow("missed") << "HHHC"
                            << "CCCC" << 0.0;
    QTest::newRow("unknown divides") << "HH?HH"
                                     << "HHHHH" << 1.0;
}

void TestStructure::byHand()
{
    QFETCH(QString, observed);
    QFETCH(QString, predicted);
    QFETCH(double, helix);
    SegmentOverlap overlap(2);
    overlap.addChain(ids(observed.toStdString(), "HC"), ids(predicted.toStdString(), "HC"));
    QCOMPARE(*overlap.value(0), helix);
}

void TestStructure::reducesToThreeStates()
{
    QString reduced;
    for (const char state : std::string_view("HGIEBTSCL-~ "))
        reduced += QLatin1Char(*threeState(state));
    QCOMPARE(reduced, QString("HHHEECCCCCCC"));
    QVERIFY(!threeState('X') && !threeState('h'));
    QVERIFY(areStructureStates(names("HEC")) && areStructureStates(names("BCEGHIST")));
    QVERIFY(!areStructureStates(names("HEX")) && !areStructureStates({}) && !areStructureStates({"HH"}));
}

void TestStructure::eightStatesAndThree()
{
    StructureScores scores(names("HGETC"));
    scores.addChain(ids("HHGEETTC", "HGETC"), ids("HHHEECTC", "HGETC"));
    QCOMPARE(*scores.q8(), 6.0 / 8.0);
    QCOMPARE(*scores.q3(), 1.0); // G for H and T for C are the same of three
    QCOMPARE(*scores.overlap3().value(), 1.0);
    StructureScores three(names("HEC"));
    QVERIFY(!three.q8());
}

void TestStructure::nothingOfNothing()
{
    StructureScores scores(names("HEC"));
    scores.addChain(ids("???", "HEC"), ids("HEC", "HEC"));
    QVERIFY(!scores.q3() && !scores.overlap3().value() && !scores.overlap3().chainMean());
}

QTEST_GUILESS_MAIN(TestStructure)
#include "tst_structure.moc"
