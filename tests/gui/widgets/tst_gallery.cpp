// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QScrollBar>
#include <QSet>
#include <QTabBar>
#include <QTest>

#include "charts/chartcard.h"
#include "gallery/gallery.h"
#include "style/theme.h"

using namespace anneal;

/// Every own widget, drawn in both themes. The pictures are left in the build folder's screenshots/ for people to look
/// at.
class TestGallery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void drawsInBothThemes_data();
    void drawsInBothThemes();
    void everythingInteractiveIsNamed();
    void cleanupTestCase() { m_gallery.reset(); }

private:
    void settle();
    std::unique_ptr<QWidget> m_gallery;
};

void TestGallery::initTestCase()
{
    Theme::instance().install(*qApp, ThemeChoice::Light);
    m_gallery.reset(makeGallery());
    m_gallery->resize(1440, 900);
    m_gallery->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_gallery.get()));
}

void TestGallery::settle()
{
    for (ChartCard *card : m_gallery->findChildren<ChartCard *>()) {
        if (card->isVisible() && card->objectName() != QLatin1String("gallery.charts.memory"))
            QTRY_VERIFY(card->visiblePoints() > 0);
    }
    QCoreApplication::processEvents(); // scroll bars come and go by queued calls,
    QCoreApplication::processEvents(); // and what they uncover is laid out after that
}

void TestGallery::drawsInBothThemes_data()
{
    QTest::addColumn<int>("page");
    QTest::addColumn<bool>("dark");
    const QStringList names{QStringLiteral("charts"), QStringLiteral("form"), QStringLiteral("controls"),
                            QStringLiteral("sequences")};
    for (bool dark : {false, true}) {
        for (int page = 0; page < names.size(); ++page)
            QTest::newRow(qPrintable(names[page] + (dark ? QStringLiteral("-dark") : QString()))) << page << dark;
    }
}

void TestGallery::drawsInBothThemes()
{
    QFETCH(int, page);
    QFETCH(bool, dark);
    Theme::instance().choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    m_gallery->findChild<QTabBar *>(QStringLiteral("gallery.tabs"))->setCurrentIndex(page);
    settle();
    const QImage image = m_gallery->grab().toImage();
    QCOMPARE(image.pixelColor(image.width() - 2, 4), inkColor(Ink::Window));
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3)
            colors.insert(image.pixel(x, y));
    }
    QVERIFY(colors.size() > 50);
    QDir().mkpath(QStringLiteral("screenshots"));
    QVERIFY(image.save(QStringLiteral("screenshots/gallery-%1.png").arg(QLatin1String(QTest::currentDataTag()))));
}

void TestGallery::everythingInteractiveIsNamed()
{
    QSet<QString> names;
    for (const QWidget *widget : m_gallery->findChildren<QWidget *>()) {
        const bool interactive = qobject_cast<const QAbstractButton *>(widget)
            || qobject_cast<const QComboBox *>(widget) || qobject_cast<const QLineEdit *>(widget)
            || qobject_cast<const QAbstractSpinBox *>(widget)
            || (qobject_cast<const QAbstractSlider *>(widget) && !qobject_cast<const QScrollBar *>(widget));
        const bool inner =
            widget->objectName().startsWith(QLatin1String("qt_")) || widget->focusPolicy() == Qt::NoFocus;
        if (!interactive || inner)
            continue;
        QVERIFY2(!widget->objectName().isEmpty(), widget->metaObject()->className());
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        const bool spoken = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        QVERIFY2(spoken, qPrintable(widget->objectName()));
        QVERIFY2(!names.contains(widget->objectName()), qPrintable(widget->objectName()));
        names.insert(widget->objectName());
    }
    QVERIFY(names.size() > 80);
}

QTEST_MAIN(TestGallery)
#include "tst_gallery.moc"
