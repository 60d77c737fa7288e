// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakeruns.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <random>

#include <unistd.h>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/process.h"
#include "run/events.h"
#include "run/metricslog.h"
#include "run/notes.h"
#include "run/record.h"
#include "run/state.h"

namespace anneal::bench {

namespace {

constexpr std::int64_t kStart = 1'796'000'000'000'000;
constexpr std::int64_t kStepMicros = 120'000;
constexpr std::int64_t kStepTokens = 8192;
constexpr std::int64_t kValidationEvery = 50;

RunRecord recordOf(const RunPaths &paths, int number, std::int64_t steps)
{
    RunRecord record;
    record.id = paths.id();
    record.name = fmt::format("mlm-8M-{:02}", number);
    record.createdAt = isoTime(kStart + number * 60'000'000ll);
    record.config.schedule.total_steps = steps;
    record.config.optimizer.lr = 1e-4 * (1 + number % 7);
    record.config.note.why = fmt::format("Run {} of a comparison of learning rates", number);
    record.config.note.tags = number % 2 == 0 ? "mlm, sweep" : "mlm";
    record.colorSlot = number % 12 + 1;
    record.preset = "quick-start";
    return record;
}

void writeState(const RunPaths &paths, std::int64_t steps)
{
    RunState state;
    state.host = hostName();
    state.bootId = bootId();
    state.state = "finished";
    state.device = "CPU, 2 threads";
    state.step = state.totalSteps = steps;
    state.tokens = steps * kStepTokens;
    state.stepSeconds = 0.12;
    state.trainingSeconds = static_cast<double>(steps) * 0.12;
    state.heartbeatMicros = kStart + steps * kStepMicros;
    state.exitCode = 0;
    require(writeRunState(paths, state));
}

void writeEvents(const RunPaths &paths, std::int64_t steps)
{
    auto writer = JsonlWriter::open(paths.events());
    require(writer);
    const auto add = [&](const char *kind, std::int64_t step, const std::string &text) {
        require(writer->append(eventToJson({kStart + step * kStepMicros, kind, step, text, {}})));
    };
    add("start", 0, "Started");
    for (std::int64_t i = 1; i <= 5; ++i)
        add("checkpoint", steps * i / 5, "Checkpoint saved");
    add("end", steps, "Finished");
}

} // namespace

const std::vector<std::string> &tenSeries()
{
    static const std::vector<std::string> names{"train.loss",   "optimizer.lr",      "grad_norm", "param_norm",
                                                "update_ratio", "tokens_per_second", "memory",    "step_seconds",
                                                "loss_scale",   "masked_tokens"};
    return names;
}

void writeMetrics(const std::filesystem::path &file, std::int64_t steps, std::int64_t rowsPerFlush)
{
    auto writer = MetricsWriter::open(file);
    require(writer);
    const auto train = writer->group(tenSeries());
    const auto validation = writer->group({"validation.loss"});
    std::mt19937 random(static_cast<unsigned>(steps));
    std::vector<double> values(tenSeries().size());
    for (std::int64_t step = 1; step <= steps; ++step) {
        const double noise = static_cast<double>(random() % 1000) / 5000;
        for (std::size_t series = 0; series < values.size(); ++series)
            values[series] =
                2.2 + 0.7 * std::exp(-static_cast<double>(step) / 5000) + noise + static_cast<double>(series);
        if (random() % 50'000 == 0)
            values[0] = random() % 2 ? 40 : std::nan("");
        const std::int64_t time = kStart + step * kStepMicros;
        writer->append(*train, step, step * kStepTokens, time, values);
        if (step % kValidationEvery == 0)
            writer->append(*validation, step, step * kStepTokens, time, {values.data(), 1});
        if (step % rowsPerFlush == 0)
            require(writer->flush());
    }
    require(writer->flush());
}

void writeFinishedRun(const std::filesystem::path &workspace, int number, std::int64_t steps)
{
    const RunPaths paths{runsFolder(workspace) / fmt::format("20261130-{:06}-f{:03}", number, number % 1000)};
    std::filesystem::create_directories(paths.logs());
    require(writeRunRecord(paths, recordOf(paths, number, steps)));
    writeMetrics(paths.metrics(), steps, steps);
    writeEvents(paths, steps);
    require(addNote(paths, "Falls as the one before", steps / 2));
    std::ofstream(paths.log()) << "2026-11-30 14:02:51.123 [info] training\n";
    writeState(paths, steps);
}

TemporaryFolder::TemporaryFolder()
{
    std::string pattern = std::filesystem::temp_directory_path() / "anneal-bench-XXXXXX";
    m_path = mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

Span now()
{
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return {static_cast<double>(monotonicMicros()) * 1e-6,
            static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9};
}

std::string Span::milliseconds() const
{
    return fmt::format("{:8.2f} ms ({:.2f} busy)", wall * 1e3, processor * 1e3);
}

void stop(const std::string &reason)
{
    std::fprintf(stderr, "%s\n", reason.c_str());
    std::exit(1);
}

double residentBytes()
{
    long pages = 0;
    long resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

} // namespace anneal::bench
