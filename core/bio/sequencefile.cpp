// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/sequencefile.h"

#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "bio/duplicates.h"
#include "bio/findings.h"
#include "bio/lettertable.h"
#include "bio/plausibility.h"
#include "bio/recordparser.h"
#include "bio/textinput.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view withoutByteOrderMark(std::string_view head)
{
    if (head.starts_with(kByteOrderMark))
        head.remove_prefix(kByteOrderMark.size());
    return head;
}

bool isFastq(std::string_view head)
{
    head = withoutByteOrderMark(head);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && head[first] == '@';
}

bool nameSaysFastq(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (const std::size_t dot = name.rfind('.'); name.ends_with(".gz") || name.ends_with(".bgz"))
        name.resize(dot);
    return name.ends_with(".fastq") || name.ends_with(".fq");
}

void warnOfName(SequenceSet &set, const std::string &name, bool fastq)
{
    if (fastq && !nameSaysFastq(name)) {
        set.warnings.push_back({"fastq",
                                fmt::format("{}: this is FASTQ, known by its content (line 1): {}, qualities ignored.",
                                            name, counted(static_cast<std::int64_t>(set.size()), "read")),
                                1});
    } else if (!fastq && nameSaysFastq(name)) {
        set.warnings.push_back(
            {"fasta", fmt::format("{}: the name says FASTQ, but the content is FASTA (line 1).", name), 1});
    }
}

/// Bytes at the end of `text` that begin "<mask>" and do not complete it.
std::size_t incompleteMask(std::string_view text)
{
    for (std::size_t size = std::min(kMaskText.size() - 1, text.size()); size > 0; --size)
        if (text.ends_with(kMaskText.substr(0, size)))
            return size;
    return 0;
}

/// Feeds the parser whole characters, and finds the NUL bytes that no text has.
class Feeder
{
public:
    Feeder(RecordParser &parser, const std::string &path, bool masks)
        : m_parser(parser)
        , m_path(path)
        , m_masks(masks)
    {
    }

    Result<void> feed(std::string_view block)
    {
        if (!m_carry.empty()) {
            m_joined = m_carry.append(block);
            block = m_joined;
        }
        const std::size_t tail =
            m_masks ? std::max(incompleteTail(block), incompleteMask(block)) : incompleteTail(block);
        m_carry = block.substr(block.size() - tail);
        block.remove_suffix(tail);
        return feedText(block);
    }

    Result<void> finish()
    {
        if (auto fed = feedText(m_carry); !fed)
            return fed;
        return m_parser.finish();
    }

private:
    Result<void> feedText(std::string_view text)
    {
        const std::size_t nul = text.find('\0');
        if (auto fed = m_parser.feed(text.substr(0, nul)); !fed || nul == std::string_view::npos)
            return fed;
        const Place place = m_parser.place();
        return dataError(m_path, place.line,
                         fmt::format("NUL bytes at line {}, column {}: the file is damaged or binary; get it again.",
                                     place.line, place.column));
    }

    RecordParser &m_parser;
    const std::string &m_path;
    bool m_masks;
    std::string m_carry;
    std::string m_joined;
};

Result<void> feedAll(TextInput &input, RecordParser &parser, const SequenceSet &set, bool fastq,
                     const ReadOptions &options)
{
    Feeder feeder(parser, input.path(), options.masks);
    for (bool first = true;; first = false) {
        const auto block = input.next();
        if (!block)
            return Failure(block.error());
        if (block->empty())
            return feeder.finish();
        if (options.beginningOnly && !first && (set.size() > 0 || !fastq))
            return set.size() > 0 ? Result<void>{} : feeder.finish(); // a first record without end is shown cut
        if (options.progress && !options.progress(input.share()))
            return fail(ErrorCode::Data, "cancelled", input.path());
        if (auto fed = feeder.feed(first ? withoutByteOrderMark(*block) : *block); !fed)
            return fed;
    }
}

Result<SequenceSet> readAll(const std::filesystem::path &path, const Alphabet &alphabet, const ReadOptions &options)
{
    auto input = TextInput::open(path);
    if (!input)
        return Failure(input.error());
    SequenceSet set;
    set.alphabet = &alphabet;
    set.tokens.reserve(options.beginningOnly ? 0 : input->likelySize());
    set.keepsHeaders = options.headers;
    set.keepsCase = options.keepsCase;
    Findings findings;
    const bool fastq = isFastq(input->head());
    const auto parser = fastq ? makeFastqParser(set, findings, input->path())
                              : makeFastaParser(set, findings, input->path(), options.masks);
    if (auto fed = feedAll(*input, *parser, set, fastq, options); !fed)
        return Failure(fed.error());
    set.tokens.resize(set.offsets.back()); // without the record at which a look at the beginning stopped
    set.fileHash = input->storedHash();
    set.warnings = input->warnings();
    warnOfName(set, input->name(), fastq);
    for (ReadWarning &warning : findings.warnings(input->name(), set.size()))
        set.warnings.push_back(std::move(warning));
    if (auto plausible = checkPlausible(set, input->name(), input->path()); !plausible)
        return Failure(plausible.error());
    reportDuplicateIds(set, input->name());
    reportDuplicateSequences(set, input->name());
    addNotes(set, input->name(), findings);
    return set;
}

} // namespace

Result<SequenceSet> readSequences(const std::filesystem::path &path, const Alphabet &alphabet,
                                  const ReadOptions &options)
{
    try {
        return readAll(path, alphabet, options);
    } catch (const std::bad_alloc &) {
        return fail(
            ErrorCode::OutOfMemory,
            "There is not enough memory to read this file (one byte a letter); use a smaller file or a larger machine.",
            displayPath(path));
    }
}

} // namespace anneal
