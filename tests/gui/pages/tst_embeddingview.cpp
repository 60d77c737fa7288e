// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstring>

#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "gui/pages/pagefixture.h"
#include "pages/tryout/embeddingview.h"
#include "widgets/scatterview.h"

using namespace anneal;
using test::find;

class TestEmbeddingView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_view.reset(); }

    void asksForAMeanOrForResidues();
    void anAnswerIsARow();
    void residuesAreRows();
    void anAnswerOfAnotherKindIsSaid_data();
    void anAnswerOfAnotherKindIsSaid();
    void aKeptSequenceStays();
    void rowsCanBeRemoved();
    void anotherModelsRowsAreRefused();
    void csvHoldsEveryNumber();
    void npyIsWhatNumPyReads();
    void aPathThatCannotBeWrittenIsSaid();
    void theMapNeedsThreeRows();
    void mapAndTableChooseTogether();
    void keysWalkThePoints();

private:
    [[nodiscard]] QString cell(int row, int column) const
    {
        return m_view->findChild<QTableView *>()->model()->index(row, column).data().toString();
    }
    [[nodiscard]] int rows() const { return m_view->findChild<QTableView *>()->model()->rowCount(); }
    [[nodiscard]] ScatterView *map() const { return find<ScatterView>(*m_view, "tryOut.embeddings.map"); }
    [[nodiscard]] bool says(const QString &words) const
    {
        const auto labels = m_view->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
            return label->isVisible() && label->text().contains(words, Qt::CaseInsensitive);
        });
    }
    void addTriangle();

    std::unique_ptr<EmbeddingView> m_view;
};

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

void TestEmbeddingView::init()
{
    m_view = std::make_unique<EmbeddingView>();
    m_view->resize(1000, 400);
    m_view->show();
}

void TestEmbeddingView::addTriangle()
{
    m_view->addRow("left", "MKT", {0, 0});
    m_view->addRow("right", "MKTA", {10, 0});
    m_view->addRow("above", "MKTAY", {6, 3});
}

void TestEmbeddingView::asksForAMeanOrForResidues()
{
    QVERIFY(!m_view->question({}, {}));
    QVERIFY(says("Type or paste a sequence"));
    QCOMPARE(*m_view->question("MKT", {1}), (nlohmann::json{{"task", "embed"}, {"sequence", "MKT"}}));
    QSignalSpy asks(m_view.get(), &ToolView::askWanted);
    find<QCheckBox>(*m_view, "tryOut.embeddings.perResidue")->click();
    QCOMPARE(asks.size(), 1);
    QCOMPARE(m_view->question("MKT", {})->value("per_residue", false), true);
}

void TestEmbeddingView::anAnswerIsARow()
{
    m_view->take({{"embedding", {3.0, -4.0}}}, "MKTAY");
    QCOMPARE(rows(), 1);
    QCOMPARE(cell(0, EmbeddingsModel::Name), QString("this sequence"));
    QCOMPARE(cell(0, EmbeddingsModel::Length), QString("5"));
    QCOMPARE(cell(0, EmbeddingsModel::FirstNumber), QString("3.00"));
    QCOMPARE(cell(0, EmbeddingsModel::FirstNumber + 1), QString("−4.00"));
    QCOMPARE(cell(0, EmbeddingsModel::FirstNumber + 2), QString("–")); // there is no third
    QCOMPARE(cell(0, EmbeddingsModel::Norm), QString("5.00"));
    m_view->take({{"embedding", {0.0, 1.0, 2.0}}}, "MK"); // of another model: nothing was kept
    QCOMPARE(rows(), 1);
    QCOMPARE(cell(0, EmbeddingsModel::Length), QString("2"));
    m_view->setEmpty("There is no checkpoint.");
    QCOMPARE(rows(), 0);
    QVERIFY(says("There is no checkpoint."));
}

void TestEmbeddingView::residuesAreRows()
{
    m_view->take({{"embeddings", {{1.0, 2.0}, {3.0, 6.0}}}}, "MK");
    QCOMPARE(rows(), 2);
    QCOMPARE(cell(0, EmbeddingsModel::Name), QString("M1"));
    QCOMPARE(cell(1, EmbeddingsModel::Name), QString("K2"));
    find<QPushButton>(*m_view, "tryOut.embeddings.add")->click(); // the mean
    QCOMPARE(rows(), 1);
    QCOMPARE(cell(0, EmbeddingsModel::FirstNumber), QString("2.00"));
    QCOMPARE(cell(0, EmbeddingsModel::FirstNumber + 1), QString("4.00"));
    m_view->take({{"embeddings", {{1.0, 2.0}, {3.0, 6.0}}}}, "MKTAYI"); // three letters a token
    QCOMPARE(cell(2, EmbeddingsModel::Name), QString("token 2"));
}

