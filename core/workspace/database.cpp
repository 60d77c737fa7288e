// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/database.h"

#include <cmath>
#include <cstring>

#include <sqlite3.h>

namespace anneal {

namespace {

constexpr int kBusyTimeoutMs = 10'000;
constexpr const char *kNaN = "NaN"; ///< SQLite has none: a real NaN would be stored as NULL

} // namespace

void Database::Close::operator()(sqlite3 *handle) const
{
    sqlite3_close(handle);
}

Result<Database> Database::open(const std::filesystem::path &path)
{
    Database database;
    database.m_path = path;
    sqlite3 *handle = nullptr;
    const int opened = sqlite3_open_v2(path.c_str(), &handle,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    database.m_handle.reset(handle);
    if (opened != SQLITE_OK)
        return database.failure("open");
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, kBusyTimeoutMs);
    return database;
}

Result<void> Database::run(const char *sql)
{
    if (sqlite3_exec(m_handle.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        return failure("use");
    return {};
}

Failure Database::failure(std::string_view verb) const
{
    m_failure = sqlite3_errcode(m_handle.get()) & 0xff;
    std::string message =
        "Cannot " + std::string(verb) + " the index of the workspace: " + sqlite3_errmsg(m_handle.get());
    switch (m_failure) {
    case SQLITE_FULL:
        message += "; free some space or choose another folder";
        break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        message += "; another program holds it, try again";
        break;
    default:
        break;
    }
    return fail(ErrorCode::Storage, message + '.', m_path.string());
}

bool Database::isCorrupt() const
{
    return m_failure == SQLITE_CORRUPT || m_failure == SQLITE_NOTADB;
}

bool Database::isUnwritable() const
{
    return m_failure == SQLITE_READONLY || m_failure == SQLITE_CANTOPEN || m_failure == SQLITE_PERM;
}

void Statement::Finalize::operator()(sqlite3_stmt *statement) const
{
    sqlite3_finalize(statement);
}

Statement::Statement(const Database &database, const char *sql)
    : m_database(&database)
{
    sqlite3_stmt *statement = nullptr;
    m_ok = sqlite3_prepare_v2(database.handle(), sql, -1, &statement, nullptr) == SQLITE_OK;
    m_statement.reset(statement);
}

Statement &Statement::skip()
{
    ++m_parameter;
    return *this;
}

Statement &Statement::bind(std::int64_t value)
{
    m_ok = m_ok && sqlite3_bind_int64(m_statement.get(), ++m_parameter, value) == SQLITE_OK;
    return *this;
}

Statement &Statement::bind(double value)
{
    if (std::isnan(value))
        return bind(std::string(kNaN));
    m_ok = m_ok && sqlite3_bind_double(m_statement.get(), ++m_parameter, value) == SQLITE_OK;
    return *this;
}

Statement &Statement::bind(const std::string &value)
{
    m_ok = m_ok
        && sqlite3_bind_text64(m_statement.get(), ++m_parameter, value.data(), value.size(), SQLITE_TRANSIENT,
                               SQLITE_UTF8)
            == SQLITE_OK;
    return *this;
}

Statement &Statement::bind(std::span<const float> value)
{
    const char *data = value.empty() ? "" : reinterpret_cast<const char *>(value.data());
    m_ok = m_ok
        && sqlite3_bind_blob64(m_statement.get(), ++m_parameter, data, value.size_bytes(), SQLITE_TRANSIENT)
            == SQLITE_OK;
    return *this;
}

bool Statement::step()
{
    m_column = 0;
    if (!m_ok)
        return false;
    const int result = sqlite3_step(m_statement.get());
    m_ok = result == SQLITE_ROW || result == SQLITE_DONE;
    return result == SQLITE_ROW;
}

Result<void> Statement::finish()
{
    while (step()) { }
    if (!m_ok)
        return failure();
    sqlite3_reset(m_statement.get());
    sqlite3_clear_bindings(m_statement.get());
    m_parameter = 0;
    return {};
}

bool Statement::isNull() const
{
    return sqlite3_column_type(m_statement.get(), m_column) == SQLITE_NULL;
}

std::int64_t Statement::integer()
{
    return sqlite3_column_int64(m_statement.get(), m_column++);
}

double Statement::real()
{
    if (sqlite3_column_type(m_statement.get(), m_column) == SQLITE_TEXT) {
        ++m_column;
        return std::nan("");
    }
    return sqlite3_column_double(m_statement.get(), m_column++);
}

std::string Statement::text()
{
    const int column = m_column++;
    const auto *bytes = reinterpret_cast<const char *>(sqlite3_column_text(m_statement.get(), column));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column)))
                 : std::string();
}

std::vector<float> Statement::floats()
{
    const int column = m_column++;
    const void *bytes = sqlite3_column_blob(m_statement.get(), column);
    std::vector<float> values(static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))
                              / sizeof(float));
    if (!values.empty())
        std::memcpy(values.data(), bytes, values.size() * sizeof(float));
    return values;
}

std::optional<std::int64_t> Statement::optionalInteger()
{
    const bool null = isNull();
    const std::int64_t value = integer();
    return null ? std::nullopt : std::optional(value);
}

std::optional<double> Statement::optionalReal()
{
    const bool null = isNull();
    const double value = real();
    return null ? std::nullopt : std::optional(value);
}

Transaction::Transaction(Database &database)
    : m_database(database)
{
}

Transaction::~Transaction()
{
    if (m_open) [[maybe_unused]]
        const auto ignored = m_database.run("ROLLBACK");
}

Result<void> Transaction::begin()
{
    const auto begun = m_database.run("BEGIN IMMEDIATE");
    m_open = begun.has_value();
    return begun;
}

Result<void> Transaction::commit()
{
    const auto committed = m_database.run("COMMIT");
    m_open = !committed.has_value();
    return committed;
}

} // namespace anneal
