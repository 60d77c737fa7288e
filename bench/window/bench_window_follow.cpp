// SPDX-License-Identifier: GPL-3.0-or-later
// Longest pause of the window's thread while four runs are written and followed, on Home, Runs and Compare.
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include <QApplication>
#include <QEventLoop>
#include <QTimer>

#include "config/presets.h"
#include "fakeruns.h"
#include "launch/launcher.h"
#include "looppause.h"
#include "pages/frame/mainwindow.h"
#include "pages/page.h"
#include "style/theme.h"

namespace {

constexpr int kRuns = 4;
constexpr int kSettleMs = 3000;
constexpr int kWatchMs = 15000;

void sleepInLoop(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

QStringList startRuns(const std::filesystem::path &workspace)
{
    QStringList ids;
    for (int i = 0; i < kRuns; ++i) {
        anneal::LaunchRequest request;
        request.config = anneal::resolvePaths(anneal::findPreset("quick-start")->config);
        request.config.schedule.total_steps = 1'000'000;
        request.name = "followed-" + std::to_string(i + 1);
        request.colorSlot = i + 1;
        const auto id = anneal::launchRun(workspace, request);
        anneal::bench::require(id);
        ids << QString::fromStdString(*id);
    }
    return ids;
}

double watch(anneal::MainWindow &window, const anneal::PageRequest &request)
{
    window.go(request);
    sleepInLoop(kSettleMs);
    anneal::bench::LoopPause pause;
    sleepInLoop(kWatchMs);
    std::printf("window_pause_ms page %s longest %.1f, busy %.1f (%zu knocks)\n", qPrintable(request.page),
                pause.longestMs(), pause.longestBusyMs(), pause.count());
    std::fflush(stdout);
    return pause.longestBusyMs();
}

} // namespace

/// bench_window_follow ENGINE: ENGINE is anneal-train or the stub engine.
int main(int argc, char **argv)
{
    using namespace anneal;
    if (argc != 2)
        bench::stop("usage: bench_window_follow PATH-OF-ENGINE");
    setenv("ANNEAL_ENGINE", argv[1], 1);
    setenv("ANNEAL_STUB_BEHAVIOUR", "slow", 0);
    setenv("ANNEAL_STUB_STEP_MS", "10", 0);
    const bench::TemporaryFolder folder;
    const QStringList ids = startRuns(folder.path());
    QApplication application(argc, argv);
    Theme::instance().install(application, ThemeChoice::Light);
    auto *window = new MainWindow(folder.path());
    window->showWhenReady();
    sleepInLoop(kSettleMs);

    double longest = 0;
    for (const PageRequest &request :
         {PageRequest{pagekey::kHome, {}, {}, {}, {}}, PageRequest{pagekey::kRuns, {ids.first()}, {}, {}, {}},
          PageRequest{pagekey::kCompare, ids, {}, {}, {}}})
        longest = std::max(longest, watch(*window, request));
    for (const QString &id : ids)
        std::ignore = signalRun(window->app().workspace().paths(id.toStdString()), true);
    window->close();
    std::printf("window_pause_ms longest busy %.1f (limit 50)\n", longest);
    return longest <= 50 ? 0 : 1;
}
