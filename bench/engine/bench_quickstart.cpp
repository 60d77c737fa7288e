// SPDX-License-Identifier: GPL-3.0-or-later
// Trains the quick-start preset with three seeds and holds the last validation loss against the count models of the
// same split. usage: bench_quickstart [seeds=N] [key=value …]: settings on top of the preset, for tuning it
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/files.h"
#include "config/configio.h"
#include "config/presets.h"
#include "run/events.h"
#include "run/record.h"
#include "train/session.h"

using namespace anneal;

namespace {

double cpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Outcome {
    double loss = 0;
    double wallSeconds = 0;
    double cpuSeconds = 0;
    std::string curve;
};

RunPaths makeRun(const Config &config)
{
    const RunPaths paths{fs::temp_directory_path() / ("anneal-quickstart-" + std::to_string(config.data.seed))};
    fs::remove_all(paths.root);
    for (const fs::path &folder : {paths.control(), paths.checkpoints(), paths.logs()})
        (void)makeFolder(folder);
    RunRecord record;
    record.id = paths.id();
    record.name = "quick-start";
    record.config = config;
    (void)writeRunRecord(paths, record);
    return paths;
}

void readCurve(const RunPaths &paths, Outcome &outcome)
{
    const auto events = readEvents(paths.events()).value();
    for (const Event &event : events) {
        if (event.kind != "evaluation")
            continue;
        outcome.loss = event.data["loss"];
        char point[48];
        std::snprintf(point, sizeof point, " %lld:%.4f", static_cast<long long>(event.step.value_or(0)), outcome.loss);
        outcome.curve += point;
    }
}

Outcome train(Config config, std::int64_t seed)
{
    config.data.seed = seed;
    const RunPaths paths = makeRun(config);
    Outcome outcome;
    const double cpu = cpuSeconds();
    const std::int64_t started = monotonicMicros();
    TrainingSession session(paths.root);
    if (session.finish(session.run()) != 0)
        std::exit(1);
    outcome.wallSeconds = static_cast<double>(monotonicMicros() - started) * 1e-6;
    outcome.cpuSeconds = cpuSeconds() - cpu;
    readCurve(paths, outcome);
    fs::remove_all(paths.root);
    return outcome;
}

} // namespace

int main(int argc, char **argv)
{
    Config config = findPreset("quick-start")->config;
    std::int64_t seeds = 3;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]).starts_with("seeds=")) {
            seeds = std::atoi(argv[i] + 6);
            continue;
        }
        for (const Issue &issue : applyAssignment(config, argv[i])) {
            std::fprintf(stderr, "%s: %s\n", issue.key.c_str(), issue.message.c_str());
            return 2;
        }
    }
    config = resolvePaths(config);
    std::ifstream file(resourceFolder() / "samples/proteins/baselines.json");
    const auto baselines = nlohmann::json::parse(file)["baselines"];
    const double unigram = baselines["unigram"]["validation"], order3 = baselines["order3"]["validation"];
    std::printf("validation, every scored residue hidden: unigram %.4f, order 3 %.4f\n", unigram, order3);
    bool under = true;
    for (std::int64_t seed = 0; seed < seeds; ++seed) {
        const Outcome outcome = train(config, seed);
        under = under && outcome.loss < order3;
        std::printf("seed %lld: %.4f after %.0f s (%.0f CPU seconds)  curve%s\n", static_cast<long long>(seed),
                    outcome.loss, outcome.wallSeconds, outcome.cpuSeconds, outcome.curve.c_str());
        std::fflush(stdout);
    }
    std::printf(under ? "all under the order-3 count model\n" : "NOT all under the order-3 count model\n");
    return under ? 0 : 1;
}
