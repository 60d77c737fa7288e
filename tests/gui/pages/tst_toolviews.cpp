// SPDX-License-Identifier: GPL-3.0-or-later
// The tools of Try out with answers written by hand.
#include <QClipboard>
#include <QLabel>
#include <QTableView>
#include <QTextEdit>
#include <QToolButton>
#include <QtTest>

#include "gui/pages/pagefixture.h"
#include "pages/tryout/contactview.h"
#include "pages/tryout/labelview.h"
#include "pages/tryout/scores.h"
#include "widgets/heatmapview.h"

using namespace anneal;
using test::find;

class TestToolViews : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void labelsStandBelowTheLetters();
    void labelsAsATable();
    void strongestContactsFirst();
    void answersAboutOtherLettersAreRefused_data();
    void answersAboutOtherLettersAreRefused();
    void rnaHasItsOwnLetters();
    void tokensOfSeveralLettersHaveNoMap();
};

namespace {

nlohmann::json labelAnswer()
{
    return {{"labels", {"helix", "coil"}},
            {"residues", {"helix", "helix", "coil"}},
            {"probabilities", {{0.75, 0.25}, {0.5, 0.5}, {0.125, 0.875}}}};
}

/// Residue i and j touch with a probability that grows with their distance.
nlohmann::json contactAnswer(int length)
{
    std::vector<std::vector<double>> rows(static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i)
        for (int j = 0; j < length; ++j)
            rows[static_cast<std::size_t>(i)].push_back(std::abs(i - j) / 16.0);
    return {{"contacts", rows}};
}

bool says(const QWidget &view, const QString &words)
{
    for (const QLabel *label : view.findChildren<QLabel *>())
        if (label->text().contains(words))
            return true;
    return false;
}

} // namespace

void TestToolViews::labelsStandBelowTheLetters()
{
    LabelView view;
    view.take(labelAnswer(), "MKT");
    QCOMPARE(find<QTextEdit>(view, "tryOut.labels.text")->toPlainText(), QString("     1  MKT\n        hhc\n\n"));
    QVERIFY(says(view, "66.7 %") && says(view, "helix"));
    view.setEmpty("Type or paste a sequence.");
    QVERIFY(find<QTextEdit>(view, "tryOut.labels.text")->toPlainText().isEmpty());
}

void TestToolViews::labelsAsATable()
{
    LabelView view;
    view.take(labelAnswer(), "MKT");
    find<QToolButton>(view, "tryOut.labels.copyTable")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QString("position\tletter\tclass\tprobability\n1\tM\thelix\t0.75\n2\tK\thelix\t0.5\n3\tT\tcoil\t0.875\n"));
}

void TestToolViews::strongestContactsFirst()
{
    ContactView view;
    view.take(contactAnswer(9), "MKTAYIAKQ");
    const auto *pairs = find<QTableView>(view, "tryOut.contacts.table")->model();
    QCOMPARE(pairs->rowCount(), 3 + 2 + 1); // at least six apart
    QCOMPARE(pairs->index(0, 0).data().toString() + pairs->index(0, 1).data().toString(), QString("M1Q9"));
    QCOMPARE(pairs->index(0, 2).data().toString(), QString("50.0 %"));
    find<QTableView>(view, "tryOut.contacts.table")->selectRow(0);
    QCOMPARE(find<QLabel>(view, "tryOut.contacts.cell")->text(), QString("M1 and Q9: 50.0 %"));
    find<QToolButton>(view, "tryOut.contacts.copy")->click();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith("i,j,probability\n1,2,0.0625\n1,3,0.125\n"));
    QCOMPARE(QGuiApplication::clipboard()->text().count('\n'), 1 + 36);
}

void TestToolViews::answersAboutOtherLettersAreRefused_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("nothing of it") << QByteArray("{}");
    QTest::newRow("another length") << QByteArray(R"({"labels":["a"],"residues":["a"],"contacts":[[1]]})");
    QTest::newRow("an unknown class") << QByteArray(
        R"({"labels":["a"],"residues":["b","b","b"],"contacts":[[1,2,3]]})");
    QTest::newRow("words") << QByteArray(R"({"labels":"a","residues":7,"contacts":"x"})");
}

void TestToolViews::answersAboutOtherLettersAreRefused()
{
    QFETCH(QByteArray, answer);
    const auto parsed = nlohmann::json::parse(answer.toStdString());
    LabelView labels;
    labels.take(parsed, "MKT");
    QVERIFY(says(labels, "cannot be read"));
    ContactView contacts;
    contacts.take(parsed, "MKT");
    QVERIFY(says(contacts, "cannot be read"));
    QCOMPARE(find<HeatMapView>(contacts, "tryOut.contacts.map")->map().rows, 0);
    QVERIFY(!readScores(parsed, "MKT"));
}

void TestToolViews::rnaHasItsOwnLetters()
{
    const nlohmann::json row = {-1.0, -2.0, -3.0, -0.5, -4.0, -9.0};
    const auto scores =
        readScores({{"loss", 1.5}, {"tokens", {"A", "C", "G", "U", "N", "<mask>"}}, {"log_probs", {row, row}}}, "uA");
    QVERIFY(scores);
    QCOMPARE(scores->effects.rowNames, (QStringList{"A", "C", "G", "U"}));
    QCOMPARE(scores->residues[0].letter, QChar('U'));
    QCOMPARE(scores->residues[1].best, QChar('U'));
    QCOMPARE(scores->effects.at(1, 1), -1.0f);
    QVERIFY(scoresTsv(*scores).startsWith("position\tletter\tprobability\tbest\tbest_probability\n1\tU\t0.606"));
}

void TestToolViews::tokensOfSeveralLettersHaveNoMap()
{
    const auto scores = readScores({{"loss", 1.5}, {"tokens", {"ACG", "CGT"}}, {"log_probs", {{-1.0, -2.0}}}}, "ACGT");
    QVERIFY(scores && scores->residues.empty());
    QCOMPARE(scores->loss, 1.5);
}

QTEST_MAIN(TestToolViews)
#include "tst_toolviews.moc"
