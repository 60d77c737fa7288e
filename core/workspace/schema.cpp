// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/schema.h"

#include <array>

namespace anneal {

namespace {

constexpr const char *kCreate = R"(
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    living INTEGER NOT NULL,
    name TEXT NOT NULL,
    color_slot INTEGER NOT NULL,
    created_micros INTEGER NOT NULL,
    ended_micros INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    step INTEGER NOT NULL,
    total_steps INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    seconds_per_step REAL NOT NULL,
    training_seconds REAL NOT NULL,
    train_loss REAL,
    validation_loss REAL,
    best_validation_loss REAL,
    sparkline BLOB NOT NULL,
    tags TEXT NOT NULL,
    why TEXT NOT NULL,
    last_note TEXT NOT NULL,
    last_note_micros INTEGER NOT NULL,
    parent_run TEXT NOT NULL,
    parent_step INTEGER,
    device TEXT NOT NULL,
    archived INTEGER NOT NULL,
    damaged TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX runs_by_time ON runs (created_micros DESC, id DESC);
CREATE TABLE journal (
    run_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    time_micros INTEGER NOT NULL,
    step INTEGER,
    kind TEXT NOT NULL,
    note_id TEXT NOT NULL,
    text TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) WITHOUT ROWID;
CREATE INDEX journal_by_time ON journal (time_micros DESC);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
)";

/// What leads from version i to i + 1; version 0 is an empty file.
constexpr std::array<const char *, kSchemaVersion> kMigrations{kCreate};

Result<int> readVersion(Database &database)
{
    Statement statement(database, "PRAGMA user_version");
    const bool found = statement.step();
    if (!statement.ok() || !found)
        return statement.failure();
    return static_cast<int>(statement.integer());
}

Result<void> migrate(Database &database, int version)
{
    for (; version < kSchemaVersion; ++version)
        if (const auto done = database.run(kMigrations[static_cast<std::size_t>(version)]); !done)
            return done;
    return database.run(("PRAGMA user_version = " + std::to_string(kSchemaVersion)).c_str());
}

} // namespace

Result<void> prepareSchema(Database &database)
{
    auto version = readVersion(database);
    if (!version)
        return Failure(version.error());
    if (*version == kSchemaVersion)
        return {};
    Transaction transaction(database);
    if (const auto begun = transaction.begin(); !begun)
        return begun;
    version = readVersion(database); // another process may have been faster
    if (!version)
        return Failure(version.error());
    if (*version > kSchemaVersion)
        return fail(ErrorCode::Storage,
                    "The index of the workspace was written by a newer Anneal (version " + std::to_string(*version)
                        + "). Use that version, or move workspace.db away: it is made again from the run folders.");
    if (const auto done = migrate(database, *version); !done)
        return done;
    return transaction.commit();
}

} // namespace anneal
