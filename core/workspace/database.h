// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace anneal {

/// An SQLite connection. One thread at a time.
class Database
{
public:
    /// Creates the file when missing. `:memory:` for none.
    [[nodiscard]] static Result<Database> open(const std::filesystem::path &path);

    [[nodiscard]] Result<void> run(const char *sql);
    [[nodiscard]] Failure failure(std::string_view verb) const;
    /// The last error means that the file is not a sound database.
    [[nodiscard]] bool isCorrupt() const;
    /// The last error means that nothing can be written here.
    [[nodiscard]] bool isUnwritable() const;
    [[nodiscard]] sqlite3 *handle() const { return m_handle.get(); }

private:
    struct Close {
        void operator()(sqlite3 *handle) const;
    };
    std::unique_ptr<sqlite3, Close> m_handle;
    std::filesystem::path m_path;
    mutable int m_failure = 0; ///< SQLite's code of the last failure: its own is lost by a roll-back
};

/// One prepared statement. The first error stays: check ok() after the last step.
class Statement
{
public:
    Statement(const Database &database, const char *sql);
    Statement(Statement &&) noexcept = default;
    Statement &operator=(Statement &&) noexcept = default;

    Statement &bind(std::int64_t value);
    Statement &bind(int value) { return bind(static_cast<std::int64_t>(value)); }
    Statement &bind(bool value) { return bind(static_cast<std::int64_t>(value)); }
    Statement &bind(double value);
    Statement &bind(const std::string &value);
    Statement &bind(std::span<const float> value);
    template <typename T>
    Statement &bind(const std::optional<T> &value)
    {
        return value ? bind(*value) : skip();
    }

    /// True while there is a row.
    [[nodiscard]] bool step();
    /// For a statement without rows: runs it and makes it ready for the next set of values.
    [[nodiscard]] Result<void> finish();
    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] Failure failure() const { return m_database->failure("use"); }

    /// Columns from left to right.
    [[nodiscard]] std::int64_t integer();
    [[nodiscard]] double real();
    [[nodiscard]] std::string text();
    [[nodiscard]] std::vector<float> floats();
    [[nodiscard]] std::optional<std::int64_t> optionalInteger();
    [[nodiscard]] std::optional<double> optionalReal();

private:
    Statement &skip();
    [[nodiscard]] bool isNull() const;

    struct Finalize {
        void operator()(sqlite3_stmt *statement) const;
    };
    const Database *m_database;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    int m_parameter = 0;
    int m_column = 0;
    bool m_ok;
};

/// Rolls back unless it was committed. Waits for other processes to finish theirs.
class Transaction
{
public:
    explicit Transaction(Database &database);
    ~Transaction();
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;
    [[nodiscard]] Result<void> begin();
    [[nodiscard]] Result<void> commit();

private:
    Database &m_database;
    bool m_open = false;
};

} // namespace anneal
