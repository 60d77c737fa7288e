// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>

#include <nlohmann/json.hpp>
#include <torch/torch.h>

#include "base/exitcodes.h"
#include "base/files.h"
#include "base/hardware.h"
#include "config/configio.h"
#include "config/presets.h"
#include "infer/serve.h"
#include "models/exportmodel.h"
#include "train/device.h"
#include "train/failures.h"
#include "train/measure.h"
#include "train/session.h"

namespace anneal {
namespace {

/// The one place where exceptions (torch's, or a failed allocation) become errors.
template <typename Call>
auto guarded(Call call) -> decltype(call())
{
    try {
        return call();
    } catch (...) {
        return Failure(errorFromException(std::current_exception()));
    }
}

int exitWith(const Error &error)
{
    std::fprintf(stderr, "anneal-train: %s\n", error.text().c_str());
    return static_cast<int>(exitCodeFor(error.code));
}

void printLine(const nlohmann::json &object)
{
    std::cout << object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
}

/// torchrun, srun and mpirun start one process per rank.
Result<void> refuseSeveralProcesses()
{
    const char *size = std::getenv("WORLD_SIZE");
    if (size == nullptr || std::atoi(size) <= 1)
        return {};
    return fail(ErrorCode::Config,
                "This engine trains in one process; start it with one (WORLD_SIZE is " + std::string(size) + ").");
}

Result<Config> readConfig(const std::string &file)
{
    std::string text;
    if (file == "-") {
        text.assign(std::istreambuf_iterator<char>(std::cin), {});
    } else {
        auto read = readFile(file);
        if (!read)
            return Failure(read.error());
        text = std::move(*read);
    }
    const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object())
        return fail(ErrorCode::Config, "The configuration is not a JSON object.",
                    file == "-" ? "standard input" : file);
    const ParsedConfig parsed = configFromJson(json);
    for (const Issue &issue : parsed.issues)
        if (issue.severity == Severity::Error)
            return fail(ErrorCode::Config, issue.message, issue.key);
    return resolvePaths(parsed.config);
}

Result<Measurement> measureFile(const std::string &file)
{
    const auto config = readConfig(file);
    if (!config)
        return Failure(config.error());
    return measureRun(*config);
}

} // namespace

int runCall(const std::string &folder)
{
    if (const auto one = refuseSeveralProcesses(); !one)
        return exitWith(one.error());
    TrainingSession session(folder);
    const auto outcome = guarded([&] { return session.run(); });
    if (!outcome)
        (void)exitWith(outcome.error());
    return session.finish(outcome);
}

int measureCall(const std::string &configFile)
{
    const auto measured = guarded([&] { return measureFile(configFile); });
    if (!measured) {
        printLine({{"ok", false}, {"error", measured.error().text()}});
        return exitWith(measured.error());
    }
    printLine({{"ok", true},
               {"seconds_per_step", measured->secondsPerStep},
               {"tokens_per_second", measured->tokensPerSecond},
               {"peak_memory_bytes", measured->peakMemoryBytes},
               {"parameters", measured->parameters},
               {"evaluation_seconds", measured->evaluationSeconds}});
    return 0;
}

int serveCall(const std::string &checkpoint, int threads)
{
    return serve(checkpoint, threads);
}

int exportCall(const std::string &from, const std::string &to, const std::string &layout)
{
    const auto done = guarded([&] { return exportModel(from, to, layout); });
    if (!done) {
        printLine({{"ok", false}, {"error", done.error().text()}});
        return exitWith(done.error());
    }
    printLine({{"ok", true},
               {"folder", to},
               {"layout", layout},
               {"family", done->family},
               {"parameters", done->parameters},
               {"merged_adapter", done->mergedAdapter},
               {"left_out", done->leftOut}});
    return 0;
}

int devicesCall()
{
    const Hardware hardware = localHardware();
    nlohmann::json devices = nlohmann::json::array();
    devices.push_back({{"kind", "cpu"}, {"name", hardware.cpuName}, {"memory_bytes", hardware.memoryBytes}});
    const auto usable = static_cast<int>(torch::cuda::is_available() ? torch::cuda::device_count() : 0);
    for (const GpuInfo &gpu : hardware.gpus)
        if (gpu.index < usable)
            devices.push_back({{"kind", "cuda"}, {"name", gpu.name}, {"memory_bytes", gpu.memoryBytes}});
    printLine({{"torch", TORCH_VERSION},
               {"cpu_capability", at::get_cpu_capability()},
               {"threads", at::get_num_threads()},
               {"cuda_built", at::hasCUDA() || usable > 0},
               {"devices", devices}});
    return 0;
}

} // namespace anneal
