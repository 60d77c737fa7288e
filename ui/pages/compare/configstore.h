// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include <QObject>

#include "config/config.h"
#include "models/workspaceservice.h"
#include "run/layout.h"

namespace anneal {

/// The frozen configurations of runs and the sizes of their models, read on the workspace's thread: once, and once more
/// when the run has begun.
class ConfigStore : public QObject
{
    Q_OBJECT
public:
    explicit ConfigStore(WorkspaceService &service, QObject *parent = nullptr);
    /// Null until it was read; a run that cannot be read stays null.
    [[nodiscard]] const Config *find(const std::string &runId) const;
    /// Of the model with its head and low-rank updates: as the engine counted, before that as planned.
    [[nodiscard]] std::optional<std::int64_t> parameters(const std::string &runId) const;
    /// Reads what is missing, some hundreds at a time; loaded() follows each time.
    void want(const RunSummaries &runs);

Q_SIGNALS:
    void loaded();

private:
    struct Facts {
        Config config;
        std::int64_t parameters = 0;
    };
    using Configs = std::map<std::string, Facts>;
    [[nodiscard]] static std::int64_t parametersOf(const RunPaths &paths, const Config &config);
    void readNext();

    WorkspaceService &m_service;
    Configs m_configs;
    std::set<std::pair<std::string, bool>> m_asked; ///< run, and whether it had begun
    std::vector<std::string> m_waiting; ///< the next one is the last
    bool m_reading = false;
};

} // namespace anneal
