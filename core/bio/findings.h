// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bio/sequencefile.h"

namespace anneal {

/// Things that are counted while records are read.
enum class Finding {
    HeaderEncoding,
    NoId,
    EmptyRecord,
    Spaces,
    Numbers,
    InvisibleSpaces,
    Gaps,
    GapRecords,
    Stops,
    Rna,
    Last
};

/// Where in the text something stands, 1-based.
struct Place {
    std::int64_t line = 0;
    std::int64_t column = 0;
};

struct Found {
    std::int64_t count = 0;
    Place first;
    std::string record; ///< name of the record at the first place
};

class Findings
{
public:
    void add(Finding kind, Place place, std::string_view record, std::int64_t count = 1);
    void addLowerCase(std::int64_t count) { m_lowerCase += count; }

    [[nodiscard]] const Found &of(Finding kind) const { return m_found[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] std::int64_t lowerCase() const { return m_lowerCase; }

    /// One warning for each kind that was found.
    [[nodiscard]] std::vector<ReadWarning> warnings(const std::string &fileName, std::size_t records) const;

private:
    [[nodiscard]] std::string sentence(Finding kind, std::size_t records) const;

    std::array<Found, static_cast<std::size_t>(Finding::Last)> m_found;
    std::int64_t m_lowerCase = 0;
};

/// "1 record", "3 records"
[[nodiscard]] std::string counted(std::int64_t count, const std::string &noun);

} // namespace anneal
