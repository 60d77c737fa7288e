// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "workspace/database.h"
#include "workspace/ingest.h"
#include "workspace/workspace.h"

namespace anneal {

/// The index's rows in SQL: the one place that knows the tables' columns.
class IndexStore
{
public:
    explicit IndexStore(Database database);

    struct Known {
        std::string fingerprint;
        bool living = false;
    };
    [[nodiscard]] Result<std::map<std::string, Known>> known() const;
    /// Whether a look has found anything that was not in the index.
    [[nodiscard]] Result<bool> differs(const IndexedRun &run) const;
    [[nodiscard]] Result<void> put(const IndexedRun &run);
    [[nodiscard]] Result<void> remove(const std::string &runId);
    [[nodiscard]] Result<void> clear();

    [[nodiscard]] Result<std::vector<RunSummary>> runs(bool withArchived) const;
    [[nodiscard]] Result<std::optional<RunSummary>> run(const std::string &runId) const;
    [[nodiscard]] Result<std::vector<JournalEntry>> journal(const std::string &runId, const std::string &search,
                                                            int limit) const;

    [[nodiscard]] Result<std::optional<std::string>> setting(const std::string &key) const;
    [[nodiscard]] Result<void> setSetting(const std::string &key, const std::string &value);

    [[nodiscard]] Database &database() { return m_database; }

private:
    [[nodiscard]] Result<void> putRow(const IndexedRun &run);
    [[nodiscard]] Result<std::int64_t> storedEntries(const IndexedRun &run) const;
    [[nodiscard]] Result<void> putJournal(const IndexedRun &run);

    Database m_database;
};

} // namespace anneal
