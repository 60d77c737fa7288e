// SPDX-License-Identifier: GPL-3.0-or-later
// A chart card beside its plot: legend, marks, table, files, tool bar, what it says of itself.
#include <QAbstractButton>
#include <QComboBox>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>

#include "charts/chartpaint.h"
#include "charts/charttable.h"
#include "charts/charttoolbar.h"
#include "gui/widgets/chartfixture.h"

using namespace anneal;
using namespace anneal::test;

class TestChartCard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp, ThemeChoice::Light); }
    void legendHidesAndIsolates();
    void closeMarksMerge();
    void markClickNamesIt();
    void emptyChartSaysWhy();
    void growingDataArrives();
    void exportsAllPoints();
    void replacedPartsStayAsAGhost();
    void showsItsPointsAsATable();
    void tableJoinsByStep();
    void toolBarDrivesTheGroup();
    void hiddenCardsWait();
    void describesItself();
};

void TestChartCard::legendHidesAndIsolates()
{
    Shown shown(falling(100));
    const auto data = makeData(falling(100));
    shown.card.setLines({makeLine(data, QStringLiteral("a")), makeLine(data, QStringLiteral("b")),
                         makeLine(data, QStringLiteral("c"))});
    QVERIFY(shown.settle());
    QTRY_COMPARE(shown.plot()->content().lines.size(), std::size_t{3});
    auto *button = shown.card.findChild<QAbstractButton *>(QStringLiteral("test.loss.legend.b"));
    QVERIFY(button);
    QVERIFY(!button->accessibleName().isEmpty());
    button->click();
    QVERIFY(shown.card.isLineHidden(QStringLiteral("b")));
    QCOMPARE(shown.plot()->content().lines.size(), std::size_t{2});
    QTest::mouseDClick(button, Qt::LeftButton);
    QCOMPARE(shown.plot()->content().lines.size(), std::size_t{1});
    QCOMPARE(shown.plot()->content().lines.front().line.key, QStringLiteral("b"));
    shown.card.isolateLine(QStringLiteral("b"));
    QCOMPARE(shown.plot()->content().lines.size(), std::size_t{3});
}

void TestChartCard::closeMarksMerge()
{
    ChartContent content;
    content.x = {0, 1000};
    content.letters = true;
    PlotFrame frame;
    frame.area = QRectF(50, 20, 500, 200);
    frame.x = content.x;
    for (double x : {100.0, 110.0, 118.0, 500.0, 2000.0})
        content.marks.push_back({QString::number(x), 0, x, u'N', QStringLiteral("note")});
    const std::vector<MarkBox> boxes = markBoxes(content, frame);
    QCOMPARE(boxes.size(), std::size_t{2});
    QCOMPARE(boxes[0].marks.size(), std::size_t{3});
    QCOMPARE(boxes[1].marks.size(), std::size_t{1});
}

void TestChartCard::markClickNamesIt()
{
    Shown shown(falling(1000));
    shown.card.setShowLetters(true);
    shown.group.setMarks({{QStringLiteral("entry-7"), 500, 500.0, u'L', QStringLiteral("Learning rate ÷ 3")}});
    QVERIFY(shown.settle());
    QSignalSpy activated(&shown.card, &ChartCard::markActivated);
    const auto boxes = markBoxes(shown.plot()->content(), shown.plot()->frame());
    QCOMPARE(boxes.size(), std::size_t{1});
    QTest::mouseClick(shown.plot()->viewport(), Qt::LeftButton, {}, boxes.front().rect.center().toPoint());
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.front().front().toString(), QStringLiteral("entry-7"));
}

void TestChartCard::emptyChartSaysWhy()
{
    ChartGroup group;
    ChartCard card(QStringLiteral("Evaluation"), QStringLiteral("test.empty"), &group);
    card.setEmptyText(QStringLiteral("No evaluation yet. First one at step 500."));
    card.setLines({makeLine(std::make_shared<RunData>())});
    card.resize(500, 250);
    card.show();
    QVERIFY(QTest::qWaitForWindowExposed(&card));
    QVERIFY(card.findChild<ChartView *>()->content().empty());
    QCOMPARE(card.findChild<ChartView *>()->content().emptyText,
             QStringLiteral("No evaluation yet. First one at step 500."));
    QCOMPARE(card.property("visiblePoints").toInt(), 0);
}

void TestChartCard::growingDataArrives()
{
    ChartGroup group;
    ChartCard card(QStringLiteral("Loss"), QStringLiteral("test.grow"), &group);
    group.setSmoothing(0);
    auto data = makeData({3.0, 2.5});
    card.setLines({makeLine(data)});
    card.resize(500, 250);
    card.show();
    QTRY_COMPARE(card.visiblePoints(), 2);
    const std::vector<std::string> names{"loss"};
    const std::vector<std::int64_t> steps{3}, tokens{3000}, wall{1'764'500'000'000'000};
    const std::vector<double> values{2.0};
    data->append({names, steps, tokens, wall, values});
    group.setExtent({1, 3}, 0);
    QTRY_COMPARE(card.visiblePoints(), 3);
}

void TestChartCard::exportsAllPoints()
{
    Shown shown(falling(5000));
    shown.card.setConfigId(QStringLiteral("a1b2c3"));
    QTRY_VERIFY(shown.refreshed.count() > 0);
    const QTemporaryDir folder;
    QSignalSpy exported(&shown.card, &ChartCard::exported);
    for (const char *name : {"loss.csv", "loss.png", "loss.svg"}) {
        const QString path = folder.filePath(QLatin1String(name));
        shown.card.exportTo(path);
        QVERIFY(exported.isEmpty()); // the window's thread does not write
        QTRY_COMPARE(exported.size(), 1);
        QCOMPARE(exported.takeFirst(), (QVariantList{path, QString()}));
        QVERIFY(QFileInfo(path).size() > 500);
    }
    QFile csv(folder.filePath(QStringLiteral("loss.csv")));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = csv.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 5002);
    QVERIFY(lines[0].contains("a1b2c3"));
    QCOMPARE(lines[1], QByteArray("series,step,tokens,wall_time,value"));
    QVERIFY(lines[2].startsWith("\"loss\",1,1000,1764500000.000000,3"));
    shown.card.exportTo(QStringLiteral("/nowhere/loss.csv"));
    QTRY_COMPARE(exported.size(), 1);
    QVERIFY(exported.first().at(1).toString().contains(QStringLiteral("/nowhere/loss.csv")));
}

