// SPDX-License-Identifier: GPL-3.0-or-later
// At 1100 × 700 every page is whole: nothing is cut off at its edge, nothing scrolls sideways.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>

#include "gui/frame/windowfixture.h"

using namespace anneal;

namespace {

constexpr QSize kSmallest(1100, 700);
constexpr int kSettleMs = 3000;

QString describe(const QWidget *widget)
{
    return QStringLiteral("%1 “%2”").arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName());
}

/// The part of a page that scrolls up and down, if the widget lies in one.
const QScrollArea *scrollerOf(const QWidget *widget)
{
    for (const QWidget *parent = widget->parentWidget(); parent; parent = parent->parentWidget())
        if (const auto *area = qobject_cast<const QScrollArea *>(parent))
            return area;
    return nullptr;
}

bool isControl(const QWidget *widget)
{
    return qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLineEdit *>(widget)
        || qobject_cast<const QComboBox *>(widget);
}

/// Narrower than its text, or beyond the edge of what it lies in.
QString cutOff(const QWidget *control, const QWidget *page)
{
    const QScrollArea *scroller = scrollerOf(control);
    const QWidget *around = scroller ? scroller->viewport() : page;
    const QRect place(control->mapTo(around, QPoint()), control->size());
    if (place.left() < 0 || place.right() >= around->width())
        return QStringLiteral("beyond the side: ") + describe(control);
    if (!scroller && (place.top() < 0 || place.bottom() >= around->height()))
        return QStringLiteral("beyond top or bottom: ") + describe(control);
    const auto *button = qobject_cast<const QAbstractButton *>(control);
    if (button && control->width() < control->minimumSizeHint().width())
        return QStringLiteral("narrower than its text: ") + describe(control);
    return {};
}

} // namespace

class TestSmallWindow : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::installTheme(); }

    void everyPageFits_data()
    {
        QTest::addColumn<bool>("live");
        QTest::newRow("a run that ended") << false;
        QTest::newRow("a run that trains") << true;
    }
    void everyPageFits()
    {
        QFETCH(bool, live);
        test::WindowFixture fixture;
        const std::string id = fixture.stubs.launch(live ? 100000 : 5, "a-run-with-a-rather-long-name-2026-11");
        fixture.open();
        const auto phase = [&] {
            const RunSummary *run = fixture.window->app().workspace().run(id);
            return run ? run->phase : RunPhase::Starting;
        };
        QTRY_COMPARE(phase(), live ? RunPhase::Running : RunPhase::Finished);
        fixture.window->resize(kSmallest);
        QStringList problems;
        for (const PageEntry &entry : fixture.window->pages()) {
            fixture.window->go({entry.key, {}, {}, {}, {}});
            if (entry.key == pagekey::kRuns)
                QTRY_COMPARE(fixture.find<QWidget>("run.control")->isVisible(), live);
            // Figures of charts arrive from workers and move what stands beside them.
            QStringList found;
            const auto settle = [&] {
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
                found = problemsOf(fixture.window->currentPage());
                return found.isEmpty();
            };
            std::ignore = QTest::qWaitFor(settle, kSettleMs);
            problems += found;
        }
        QCOMPARE(fixture.window->size(), kSmallest);
        QVERIFY2(problems.isEmpty(), qPrintable(QLatin1Char('\n') + problems.join(QLatin1Char('\n'))));
    }

private:
    static QStringList problemsOf(QWidget *page)
    {
        QStringList problems;
        const QSize needed = page->minimumSizeHint();
        if (needed.width() > page->width() || needed.height() > page->height())
            problems << QStringLiteral("%1 needs %2 × %3, has %4 × %5")
                            .arg(page->objectName())
                            .arg(needed.width())
                            .arg(needed.height())
                            .arg(page->width())
                            .arg(page->height());
        for (const QScrollArea *area : page->findChildren<QScrollArea *>())
            if (area->isVisible() && area->widget()->minimumSizeHint().width() > area->viewport()->width())
                problems << QStringLiteral("wider than its view: ") + describe(area);
        for (const QWidget *control : page->findChildren<QWidget *>()) {
            if (!control->isVisible() || !control->objectName().contains(u'.') || // arrows inside a number field
                !isControl(control) || qobject_cast<QAbstractItemView *>(control->parentWidget()))
                continue;
            if (const QString problem = cutOff(control, page); !problem.isEmpty())
                problems << page->objectName() + QStringLiteral(": ") + problem;
        }
        return problems;
    }
};

QTEST_MAIN(TestSmallWindow)
#include "tst_smallwindow.moc"
