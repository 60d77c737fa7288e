// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QComboBox>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

#include "style/fonts.h"
#include "style/icons.h"
#include "style/look.h"
#include "style/stylesheet.h"
#include "style/text.h"
#include "style/theme.h"

using namespace anneal;

namespace {

double channel(double value)
{
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

/// WCAG 2 contrast ratio.
double contrast(const QColor &a, const QColor &b)
{
    const double high = std::max(luminance(a), luminance(b));
    const double low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

/// From the left-most to the right-most column that is not of the background's colour.
std::pair<int, int> inkOf(const QImage &image)
{
    int left = image.width(), right = -1;
    const QRgb background = image.pixel(image.width() / 2, 3);
    for (int y = 2; y < image.height() - 4; ++y) // the lines between rows are no text
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) != background) {
                left = std::min(left, x);
                right = std::max(right, x);
            }
    return {left, right};
}

constexpr double kTextContrast = 4.5;
constexpr double kOutlineContrast = 3.0;

} // namespace

class TestStyle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void textIsReadable_data();
    void textIsReadable();
    void outlinesAreVisible();
    void paletteFollowsTheTable();
    void switchingIsLive();
    void styleSheetHasNoHoles();
    void iconsTakeTheInk();
    void digitsAreTabular();
    void rolesDifferInSize();
    void titlesStandAboveTheirCells_data();
    void titlesStandAboveTheirCells();
    void wheelLeavesUnfocusedControls();
    void texts_data();
    void texts();
    void axisTexts_data();
    void axisTexts();
    void times();
};

void TestStyle::initTestCase()
{
    Theme::instance().install(*qApp, ThemeChoice::Light);
}

void TestStyle::textIsReadable_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("ground");
    const QList<Ink> inks{Ink::Text, Ink::Muted, Ink::Accent, Ink::Ok, Ink::Warn, Ink::Error};
    const QList<Ink> grounds{Ink::Window, Ink::Surface, Ink::Raised, Ink::Sunken, Ink::Hover, Ink::Selection};
    const QList<std::pair<Ink, Ink>> chips{{Ink::Accent, Ink::AccentSoft},
                                           {Ink::Ok, Ink::OkSoft},
                                           {Ink::Warn, Ink::WarnSoft},
                                           {Ink::Error, Ink::ErrorSoft},
                                           {Ink::OnAccent, Ink::Accent}};
    QList<std::pair<Ink, Ink>> pairs = chips;
    for (Ink ink : inks) {
        for (Ink ground : grounds)
            pairs.append({ink, ground});
    }
    for (bool dark : {false, true}) {
        for (const auto &[ink, ground] : pairs) {
            const QByteArray name = QByteArray(dark ? "dark " : "light ") + inkName(ink) + " on " + inkName(ground);
            QTest::newRow(name.constData()) << dark << QString(inkName(ink)) << QString(inkName(ground));
        }
    }
}

void TestStyle::textIsReadable()
{
    QFETCH(bool, dark);
    QFETCH(QString, words);
    QFETCH(QString, ground);
    const Palette &palette = dark ? tokens().dark : tokens().light;
    const auto find = [&](const QString &name) {
        for (int i = 0; i < kInkCount; ++i) {
            if (name == QLatin1String(inkName(static_cast<Ink>(i))))
                return palette[static_cast<Ink>(i)];
        }
        return QColor();
    };
    const double ratio = contrast(find(words), find(ground));
    QVERIFY2(ratio >= kTextContrast, qPrintable(QString::number(ratio)));
}

void TestStyle::outlinesAreVisible()
{
    for (const Palette *palette : {&tokens().light, &tokens().dark}) {
        QVERIFY(contrast((*palette)[Ink::BorderStrong], (*palette)[Ink::Surface]) >= kOutlineContrast);
        for (const QColor &run : palette->runs)
            QVERIFY2(contrast(run, (*palette)[Ink::Surface]) >= kOutlineContrast, qPrintable(run.name()));
    }
}

