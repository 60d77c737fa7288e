// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a run of 1,000,000 steps × 10 series in the real window: file to drawn chart, and the memory of the process.
#include <cstdio>
#include <fstream>
#include <string>

#include <QApplication>
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
    const double started = bench::now();
    window->app().openRun(QString::fromStdString(window->app().workspace().runs()->front().id));
    auto *loss = window->findChild<ChartCard *>(QStringLiteral("run.charts.loss"));
    double drawn = 0;
    QObject::connect(loss, &ChartCard::refreshed, loss, [&] {
        if (drawn == 0 && loss->visiblePoints() > 0)
            drawn = bench::now();
    });
    waitFor([&] { return drawn > 0; });
    const double seconds = drawn - started;
    const double resident = bench::residentBytes();
    std::printf("open_run_seconds %.3f (1,000,000 steps × 10 series, limit 1)\n", seconds);
    std::printf("window_memory_mb resident %.0f peak %.0f before %.0f (limit 400)\n", resident / 1e6, peakBytes() / 1e6,
                before / 1e6);
    std::printf("window_pause_ms longest %.1f (while opening)\n", pause.longestMs());
    std::printf("drawn_points %d of %lld\n", loss->visiblePoints(), static_cast<long long>(2 * kSteps));
    window->close();
    return seconds <= 1 && resident <= 400e6 ? 0 : 1;
}
