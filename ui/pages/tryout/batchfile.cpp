// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/batchfile.h"

#include <algorithm>

#include "bio/duplicates.h"
#include "bio/labelleddata.h"
#include "bio/recordparser.h"
#include "bio/textinput.h"

namespace anneal {

namespace {

constexpr char kUnknownLetter = 'J'; ///< what proteins have no token for; the model reads it as <unk> again
constexpr std::size_t kRefusalsNamed = 3;

std::string lettersOf(const SequenceSet &set, std::size_t record)
{
    const Alphabet &alphabet = *set.alphabet;
    std::string letters;
    letters.reserve(set.length(record));
    for (std::size_t i = 0; i < set.length(record); ++i) {
        const TokenId id = set.sequence(record)[i];
        if (id == alphabet.unk())
            letters += kUnknownLetter;
        else
            letters += alphabet.token(id);
    }
    return letters;
}

BatchSequence sequenceOf(const SequenceSet &set, std::size_t record)
{
    return {std::string(set.name(record)), lettersOf(set, record), static_cast<std::int64_t>(set.length(record)), {}};
}

std::vector<BatchSequence> sequencesOf(const SequenceSet &set)
{
    std::vector<BatchSequence> sequences;
    sequences.reserve(set.size());
    for (std::size_t i = 0; i < set.size(); ++i)
        sequences.push_back(sequenceOf(set, i));
    return sequences;
}

Result<SequenceSet> readWhole(const std::filesystem::path &path, const Alphabet &alphabet, const ReadOptions &options)
{
    if (needsLabelReader(path, {}))
        return readLabelled(path, alphabet, {}, options).map([](LabelledSet &&table) {
            return std::move(table.sequences);
        });
    return readSequences(path, alphabet, options);
}

/// A record that no parser takes.
struct Refused {
    std::uint64_t line = 0;
    std::string name;
    std::string problem;
};

/// Whoever shows the sentence names the record before it.
std::string withoutRecord(std::string sentence, const std::string &name)
{
    const std::string place = " in record " + name + ",";
    if (const std::size_t at = sentence.find(place); at != std::string::npos)
        sentence.replace(at, place.size(), " at");
    return sentence;
}

/// Reads FASTA record by record, each with a parser of its own, so that a bad one does not refuse the others.
class RecordwiseReader
{
public:
    explicit RecordwiseReader(const Alphabet &alphabet) { m_set.alphabet = &alphabet; }

    /// `text` begins with '>' at the start of this line.
    void add(std::string_view text, std::uint64_t line)
    {
        const std::size_t known = m_set.size();
        if (const Result<void> parsed = parse(text); !parsed)
            return refuse(text, line, parsed.error());
        for (std::size_t i = known; i < m_set.size(); ++i)
            m_set.lines[i] += line - 1;
    }

    /// All records in the order of the file.
    [[nodiscard]] std::vector<BatchSequence> sequences()
    {
        reportDuplicateIds(m_set, {});
        std::vector<BatchSequence> all;
        std::size_t record = 0;
        for (const Refused &refused : m_refused) {
            for (; record < m_set.size() && m_set.lines[record] < refused.line; ++record)
                all.push_back(sequenceOf(m_set, record));
            all.push_back({refused.name, {}, 0, refused.problem});
        }
        for (; record < m_set.size(); ++record)
            all.push_back(sequenceOf(m_set, record));
        return all;
    }

    [[nodiscard]] bool isEmpty() const { return m_set.size() == 0; }

private:
    Result<void> parse(std::string_view text)
    {
        if (text.find('\0') != std::string_view::npos)
            return fail(ErrorCode::Data, "The record holds NUL bytes: the file is damaged; get it again.");
        const auto parser = makeFastaParser(m_set, m_findings, m_path, true);
        const Result<void> fed = parser->feed(text);
        return fed ? parser->finish() : fed;
    }

    /// The first ones are read once more below as many empty lines, so that their sentences name lines of the file.
    void refuse(std::string_view text, std::uint64_t line, const Error &reason)
    {
        const bool isNamed = m_refused.size() < kRefusalsNamed;
        const Result<void> again = isNamed ? parse(std::string(line - 1, '\n').append(text)) : tl::unexpected(reason);
        m_set.tokens.resize(m_set.offsets.back());
        const std::string name = nameOf(text);
        m_refused.push_back({line, name, withoutRecord(again ? reason.message : again.error().message, name)});
    }

    [[nodiscard]] static std::string nameOf(std::string_view text)
    {
        constexpr const char *kBlanks = " \t\r\n";
        const std::size_t first = std::min(text.find_first_not_of(kBlanks, 1), text.size());
        return std::string(text.substr(first, text.find_first_of(kBlanks, first) - first));
    }

    SequenceSet m_set;
    Findings m_findings;
    std::string m_path;
    std::vector<Refused> m_refused;
};

Result<std::string> wholeText(const std::filesystem::path &path, const std::function<bool()> &goOn)
{
    auto input = TextInput::open(path);
    if (!input)
        return tl::unexpected(input.error());
    std::string text;
    for (;;) {
        const auto block = input->next();
        if (!block)
            return tl::unexpected(block.error());
        if (block->empty())
            return text;
        if (!goOn())
            return fail(ErrorCode::Data, "cancelled", input->path());
        text += *block;
    }
}

std::size_t nextRecord(std::string_view text, std::size_t from)
{
    for (std::size_t at = text.find('>', from); at != std::string_view::npos; at = text.find('>', at + 1))
        if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r')
            return at;
    return text.size();
}

/// LF, CRLF and CR end a line.
std::uint64_t lineEnds(std::string_view text)
{
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        count += text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) ? 1 : 0;
    return count;
}

/// Where one record at least is good; else what the reader of the whole file said.
Result<std::vector<BatchSequence>> readRecordwise(const std::filesystem::path &path, const Alphabet &alphabet,
                                                  const Error &reason, const std::function<bool()> &goOn)
{
    const auto text = wholeText(path, goOn);
    if (!text)
        return tl::unexpected(text.error());
    RecordwiseReader reader(alphabet);
    std::size_t at = nextRecord(*text, 0);
    std::uint64_t line = 1 + lineEnds(std::string_view(*text).substr(0, at));
    while (at < text->size()) {
        const std::size_t end = nextRecord(*text, at + 1);
        const std::string_view record = std::string_view(*text).substr(at, end - at);
        reader.add(record, line);
        line += lineEnds(record);
        at = end;
    }
    if (reader.isEmpty() || !goOn())
        return tl::unexpected(reason);
    return reader.sequences();
}

} // namespace

Result<std::vector<BatchSequence>> readBatch(const std::filesystem::path &path, const Alphabet &alphabet,
                                             const std::function<bool()> &goOn)
{
    ReadOptions options;
    options.masks = true;
    options.progress = [&](double) { return goOn(); };
    const auto set = readWhole(path, alphabet, options);
    if (set)
        return sequencesOf(*set);
    if (set.error().code != ErrorCode::Data || !goOn() || needsLabelReader(path, {}))
        return tl::unexpected(set.error());
    return readRecordwise(path, alphabet, set.error(), goOn);
}

} // namespace anneal
