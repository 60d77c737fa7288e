// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/batchfile.h"

#include <algorithm>

#include "bio/cellsequences.h"
#include "bio/duplicates.h"
#include "bio/labelledreader.h"
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

/// Good records, and bad ones that do not refuse the others.
class RecordwiseReader
{
public:
    explicit RecordwiseReader(const Alphabet &alphabet) { m_set.alphabet = &alphabet; }

    /// A record of FASTA or FASTQ, read with a parser of its own; `text` begins with its '>' or '@' at the start of this
    /// line.
    void add(std::string_view text, std::uint64_t line)
    {
        const std::size_t known = m_set.size();
        if (const Result<void> parsed = parse(text); !parsed)
            return refuse(text, line, parsed.error());
        for (std::size_t i = known; i < m_set.size(); ++i)
            m_set.lines[i] += line - 1;
    }

    /// A row of a table; no letters: the reader leaves it out.
    void add(const TableRow &row, std::string_view name, const Result<std::optional<std::string>> &letters, Place place)
    {
        if (letters && !*letters)
            return;
        ++m_rows;
        CellSequences cells(m_set, m_findings, m_path);
        const std::string called = name.empty() ? "record " + std::to_string(m_rows) : std::string(name);
        const auto kept = letters ? cells.add(called, **letters, row.line, place) : tl::unexpected(letters.error());
        if (kept)
            return;
        m_set.tokens.resize(m_set.offsets.back());
        m_refused.push_back(
            {static_cast<std::uint64_t>(row.line), called, withoutRecord(kept.error().message, called)});
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
        const auto parser = text.find_first_not_of("\r\n") == text.find('@')
            ? makeFastqParser(m_set, m_findings, m_path)
            : makeFastaParser(m_set, m_findings, m_path, true);
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
    std::int64_t m_rows = 0;
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

std::size_t nextFasta(std::string_view text, std::size_t from)
{
    for (std::size_t at = text.find('>', from); at != std::string_view::npos; at = text.find('>', at + 1))
        if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r')
            return at;
    return text.size();
}

/// Where the line after that of `at` begins.
std::size_t nextLine(std::string_view text, std::size_t at)
{
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    return std::min(text.size(), end + (text.substr(end, 2) == "\r\n" ? 2 : 1));
}

std::size_t lettersIn(std::string_view line)
{
    return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](unsigned char c) { return c > ' '; }));
}

/// What follows the record that begins at `from`: its name, lines of letters up to '+', and as many qualities.
std::size_t nextFastq(std::string_view text, std::size_t from)
{
    std::size_t at = nextLine(text, from), letters = 0, lines = 0;
    for (; at < text.size() && text[at] != '+'; at = nextLine(text, at), ++lines)
        letters += lettersIn(text.substr(at, nextLine(text, at) - at));
    at = nextLine(text, at);
    for (std::size_t qualities = 0; at < text.size() && qualities < letters;) {
        const std::size_t end = nextLine(text, at);
        qualities += lettersIn(text.substr(at, end - at));
        at = end;
        if (lines == 1)
            break; // and so one line of qualities, whatever it holds
    }
    return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

/// LF, CRLF and CR end a line.
std::uint64_t lineEnds(std::string_view text)
{
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        count += text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) ? 1 : 0;
    return count;
}

/// Rows of a table, each by itself. A wrong change of a wild type is explained by all rows, and so refuses the file.
Result<void> addRows(RecordwiseReader &reader, const std::filesystem::path &path, const Alphabet &alphabet,
                     const ReadOptions &options)
{
    auto input = TextInput::open(path, FileUse::Table);
    if (!input)
        return Failure(input.error());
    const auto source = recogniseRows(*input).and_then(
        [&](RowFormat format) { return openRows(*input, format, options); });
    if (!source)
        return Failure(source.error());
    const LabelRequest request;
    LabelledReader table(*input, alphabet, request);
    if (auto begun = table.begin(**source); !begun)
        return begun;
    const ColumnChoice &columns = table.columns();
    const auto nameColumn = columns.id ? columns.id : columns.mutant;
    TableRow row;
    auto more = table.nextRow(row);
    for (; more && *more; more = table.nextRow(row)) {
        const auto letters = table.lettersOf(row);
        if (!letters && columns.mutant)
            return Failure(letters.error());
        reader.add(row, nameColumn ? row.cell(*nameColumn) : std::string(), letters,
                   row.places[columns.sequence.value_or(columns.mutant.value_or(0))]);
    }
    return more ? Result<void>() : Failure(more.error());
}

/// Records of FASTA or FASTQ. False when one does not begin where the one before it ends.
bool addRecords(RecordwiseReader &reader, std::string_view text)
{
    std::size_t at = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    const char sign = at < text.size() && text[at] == '@' ? '@' : '>';
    at = sign == '@' ? at : nextFasta(text, 0);
    std::uint64_t line = 1 + lineEnds(text.substr(0, at));
    while (at < text.size()) {
        if (text[at] != sign)
            return false;
        const std::size_t end = sign == '@' ? nextFastq(text, at) : nextFasta(text, at + 1);
        reader.add(text.substr(at, end - at), line);
        line += lineEnds(text.substr(at, end - at));
        at = end;
    }
    return true;
}

/// Where one record at least is good; else what the reader of the whole file said.
Result<std::vector<BatchSequence>> readRecordwise(const std::filesystem::path &path, const Alphabet &alphabet,
                                                  const Error &reason, const ReadOptions &options,
                                                  const std::function<bool()> &goOn)
{
    RecordwiseReader reader(alphabet);
    if (needsLabelReader(path, {})) {
        if (auto added = addRows(reader, path, alphabet, options); !added)
            return Failure(added.error());
    } else {
        const auto text = wholeText(path, goOn);
        if (!text)
            return Failure(text.error());
        if (!addRecords(reader, *text))
            return Failure(reason);
    }
    if (reader.isEmpty() || !goOn())
        return Failure(reason);
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
    if (set.error().code != ErrorCode::Data || !goOn())
        return Failure(set.error());
    return readRecordwise(path, alphabet, set.error(), options, goOn);
}

} // namespace anneal
