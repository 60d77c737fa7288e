// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a run of 1,000,000 steps × 10 series in the real window: file to drawn chart, and the memory of the process.
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include "charts/chartcard.h"
#include "fakeruns.h"
#include "looppause.h"
#include "pages/frame/mainwindow.h"
#include "pages/page.h"
#include "style/theme.h"

namespace {

constexpr std::int64_t kSteps = 1'000'000;
constexpr int kEnoughPoints = 500; ///< a chart of the whole run, not of its first points

/// Largest resident memory so far, in bytes.
double peakBytes()
{
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;) {
        if (word != "VmHWM:")
            continue;
        double kilobytes = 0;
        file >> kilobytes;
        return kilobytes * 1024;
    }
    return 0;
}

void waitFor(const std::function<bool()> &condition)
{
    QEventLoop loop;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        if (condition())
            loop.quit();
    });
    timer.start(5);
    loop.exec();
}

} // namespace

int main(int argc, char **argv)
{
    using namespace anneal;
    const bench::TemporaryFolder folder;
    bench::writeFinishedRun(folder.path(), 1, kSteps);
    QApplication application(argc, argv);
    Theme::instance().install(application, ThemeChoice::Light);
    auto *window = new MainWindow(folder.path());
    window->showWhenReady();
    waitFor([&] { return window->isVisible() && !window->app().workspace().runs()->empty(); });
    std::ignore = window->page(pagekey::kRuns); // building the page is no part of opening a run
    const double before = bench::residentBytes();

    bench::LoopPause pause;
    QElapsedTimer clock;
    clock.start();
    const std::clock_t startedBusy = std::clock();
    double busy = 0;
    window->app().openRun(QString::fromStdString(window->app().workspace().runs()->front().id));
    auto *loss = window->findChild<ChartCard *>(QStringLiteral("run.charts.loss"));
    double drawn = 0;
    QObject::connect(loss, &ChartCard::refreshed, loss, [&] {
        if (drawn == 0 && loss->visiblePoints() > kEnoughPoints) {
            drawn = static_cast<double>(clock.nsecsElapsed()) / 1e9;
            busy = static_cast<double>(std::clock() - startedBusy) / CLOCKS_PER_SEC;
        }
    });
    waitFor([&] { return drawn > 0; });
    const double resident = bench::residentBytes();
    std::printf("open_run_seconds %.3f, %.3f of processor time (1,000,000 steps × 10 series, limit 1)\n", drawn, busy);
    std::printf("window_memory_mb resident %.0f peak %.0f before %.0f (limit 400)\n", resident / 1e6, peakBytes() / 1e6,
                before / 1e6);
    std::printf("window_pause_ms longest %.1f, %.1f of it busy (while opening)\n", pause.longestMs(),
                pause.longestBusyMs());
    std::printf("drawn_points %d of %lld\n", loss->visiblePoints(), static_cast<long long>(2 * kSteps));
    window->close();
    return drawn <= 1 && resident <= 400e6 ? 0 : 1;
}