void TestStyle::paletteFollowsTheTable()
{
    const Palette &dark = tokens().dark;
    const QPalette palette = makePalette(dark);
    QCOMPARE(palette.color(QPalette::Window), dark[Ink::Window]);
    QCOMPARE(palette.color(QPalette::Base), dark[Ink::Surface]);
    QCOMPARE(palette.color(QPalette::Highlight), dark[Ink::Selection]);
    QCOMPARE(palette.color(QPalette::HighlightedText), dark[Ink::Text]);
    QCOMPARE(palette.color(QPalette::PlaceholderText), dark[Ink::Muted]);
    QCOMPARE(palette.color(QPalette::Disabled, QPalette::Text), dark[Ink::Disabled]);
    QCOMPARE(palette.color(QPalette::Active, QPalette::Text), dark[Ink::Text]);
}

void TestStyle::switchingIsLive()
{
    QSignalSpy changed(&Theme::instance(), &Theme::changed);
    Theme::instance().choose(ThemeChoice::Dark);
    QCOMPARE(changed.count(), 1);
    QVERIFY(Theme::instance().isDark());
    QCOMPARE(qApp->palette().color(QPalette::Window), tokens().dark[Ink::Window]);
    QVERIFY(qApp->styleSheet().contains(tokens().dark[Ink::Surface].name()));
    QCOMPARE(runColor(1), tokens().dark.runs[0]);
    QCOMPARE(runColor(13), tokens().dark.runs[0]);
    Theme::instance().choose(ThemeChoice::Light);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(inkColor(Ink::Window), tokens().light[Ink::Window]);
}

void TestStyle::styleSheetHasNoHoles()
{
    for (bool dark : {false, true}) {
        const QString sheet = styleSheet(dark ? tokens().dark : tokens().light, measures(), dark);
        QVERIFY2(!sheet.contains(u'@'), qPrintable(sheet.mid(sheet.indexOf(u'@') - 40, 80)));
        for (const char *mark : {"arrow-down", "arrow-up", "check", "radio", "dash"})
            QVERIFY(QFile::exists(QStringLiteral(":/anneal/controls/%1/%2.svg").arg(dark ? "dark" : "light", mark)));
    }
}

void TestStyle::iconsTakeTheInk()
{
    const QIcon play = icon(QStringLiteral("play"), Ink::Error);
    const auto strongest = [](const QPixmap &pixmap) {
        const QImage image = pixmap.toImage();
        QColor best(0, 0, 0, 0);
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y).alpha() > best.alpha())
                    best = image.pixelColor(x, y);
            }
        }
        best.setAlpha(255);
        return best.name();
    };
    QCOMPARE(strongest(play.pixmap(32, 32)), tokens().light[Ink::Error].name());
    QCOMPARE(strongest(play.pixmap(32, 32, QIcon::Disabled)), tokens().light[Ink::Disabled].name());
    Theme::instance().choose(ThemeChoice::Dark);
    QCOMPARE(strongest(play.pixmap(32, 32)), tokens().dark[Ink::Error].name());
    Theme::instance().choose(ThemeChoice::Light);
    QCOMPARE(iconPixmap(QStringLiteral("play"), 16, Qt::red, 2.0).width(), 32);
}

void TestStyle::digitsAreTabular()
{
    QVERIFY(hasTabularDigits(numberFont()));
    QVERIFY(hasTabularDigits(monoFont()));
}

void TestStyle::rolesDifferInSize()
{
    QVERIFY(uiFont(TextRole::PageTitle).pointSizeF() > uiFont(TextRole::Body).pointSizeF());
    QVERIFY(uiFont(TextRole::Body).pointSizeF() > uiFont(TextRole::Caption).pointSizeF());
    QCOMPARE(uiFont(TextRole::PageTitle).weight(), QFont::Medium);
}

void TestStyle::titlesStandAboveTheirCells_data()
{
    QTest::addColumn<int>("alignment");
    QTest::newRow("left") << int(Qt::AlignLeft);
    QTest::newRow("right") << int(Qt::AlignRight);
}

void TestStyle::titlesStandAboveTheirCells()
{
    QFETCH(int, alignment);
    QStandardItemModel model(1, 1);
    for (auto *item : {new QStandardItem("HH"), new QStandardItem("HH")}) {
        item->setTextAlignment(Qt::Alignment(alignment) | Qt::AlignVCenter);
        if (model.item(0, 0))
            model.setHorizontalHeaderItem(0, item);
        else
            model.setItem(0, 0, item);
    }
    QTableView table;
    table.setModel(&model);
    table.setFont(table.horizontalHeader()->font());
    table.setShowGrid(false);
    table.verticalHeader()->hide();
    table.setColumnWidth(0, 200);
    table.resize(260, 120);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    const auto title = inkOf(table.horizontalHeader()->viewport()->grab({0, 0, 200, 24}).toImage());
    const auto cell = inkOf(table.viewport()->grab({0, 0, 200, table.rowHeight(0)}).toImage());
    QVERIFY(title.second > title.first && cell.second > cell.first);
    QCOMPARE(alignment == Qt::AlignLeft ? title.first : title.second,
             alignment == Qt::AlignLeft ? cell.first : cell.second);
}

