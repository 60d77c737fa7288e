// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>

#include "gui/frame/windowfixture.h"
#include "widgets/rundot.h"

using namespace anneal;

namespace {

bool isInteractive(const QWidget *widget)
{
    if (qobject_cast<const QScrollBar *>(widget) || qobject_cast<const QHeaderView *>(widget)
        || widget->testAttribute(Qt::WA_TransparentForMouseEvents))
        return false;
    return qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLineEdit *>(widget)
        || qobject_cast<const QComboBox *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget)
        || qobject_cast<const QAbstractItemView *>(widget) || qobject_cast<const QPlainTextEdit *>(widget)
        || qobject_cast<const QAbstractSlider *>(widget);
}

/// Parts that Qt makes inside its own widgets: the editor of a spin box, the clear button of a line edit, arrows of a
/// tab bar.
bool isQtsOwnPart(const QWidget *widget)
{
    if (widget->objectName().startsWith(QLatin1String("qt_")) || widget->objectName().startsWith(QLatin1String("_q_")))
        return true;
    if (qobject_cast<const RunDot *>(widget) && widget->focusPolicy() == Qt::NoFocus)
        return true; // a mark that takes no click
    for (const QWidget *parent = widget->parentWidget(); parent; parent = parent->parentWidget()) {
        const QByteArray name = parent->metaObject()->className();
        if (isInteractive(parent) && (name.startsWith("Q") || widget->focusPolicy() == Qt::NoFocus))
            return true; // the arrows of a number, the corner of a table
        if (name == "QComboBoxPrivateContainer")
            return true;
        if (name == "QTabBar" || name == "QComboBoxPrivateContainer" || name == "QMenuBar")
            return qobject_cast<const QAbstractButton *>(widget) && widget->objectName().isEmpty();
    }
    return false;
}

QString describe(const QWidget *widget)
{
    const QString parent = widget->parentWidget() ? widget->parentWidget()->objectName() : QString();
    const auto *button = qobject_cast<const QAbstractButton *>(widget);
    return QStringLiteral("%1 “%2” named “%3” in “%4”")
        .arg(QString::fromLatin1(widget->metaObject()->className()), button ? button->text() : QString(),
             widget->objectName(), parent);
}

} // namespace

class TestNames : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::installTheme(); }

    void everyControlHasANameAndOnlyOne()
    {
        test::WindowFixture fixture;
        const std::string id = fixture.stubs.launch(60);
        fixture.open();
        QTRY_VERIFY(fixture.window->app().workspace().run(id));
        for (const PageEntry &entry : fixture.window->pages())
            fixture.window->go({entry.key, {}, {}, {}, {}});
        QTRY_VERIFY(!fixture.find<QWidget>("run.control")->isVisible());

        QStringList problems;
        QHash<QString, const QWidget *> seen;
        for (const QWidget *widget : fixture.window->findChildren<QWidget *>()) {
            if (!isInteractive(widget) || isQtsOwnPart(widget))
                continue;
            if (widget->objectName().isEmpty())
                problems << QStringLiteral("no name: ") + describe(widget);
            else if (seen.contains(widget->objectName()))
                problems << QStringLiteral("twice: ") + describe(widget);
            if (widget->accessibleName().isEmpty())
                problems << QStringLiteral("no accessible name: ") + describe(widget);
            seen.insert(widget->objectName(), widget);
        }
        QVERIFY(seen.size() > 50);
        QVERIFY2(problems.isEmpty(), qPrintable(QLatin1Char('\n') + problems.join(QLatin1Char('\n'))));
    }
};

QTEST_MAIN(TestNames)
#include "tst_names.moc"
