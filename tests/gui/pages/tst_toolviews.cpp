// SPDX-License-Identifier: GPL-3.0-or-later
// The tools of Try out with answers written by hand.
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTextEdit>
#include <QToolButton>
#include <QtTest>

#include "gui/pages/pagefixture.h"
#include "pages/tryout/classview.h"
#include "pages/tryout/contactview.h"
#include "pages/tryout/embeddingview.h"
#include "pages/tryout/labelview.h"
#include "pages/tryout/scores.h"
#include "pages/tryout/scoreview.h"
#include "widgets/heatmapview.h"
#include "widgets/probabilitybars.h"

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
    void twoAnswersAboutLabels();
    void twoAnswersAboutContacts();
    void twoAnswersAboutClasses();
    void otherClassesAreNotCompared();
    void twoNumbers();
    void twoScores();
    void twoEmbeddings_data();
    void twoEmbeddings();
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

nlohmann::json classAnswer(const char *problem, const std::vector<std::string> &labels,
                           const std::vector<double> &values)
{
    return {{"problem_type", problem}, {"labels", labels}, {"values", values}};
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

void TestToolViews::twoAnswersAboutLabels()
{
    LabelView view;
    view.take(labelAnswer(), "MKT");
    view.takeCompared({{"labels", {"coil", "helix", "sheet"}},
                       {"residues", {"helix", "sheet", "coil"}},
                       {"probabilities", {{0.25, 0.75, 0.0}, {0.0, 0.25, 0.75}, {1.0, 0.0, 0.0}}}},
                      "MKT");
    QCOMPARE(find<QTextEdit>(view, "tryOut.labels.text")->toPlainText(),
             QString("     1  MKT\n     A  hhc\n     B  hsc\n         ^ \n\n"));
    QVERIFY(says(view, "A and B differ at 1 of 3"));
    QVERIFY(says(view, "A 66.7 %, B 33.3 %")); // helix
    find<QToolButton>(view, "tryOut.labels.copyTable")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QString("position\tletter\tclass\tprobability\tclass_b\tprobability_b\n1\tM\thelix\t0.75\thelix\t0.75\n"
                     "2\tK\thelix\t0.5\tsheet\t0.75\n3\tT\tcoil\t0.875\tcoil\t1\n"));
    view.take(labelAnswer(), "MKT"); // alone again
    QCOMPARE(find<QTextEdit>(view, "tryOut.labels.text")->toPlainText(), QString("     1  MKT\n        hhc\n\n"));
    QVERIFY(!says(view, "differ"));
}

void TestToolViews::twoAnswersAboutContacts()
{
    ContactView view;
    view.take(contactAnswer(9), "MKTAYIAKQ");
    auto *table = find<QTableView>(view, "tryOut.contacts.table");
    QVERIFY(table->isColumnHidden(3));
    view.takeCompared({{"contacts", std::vector(9, std::vector(9, 0.25))}}, "MKTAYIAKQ");
    QVERIFY(!table->isColumnHidden(3));
    table->selectRow(0);
    QCOMPARE(find<QLabel>(view, "tryOut.contacts.cell")->text(), QString("M1 and Q9: A 50.0 %, B 25.0 %"));
    QCOMPARE(table->model()->index(0, 2).data().toString() + ' ' + table->model()->index(0, 3).data().toString(),
             QString("50.0 % 25.0 %"));
    const HeatMap &map = find<HeatMapView>(view, "tryOut.contacts.map")->map();
    QCOMPARE(map.at(0, 8), 0.5f);
    QCOMPARE(map.at(8, 0), 0.25f);
    find<QToolButton>(view, "tryOut.contacts.copy")->click();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith("i,j,probability,probability_b\n1,2,0.0625,0.25\n"));
}

void TestToolViews::twoAnswersAboutClasses()
{
    ClassView view;
    view.take(classAnswer("single_label_classification", {"no", "yes"}, {0.25, 0.75}), "MKT");
    view.takeCompared(classAnswer("single_label_classification", {"yes", "no"}, {0.125, 0.875}), "MKT");
    QCOMPARE(find<ProbabilityBars>(view, "tryOut.classes.bars")->accessibleDescription(),
             QString("yes 75.0 % against 12.5 %, no 25.0 % against 87.5 %"));
    find<QToolButton>(view, "tryOut.classes.copy")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("\tA\tB\nyes\t0.750\t0.125\nno\t0.250\t0.875\n"));
}

