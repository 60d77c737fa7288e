// SPDX-License-Identifier: GPL-3.0-or-later
// A training step of the ESM-2 8M shape on packed proteins: real tokens a second, share of this machine's matrix rate,
// cost of logging, peak memory beside the plan's. usage: bench_step [FASTA] [steps=N] [key=value …]
#include <cstdio>
#include <filesystem>

#include "base/files.h"
#include "base/hardware.h"
#include "config/configio.h"
#include "config/presets.h"
#include "plan/datacounts.h"
#include "stopwatch.h"
#include "train/device.h"
#include "train/runfolder.h"
#include "train/trainer.h"

using namespace anneal;

namespace {

constexpr int kWarmSteps = 2;

/// Counts the steps after the warm ones and what the run folder costs in each.
class StepClock : public TrainHost, public TrainObserver
{
public:
    StepClock(int steps, RunRecorder &recorder)
        : m_steps(steps)
        , m_recorder(recorder)
    {
    }
    void poll(Trainer &trainer) override
    {
        if (m_timed == m_steps)
            trainer.wishStop(false);
    }
    [[nodiscard]] Result<void> save(Trainer & /*trainer*/) override { return {}; }
    void stepDone(const StepReport &report) override
    {
        const std::int64_t started = monotonicMicros();
        m_recorder.stepDone(report);
        const double logging = static_cast<double>(monotonicMicros() - started) * 1e-6;
        if (report.step <= kWarmSteps)
            return;
        ++m_timed;
        m_seconds += report.seconds;
        m_tokens += report.seconds * report.tokensPerSecond;
        m_logging += logging;
    }
    [[nodiscard]] double tokensPerSecond() const { return m_tokens / m_seconds; }
    [[nodiscard]] double secondsPerStep() const { return m_seconds / m_timed; }
    [[nodiscard]] double loggingShare() const { return m_logging / m_seconds; }

private:
    int m_steps;
    RunRecorder &m_recorder;
    int m_timed = 0;
    double m_seconds = 0;
    double m_tokens = 0;
    double m_logging = 0;
};

RunFolder makeFolders()
{
    RunFolder folder;
    folder.paths.root = fs::temp_directory_path() / "anneal-bench-step";
    fs::remove_all(folder.paths.root);
    (void)makeFolder(folder.paths.root);
    folder.heartbeat = Heartbeat::start(folder.paths).value();
    return folder;
}

void report(const StepClock &clock, const Plan &plan, double matrixRate)
{
    const double flopsPerToken = plan.flopsPerStep / static_cast<double>(plan.tokensPerStep);
    const double achieved = flopsPerToken * clock.tokensPerSecond();
    std::printf("real tokens/s %.0f  step %.3f s  threads %d\n", clock.tokensPerSecond(), clock.secondsPerStep(),
                at::get_num_threads());
    std::printf("achieved %.1f GFLOP/s of %.1f (large fp32 matrices): %.0f %%\n", achieved * 1e-9, matrixRate * 1e-9,
                100 * achieved / matrixRate);
    std::printf("logging %.4f %% of a step\n", 100 * clock.loggingShare());
    constexpr double kMiB = 1 << 20;
    const MemoryEstimate &memory = plan.memory;
    std::printf("peak memory %.0f MiB, planned %.0f: weights %.0f, gradients %.0f, optimizer %.0f, activations %.0f, "
                "data %.0f, base %.0f\n",
                static_cast<double>(peakMemoryBytes(torch::kCPU)) / kMiB, static_cast<double>(memory.total()) / kMiB,
                static_cast<double>(memory.weights) / kMiB, static_cast<double>(memory.gradients) / kMiB,
                static_cast<double>(memory.optimizer) / kMiB, static_cast<double>(memory.activations) / kMiB,
                static_cast<double>(memory.data) / kMiB, static_cast<double>(memory.base) / kMiB);
}

} // namespace

int main(int argc, char **argv)
{
    Config config = findPreset("esm2-8m")->config;
    config.data.train = (resourceFolder() / "../bench/data/uniref90_10k.fasta.gz").lexically_normal().string();
    config.data.validation_fraction = 0.01;
    config.logging.every_steps = 1;
    int steps = 6;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument.starts_with("steps="))
            steps = std::atoi(argument.c_str() + 6);
        else if (argument.find('=') == std::string::npos)
            config.data.train = argument;
        else if (const auto issues = applyAssignment(config, argument); !issues.empty())
            return std::fprintf(stderr, "%s\n", issues.front().message.c_str()), 2;
    }
    config = resolvePaths(config);
    prepareProcess(config.device);
    const auto dataset = loadDataset(dataRequest(config));
    const auto device = chooseDevice(config.device);
    if (!dataset || !device)
        return std::fprintf(stderr, "%s\n", (dataset ? device.error() : dataset.error()).text().c_str()), 3;

    RunFolder folder = makeFolders();
    (void)folder.openLogs(config.objective.task);
    RunRecorder recorder(folder, config.objective.task, config.logging.every_steps);
    StepClock clock(steps, recorder);
    double matrixRate = largeMatrixRate();
    Trainer trainer(config, *dataset, *device,
                    makeTrainState(config, dataset->usedTokenizer(), *device, dataset->labels).value(), clock);
    trainer.observe(clock);
    trainer.skipEvaluation();
    (void)trainer.run().value();
    matrixRate = std::max(matrixRate, largeMatrixRate());
    report(clock, makePlan(config, countData(*dataset)), matrixRate);
    fs::remove_all(folder.paths.root);
    return 0;
}
