// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <QTemporaryDir>

#include "base/clock.h"
#include "base/process.h"
#include "run/events.h"
#include "run/metricslog.h"
#include "run/record.h"
#include "run/state.h"
#include "workspace/workspace.h"

namespace anneal::test {

/// A workspace on a path with spaces and accents, with runs made by the real writers.
class WorkspaceFixture
{
public:
    [[nodiscard]] std::filesystem::path folder() const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "Meine Läufe";
    }
    [[nodiscard]] RunPaths paths(const std::string &id) const { return {runsFolder(folder()) / id}; }

    /// A run that has a record and nothing else.
    RunPaths addRecord(const std::string &id, const std::string &name, const std::string &why = {}) const
    {
        const RunPaths run = paths(id);
        std::filesystem::create_directories(run.logs());
        RunRecord record;
        record.id = id;
        record.name = name;
        record.createdAt = "2026-11-30T14:02:" + id.substr(id.size() - 2) + ".000Z";
        record.config.note.why = why;
        record.config.note.tags = "mlm";
        record.colorSlot = 3;
        [[maybe_unused]] const auto written = writeRunRecord(run, record);
        return run;
    }

    /// A run of `steps` steps that ended with this exit code, or that lives (in this process) without one.
    RunPaths addRun(const std::string &id, const std::string &name, std::int64_t steps,
                    std::optional<int> exitCode) const
    {
        const RunPaths run = addRecord(id, name, "to see");
        log(run, 1, steps);
        addEvent(run, "start", {}, {});
        if (exitCode)
            addEvent(run, "end", steps, {{"exit_code", *exitCode}});
        setState(run, steps, exitCode);
        return run;
    }

    static void log(const RunPaths &run, std::int64_t from, std::int64_t to)
    {
        auto writer = MetricsWriter::open(run.metrics());
        const auto train = writer->group({"train.loss", "optimizer.lr"});
        const auto validation = writer->group({"validation.loss"});
        for (std::int64_t step = from; step <= to; ++step) {
            const double values[]{3.0 - 0.01 * static_cast<double>(step), 4e-4};
            writer->append(*train, step, step * 100, step * 1000, values);
            if (step % 10 == 0)
                writer->append(*validation, step, step * 100, step * 1000, {values, 1});
        }
    }

    static void addEvent(const RunPaths &run, const std::string &kind, std::optional<std::int64_t> step,
                         const nlohmann::json &data)
    {
        auto writer = JsonlWriter::open(run.events());
        [[maybe_unused]] const auto ok =
            writer->append(eventToJson({1'796'047'400'000'000 + step.value_or(0), kind, step, kind + " text", data}));
    }

    static void setState(const RunPaths &run, std::int64_t step, std::optional<int> exitCode)
    {
        RunState state;
        state.pid = getpid();
        state.processStartTicks = processStartTicks(getpid());
        state.bootId = bootId();
        state.host = hostName();
        state.state = exitCode ? "finished" : "running";
        state.phase = "training";
        state.device = "CPU, 2 threads";
        state.step = step;
        state.totalSteps = 1000;
        state.tokens = step * 100;
        state.heartbeatMicros = wallMicros();
        state.exitCode = exitCode;
        [[maybe_unused]] const auto written = writeRunState(run, state);
    }

private:
    QTemporaryDir m_folder;
};

} // namespace anneal::test
