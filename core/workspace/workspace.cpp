// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/workspace.h"

#include <cstdlib>
#include <map>
#include <set>

#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "workspace/dump.h"
#include "workspace/indexfile.h"
#include "workspace/indexstore.h"
#include "workspace/naming.h"

namespace anneal {

namespace {

fs::path indexFile(const fs::path &folder)
{
    return folder / "workspace.db";
}

/// Folders that can be runs, by id.
Result<std::set<std::string>> listRuns(const fs::path &folder)
{
    std::set<std::string> ids;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        const std::string name = it->path().filename().string();
        if (!name.starts_with('.') && it->is_directory(ignored))
            ids.insert(name);
    }
    if (error && error != std::errc::no_such_file_or_directory)
        return storageError("read", folder, error.value());
    return ids;
}

} // namespace

struct Workspace::Impl {
    fs::path folder;
    bool readOnly = false;
    std::optional<IndexStore> store;
    std::map<std::string, RunIngest> living; ///< keeps its place in the files of runs that grow

    [[nodiscard]] Result<void> openStore();
    [[nodiscard]] Result<void> reopenDamagedStore(const Error &error);
    [[nodiscard]] Result<std::vector<std::string>> refreshOnce();
    [[nodiscard]] Result<bool> lookAt(const std::string &id, const IndexStore::Known *known);
    [[nodiscard]] RunPaths paths(const std::string &id) const { return {runsFolder(folder) / id}; }
};

Result<void> Workspace::Impl::openStore()
{
    auto database = openIndex(indexFile(folder), readOnly);
    if (!database)
        return Failure(database.error());
    store.emplace(std::move(*database));
    return {};
}

/// Damage deep in the file shows only when it is used.
Result<void> Workspace::Impl::reopenDamagedStore(const Error &error)
{
    if (!store->database().isCorrupt())
        return Failure(error);
    store.reset();
    living.clear();
    putIndexAside(indexFile(folder));
    return openStore();
}

/// True when the index has changed.
Result<bool> Workspace::Impl::lookAt(const std::string &id, const IndexStore::Known *known)
{
    const RunPaths run = paths(id);
    if (!known || !known->living) {
        const std::string fingerprint = runFingerprint(run);
        if (fingerprint.empty() || (known && known->fingerprint == fingerprint))
            return false;
    }
    if (!known)
        living.erase(id); // another process has forgotten the run: everything is read again
    const auto ingest = living.try_emplace(id, run).first;
    const IndexedRun seen = ingest->second.look(wallMicros());
    if (!RunEvidence{seen.summary.phase, {}, {}, {}}.alive())
        living.erase(ingest);
    const auto differs = store->differs(seen);
    if (!differs || !*differs)
        return differs;
    if (const auto stored = store->put(seen); !stored) {
        living.erase(id); // what it has read is not in the index: the next look begins anew
        return Failure(stored.error());
    }
    return true;
}

Result<std::vector<std::string>> Workspace::Impl::refreshOnce()
{
    const auto ids = listRuns(runsFolder(folder));
    if (!ids)
        return Failure(ids.error());
    const auto known = store->known();
    if (!known)
        return Failure(known.error());
    std::vector<std::string> changed;
    for (const std::string &id : *ids) {
        const auto found = known->find(id);
        const auto seen = lookAt(id, found == known->end() ? nullptr : &found->second);
        if (!seen)
            return Failure(seen.error());
        if (*seen)
            changed.push_back(id);
    }
    for (const auto &[id, entry] : *known) {
        if (ids->contains(id))
            continue;
        living.erase(id);
        if (const auto removed = store->remove(id); !removed)
            return Failure(removed.error());
        changed.push_back(id);
    }
    return changed;
}

Workspace::Workspace(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

Workspace::Workspace(Workspace &&) noexcept = default;
Workspace &Workspace::operator=(Workspace &&) noexcept = default;
Workspace::~Workspace() = default;

Result<Workspace> Workspace::open(const fs::path &folder)
{
    auto impl = std::make_unique<Impl>();
    impl->folder = folder;
    const auto made = makeFolder(runsFolder(folder));
    std::error_code ignored;
    if (!made && !fs::is_directory(folder, ignored))
        return Failure(made.error());
    impl->readOnly = !made || access(folder.c_str(), W_OK) != 0;
    if (const auto opened = impl->openStore(); !opened)
        return Failure(opened.error());
    return Workspace(std::move(impl));
}

const fs::path &Workspace::folder() const
{
    return m_impl->folder;
}

bool Workspace::readOnly() const
{
    return m_impl->readOnly;
}

RunPaths Workspace::paths(const std::string &runId) const
{
    return m_impl->paths(runId);
}

Result<std::vector<std::string>> Workspace::refresh()
{
    auto changed = m_impl->refreshOnce();
    if (changed)
        return changed;
    if (const auto reopened = m_impl->reopenDamagedStore(changed.error()); !reopened)
        return Failure(reopened.error());
    return m_impl->refreshOnce();
}

Result<void> Workspace::rebuild()
{
    m_impl->living.clear();
    auto cleared = m_impl->store->clear();
    if (!cleared)
        cleared = m_impl->reopenDamagedStore(cleared.error());
    if (!cleared)
        return cleared;
    const auto changed = m_impl->refreshOnce();
    return changed ? Result<void>() : Failure(changed.error());
}

Result<std::vector<RunSummary>> Workspace::runs(bool withArchived) const
{
    return m_impl->store->runs(withArchived);
}

Result<std::optional<RunSummary>> Workspace::run(const std::string &runId) const
{
    return m_impl->store->run(runId);
}

Result<std::string> Workspace::resolve(const std::string &text) const
{
    const auto all = runs(true);
    return all ? resolveRun(*all, text) : Failure(all.error());
}

Result<std::vector<JournalEntry>> Workspace::journal(const std::string &runId, const std::string &search,
                                                     int limit) const
{
    return m_impl->store->journal(runId, search, limit);
}

Result<int> Workspace::nextColorSlot() const
{
    const auto all = runs(true);
    if (!all)
        return Failure(all.error());
    return nextColorSlotAmong(*all);
}

Result<std::string> Workspace::suggestName(const Config &config) const
{
    const auto all = runs(true);
    if (!all)
        return Failure(all.error());
    return suggestNameAmong(*all, config);
}

Result<std::optional<std::string>> Workspace::setting(const std::string &key) const
{
    return m_impl->store->setting(key);
}

Result<void> Workspace::setSetting(const std::string &key, const std::string &value)
{
    return m_impl->store->setSetting(key, value);
}

Result<std::string> Workspace::dump() const
{
    const auto all = runs(true);
    if (!all)
        return Failure(all.error());
    const auto entries = journal({}, {}, -1);
    if (!entries)
        return Failure(entries.error());
    return dumpIndex(*all, *entries);
}

fs::path defaultWorkspaceFolder()
{
    if (const char *named = std::getenv("ANNEAL_WORKSPACE"); named && *named)
        return named;
    const char *home = std::getenv("HOME");
    return fs::path(home && *home ? home : ".") / "Anneal";
}

} // namespace anneal
