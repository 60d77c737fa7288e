// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/indexstore.h"

namespace anneal {

namespace {

constexpr const char *kPutRun =
    "INSERT OR REPLACE INTO runs (id, fingerprint, living, name, color_slot, created_micros, ended_micros, phase, "
    "reason, detail, step, "
    "total_steps, tokens, seconds_per_step, training_seconds, train_loss, validation_loss, best_validation_loss, "
    "sparkline, tags, why, "
    "last_note, last_note_micros, parent_run, parent_step, device, archived, damaged) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// In the order in which summaryOf() reads them.
std::string selectRuns(const char *rest)
{
    return std::string("SELECT id, name, color_slot, created_micros, ended_micros, phase, reason, detail, step, "
                       "total_steps, tokens, "
                       "seconds_per_step, training_seconds, train_loss, validation_loss, best_validation_loss, "
                       "sparkline, tags, why, "
                       "last_note, last_note_micros, parent_run, parent_step, device, archived, damaged FROM runs ")
        + rest;
}

constexpr const char *kJournal = "SELECT run_id, runs.name, time_micros, journal.step, kind, note_id, text, "
                                 "journal.reason FROM journal JOIN runs ON runs.id = run_id "
                                 "WHERE (?1 = '' OR run_id = ?1) AND (?2 = '' OR text LIKE ?2 ESCAPE '\\' OR "
                                 "journal.reason LIKE ?2 ESCAPE '\\' OR runs.name LIKE ?2 "
                                 "ESCAPE '\\') ORDER BY time_micros DESC, run_id DESC, position DESC LIMIT ?3";

std::string joinedTags(const std::vector<std::string> &tags)
{
    std::string text;
    for (const std::string &tag : tags)
        text += tag + '\n';
    return text;
}

std::vector<std::string> splitTags(const std::string &text)
{
    std::vector<std::string> tags;
    for (std::size_t from = 0, end = 0; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
        tags.push_back(text.substr(from, end - from));
    return tags;
}

/// LIKE pattern for "contains".
std::string containsPattern(const std::string &search)
{
    if (search.empty())
        return {};
    std::string pattern = "%";
    for (const char letter : search) {
        if (letter == '%' || letter == '_' || letter == '\\')
            pattern += '\\';
        pattern += letter;
    }
    return pattern + '%';
}

RunSummary summaryOf(Statement &row)
{
    RunSummary run;
    run.id = row.text();
    run.name = row.text();
    run.colorSlot = static_cast<int>(row.integer());
    run.createdMicros = row.integer();
    run.endedMicros = row.integer();
    run.phase = static_cast<RunPhase>(row.integer());
    run.reason = row.text();
    run.detail = row.text();
    run.step = row.integer();
    run.totalSteps = row.integer();
    run.tokens = row.integer();
    run.secondsPerStep = row.real();
    run.trainingSeconds = row.real();
    run.trainLoss = row.optionalReal();
    run.validationLoss = row.optionalReal();
    run.bestValidationLoss = row.optionalReal();
    run.sparkline = row.floats();
    run.tags = splitTags(row.text());
    run.why = row.text();
    run.lastNote = row.text();
    run.lastNoteMicros = row.integer();
    run.parentRun = row.text();
    run.parentStep = row.optionalInteger();
    run.device = row.text();
    run.archived = row.integer() != 0;
    run.damaged = row.text();
    return run;
}

JournalEntry entryOf(Statement &row)
{
    JournalEntry entry;
    entry.runId = row.text();
    entry.runName = row.text();
    entry.timeMicros = row.integer();
    entry.step = row.optionalInteger();
    entry.kind = row.text();
    entry.noteId = row.text();
    entry.text = row.text();
    entry.reason = row.text();
    return entry;
}

bool isLiving(const RunSummary &run)
{
    RunEvidence evidence;
    evidence.phase = run.phase;
    return evidence.alive();
}

} // namespace

IndexStore::IndexStore(Database database)
    : m_database(std::move(database))
{
}

Result<std::map<std::string, IndexStore::Known>> IndexStore::known() const
{
    std::map<std::string, Known> known;
    Statement rows(m_database, "SELECT id, fingerprint, living FROM runs");
    while (rows.step()) {
        std::string id = rows.text();
        std::string fingerprint = rows.text();
        known.emplace(std::move(id), Known{std::move(fingerprint), rows.integer() != 0});
    }
    if (!rows.ok())
        return rows.failure();
    return known;
}

Result<bool> IndexStore::differs(const IndexedRun &run) const
{
    Statement row(m_database, "SELECT fingerprint, phase, reason, detail FROM runs WHERE id = ?");
    row.bind(run.summary.id);
    const bool same = row.step() && row.text() == run.fingerprint
        && row.integer() == static_cast<int>(run.summary.phase) && row.text() == run.summary.reason
        && row.text() == run.summary.detail;
    if (!row.ok())
        return row.failure();
    return !same;
}

Result<void> IndexStore::put(const IndexedRun &run)
{
    Transaction transaction(m_database);
    if (const auto begun = transaction.begin(); !begun)
        return begun;
    if (const auto done = putRow(run); !done)
        return done;
    if (const auto done = putJournal(run); !done)
        return done;
    return transaction.commit();
}

Result<void> IndexStore::putRow(const IndexedRun &run)
{
    const RunSummary &summary = run.summary;
    Statement row(m_database, kPutRun);
    row.bind(summary.id).bind(run.fingerprint).bind(isLiving(summary)).bind(summary.name).bind(summary.colorSlot);
    row.bind(summary.createdMicros)
        .bind(summary.endedMicros)
        .bind(static_cast<int>(summary.phase))
        .bind(summary.reason);
    row.bind(summary.detail)
        .bind(summary.step)
        .bind(summary.totalSteps)
        .bind(summary.tokens)
        .bind(summary.secondsPerStep);
    row.bind(summary.trainingSeconds)
        .bind(summary.trainLoss)
        .bind(summary.validationLoss)
        .bind(summary.bestValidationLoss);
    row.bind(std::span<const float>(summary.sparkline))
        .bind(joinedTags(summary.tags))
        .bind(summary.why)
        .bind(summary.lastNote);
    row.bind(summary.lastNoteMicros).bind(summary.parentRun).bind(summary.parentStep).bind(summary.device);
    row.bind(summary.archived).bind(summary.damaged);
    return row.finish();
}

/// Entries that the last look has stored already, none when another process has forgotten them since.
Result<std::int64_t> IndexStore::storedEntries(const IndexedRun &run) const
{
    const auto kept = static_cast<std::int64_t>(run.keptJournal);
    Statement count(m_database, "SELECT count(*) FROM journal WHERE run_id = ? AND position < ?");
    const bool found = count.bind(run.summary.id).bind(kept).step();
    if (!count.ok() || !found)
        return count.failure();
    return count.integer() == kept ? kept : 0;
}

Result<void> IndexStore::putJournal(const IndexedRun &run)
{
    const auto kept = storedEntries(run);
    if (!kept)
        return Failure(kept.error());
    Statement forget(m_database, "DELETE FROM journal WHERE run_id = ? AND position >= ?");
    if (const auto done = forget.bind(run.summary.id).bind(*kept).finish(); !done)
        return done;
    Statement row(m_database,
                  "INSERT INTO journal (run_id, position, time_micros, step, kind, note_id, text, reason) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (auto position = *kept; position < static_cast<std::int64_t>(run.journal.size()); ++position) {
        const JournalEntry &entry = run.journal[static_cast<std::size_t>(position)];
        row.bind(run.summary.id).bind(position).bind(entry.timeMicros).bind(entry.step);
        row.bind(entry.kind).bind(entry.noteId).bind(entry.text).bind(entry.reason);
        if (const auto done = row.finish(); !done)
            return done;
    }
    return {};
}

Result<void> IndexStore::remove(const std::string &runId)
{
    Transaction transaction(m_database);
    if (const auto begun = transaction.begin(); !begun)
        return begun;
    for (const char *sql : {"DELETE FROM journal WHERE run_id = ?", "DELETE FROM runs WHERE id = ?"})
        if (const auto done = Statement(m_database, sql).bind(runId).finish(); !done)
            return done;
    return transaction.commit();
}

Result<void> IndexStore::clear()
{
    Transaction transaction(m_database);
    if (const auto begun = transaction.begin(); !begun)
        return begun;
    if (const auto done = m_database.run("DELETE FROM journal; DELETE FROM runs"); !done)
        return done;
    return transaction.commit();
}

Result<std::vector<RunSummary>> IndexStore::runs(bool withArchived) const
{
    std::vector<RunSummary> runs;
    Statement rows(m_database, selectRuns("WHERE archived <= ? ORDER BY created_micros DESC, id DESC").c_str());
    rows.bind(withArchived);
    while (rows.step())
        runs.push_back(summaryOf(rows));
    if (!rows.ok())
        return rows.failure();
    return runs;
}

Result<std::optional<RunSummary>> IndexStore::run(const std::string &runId) const
{
    Statement row(m_database, selectRuns("WHERE id = ?").c_str());
    row.bind(runId);
    const bool found = row.step();
    if (!row.ok())
        return row.failure();
    return found ? std::optional(summaryOf(row)) : std::nullopt;
}

Result<std::vector<JournalEntry>> IndexStore::journal(const std::string &runId, const std::string &search,
                                                      int limit) const
{
    std::vector<JournalEntry> entries;
    Statement rows(m_database, kJournal);
    rows.bind(runId).bind(containsPattern(search)).bind(limit);
    while (rows.step())
        entries.push_back(entryOf(rows));
    if (!rows.ok())
        return rows.failure();
    return entries;
}

Result<std::optional<std::string>> IndexStore::setting(const std::string &key) const
{
    Statement row(m_database, "SELECT value FROM settings WHERE key = ?");
    row.bind(key);
    const bool found = row.step();
    if (!row.ok())
        return row.failure();
    return found ? std::optional(row.text()) : std::nullopt;
}

Result<void> IndexStore::setSetting(const std::string &key, const std::string &value)
{
    return Statement(m_database, "INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)")
        .bind(key)
        .bind(value)
        .finish();
}

} // namespace anneal
