// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "fakeruns.h"
#include "run/metricslog.h"

using namespace anneal;
using namespace anneal::bench;

namespace {

constexpr std::int64_t kSteps = 1'000'000;
constexpr double kPoints = 10.0 * kSteps;

/// Only the writer's own work: the values are made before the clock starts.
void benchAppend(const std::filesystem::path &file, std::int64_t rowsPerFlush)
{
    auto writer = MetricsWriter::open(file);
    require(writer);
    const auto group = writer->group(tenSeries());
    const std::vector<double> values(tenSeries().size(), 2.5);
    const Span span = timeOf([&] {
        for (std::int64_t step = 1; step <= kSteps; ++step) {
            writer->append(*group, step, step * 8192, step * 1000, values);
            if (step % rowsPerFlush == 0)
                require(writer->flush());
        }
    });
    std::printf("append, flushed every %5lld rows  %6.2f M points/s (%.2f by processor time)\n",
                static_cast<long long>(rowsPerFlush), kPoints / span.wall * 1e-6, kPoints / span.processor * 1e-6);
}

void benchRead(const std::filesystem::path &file, std::int64_t rowsPerFlush)
{
    std::size_t rows = 0;
    const Span span = timeOf([&] {
        MetricsReader reader(file);
        for (bool more = true; more;) {
            const auto batch = reader.poll(std::uint64_t{8} << 20);
            require(batch);
            for (const MetricRows &part : batch->rows)
                rows += part.steps.size();
            more = batch->more;
        }
    });
    std::printf(
        "read, blocks of %5lld rows        %6.2f M points/s (%.2f by processor time), %zu rows of 10 series in %s\n",
        static_cast<long long>(rowsPerFlush), kPoints / span.wall * 1e-6, kPoints / span.processor * 1e-6, rows,
        span.milliseconds().c_str());
}

} // namespace

int main()
{
    const TemporaryFolder folder;
    for (const std::int64_t rowsPerFlush : {1, 10'000}) {
        const auto file = folder.path() / ("metrics-" + std::to_string(rowsPerFlush) + ".bin");
        benchAppend(file, rowsPerFlush);
        benchRead(file, rowsPerFlush);
    }
    return 0;
}