void TestStyle::wheelLeavesUnfocusedControls()
{
    QWidget window;
    auto *combo = new QComboBox(&window);
    combo->addItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
    combo->setCurrentIndex(1);
    guardWheel(&window);
    window.show();
    window.setFocus();
    QVERIFY(!combo->hasFocus());
    const auto turn = [combo] {
        QWheelEvent down(QPointF(5, 5), combo->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                         Qt::NoScrollPhase, false);
        QApplication::sendEvent(combo, &down);
    };
    turn();
    QCOMPARE(combo->currentIndex(), 1);
    window.activateWindow();
    combo->setFocus();
    QTRY_VERIFY(combo->hasFocus());
    turn();
    QCOMPARE(combo->currentIndex(), 2);
}

void TestStyle::texts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("percent") << percentText(0.612) << QStringLiteral("61.2 %");
    QTest::newRow("percent, no decimals") << percentText(0.612, 0) << QStringLiteral("61 %");
    QTest::newRow("perplexity") << perplexityText(2.418) << QStringLiteral("11.22");
    QTest::newRow("worse") << signedLossText(0.2061) << QStringLiteral("+0.206");
    QTest::newRow("better") << signedLossText(-0.011) << QStringLiteral("−0.011");
    QTest::newRow("no number") << percentText(std::nan("")) << QStringLiteral("NaN");
    QTest::newRow("count") << countText(61240) << QStringLiteral("61,240");
}

void TestStyle::texts()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(text, expected);
}

void TestStyle::axisTexts_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("spacing");
    QTest::addColumn<QString>("expected");
    QTest::newRow("zero") << 0.0 << 20000.0 << QStringLiteral("0");
    QTest::newRow("thousands") << 20000.0 << 20000.0 << QStringLiteral("20 k");
    QTest::newRow("half thousands") << 12500.0 << 2500.0 << QStringLiteral("12.5 k");
    QTest::newRow("giga") << 3e9 << 1e9 << QStringLiteral("3 G");
    QTest::newRow("loss") << 2.4 << 0.1 << QStringLiteral("2.4");
    QTest::newRow("loss, fine") << 2.45 << 0.05 << QStringLiteral("2.45");
    QTest::newRow("quarter") << 0.25 << 0.25 << QStringLiteral("0.25");
    QTest::newRow("two and a half") << 2.5 << 2.5 << QStringLiteral("2.5");
    QTest::newRow("rate") << 4e-4 << 1e-4 << QStringLiteral("4e-4");
    QTest::newRow("rate, fine") << 1.5e-4 << 5e-5 << QStringLiteral("1.5e-4");
    QTest::newRow("negative") << -0.5 << 0.5 << QStringLiteral("−0.5");
    QTest::newRow("exact thousands") << 1500.0 << 500.0 << QStringLiteral("1,500");
}

void TestStyle::axisTexts()
{
    QFETCH(double, value);
    QFETCH(double, spacing);
    QFETCH(QString, expected);
    QCOMPARE(axisText(value, spacing), expected);
}

void TestStyle::times()
{
    const QDateTime now(QDate(2026, 11, 30), QTime(16, 0));
    const auto micros = [](const QDateTime &time) { return time.toMSecsSinceEpoch() * 1000; };
    QCOMPARE(whenText(micros(QDateTime(QDate(2026, 11, 30), QTime(13, 58))), now), QStringLiteral("today 13:58"));
    QCOMPARE(whenText(micros(QDateTime(QDate(2026, 11, 28), QTime(22, 14))), now), QStringLiteral("Sat 22:14"));
    QCOMPARE(whenText(micros(QDateTime(QDate(2026, 10, 28), QTime(22, 14))), now), QStringLiteral("2026-10-28 22:14"));
}

QTEST_MAIN(TestStyle)
#include "tst_style.moc"
