// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QSignalSpy>
#include <QtTest>

#include "style/theme.h"
#include "widgets/heatmapview.h"

using namespace anneal;

namespace {

HeatMap smallMap()
{
    HeatMap map;
    map.rows = 2;
    map.columns = 3;
    map.values = {0, 0.5f, 1, std::nanf(""), 0, 2};
    return map;
}

} // namespace

class TestHeatMapView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysStayInside();
    void mouseFindsTheCell();
    void coloursFollowTheValues();
    void anotherMapKeepsTheCellInside();
};

void TestHeatMapView::keysStayInside()
{
    HeatMapView view;
    view.setMap(smallMap());
    QSignalSpy changed(&view, &HeatMapView::cellChanged);
    for (const auto key : {Qt::Key_Up, Qt::Key_Right, Qt::Key_Right, Qt::Key_Right, Qt::Key_Down, Qt::Key_Down})
        QTest::keyClick(&view, key);
    QCOMPARE(QPoint(view.column(), view.row()), QPoint(2, 1));
    QCOMPARE(changed.size(), 3); // moves against the edge are none
    QSignalSpy activated(&view, &HeatMapView::cellActivated);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(activated.value(0), (QVariantList{1, 2}));
}

void TestHeatMapView::mouseFindsTheCell()
{
    HeatMapView view;
    view.setMap(smallMap());
    view.setCellSize({20, 10});
    view.resize(view.sizeHint());
    const QSize size = view.sizeHint();
    QSignalSpy activated(&view, &HeatMapView::cellActivated);
    QTest::mouseClick(&view, Qt::LeftButton, {}, {size.width() - 5, size.height() - 5});
    QCOMPARE(activated.value(0), (QVariantList{1, 2}));
    QTest::mouseClick(&view, Qt::LeftButton, {}, {1, 1}); // on the names
    QCOMPARE(activated.size(), 1);
}

void TestHeatMapView::coloursFollowTheValues()
{
    HeatMapView view;
    view.setMap(smallMap());
    view.setCellSize({40, 30});
    view.resize(view.sizeHint());
    const QImage image = view.grab().toImage();
    const QSize size = view.sizeHint();
    const auto pixel = [&](int row, int column) {
        return image.pixelColor(size.width() - 1 - 40 * (3 - column) + 8, size.height() - 1 - 30 * (2 - row) + 8);
    };
    QCOMPARE(pixel(0, 2).rgb(), inkColor(Ink::Accent).rgb());
    QCOMPARE(pixel(1, 2).rgb(), inkColor(Ink::Accent).rgb()); // beyond the highest is the highest
    QCOMPARE(pixel(1, 1).rgb(), inkColor(Ink::Surface).rgb());
    QCOMPARE(pixel(1, 0).rgb(), inkColor(Ink::Sunken).rgb()); // not a number
    QVERIFY(pixel(0, 1) != pixel(0, 2) && pixel(0, 1) != pixel(1, 1));
}

void TestHeatMapView::anotherMapKeepsTheCellInside()
{
    HeatMapView view;
    view.setMap(smallMap());
    view.setCell(1, 2);
    HeatMap one;
    one.rows = one.columns = 1;
    one.values = {0.5f};
    view.setMap(one);
    QCOMPARE(QPoint(view.column(), view.row()), QPoint(0, 0));
    view.setMap({});
    QVERIFY(!view.grab().isNull());
    QTest::keyClick(&view, Qt::Key_Right); // nowhere to go
    QCOMPARE(view.column(), 0);
}

QTEST_MAIN(TestHeatMapView)
#include "tst_heatmapview.moc"