void TestEmbeddingView::anAnswerOfAnotherKindIsSaid_data()
{
    QTest::addColumn<QString>("answer");
    QTest::newRow("nothing") << "{}";
    QTest::newRow("no numbers") << R"({"embedding": []})";
    QTest::newRow("NaN") << R"({"embedding": [1, null]})";
    QTest::newRow("words") << R"({"embedding": "a"})";
    QTest::newRow("no residues") << R"({"embeddings": []})";
    QTest::newRow("ragged") << R"({"embeddings": [[1, 2], [3]]})";
}

void TestEmbeddingView::anAnswerOfAnotherKindIsSaid()
{
    QFETCH(const QString, answer);
    m_view->take({{"embedding", {1.0}}}, "M");
    m_view->take(nlohmann::json::parse(answer.toStdString()), "MK");
    QCOMPARE(rows(), 0);
    QVERIFY(says("does not fit this version"));
}

void TestEmbeddingView::aKeptSequenceStays()
{
    auto *name = find<QLineEdit>(*m_view, "tryOut.embeddings.name");
    auto *add = find<QPushButton>(*m_view, "tryOut.embeddings.add");
    QVERIFY(!add->isEnabled());
    m_view->take({{"embedding", {1.0, 2.0}}}, "MK");
    QCOMPARE(name->text(), QString("sequence 1"));
    QTest::mouseClick(add, Qt::LeftButton);
    QVERIFY(!add->isEnabled()); // once is enough
    m_view->take({{"embedding", {5.0, 6.0}}}, "MKT");
    QCOMPARE(name->text(), QString("sequence 2"));
    name->setText("  my protein ");
    QTest::keyClick(name, Qt::Key_Return);
    m_view->take({{"embedding", {7.0, 8.0}}}, "MKTA");
    m_view->setEmpty("none"); // takes the sequence in sight away, no other
    QCOMPARE(rows(), 2);
    QCOMPARE(cell(0, EmbeddingsModel::Name), QString("sequence 1"));
    QCOMPARE(cell(1, EmbeddingsModel::Name), QString("my protein"));
    QCOMPARE(cell(1, EmbeddingsModel::FirstNumber), QString("5.00"));
}

void TestEmbeddingView::rowsCanBeRemoved()
{
    addTriangle();
    auto *table = m_view->findChild<QTableView *>();
    auto *remove = find<QToolButton>(*m_view, "tryOut.embeddings.remove");
    QVERIFY(!remove->isEnabled());
    table->selectRow(1);
    remove->click();
    QCOMPARE(rows(), 2);
    QCOMPARE(cell(1, EmbeddingsModel::Name), QString("above"));
    table->selectRow(0);
    table->setFocus();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(rows(), 1);
    QCOMPARE(cell(0, EmbeddingsModel::Name), QString("above"));
    QSignalSpy asks(m_view.get(), &ToolView::askWanted);
    find<QToolButton>(*m_view, "tryOut.embeddings.clear")->click();
    QCOMPARE(rows(), 0);
    QCOMPARE(asks.size(), 1);
}

void TestEmbeddingView::anotherModelsRowsAreRefused()
{
    addTriangle();
    m_view->addRow("wide", "MK", {1, 2, 3});
    QCOMPARE(rows(), 3);
    QVERIFY(says("gives 3 numbers a sequence, the table holds rows of 2"));
    m_view->take({{"embedding", {1.0, 2.0}}}, "MK");
    QVERIFY(!says("gives 3 numbers"));
    m_view->take({{"embedding", {1.0, 2.0, 3.0}}}, "MK");
    QCOMPARE(rows(), 3);
    QVERIFY(says("then clear it"));
    m_view->clearRows();
    m_view->addRow("wide", "MK", {1, 2, 3});
    QCOMPARE(rows(), 1);
    QVERIFY(!says("then clear it"));
}

void TestEmbeddingView::csvHoldsEveryNumber()
{
    const QTemporaryDir folder;
    m_view->addRow("plain", "MKT", {0.1, -2, 1e-7});
    m_view->addRow("with, \"marks\"", "MK", {1, 0, 0.25});
    QVERIFY(m_view->saveCsv(folder.filePath("a.csv")));
    QCOMPARE(bytesOf(folder.filePath("a.csv")),
             QByteArray("name,length,e0,e1,e2\n"
                        "plain,3,0.1,-2,1e-07\n"
                        "\"with, \"\"marks\"\"\",2,1,0,0.25\n"));
}

