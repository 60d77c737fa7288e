// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/configstore.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "plan/trained.h"
#include "run/events.h"
#include "run/record.h"

namespace anneal {

namespace {

constexpr std::ptrdiff_t kAtOnce = 500; ///< what else the worker is asked for waits no longer than these take
constexpr int kLinesToStart = 100; ///< warnings about the data come before it

} // namespace

ConfigStore::ConfigStore(WorkspaceService &service, QObject *parent)
    : QObject(parent)
    , m_service(service)
{
}

const Config *ConfigStore::find(const std::string &runId) const
{
    const auto found = m_configs.find(runId);
    return found == m_configs.end() ? nullptr : &found->second.config;
}

std::optional<std::int64_t> ConfigStore::parameters(const std::string &runId) const
{
    const auto found = m_configs.find(runId);
    return found == m_configs.end() ? std::nullopt : std::optional(found->second.parameters);
}

/// The engine counts when it starts, which is among the first lines of what a run tells.
std::int64_t ConfigStore::parametersOf(const RunPaths &paths, const Config &config)
{
    std::ifstream events(paths.events());
    std::string line;
    for (int i = 0; i < kLinesToStart && std::getline(events, line); ++i) {
        const auto object = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (!object.is_object())
            continue;
        const Event event = eventFromJson(object);
        const auto counted = event.data.find("parameters");
        if (event.kind == "start" && counted != event.data.end() && counted->is_number_integer())
            return counted->get<std::int64_t>();
    }
    return trainedParameters(config).all;
}

void ConfigStore::want(const RunSummaries &runs)
{
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        if (m_asked.emplace(run->id, run->step > 0).second)
            m_waiting.push_back(run->id);
    readNext();
}

void ConfigStore::readNext()
{
    if (m_reading || m_waiting.empty())
        return;
    m_reading = true;
    const std::ptrdiff_t count = std::min<std::ptrdiff_t>(kAtOnce, std::ssize(m_waiting));
    const std::vector<std::string> ids(m_waiting.end() - count, m_waiting.end());
    m_waiting.resize(m_waiting.size() - static_cast<std::size_t>(count));
    m_service.ask<Configs>(
        this,
        [ids](Workspace &workspace) -> Result<Configs> {
            Configs configs;
            for (const std::string &id : ids)
                if (Result<RunRecord> record = readRunRecord(workspace.paths(id))) {
                    const std::int64_t parameters = parametersOf(workspace.paths(id), record->config);
                    configs.insert_or_assign(id, Facts{std::move(record->config), parameters});
                }
            return configs;
        },
        [this](Result<Configs> configs) {
            m_reading = false;
            if (configs) {
                configs->merge(m_configs); // what was read last is what counts
                m_configs = std::move(*configs);
            }
            Q_EMIT loaded();
            readNext();
        });
}

} // namespace anneal
