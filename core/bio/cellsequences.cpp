// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/cellsequences.h"

#include "bio/lettertable.h"

namespace anneal {

Result<bool> CellSequences::add(std::string_view name, std::string_view letters, std::int64_t line, Place place)
{
    const std::size_t before = m_set.size();
    LineCursor cursor(place);
    m_record.begin(line, name);
    m_scanner.beginRecord();
    while (!letters.empty()) {
        if (isLineEnd(letters[0])) { // inside quotes
            (void)cursor.endLine(letters[0]);
            m_scanner.beginLine();
            letters.remove_prefix(1);
            continue;
        }
        const auto used = m_scanner.scan(letters, cursor);
        if (!used)
            return Failure(used.error());
        letters.remove_prefix(*used);
    }
    m_scanner.endRecord();
    m_record.end();
    return m_set.size() > before;
}

} // namespace anneal
