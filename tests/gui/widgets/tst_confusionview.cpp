// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QtTest>

#include "widgets/confusionview.h"

using namespace anneal;

class TestConfusionView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsACell();
    void keysMoveWithinTheMatrix();
    void smallerMatrixKeepsTheCellInside();
    void shadesTheShareOfTheRow();
};

namespace {

const QStringList kNames{"donor", "acceptor", "none"};
const ConfusionView::Counts kCounts{{70, 2, 5}, {0, 0, 0}, {3, 7, 90}};

} // namespace

void TestConfusionView::tellsACell()
{
    ConfusionView view;
    QCOMPARE(view.cellText(0, 0), QString());
    view.setMatrix(kNames, kCounts);
    QCOMPARE(view.cellText(0, 2), QString("5 of 77 donor were called none (6.5 %)"));
    QCOMPARE(view.cellText(1, 0), QString("0 of 0 acceptor were called donor (0.0 %)"));
    QCOMPARE(view.cellText(3, 0), QString());
}

void TestConfusionView::keysMoveWithinTheMatrix()
{
    ConfusionView view;
    view.setMatrix(kNames, kCounts);
    QSignalSpy told(&view, &ConfusionView::cellTextChanged);
    for (const auto key : {Qt::Key_Left, Qt::Key_Down, Qt::Key_Down, Qt::Key_Down, Qt::Key_Right})
        QTest::keyClick(&view, key);
    QCOMPARE(view.cell(), QPoint(1, 2));
    QCOMPARE(told.size(), 3); // at an edge there is nothing new to tell
    QCOMPARE(told.last().first().toString(), QString("7 of 100 none were called acceptor (7.0 %)"));
    QCOMPARE(view.accessibleDescription(), told.last().first().toString());
}

void TestConfusionView::smallerMatrixKeepsTheCellInside()
{
    ConfusionView view;
    view.setMatrix(kNames, kCounts);
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Down);
    view.setMatrix({"a", "b"}, {{1, 2}, {3, 4}});
    QCOMPARE(view.cell(), QPoint(0, 1));
    view.setMatrix({}, {});
    QCOMPARE(view.cell(), QPoint(0, 0));
    QVERIFY(!view.grab().isNull()); // nothing to paint, nothing to divide by
}

/// 90 % right is greener than 0 %, whatever the counts.
void TestConfusionView::shadesTheShareOfTheRow()
{
    ConfusionView view;
    view.setMatrix({"x", "y"}, {{9, 1}, {500, 500}});
    view.resize(400, 300);
    const QImage image = view.grab().toImage();
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3)
            colours.insert(image.pixel(x, y));
    QVERIFY(colours.size() >= 4); // two rows of two different shades each
}

QTEST_MAIN(TestConfusionView)
#include "tst_confusionview.moc"
