// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace anneal {

/// What a column of answers holds, and so how it is written.
enum class BatchCell { Id, Whole, Text, Probability, Loss, Number };

struct BatchColumn {
    std::string name; ///< in the header of the CSV
    BatchCell cell = BatchCell::Number;
    std::size_t number = 0; ///< which of BatchRow::numbers, where the cell is one of them
};

struct BatchRow {
    std::string id;
    std::int64_t whole = 0; ///< length of the sequence, or a position in it from 1
    std::string text; ///< a token, the best class, the classes of all residues
    std::vector<double> numbers;
};

/// The answers to one task as a table, row by row as they come.
///
/// | task       | columns                                                                        |
/// | score      | id, length, loss (nats per residue), perplexity                                |
/// | classify   | id, length, a value for each label; best: the likeliest where only one is true |
/// | label      | id, length, labels: letters, or names with blanks between them                 |
/// | fill-mask  | id, position, token, probability; one row for each hidden residue              |
/// | embed      | id, length, e0, e1, …                                                          |
/// | contacts   | id, length, contacts: pairs i, j with j − i ≥ 6 and a probability ≥ 0.5         |
class BatchRows
{
public:
    explicit BatchRows(std::string task = {});

    /// The engine's answer (docs/engine.md) about a sequence of this many residues. Internal error when it has not the
    /// form of the task's answers, or not the columns of the first.
    [[nodiscard]] Result<void> add(const std::string &id, std::int64_t length, const nlohmann::json &answer);

    [[nodiscard]] const std::string &task() const { return m_task; }
    [[nodiscard]] const std::vector<BatchColumn> &columns() const { return m_columns; } ///< empty before any answer
    [[nodiscard]] const std::vector<BatchRow> &rows() const { return m_rows; }
    /// The number of a cell that is one.
    [[nodiscard]] static std::optional<double> number(const BatchRow &row, const BatchColumn &column);

    /// RFC 4180 with a header line; numbers read back to the same double. Empty before any answer.
    [[nodiscard]] std::string toCsv() const;

private:
    void addAnswer(const std::string &id, std::int64_t length, const nlohmann::json &answer);

    std::string m_task;
    std::vector<BatchColumn> m_columns;
    std::vector<BatchRow> m_rows;
};

} // namespace anneal
