// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bio/columns.h"
#include "bio/tablerows.h"

namespace anneal {

/// One changed residue: "E56V" says that residue 56 (counted from 1) is E and becomes V.
struct Mutation {
    char from = 0;
    std::int64_t position = 0;
    char to = 0; ///< '*' = a stop
};

/// All changes of one variant: "L10V", several joined by ':', '/', ',' or ';', the three-letter form of HGVS
/// ("p.Met180Thr", "p.Met180="), or "WT" for none. Nothing for other text.
[[nodiscard]] std::optional<std::vector<Mutation>> parseMutant(std::string_view text);

/// Rebuilds sequences from a wild type and its changes, row by row.
class MutantBuilder
{
public:
    /// The wild type of a request, else the file wild_type.fasta beside the table. Data error when there is none.
    [[nodiscard]] static Result<MutantBuilder> open(const LabelRequest &request, const Alphabet &alphabet,
                                                    const std::string &tablePath);

    /// The sequence of a row as letters; nothing when the change makes a stop, so that the row is left out.
    /// Data error when the wild type is another one at the place.
    [[nodiscard]] Result<std::optional<std::string>> build(std::string_view mutant, std::int64_t line);
    /// After a failure: whether every row fits when positions are counted from 0, as a part of the message.
    /// `next` gives the mutants of the rows not yet built, one after the other, then nothing.
    [[nodiscard]] std::string advice(const std::function<std::optional<std::string>()> &next) const;

    /// What was found: stops left out, rows that are the wild type.
    void report(const std::string &fileName, std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &notes) const;
    [[nodiscard]] std::uint64_t hash() const { return m_hash; }
    [[nodiscard]] const std::string &fileName() const { return m_fileName; }

private:
    MutantBuilder() = default;
    [[nodiscard]] bool fits(const std::vector<Mutation> &mutations, std::int64_t shift) const;
    [[nodiscard]] std::string mismatch(const Mutation &mutation) const;

    struct Met {
        std::int64_t count = 0;
        std::int64_t line = 0;
        std::string name;
    };
    static void meet(Met &met, std::string_view name, std::int64_t line);

    std::string m_wildType;
    std::string m_fileName;
    std::string m_tablePath;
    std::uint64_t m_hash = 0;
    std::vector<std::vector<Mutation>> m_seen; ///< for advice()
    Met m_stops;
    Met m_same;
};

} // namespace anneal
