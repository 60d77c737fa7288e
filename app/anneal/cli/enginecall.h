// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include <QCoreApplication>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "config/config.h"
#include "launch/engineclient.h"

namespace anneal {

/// The event loop that QProcess needs, for as long as a command talks to the engine. Never a window.
class EventLoopOwner
{
public:
    EventLoopOwner();

private:
    int m_argumentCount = 1;
    char m_name[7] = "anneal";
    char *m_arguments[2] = {m_name, nullptr};
    QCoreApplication m_program;
};

/// A model that answers one question after the other. Blocks while it does.
class ModelQuestions
{
public:
    explicit ModelQuestions(const std::filesystem::path &checkpoint);
    [[nodiscard]] Result<nlohmann::json> ask(const nlohmann::json &question);

private:
    EventLoopOwner m_program;
    EngineClient m_client;
};

/// What `anneal-train devices` prints.
[[nodiscard]] Result<nlohmann::json> engineDevices();

/// `anneal-train export` (docs/engine.md): its one line, or why not. Blocks.
[[nodiscard]] Result<nlohmann::json> engineExport(const std::filesystem::path &from, const std::filesystem::path &to,
                                                  const std::string &layout);

/// `anneal-train measure`: one short measured step of a configuration without errors. Blocks.
struct MeasuredStep {
    double secondsPerStep = 0;
    double tokensPerSecond = 0;
    std::int64_t peakMemoryBytes = 0;
};
[[nodiscard]] Result<MeasuredStep> measureStep(const Config &config);

} // namespace anneal
