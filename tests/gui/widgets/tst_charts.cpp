// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "charts/chartcard.h"
#include "charts/chartpaint.h"
#include "charts/charttable.h"
#include "charts/charttoolbar.h"
#include "charts/chartview.h"
#include "charts/sparkline.h"
#include "charts/ticks.h"
#include "charts/viewworker.h"
#include "style/theme.h"

using namespace anneal;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// One series whose row n has step n + 1.
std::shared_ptr<RunData> makeData(const std::vector<double> &values, const std::string &name = "loss")
{
    std::vector<std::int64_t> steps;
    std::vector<std::int64_t> tokens;
    std::vector<std::int64_t> wall;
    for (std::size_t i = 0; i < values.size(); ++i) {
        steps.push_back(static_cast<std::int64_t>(i) + 1);
        tokens.push_back((static_cast<std::int64_t>(i) + 1) * 1000);
        wall.push_back(1'764'500'000'000'000 + static_cast<std::int64_t>(i) * 1'000'000);
    }
    auto data = std::make_shared<RunData>();
    const std::vector<std::string> names{name};
    data->append({names, steps, tokens, wall, values});
    return data;
}

ChartLine makeLine(const std::shared_ptr<RunData> &data, const QString &key = QStringLiteral("loss"), int slot = 1)
{
    ChartLine line;
    line.key = key;
    line.name = key;
    line.slot = slot;
    line.source = SeriesSource(data, "loss");
    return line;
}

std::vector<double> falling(std::size_t count)
{
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = 2.0 + std::exp(-static_cast<double>(i) / static_cast<double>(count) * 5);
    return values;
}

struct Shown {
    ChartGroup group;
    ChartCard card{QStringLiteral("Loss"), QStringLiteral("test.loss"), &group};
    QSignalSpy refreshed{&card, &ChartCard::refreshed};

    explicit Shown(const std::vector<double> &values, double smoothing = 0.6)
    {
        group.setSmoothing(smoothing);
        group.setExtent({1, static_cast<double>(values.size())}, 0);
        card.setLines({makeLine(makeData(values))});
        card.resize(800, 320);
        card.show();
    }
    [[nodiscard]] ChartView *plot() const { return card.findChild<ChartView *>(); }
    bool settle()
    {
        refreshed.clear();
        card.refresh();
        return refreshed.wait();
    }
    [[nodiscard]] const DecimatedSeries &view() const { return plot()->content().lines.front().view; }
};

double largest(const DecimatedSeries &view)
{
    double best = -kInfinity;
    for (const auto &piece : view.line) {
        for (const PlotPoint &point : piece)
            best = std::max(best, point.y);
    }
    return best;
}

} // namespace

class TestCharts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp, ThemeChoice::Light); }
    void millionPointsStayBoundedAndKeepExtremes();
    void nonFiniteValuesAreMarked();
    void zoomShowsEveryPoint();
    void keyboardMovesTheCrosshair();
    void crosshairIsSharedAndReadsRawAndSmooth();
    void copiesValuesAtTheCrosshair();
    void dragZoomsAndDoubleClickResets();
    void wheelScrollsThePageUnlessCtrl();
    void followAndReset();
    void legendHidesAndIsolates();
    void logAxisMarksWhatItCannotShow();
    void outliersAreCountedNotClipped();
    void closeMarksMerge();
    void markClickNamesIt();
    void emptyChartSaysWhy();
    void growingDataArrives();
    void exportsAllPoints();
    void replacedPartsStayAsAGhost();
    void showsItsPointsAsATable();
    void tableJoinsByStep();
    void toolBarDrivesTheGroup();
    void ticks_data();
    void ticks();
    void hiddenCardsWait();
    void describesItself();
};

