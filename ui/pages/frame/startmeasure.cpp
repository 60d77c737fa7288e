// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/startmeasure.h"

#include <cstdio>
#include <ctime>

#include <QApplication>
#include <QEvent>
#include <QTimer>

#include <unistd.h>

#include "base/process.h"
#include "pages/frame/mainwindow.h"
#include "pages/page.h"

namespace anneal {

namespace {

double millisecondsSinceStart()
{
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double seconds = static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
    const double started = static_cast<double>(processStartTicks(getpid())) / static_cast<double>(sysconf(_SC_CLK_TCK));
    return (seconds - started) * 1000;
}

class FirstPaint : public QObject
{
public:
    explicit FirstPaint(MainWindow &window)
        : QObject(&window)
        , m_window(window)
    {
    }
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (!m_seen && event->type() == QEvent::Paint && isOnHome(watched) && m_window.app().workspace().ready()) {
            m_seen = true;
            // After this pass of painting has gone to the screen.
            QTimer::singleShot(0, this, [this] {
                std::printf("start_ms %.0f runs %zu\n", millisecondsSinceStart(),
                            m_window.app().workspace().runs()->size());
                std::fflush(stdout);
                m_window.close();
            });
        }
        return QObject::eventFilter(watched, event);
    }

private:
    /// Covered widgets are not painted, so any part of the page counts.
    [[nodiscard]] bool isOnHome(const QObject *object) const
    {
        const auto *widget = qobject_cast<const QWidget *>(object);
        return widget && m_window.page(pagekey::kHome)->isAncestorOf(widget);
    }

    MainWindow &m_window;
    bool m_seen = false;
};

} // namespace

void measureStart(MainWindow &window)
{
    qApp->installEventFilter(new FirstPaint(window));
}

} // namespace anneal
