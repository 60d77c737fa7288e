// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>

#include <QObject>

#include "config/config.h"
#include "models/workspaceservice.h"

namespace anneal {

/// The frozen configurations of runs, read once each on the workspace's thread.
class ConfigStore : public QObject
{
    Q_OBJECT
public:
    explicit ConfigStore(WorkspaceService &service, QObject *parent = nullptr);
    /// Null until it was read; a run that cannot be read stays null.
    [[nodiscard]] const Config *find(const std::string &runId) const;
    /// Reads what is missing, some hundreds at a time; loaded() follows each time.
    void want(const RunSummaries &runs);

Q_SIGNALS:
    void loaded();

private:
    using Configs = std::map<std::string, Config>;
    void readNext();

    WorkspaceService &m_service;
    Configs m_configs;
    std::set<std::string> m_asked;
    std::vector<std::string> m_waiting; ///< the next one is the last
    bool m_reading = false;
};

} // namespace anneal
