// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>

#include <malloc.h>

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
        const auto batch = reader.poll(std::uint64_t{8} << 20);
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
    const auto look = [&] { [[maybe_unused]] const DecimatedSeries view = loss.view(request); };
    const Span first = timeOf(look);
    std::vector<Span> spans;
    for (int i = 0; i < 21; ++i)
        spans.push_back(timeOf(look));
    std::nth_element(spans.begin(), spans.begin() + 10, spans.end(),
                     [](const Span &a, const Span &b) { return a.wall < b.wall; });
    std::printf("view, %-31s first %s, then %s\n", what, first.milliseconds().c_str(),
                spans[10].milliseconds().c_str());
}

} // namespace

int main()
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "metrics.bin";
    writeMetrics(file, kSteps, 1);
    const double before = residentBytes();
    RunSeries run;
    const Span span = timeOf([&] { load(file, run); });
    malloc_trim(0); // what is left is the series' own
    std::printf("1,000,000 rows of 10 series: file to series in %s, %.0f MB resident\n", span.milliseconds().c_str(),
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
