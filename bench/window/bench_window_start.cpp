// SPDX-License-Identifier: GPL-3.0-or-later
// Process start to first painted Home: makes a workspace of 500 runs, then starts the real program some times.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <QCoreApplication>
#include <QProcess>

#include "fakeruns.h"
#include "workspace/workspace.h"

namespace {

constexpr int kStarts = 7;
constexpr int kRuns = 500;
constexpr int kSteps = 1000;

double startOnce(const QString &program, const QString &workspace)
{
    QProcess process;
    process.start(program, {QStringLiteral("--workspace"), workspace, QStringLiteral("--measure-start")});
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
        anneal::bench::stop("the window did not start: " + process.readAllStandardError().toStdString());
    const QList<QByteArray> words = process.readAllStandardOutput().split(' ');
    if (words.size() < 4 || words[0] != "start_ms" || words[3].trimmed().toInt() != kRuns)
        anneal::bench::stop("unexpected answer: " + words.join(' ').toStdString());
    return words[1].toDouble();
}

} // namespace

/// bench_window_start PROGRAM: milliseconds of several starts, the first of them with a cold index.
int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (argc != 2)
        anneal::bench::stop("usage: bench_window_start PATH-OF-anneal");
    const anneal::bench::TemporaryFolder folder;
    for (int number = 1; number <= kRuns; ++number)
        anneal::bench::writeFinishedRun(folder.path(), number, kSteps);
    {
        auto workspace = anneal::Workspace::open(folder.path());
        anneal::bench::require(workspace);
        anneal::bench::require(workspace->refresh());
    }
    std::vector<double> times;
    for (int i = 0; i < kStarts; ++i)
        times.push_back(startOnce(QString::fromLocal8Bit(argv[1]), QString::fromStdString(folder.path().string())));
    std::sort(times.begin(), times.end());
    std::printf("window_start_ms median %.0f smallest %.0f largest %.0f (%d runs in the workspace, limit 500)\n",
                times[kStarts / 2], times.front(), times.back(), kRuns);
    return times[kStarts / 2] <= 500 ? 0 : 1;
}
