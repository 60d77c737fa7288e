// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QClipboard>

#include "charts/chartpaint.h"
#include "charts/sparkline.h"
#include "charts/ticks.h"
#include "charts/viewworker.h"
#include "gui/widgets/chartfixture.h"

using namespace anneal;
using namespace anneal::test;

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
    void logAxisMarksWhatItCannotShow();
    void outliersAreCountedNotClipped();
    void ticks_data();
    void ticks();
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
    QSignalSpy otherRefreshed(&other, &ChartCard::refreshed);
    other.resize(800, 320);
    other.show();
    QTRY_VERIFY(shown.refreshed.count() > 0);
    QTRY_VERIFY(otherRefreshed.count() > 0); // each card reads its series by itself
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

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
