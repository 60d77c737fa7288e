// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>

#include "fakeruns.h"
#include "run/metricslog.h"
#include "series/runseries.h"

using namespace anneal;
using namespace anneal::bench;

namespace {

constexpr std::int64_t kSteps = 1'000'000;

void load(const std::filesystem::path &file, RunSeries &run)
{
    MetricsReader reader(file);
    for (bool more = true; more;) {
        const auto batch = reader.poll(std::uint64_t{32} << 20);
        require(batch);
        for (const MetricRows &rows : batch->rows)
            run.append({reader.groups()[rows.group].series, rows.steps, rows.tokens, rows.wallMicros, rows.values});
        more = batch->more;
    }
}

/// First view (which builds what it needs) and the median of the next ones.
void benchView(const RunSeries &run, const char *what, const ViewRequest &request)
{
    const Series &loss = *run.find("train.loss");
    std::vector<double> times;
    for (int i = 0; i < 21; ++i)
        times.push_back(secondsOf([&] { [[maybe_unused]] const DecimatedSeries view = loss.view(request); }));
    const double first = times.front();
    std::nth_element(times.begin(), times.begin() + 10, times.end());
    std::printf("view, %-28s first %6.2f ms, then %6.2f ms\n", what, first * 1e3, times[10] * 1e3);
}

} // namespace

int main()
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "metrics.bin";
    writeMetrics(file, kSteps, 1);
    const double before = residentBytes();
    RunSeries run;
    const double seconds = secondsOf([&] { load(file, run); });
    std::printf("1,000,000 rows of 10 series: file to series in %.3f s, %.0f MB resident\n", seconds,
                (residentBytes() - before) * 1e-6);
    benchView(run, "everything", {0, 0, 1200, XAxis::Step, 0, false});
    benchView(run, "everything by wall time", {0, 0, 1200, XAxis::WallTime, 0, false});
    benchView(run, "a tenth", {450'000, 550'000, 1200, XAxis::Step, 0, false});
    benchView(run, "everything, log", {0, 0, 1200, XAxis::Step, 0, true});
    benchView(run, "everything, smoothed 0.6", {0, 0, 1200, XAxis::Step, 0.6, false});
    benchView(run, "everything, log, smoothed 0.99", {0, 0, 1200, XAxis::Step, 0.99, true});
    for (const std::string &name : run.names())
        [[maybe_unused]] const DecimatedSeries view = run.find(name)->view({0, 0, 1200, XAxis::Step, 0.6, false});
    std::printf("all series looked at, smoothed: %.0f MB resident\n", (residentBytes() - before) * 1e-6);
    return 0;
}
