// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/common/tabs.h"

#include <QShortcut>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

namespace anneal {

QTabWidget *makeTabs(const QString &objectName, const QString &accessibleName)
{
    auto *tabs = new QTabWidget;
    tabs->setObjectName(objectName);
    tabs->setAccessibleName(accessibleName);
    tabs->setDocumentMode(true);
    tabs->tabBar()->setDrawBase(false);
    // Qt gives the buttons that scroll too many tabs the same names in every bar.
    for (QToolButton *button : tabs->tabBar()->findChildren<QToolButton *>())
        button->setObjectName(objectName + u'.' + button->objectName());
    return tabs;
}

void turnTab(QTabWidget &tabs, int by)
{
    const int count = tabs.count();
    for (int i = 1; i <= count; ++i) {
        const int wanted = (tabs.currentIndex() + (by * i) % count + count) % count;
        if (tabs.isTabVisible(wanted))
            return tabs.setCurrentIndex(wanted);
    }
}

void addTabKeys(QWidget *page, QTabWidget *tabs)
{
    const auto add = [&](const char *keys, int by) {
        auto *shortcut = new QShortcut(QKeySequence(QString::fromLatin1(keys)), page);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        QObject::connect(shortcut, &QShortcut::activated, tabs, [tabs, by] { turnTab(*tabs, by); });
    };
    add("Ctrl+PgDown", 1);
    add("Ctrl+PgUp", -1);
}

} // namespace anneal
