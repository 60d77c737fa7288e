// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"
#include "bio/findings.h"
#include "bio/sequencefile.h"

namespace anneal {

/// Reads a text that comes in pieces; no piece ends inside a UTF-8 character or has a NUL.
class RecordParser
{
public:
    RecordParser() = default;
    virtual ~RecordParser() = default;
    RecordParser(const RecordParser &) = delete;
    RecordParser &operator=(const RecordParser &) = delete;

    [[nodiscard]] virtual Result<void> feed(std::string_view text) = 0;
    /// The text is complete.
    [[nodiscard]] virtual Result<void> finish() = 0;
    /// Where the next character stands.
    [[nodiscard]] virtual Place place() const = 0;
};

/// `path` is how errors name the file; set, findings and path must outlive the parser.
[[nodiscard]] std::unique_ptr<RecordParser> makeFastaParser(SequenceSet &set, Findings &findings,
                                                            const std::string &path);
[[nodiscard]] std::unique_ptr<RecordParser> makeFastqParser(SequenceSet &set, Findings &findings,
                                                            const std::string &path);

} // namespace anneal