void TestToolViews::otherClassesAreNotCompared()
{
    ClassView view;
    view.take(classAnswer("single_label_classification", {"no", "yes"}, {0.25, 0.75}), "MKT");
    view.takeCompared(classAnswer("single_label_classification", {"a", "b", "c"}, {0.5, 0.25, 0.25}), "MKT");
    QVERIFY(says(view, "different classes"));
    QCOMPARE(find<ProbabilityBars>(view, "tryOut.classes.bars")->accessibleDescription(),
             QString("yes 75.0 %, no 25.0 %"));
}

void TestToolViews::twoNumbers()
{
    ClassView view;
    view.take(classAnswer("regression", {"fitness"}, {1.5}), "MKT");
    view.takeCompared(classAnswer("regression", {"fitness"}, {-0.25}), "MKT");
    QCOMPARE(find<QPlainTextEdit>(view, "tryOut.classes.text")->toPlainText(),
             QString("\tA\tB\nfitness\t1.50\t−0.250\n"));
}

void TestToolViews::twoScores()
{
    const auto answer = [](double loss, double log) {
        const nlohmann::json row = {log, -1.0, -2.0, -3.0, -9.0};
        return nlohmann::json{{"loss", loss}, {"tokens", {"A", "C", "G", "T", "N"}}, {"log_probs", {row, row}}};
    };
    ScoreView view;
    view.take(answer(1.5, -0.5), "AC");
    QVERIFY(!find<HeatMapView>(view, "tryOut.scan.comparedMap")->isVisibleTo(&view));
    view.takeCompared(answer(0.5, -4.0), "AC");
    QCOMPARE(
        find<QLabel>(view, "tryOut.scan.summary")->text(),
        QString("A: Loss 1.500 nats per residue, perplexity 4.48\nB: Loss 0.500 nats per residue, perplexity 1.65"));
    auto *first = find<HeatMapView>(view, "tryOut.scan.heatMap");
    auto *second = find<HeatMapView>(view, "tryOut.scan.comparedMap");
    QVERIFY(second->isVisibleTo(&view));
    QCOMPARE(second->map().at(1, 0), 3.0f); // C instead of A
    second->setCell(2, 1);
    QCOMPARE(QPoint(first->column(), first->row()), QPoint(1, 2));
    const QString cell = find<QLabel>(view, "tryOut.scan.cell")->text();
    QVERIFY2(cell.startsWith("A: Position 2: C has 36.8 %, G would have 13.5 %") && cell.contains("\nB: Position 2: C"),
             qPrintable(cell));
    find<QToolButton>(view, "tryOut.scan.copy")->click();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(
        "position\tletter\tprobability\tbest\tbest_probability\tprobability_b\tbest_b\tbest_probability_b\n"
        "1\tA\t0.606"));
}

void TestToolViews::twoEmbeddings_data()
{
    QTest::addColumn<QList<double>>("other");
    QTest::addColumn<QString>("says");
    QTest::newRow("right angle") << QList<double>{4, -3} << "cosine similarity of 0.0000";
    QTest::newRow("longer only") << QList<double>{6, 8} << "cosine similarity of 1.0000";
    QTest::newRow("another way") << QList<double>{3, -4} << "cosine similarity of -0.2800";
    QTest::newRow("another width") << QList<double>{3, 4, 5} << "A gives 2 numbers and B 3";
}

void TestToolViews::twoEmbeddings()
{
    QFETCH(QList<double>, other);
    QFETCH(QString, says);
    EmbeddingView view;
    const auto *text = find<QLabel>(view, "tryOut.embeddings.comparison");
    view.take({{"embedding", {3.0, 4.0}}}, "MKT");
    QVERIFY(!text->isVisibleTo(&view));
    view.takeCompared({{"embedding", std::vector<double>(other.begin(), other.end())}}, "MKT");
    QVERIFY(text->isVisibleTo(&view));
    QVERIFY2(text->text().contains(says), qPrintable(text->text()));
}

QTEST_MAIN(TestToolViews)
#include "tst_toolviews.moc"