void TestCharts::millionPointsStayBoundedAndKeepExtremes()
{
    std::vector<double> values = falling(1'000'000);
    values[543'210] = 77.0;
    values[777'777] = kNaN;
    Shown shown(values);
    QTRY_VERIFY(shown.refreshed.count() > 0);
    const int columns = shown.plot()->columns();
    const int points = shown.card.property("visiblePoints").toInt();
    QVERIFY(points > columns / 2);
    QVERIFY2(points <= 2 * (2 * columns + 8), qPrintable(QString::number(points))); // raw and smooth
    QVERIFY(points <= 2 * 4000);
    QCOMPARE(shown.card.property("nonFiniteCount").toLongLong(), 1);
    QCOMPARE(largest(shown.view()), 77.0);
    QCOMPARE(shown.view().maximum, 77.0);
}

void TestCharts::nonFiniteValuesAreMarked()
{
    std::vector<double> values = falling(300);
    values[10] = kNaN;
    values[20] = kInfinity;
    values[30] = -kInfinity;
    Shown shown(values, 0);
    QTRY_COMPARE(shown.card.property("nonFiniteCount").toLongLong(), 3);
    const QImage image = shown.card.toImage();
    const QColor red = inkColor(Ink::Error);
    int reds = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            reds += image.pixelColor(x, y) == red ? 1 : 0;
    }
    QVERIFY2(reds > 60, qPrintable(QString::number(reds))); // three triangles at twice the size
}

void TestCharts::zoomShowsEveryPoint()
{
    Shown shown(falling(100'000), 0);
    QTRY_VERIFY(shown.refreshed.count() > 0);
    QCOMPARE(shown.card.property("xRange").toString(), QStringLiteral("0 .. 100000"));
    shown.group.setZoom({500, 600});
    QCOMPARE(shown.card.property("xRange").toString(), QStringLiteral("500 .. 600"));
    const auto inView = [&] {
        int count = 0;
        for (const auto &piece : shown.view().line) {
            for (const PlotPoint &point : piece)
                count += point.x >= 500 && point.x <= 600 ? 1 : 0;
        }
        return count;
    };
    QTRY_COMPARE(inView(), 101);
}

void TestCharts::keyboardMovesTheCrosshair()
{
    Shown shown(falling(200));
    QTRY_VERIFY(shown.refreshed.count() > 0);
    QCOMPARE(shown.card.property("crosshairStep").toDouble(), -1.0);
    ChartView *plot = shown.plot();
    QTest::keyClick(plot, Qt::Key_Home);
    QCOMPARE(shown.card.property("crosshairStep").toDouble(), 1.0);
    QTest::keyClick(plot, Qt::Key_Right);
    QTest::keyClick(plot, Qt::Key_Right);
    QCOMPARE(shown.card.property("crosshairStep").toDouble(), 3.0);
    QTest::keyClick(plot, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(shown.card.property("crosshairStep").toDouble(), 13.0);
    QTest::keyClick(plot, Qt::Key_Left);
    QCOMPARE(shown.card.property("crosshairStep").toDouble(), 12.0);
    QTest::keyClick(plot, Qt::Key_End);
    QCOMPARE(shown.card.property("crosshairStep").toDouble(), 200.0);
    QTest::keyClick(plot, Qt::Key_Right);
    QCOMPARE(shown.card.property("crosshairStep").toDouble(), 200.0);
    QTest::keyClick(plot, Qt::Key_Plus);
    QVERIFY(shown.group.zoomed());
    QTest::keyClick(plot, Qt::Key_0);
    QVERIFY(!shown.group.zoomed());
    QTest::keyClick(plot, Qt::Key_X);
    QCOMPARE(shown.group.axis(), XAxis::Tokens);
}

void TestCharts::crosshairIsSharedAndReadsRawAndSmooth()
{
    std::vector<double> values = falling(200);
    values[49] = 9.0;
    Shown shown(values, 0.9);
    ChartCard other(QStringLiteral("Other"), QStringLiteral("test.other"), &shown.group);
    other.setLines({makeLine(makeData(falling(200)))});
    other.resize(800, 320);
    other.show();
    QTRY_VERIFY(shown.refreshed.count() > 0);
    shown.group.setCrosshair(50.2);
    const auto reading = shown.plot()->reading();
    QVERIFY(reading.has_value());
    QCOMPARE(reading->step, 50);
    QCOMPARE(reading->lines.front().raw.value, 9.0);
    QVERIFY(reading->lines.front().smoothed.has_value());
    QVERIFY(*reading->lines.front().smoothed < 5.0);
    QCOMPARE(other.property("crosshairStep").toDouble(), 50.0);
}

void TestCharts::copiesValuesAtTheCrosshair()
{
    Shown shown({1.5, 2.5, 3.5}, 0);
    QTRY_VERIFY(shown.refreshed.count() > 0);
    QTest::keyClick(shown.plot(), Qt::Key_Home);
    QTest::keyClick(shown.plot(), Qt::Key_Right);
    QTest::keySequence(shown.plot(), QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text(),
             QStringLiteral("series\tstep\ttokens\tvalue\tsmoothed\nloss\t2\t2000\t2.5\t"));
}

void TestCharts::dragZoomsAndDoubleClickResets()
{
    Shown shown(falling(1000));
    QTRY_VERIFY(shown.refreshed.count() > 0);
    ChartView *plot = shown.plot();
    const QRectF area = plot->frame().area;
    const auto at = [&](double share) {
        return QPointF(area.left() + share * area.width(), area.center().y()).toPoint();
    };
    QTest::mousePress(plot->viewport(), Qt::LeftButton, Qt::ShiftModifier, at(0.25));
    QTest::mouseMove(plot->viewport(), at(0.4));
    QTest::mouseRelease(plot->viewport(), Qt::LeftButton, Qt::ShiftModifier, at(0.5));
    QVERIFY(shown.group.zoomed());
    QVERIFY(!shown.group.follow());
    QVERIFY(std::abs(shown.group.visible().from - 250) < 5);
    QVERIFY(std::abs(shown.group.visible().to - 500) < 5);
    QTest::mouseDClick(plot->viewport(), Qt::LeftButton, {}, at(0.5));
    QVERIFY(!shown.group.zoomed());
    QVERIFY(shown.group.follow());
}

void TestCharts::wheelScrollsThePageUnlessCtrl()
{
    Shown shown(falling(1000));
    QTRY_VERIFY(shown.refreshed.count() > 0);
    QWidget *viewport = shown.plot()->viewport();
    const QPointF centre = shown.plot()->frame().area.center();
    const auto turn = [&](Qt::KeyboardModifiers modifiers) {
        QWheelEvent wheel(centre, viewport->mapToGlobal(centre), {}, {0, 120}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(viewport, &wheel);
        return wheel.isAccepted();
    };
    QVERIFY(!turn(Qt::NoModifier));
    QVERIFY(!shown.group.zoomed());
    QVERIFY(turn(Qt::ControlModifier));
    QVERIFY(shown.group.zoomed());
    QVERIFY(shown.group.visible().length() < 1000);
}

void TestCharts::followAndReset()
{
    ChartGroup group;
    group.setExtent({0, 0}, 1000);
    QVERIFY((group.visible() == XRange{0, 1000})); // nothing but the plan
    group.setExtent({0, 100}, 1000);
    QVERIFY((group.visible() == XRange{0, 200})); // the curve has half of the room from the start
    group.setExtent({0, 600}, 1000);
    QVERIFY((group.visible() == XRange{0, 1000}));
    group.setFollow(false);
    group.setExtent({1, 2000}, 1000);
    QVERIFY((group.visible() == XRange{0, 1000})); // stays where it was
    group.setFollow(true);
    QVERIFY((group.visible() == XRange{0, 2000}));
    group.setZoom({-50, 100}); // can not leave the data
    QVERIFY((group.visible() == XRange{0, 150}));
}

void TestCharts::legendHidesAndIsolates()
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

void TestCharts::logAxisMarksWhatItCannotShow()
{
    std::vector<double> values = falling(100);
    values[5] = 0.0;
    values[6] = -1.0;
    Shown shown(values, 0);
    QTRY_VERIFY(shown.refreshed.count() > 0);
    QCOMPARE(shown.card.nonFiniteCount(), 0);
    shown.card.setLogY(true);
    QTRY_COMPARE(shown.card.nonFiniteCount(), 2);
    QVERIFY(shown.plot()->frame().log);
    QVERIFY(std::isfinite(shown.plot()->frame().y.from));
}

void TestCharts::outliersAreCountedNotClipped()
{
    std::vector<double> values = falling(10'000);
    values[123] = 1e6;
    Shown shown(values, 0);
    QTRY_VERIFY(shown.refreshed.count() > 0);
    QVERIFY(shown.plot()->frame().y.to > 1e6);
    shown.card.setIgnoreOutliers(true);
    QTRY_VERIFY(shown.plot()->frame().y.to < 10);
    QCOMPARE(largest(shown.view()), 1e6); // the data is what it was

    const ViewJob job{{SeriesSource(makeData(values), "loss")}, {ViewRequest{}}, XAxis::Step, false, true};
    const ViewOutcome outcome = calculate(job);
    QVERIFY(outcome.robustY.has_value());
    QVERIFY(outcome.outside >= 1);
}

void TestCharts::closeMarksMerge()
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

void TestCharts::markClickNamesIt()
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

void TestCharts::emptyChartSaysWhy()
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

void TestCharts::growingDataArrives()
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

void TestCharts::exportsAllPoints()
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

void TestCharts::replacedPartsStayAsAGhost()
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

void TestCharts::showsItsPointsAsATable()
{
    Shown shown(falling(5000));
    shown.card.showTable();
    QTRY_VERIFY(shown.card.findChild<QTableView *>(QStringLiteral("test.loss.table")));
    auto *table = shown.card.findChild<QTableView *>(QStringLiteral("test.loss.table"));
    QCOMPARE(table->model()->rowCount(), 5000);
    QCOMPARE(table->accessibleName(), shown.card.title());
    table->window()->close();
}

void TestCharts::tableJoinsByStep()
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

void TestCharts::toolBarDrivesTheGroup()
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

void TestCharts::ticks_data()
{
    QTest::addColumn<QStringList>("labels");
    QTest::addColumn<QStringList>("expected");
    const auto words = [](const std::vector<Tick> &ticks) {
        QStringList list;
        for (const Tick &tick : ticks)
            list.append(tick.label);
        return list;
    };
    QTest::newRow("steps") << words(axisTicks(XAxis::Step, {0, 100000}, 5))
                           << QStringList{QStringLiteral("0"),    QStringLiteral("20 k"),
                                          QStringLiteral("40 k"), QStringLiteral("60 k"),
                                          QStringLiteral("80 k"), QStringLiteral("100 k steps")};
    QTest::newRow("whole steps only") << words(axisTicks(XAxis::Step, {0, 2}, 9))
                                      << QStringList{QStringLiteral("0"), QStringLiteral("1"),
                                                     QStringLiteral("2 steps")};
    QTest::newRow("decades") << words(logTicks(0.1, 10, 4))
                             << QStringList{QStringLiteral("0.1"), QStringLiteral("1"), QStringLiteral("10")};
    QTest::newRow("within a decade") << words(logTicks(2, 4, 4))
                                     << QStringList{QStringLiteral("2.0"), QStringLiteral("2.5"), QStringLiteral("3.0"),
                                                    QStringLiteral("3.5"), QStringLiteral("4.0")};
    QTest::newRow("gibibytes") << words(linearTicks(0, 48.0 * (1 << 30), 2, 1.0 / (1 << 30)))
                               << QStringList{QStringLiteral("0"), QStringLiteral("25")};
    QTest::newRow("relative time") << words(axisTicks(XAxis::RelativeTime, {0, 3600}, 4))
                                   << QStringList{QStringLiteral("0"), QStringLiteral("15 min"),
                                                  QStringLiteral("30 min"), QStringLiteral("45 min"),
                                                  QStringLiteral("1 h")};
    QTest::newRow("empty range") << words(linearTicks(1, 1, 4)) << QStringList{};
}

void TestCharts::ticks()
{
    QFETCH(QStringList, labels);
    QFETCH(QStringList, expected);
    QCOMPARE(labels, expected);
}

void TestCharts::hiddenCardsWait()
{
    ChartGroup group;
    ChartCard card(QStringLiteral("Loss"), QStringLiteral("test.hidden"), &group);
    card.setLines({makeLine(makeData(falling(10)))});
    QCOMPARE(card.visiblePoints(), 0);
    card.resize(500, 250);
    card.show();
    QTRY_VERIFY(card.visiblePoints() > 0);
}

void TestCharts::describesItself()
{
    Shown shown(falling(500));
    QTRY_VERIFY(shown.refreshed.count() > 0);
    QCOMPARE(shown.plot()->accessibleName(), QStringLiteral("Loss"));
    QVERIFY2(shown.plot()->accessibleDescription().contains(QStringLiteral("falling")),
             qPrintable(shown.plot()->accessibleDescription()));
}

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
