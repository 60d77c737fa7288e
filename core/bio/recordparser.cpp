// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/recordparser.h"

#include "bio/textinput.h"

namespace anneal {

Result<void> RecordParser::feed(std::string_view text)
{
    while (!text.empty()) {
        if (isLineEnd(text[0])) {
            if (auto ended = endLine(text[0]); !ended)
                return ended;
            text.remove_prefix(1);
            continue;
        }
        const auto used = step(text);
        if (!used)
            return Failure(used.error());
        text.remove_prefix(*used);
    }
    return m_record.fits() ? Result<void>{}
                           : dataError(m_path, 0, "The names are longer than 4 GB in all; shorten them.");
}

} // namespace anneal
