// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

#include "base/files.h"
#include "config/presets.h"
#include "launch/launcher.h"
#include "runlooks.h"

namespace anneal::test {

/// A workspace in a temporary folder whose engine is the stub.
class StubRuns
{
public:
    explicit StubRuns(const char *folderName = "workspace")
    {
        qputenv("ANNEAL_ENGINE", ANNEAL_STUB_ENGINE);
        behave("ok");
        m_workspace = fs::path(m_folder.path().toStdString()) / folderName;
    }
    ~StubRuns()
    {
        for (const RunPaths &run : m_started)
            std::ignore = signalRun(run, true);
    }
    StubRuns(const StubRuns &) = delete;
    StubRuns &operator=(const StubRuns &) = delete;

    /// Holds for engines that are started from now on.
    static void behave(const char *behaviour, const char *stepMilliseconds = nullptr)
    {
        qputenv("ANNEAL_STUB_BEHAVIOUR", behaviour);
        if (stepMilliseconds)
            qputenv("ANNEAL_STUB_STEP_MS", stepMilliseconds);
        else
            qunsetenv("ANNEAL_STUB_STEP_MS");
    }

    [[nodiscard]] static LaunchRequest request(std::int64_t steps = 20)
    {
        LaunchRequest request;
        request.config = resolvePaths(findPreset("quick-start")->config);
        request.config.schedule.total_steps = steps;
        request.config.logging.eval_every_steps = 5;
        request.config.checkpoint.every_steps = 5;
        request.preset = "quick-start";
        request.name = "stub run";
        request.colorSlot = 3;
        return request;
    }

    /// Fails the test with the reason when it does not start.
    RunPaths start(std::int64_t steps = 20)
    {
        const auto id = launchRun(m_workspace, request(steps));
        if (!id)
            qFatal("%s", id.error().text().c_str());
        m_started.push_back(RunPaths{runsFolder(m_workspace) / *id});
        return m_started.back();
    }

    [[nodiscard]] const fs::path &workspace() const { return m_workspace; }
    [[nodiscard]] fs::path folder() const { return m_folder.path().toStdString(); }

private:
    QTemporaryDir m_folder;
    fs::path m_workspace;
    std::vector<RunPaths> m_started;
};

} // namespace anneal::test
