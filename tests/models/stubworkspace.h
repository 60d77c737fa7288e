// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tuple>

#include <QTemporaryDir>

#include "config/presets.h"
#include "launch/launcher.h"
#include "models/runactions.h"

namespace anneal::test {

/// A workspace folder whose runs the stub engine "trains". Ends what it started.
class StubWorkspace
{
public:
    explicit StubWorkspace(const char *behaviour = "ok", const char *stepMs = "2")
    {
        qputenv("ANNEAL_ENGINE", ANNEAL_STUB_ENGINE);
        qputenv("ANNEAL_STUB_BEHAVIOUR", behaviour);
        qputenv("ANNEAL_STUB_STEP_MS", stepMs);
    }
    ~StubWorkspace()
    {
        for (const std::string &id : m_runs)
            std::ignore = signalRun({runsFolder(path()) / id}, true);
    }
    StubWorkspace(const StubWorkspace &) = delete;
    StubWorkspace &operator=(const StubWorkspace &) = delete;

    [[nodiscard]] std::filesystem::path path() const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "Work é";
    }

    [[nodiscard]] StartRequest request(std::int64_t steps) const
    {
        StartRequest request;
        request.config = resolvePaths(findPreset("quick-start")->config);
        request.config.schedule.total_steps = steps;
        request.preset = "quick-start";
        return request;
    }

    /// Starts a run without a window.
    [[nodiscard]] std::string launch(std::int64_t steps, const std::string &name = "stub-run")
    {
        LaunchRequest launch;
        launch.config = request(steps).config;
        launch.name = name;
        const auto id = launchRun(path(), launch);
        if (!id)
            qFatal("%s", id.error().text().c_str());
        m_runs.push_back(*id);
        return *id;
    }
    void endLater(const std::string &id) { m_runs.push_back(id); }

private:
    QTemporaryDir m_folder;
    std::vector<std::string> m_runs;
};

} // namespace anneal::test
