// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QPointer>
#include <QTest>

#include "models/stubworkspace.h"
#include "pages/frame/mainwindow.h"
#include "pages/page.h"
#include "style/theme.h"

namespace anneal::test {

/// The real window over a temporary workspace whose runs the stub engine trains.
class WindowFixture
{
public:
    explicit WindowFixture(const char *behaviour = "ok", const char *stepMs = "2")
        : stubs(behaviour, stepMs)
    {
    }
    ~WindowFixture() { close(); }
    WindowFixture(const WindowFixture &) = delete;
    WindowFixture &operator=(const WindowFixture &) = delete;

    void open()
    {
        window = new MainWindow(stubs.path());
        window->showWhenReady();
        QTRY_VERIFY(window->isVisible()); // it shows itself once the workspace's index is read
        QVERIFY(QTest::qWaitForWindowExposed(window));
        QTRY_VERIFY(window->app().workspace().ready());
    }
    void close()
    {
        if (!window)
            return;
        for (const auto runs = window->app().workspace().runs(); const RunSummary &run : *runs)
            stubs.endLater(run.id);
        window->close();
        QCoreApplication::sendPostedEvents(window, QEvent::DeferredDelete);
        QTRY_VERIFY(!window);
    }

    [[nodiscard]] QString currentPage() const { return window->currentPage()->key(); }
    template <typename Widget>
    [[nodiscard]] Widget *find(const char *name) const
    {
        auto *widget = window->findChild<Widget *>(QString::fromLatin1(name));
        if (!widget)
            qFatal("no widget %s", name);
        return widget;
    }
    void click(const char *name) const
    {
        auto *widget = find<QWidget>(name);
        QTRY_VERIFY2(widget->isVisible() && widget->isEnabled(), name);
        QTest::mouseClick(widget, Qt::LeftButton);
    }

    StubWorkspace stubs;
    QPointer<MainWindow> window;
};

inline void installTheme()
{
    Theme::instance().install(*qApp, ThemeChoice::Light);
}

} // namespace anneal::test
