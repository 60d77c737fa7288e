// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/configstore.h"

#include <algorithm>
#include <iterator>

#include "run/record.h"

namespace anneal {

namespace {

constexpr std::ptrdiff_t kAtOnce = 500; ///< what else the worker is asked for waits no longer than these take

} // namespace

ConfigStore::ConfigStore(WorkspaceService &service, QObject *parent)
    : QObject(parent)
    , m_service(service)
{
}

const Config *ConfigStore::find(const std::string &runId) const
{
    const auto found = m_configs.find(runId);
    return found == m_configs.end() ? nullptr : &found->second;
}

void ConfigStore::want(const RunSummaries &runs)
{
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        if (m_asked.insert(run->id).second)
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
                if (Result<RunRecord> record = readRunRecord(workspace.paths(id)))
                    configs.emplace(id, std::move(record->config));
            return configs;
        },
        [this](Result<Configs> configs) {
            m_reading = false;
            if (configs)
                m_configs.merge(*configs);
            Q_EMIT loaded();
            readNext();
        });
}

} // namespace anneal
