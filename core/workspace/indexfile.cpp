// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/indexfile.h"

#include <spdlog/spdlog.h>

#include "base/clock.h"
#include "workspace/schema.h"

namespace anneal {

namespace {

constexpr const char *kInMemory = ":memory:";

enum class IndexTrouble { None, Corrupt, Unwritable, Other };

Result<Database> tryIndex(const fs::path &file, IndexTrouble &trouble)
{
    auto database = Database::open(file);
    trouble = IndexTrouble::Unwritable;
    if (!database)
        return database;
    for (const char *pragma : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"})
        [[maybe_unused]] const auto ignored =
            database->run(pragma); // a file system without shared memory goes on without
    auto prepared = prepareSchema(*database);
    if (!prepared) {
        trouble = database->isCorrupt() ? IndexTrouble::Corrupt
            : database->isUnwritable()  ? IndexTrouble::Unwritable
                                        : IndexTrouble::Other;
        if (prepared.error().where.empty())
            prepared.error().where = file.string();
        return Failure(prepared.error());
    }
    trouble = IndexTrouble::None;
    return database;
}

} // namespace

void putIndexAside(const fs::path &file)
{
    const fs::path aside = file.string() + ".damaged-" + std::to_string(wallMicros());
    std::error_code error;
    fs::rename(file, aside, error);
    for (const char *companion : {"-wal", "-shm"})
        fs::remove(file.string() + companion, error);
    spdlog::warn("{}: the index is damaged; it was moved to {} and is made again from the run folders", file.string(),
                 aside.string());
}

Result<Database> openIndex(const fs::path &file, bool &readOnly)
{
    IndexTrouble trouble = IndexTrouble::Unwritable;
    Result<Database> database = fail(ErrorCode::Storage, {});
    if (!readOnly)
        database = tryIndex(file, trouble);
    if (!database && trouble == IndexTrouble::Corrupt) {
        putIndexAside(file);
        database = tryIndex(file, trouble);
    }
    if (!database && trouble == IndexTrouble::Unwritable) {
        spdlog::info("{}: nothing can be written here; the index is kept in memory", file.string());
        readOnly = true;
        database = tryIndex(kInMemory, trouble);
    }
    return database;
}

} // namespace anneal
