// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/configstore.h"

#include "run/record.h"

namespace anneal {

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
    std::vector<std::string> missing;
    for (const RunSummary &run : runs)
        if (m_asked.insert(run.id).second)
            missing.push_back(run.id);
    if (missing.empty())
        return;
    m_service.ask<Configs>(
        this,
        [missing](Workspace &workspace) -> Result<Configs> {
            Configs configs;
            for (const std::string &id : missing)
                if (Result<RunRecord> record = readRunRecord(workspace.paths(id)))
                    configs.emplace(id, std::move(record->config));
            return configs;
        },
        [this](Result<Configs> configs) {
            if (configs)
                m_configs.merge(*configs);
            Q_EMIT loaded();
        });
}

} // namespace anneal