void TestChartCard::replacedPartsStayAsAGhost()
{
    ChartGroup group;
    ChartCard card(QStringLiteral("Loss"), QStringLiteral("test.ghost"), &group);
    auto data = makeData({3.0, 2.5, 9.0, 9.5});
    const std::vector<std::string> names{"loss"};
    const std::vector<std::int64_t> steps{3, 4}, tokens{3000, 4000};
    const std::vector<std::int64_t> wall{1'764'500'100'000'000, 1'764'500'101'000'000};
    const std::vector<double> values{2.2, 2.0};
    data->append({names, steps, tokens, wall, values});
    group.setExtent({1, 4}, 0);
    card.setLines({makeLine(data)});
    card.resize(500, 250);
    card.show();
    QTRY_COMPARE(card.replacedPoints(), 3); // the row it went back to and the two that were replaced
    group.setShowReplaced(false);
    QTRY_COMPARE(card.replacedPoints(), 0);
    const auto ghosts = SeriesSource(data, "loss").replaced({});
    QCOMPARE(ghosts.size(), std::size_t(1));
    QCOMPARE(ghosts.front().back().y, 9.5);
    QCOMPARE(ghosts.front().front().x, 2.0);
}

void TestChartCard::showsItsPointsAsATable()
{
    Shown shown(falling(5000));
    shown.card.showTable();
    QTRY_VERIFY(shown.card.findChild<QTableView *>(QStringLiteral("test.loss.table")));
    auto *table = shown.card.findChild<QTableView *>(QStringLiteral("test.loss.table"));
    QCOMPARE(table->model()->rowCount(), 5000);
    QCOMPARE(table->accessibleName(), shown.card.title());
    table->window()->close();
}

void TestChartCard::tableJoinsByStep()
{
    ChartLine left = makeLine(makeData({1.0, kNaN, 3.0}), QStringLiteral("left"));
    ChartLine right = makeLine(makeData({10.0}), QStringLiteral("right"));
    const ChartTable table(ChartTable::read({left, right}), ValueFormat::Loss);
    QCOMPARE(table.rowCount(), 3);
    QCOMPARE(table.columnCount(), 4);
    QCOMPARE(table.data(table.index(1, 2), Qt::DisplayRole).toString(), QStringLiteral("NaN"));
    QCOMPARE(table.data(table.index(0, 3), Qt::DisplayRole).toString(), QStringLiteral("10.000"));
    QCOMPARE(table.data(table.index(2, 3), Qt::DisplayRole).toString(), QStringLiteral("–"));
}

void TestChartCard::toolBarDrivesTheGroup()
{
    ChartGroup group;
    ChartToolBar bar(&group, QStringLiteral("test"));
    bar.findChild<QComboBox *>(QStringLiteral("test.xAxis"))->setCurrentIndex(1);
    QCOMPARE(group.axis(), XAxis::Tokens);
    auto *slider = bar.findChild<QSlider *>(QStringLiteral("test.smoothing"));
    slider->setValue(slider->maximum());
    QCOMPARE(group.smoothing(), 0.999);
    slider->setValue(0);
    QCOMPARE(group.smoothing(), 0.0);
    auto *reset = bar.findChild<QAbstractButton *>(QStringLiteral("test.resetZoom"));
    QVERIFY(!reset->isEnabled());
    group.setExtent({0, 100}, 0);
    group.setZoom({10, 20});
    QVERIFY(reset->isEnabled());
    QVERIFY(!bar.findChild<QAbstractButton *>(QStringLiteral("test.follow"))->isChecked());
    reset->click();
    QVERIFY(!group.zoomed());
}

void TestChartCard::hiddenCardsWait()
{
    ChartGroup group;
    ChartCard card(QStringLiteral("Loss"), QStringLiteral("test.hidden"), &group);
    card.setLines({makeLine(makeData(falling(10)))});
    QCOMPARE(card.visiblePoints(), 0);
    card.resize(500, 250);
    card.show();
    QTRY_VERIFY(card.visiblePoints() > 0);
}

void TestChartCard::describesItself()
{
    Shown shown(falling(500));
    QTRY_VERIFY(shown.refreshed.count() > 0);
    QCOMPARE(shown.plot()->accessibleName(), QStringLiteral("Loss"));
    QVERIFY2(shown.plot()->accessibleDescription().contains(QStringLiteral("falling")),
             qPrintable(shown.plot()->accessibleDescription()));
}

QTEST_MAIN(TestChartCard)
#include "tst_chartcard.moc"