void TestEmbeddingView::npyIsWhatNumPyReads()
{
    const QTemporaryDir folder;
    m_view->addRow("one", "MKT", {0.1, -2, 3});
    m_view->addRow("two é", "MK", {4, 5.5, 6});
    QVERIFY(m_view->saveNpy(folder.filePath("a.npy")));
    const QByteArray bytes = bytesOf(folder.filePath("a.npy"));
    QCOMPARE(bytes.left(10), QByteArray("\x93NUMPY\x01\x00\x76\x00", 10)); // version 1.0, 118 bytes to come
    QCOMPARE(bytes.mid(10, 118).trimmed(), QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"));
    QCOMPARE(bytes[127], '\n');
    QCOMPARE(bytes.size(), 128 + 6 * 4);
    QCOMPARE(bytes.mid(132, 4), QByteArray("\x00\x00\x00\xc0", 4)); // −2, little-endian
    const float expected[6] = {0.1F, -2, 3, 4, 5.5F, 6};
    QCOMPARE(std::memcmp(bytes.constData() + 128, expected, sizeof expected), 0);
    QCOMPARE(bytesOf(folder.filePath("a.names.txt")), QByteArray("one\ntwo é\n"));
}

void TestEmbeddingView::aPathThatCannotBeWrittenIsSaid()
{
    const QTemporaryDir folder;
    addTriangle();
    const QString path = folder.filePath("missing/a.csv");
    const Result<void> saved = m_view->saveCsv(path);
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::Storage);
    QVERIFY(says("missing"));
    QVERIFY(!m_view->saveNpy(folder.filePath("missing/a.npy")));
    m_view->setProblem("The engine has ended.");
    QVERIFY(says("The engine has ended.") && says("missing"));
    QVERIFY(m_view->saveCsv(folder.filePath("a.csv")));
    QVERIFY(!says("missing"));
}

void TestEmbeddingView::theMapNeedsThreeRows()
{
    m_view->addRow("left", "MKT", {0, 0});
    QCOMPARE(map()->count(), 0);
    QVERIFY(map()->accessibleDescription().contains("at least 3 rows in the table; there is 1"));
    m_view->clearRows();
    addTriangle();
    QTRY_COMPARE(map()->count(), 3);
    QVERIFY2(map()->accessibleDescription().contains("across PC 1 ("), qPrintable(map()->accessibleDescription()));
    QVERIFY(map()->position(0).x() < map()->position(2).x() && map()->position(2).x() < map()->position(1).x());
    QVERIFY(map()->position(2).y() < map()->position(1).y()); // upwards is up
    find<QToolButton>(*m_view, "tryOut.embeddings.clear")->click();
    QCOMPARE(map()->count(), 0);
}

void TestEmbeddingView::mapAndTableChooseTogether()
{
    addTriangle();
    QTRY_COMPARE(map()->count(), 3);
    auto *table = m_view->findChild<QTableView *>();
    QTest::mouseClick(map(), Qt::LeftButton, {}, map()->position(1).toPoint());
    QCOMPARE(map()->chosen(), 1);
    QCOMPARE(table->currentIndex().row(), 1);
    table->selectRow(2);
    QCOMPARE(map()->chosen(), 2);
    QVERIFY(map()->accessibleDescription().contains("chosen: above"));
    m_view->addRow("far", "M", {50, 50});
    QTRY_COMPARE(map()->count(), 4);
    QCOMPARE(map()->chosen(), 2);
    table->selectRow(0);
    find<QToolButton>(*m_view, "tryOut.embeddings.remove")->click();
    QTRY_COMPARE(map()->count(), 3);
    QCOMPARE(map()->chosen(), table->currentIndex().row());
}

void TestEmbeddingView::keysWalkThePoints()
{
    ScatterView view;
    view.resize(300, 200);
    view.setPoints({{"b", 2, 0}, {"a", 1, 5}, {"c", 3, -5}}, "x", "y");
    QSignalSpy chosen(&view, &ScatterView::chosenChanged);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.chosen(), 1); // the leftmost
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.chosen(), 0);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.chosen(), 2); // the lowest
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.chosen(), 0);
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.chosen(), 1);
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.chosen(), 2);
    QCOMPARE(chosen.size(), 6);
    QCOMPARE(view.pointAt(view.position(0) + QPointF(3, 3)), 0);
    QCOMPARE(view.pointAt({0, 0}), -1);
    view.setPoints({{"only", 1, 1}}, "x", "y");
    QCOMPARE(view.chosen(), -1);
    QVERIFY(!view.grab().isNull());
}

QTEST_MAIN(TestEmbeddingView)
#include "tst_embeddingview.moc"
