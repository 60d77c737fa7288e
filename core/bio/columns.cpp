// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/columns.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include <fmt/format.h>

#include "bio/columnlooks.h"
#include "bio/mutants.h"
#include "bio/splitfile.h"

namespace anneal {

namespace {

using Names = std::span<const std::string_view>;

/// Usual names, the likelier before the less likely; the first `certain` need no confirmation.
struct Usual {
    Names names;
    std::size_t certain;
};

constexpr std::string_view kSequenceNames[] = {"sequence",
                                               "sequences",
                                               "seq",
                                               "seqs",
                                               "proteinsequence",
                                               "aasequence",
                                               "aaseq",
                                               "aminoacidsequence",
                                               "dnasequence",
                                               "rnasequence",
                                               "ntsequence",
                                               "nucleotidesequence",
                                               "mutatedsequence",
                                               "protein",
                                               "dna",
                                               "rna",
                                               "peptide",
                                               "primary",
                                               "residues",
                                               "bases",
                                               "text",
                                               "input"};
constexpr std::string_view kMutantNames[] = {"mutant",  "mutants",         "mutation",     "mutations",
                                             "variant", "variants",        "hgvs",         "hgvsp",
                                             "hgvspro", "aasubstitutions", "substitutions"};
constexpr std::string_view kLabelNames[] = {"label",
                                            "labels",
                                            "target",
                                            "targets",
                                            "fitness",
                                            "class",
                                            "classes",
                                            "category",
                                            "ss3",
                                            "ss8",
                                            "secondarystructure",
                                            "dmsscore",
                                            "score",
                                            "activity",
                                            "value",
                                            "y",
                                            "output",
                                            "function",
                                            "localization",
                                            "location",
                                            "family",
                                            "group"};
constexpr std::string_view kSplitNames[] = {"split", "set", "part", "partition", "subset", "dataset", "stage"};
constexpr std::string_view kWeightNames[] = {"weight", "weights", "sampleweight"};
constexpr std::string_view kIdNames[] = {"id",      "ids",        "identifier", "name",      "names",
                                         "seqid",   "sequenceid", "proteinid",  "accession", "uniprotid",
                                         "uniprot", "entry",      "pdbid",      "key"};

constexpr Usual kSequence{kSequenceNames, 2};
constexpr Usual kMutant{kMutantNames, 1};
constexpr Usual kLabel{kLabelNames, 5};
constexpr Usual kSplit{kSplitNames, 1};
constexpr Usual kWeight{kWeightNames, 3};
constexpr Usual kId{kIdNames, 3};

constexpr double kMostRows = 0.9;
constexpr std::size_t kMostClassesOfNumbers = 20;

std::string plainName(std::string_view name)
{
    std::string plain = lowerCased(name);
    std::erase_if(plain, [](char c) { return c == ' ' || c == '_' || c == '-' || c == '.'; });
    return plain;
}

class Chooser
{
public:
    Chooser(const std::vector<std::string> &names, const std::vector<TableRow> &rows, const LabelRequest &request,
            const Alphabet &alphabet, const TextInput &input, std::int64_t headerLine)
        : m_names(names)
        , m_rows(rows)
        , m_request(request)
        , m_alphabet(alphabet)
        , m_input(input)
        , m_line(headerLine)
    {
    }

    Result<ColumnChoice> choose();

private:
    using Column = std::optional<std::size_t>;

    [[nodiscard]] Result<void> takeGiven();
    [[nodiscard]] Result<void> given(const std::string &name, const char *key, Column &column);
    [[nodiscard]] Result<void> chooseSequence();
    [[nodiscard]] Result<void> chooseLabel();
    void chooseSplit();
    void chooseKind();
    void sayUnused();

    Column byName(const Usual &usual, const char *role, const std::string &map);
    [[nodiscard]] Column longestSequences() const;
    [[nodiscard]] Column lastFree() const;
    [[nodiscard]] Column fitsResidues() const;
    [[nodiscard]] bool isFree(std::size_t column) const;
    [[nodiscard]] bool isMutants(std::size_t column) const;
    template <typename Test>
    [[nodiscard]] bool mostCells(std::size_t column, const Test &test) const;
    [[nodiscard]] std::vector<std::string> cellsOf(std::size_t column) const;
    [[nodiscard]] std::vector<std::size_t> residues() const;
    [[nodiscard]] bool looksLikeData() const;
    [[nodiscard]] std::string listed() const;
    void propose(const char *role, std::size_t column);

    const std::vector<std::string> &m_names;
    const std::vector<TableRow> &m_rows;
    const LabelRequest &m_request;
    const Alphabet &m_alphabet;
    const TextInput &m_input;
    std::int64_t m_line;
    ColumnChoice m_choice;
    std::vector<std::string> m_proposed; ///< "Seq = sequence"
};

bool Chooser::isFree(std::size_t column) const
{
    const auto uses = {m_choice.sequence, m_choice.mutant, m_choice.label,
                       m_choice.split,    m_choice.weight, m_choice.id};
    return std::find(uses.begin(), uses.end(), Column(column)) == uses.end();
}

template <typename Test>
bool Chooser::mostCells(std::size_t column, const Test &test) const
{
    std::size_t filled = 0, passed = 0;
    for (const TableRow &row : m_rows) {
        if (row.cell(column).empty())
            continue;
        ++filled;
        passed += test(row.cell(column)) ? 1 : 0;
    }
    return passed > 0 && static_cast<double>(passed) >= kMostRows * static_cast<double>(filled);
}

std::vector<std::string> Chooser::cellsOf(std::size_t column) const
{
    std::vector<std::string> cells;
    for (const TableRow &row : m_rows)
        cells.push_back(row.cell(column));
    return cells;
}

std::vector<std::size_t> Chooser::residues() const
{
    std::vector<std::size_t> lengths;
    for (const TableRow &row : m_rows) {
        const std::string &cell = row.cell(m_choice.sequence.value_or(0));
        const auto letters =
            std::count_if(cell.begin(), cell.end(), [&](char c) { return m_alphabet.idOf(c) != Alphabet::kNoToken; });
        lengths.push_back(m_choice.sequence ? static_cast<std::size_t>(letters) : 0);
    }
    return lengths;
}

std::string Chooser::listed() const
{
    return fmt::format("{}", fmt::join(m_names, ", "));
}

void Chooser::propose(const char *role, std::size_t column)
{
    m_proposed.push_back(fmt::format("{} = {}", m_names[column], role));
}

Result<void> Chooser::given(const std::string &name, const char *key, Column &column)
{
    if (name.empty() || name == kNoColumn)
        return {};
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (m_names[i] == name || (!column && lowerCased(m_names[i]) == lowerCased(name)))
            column = i;
    }
    if (column)
        return {};
    return fail(ErrorCode::Config,
                fmt::format("{} has no column '{}'; columns found: {}.", m_input.name(), name, listed()), key);
}

Result<void> Chooser::takeGiven()
{
    const ColumnMap &map = m_request.columns;
    const std::tuple<const std::string &, const char *, Column &> roles[] = {
        {map.sequence, "data.sequence_column", m_choice.sequence},
        {map.label, "data.label_column", m_choice.label},
        {map.split, "data.split_column", m_choice.split},
        {map.weight, "data.weight_column", m_choice.weight},
        {map.id, "data.id_column", m_choice.id},
    };
    for (const auto &[name, key, column] : roles) {
        if (&name == &map.label && m_request.kind == LabelKind::None)
            continue;
        if (auto taken = given(name, key, column); !taken)
            return taken;
    }
    if (m_choice.sequence && isMutants(*m_choice.sequence))
        std::swap(m_choice.sequence, m_choice.mutant);
    return {};
}

Chooser::Column Chooser::byName(const Usual &usual, const char *role, const std::string &map)
{
    if (!map.empty())
        return std::nullopt; // given, or said to be none
    for (std::size_t rank = 0; rank < usual.names.size(); ++rank) {
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (plainName(m_names[i]) != usual.names[rank] || !isFree(i))
                continue;
            if (rank >= usual.certain)
                propose(role, i);
            return i;
        }
    }
    return std::nullopt;
}

bool Chooser::isMutants(std::size_t column) const
{
    return mostCells(column, [](const std::string &cell) { return parseMutant(cell).has_value(); });
}

Chooser::Column Chooser::longestSequences() const
{
    Column best;
    std::size_t most = 0;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (!isFree(i) || !mostCells(i, [&](const std::string &cell) { return looksLikeSequence(cell, m_alphabet); }))
            continue;
        std::size_t letters = 0;
        for (const TableRow &row : m_rows)
            letters += row.cell(i).size();
        if (letters > most)
            best = i;
        most = std::max(most, letters);
    }
    return best;
}

bool Chooser::looksLikeData() const
{
    return std::any_of(m_names.begin(), m_names.end(), [](const std::string &name) {
        const bool upper = name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ*-") == std::string::npos;
        return looksLikeSequence(name, Alphabet::dna()) || (upper && looksLikeSequence(name, Alphabet::protein()));
    });
}

Result<void> Chooser::chooseSequence()
{
    if (looksLikeData()) {
        return dataError(
            m_input.path(), m_line,
            fmt::format("The table has no column names: the first line looks like data; put a line such as "
                        "'id,sequence,label,split' before line {}.",
                        m_line));
    }
    if (m_choice.sequence || m_choice.mutant)
        return {};
    m_choice.sequence = byName(kSequence, "sequence", m_request.columns.sequence);
    if (m_choice.sequence)
        return {};
    m_choice.mutant = byName(kMutant, "mutant", m_request.columns.sequence);
    if (m_choice.mutant && isMutants(*m_choice.mutant))
        return {};
    m_choice.mutant.reset();
    m_choice.sequence = longestSequences();
    if (!m_choice.sequence) {
        return dataError(m_input.path(), m_line,
                         fmt::format("No column holds sequences; columns found: {}; name the right one as "
                                     "data.sequence_column.",
                                     listed()));
    }
    propose("sequence", *m_choice.sequence);
    return {};
}

void Chooser::chooseSplit()
{
    if (m_choice.split || !m_request.columns.split.empty())
        return;
    const auto isPart = [](const std::string &cell) { return partFromWord(cell).has_value(); };
    const auto found = byName(kSplit, "split", {});
    if (found && (plainName(m_names[*found]) == kSplitNames[0] || mostCells(*found, isPart))) {
        m_choice.split = found;
        return;
    }
    if (found)
        m_proposed.pop_back(); // "set" may be many things
    for (std::size_t i = 0; i < m_names.size() && !m_choice.split; ++i) {
        if (!isFree(i) || !mostCells(i, isPart))
            continue;
        m_choice.split = i;
        propose("split", i);
    }
}

/// A column with a label for each residue, when the usual names do not say which.
Chooser::Column Chooser::fitsResidues() const
{
    const std::vector<std::size_t> lengths = residues();
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const std::vector<std::string> cells = cellsOf(i);
        if (isFree(i) && guessKind(cells, lengths, {}) == LabelKind::PerResidue)
            return i;
    }
    return std::nullopt;
}

/// The only column that nothing else is known of.
Chooser::Column Chooser::lastFree() const
{
    Column free;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (!isFree(i) || mostCells(i, [](const std::string &cell) { return cell.empty(); }))
            continue;
        if (free)
            return std::nullopt;
        free = i;
    }
    return free;
}

Result<void> Chooser::chooseLabel()
{
    const std::string &map = m_request.columns.label;
    if (m_request.kind == LabelKind::None || map == kNoColumn) {
        m_choice.label.reset();
        return {};
    }
    if (m_choice.label)
        return {};
    m_choice.label = byName(kLabel, "label", map);
    if (!m_choice.label && m_request.kind == LabelKind::PerResidue)
        m_choice.label = fitsResidues();
    else if (!m_choice.label)
        m_choice.label = lastFree();
    else
        return {};
    if (m_choice.label)
        propose("label", *m_choice.label);
    if (m_choice.label || !m_request.kind)
        return {};
    return dataError(m_input.path(), m_line,
                     fmt::format("The table has no label column; columns found: {}; name the right one as "
                                 "data.label_column.",
                                 listed()));
}

void Chooser::chooseKind()
{
    if (!m_choice.label)
        m_choice.kind = LabelKind::None;
    else
        m_choice.kind =
            m_request.kind ? *m_request.kind : guessKind(cellsOf(*m_choice.label), residues(), m_request.separator);
}

void Chooser::sayUnused()
{
    if (!m_proposed.empty()) {
        m_choice.warnings.push_back(
            {"columns_guessed",
             fmt::format("{}: columns were guessed (line {}): {}; name them in data.…_column if this is wrong.",
                         m_input.name(), m_line, fmt::join(m_proposed, ", ")),
             m_line, static_cast<std::int64_t>(m_proposed.size())});
    }
    std::vector<std::string> unused;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (isFree(i))
            unused.push_back(m_names[i]);
    }
    if (!unused.empty()) {
        m_choice.notes.push_back({"unused_columns",
                                  fmt::format("{}: not used: {}.", m_input.name(), fmt::join(unused, ", ")), m_line,
                                  static_cast<std::int64_t>(unused.size())});
    }
}

Result<ColumnChoice> Chooser::choose()
{
    if (auto taken = takeGiven(); !taken)
        return Failure(taken.error());
    if (auto chosen = chooseSequence(); !chosen)
        return Failure(chosen.error());
    chooseSplit();
    if (!m_choice.weight)
        m_choice.weight = byName(kWeight, "weight", m_request.columns.weight);
    if (!m_choice.id)
        m_choice.id = byName(kId, "id", m_request.columns.id);
    if (auto chosen = chooseLabel(); !chosen)
        return Failure(chosen.error());
    chooseKind();
    sayUnused();
    return std::move(m_choice);
}

bool hasSeveral(const std::vector<std::string> &cells, const std::string &separator)
{
    const std::string marks = separator.empty() ? ";|\x1F" : separator + "\x1F";
    return std::any_of(cells.begin(), cells.end(),
                       [&](const std::string &cell) { return cell.find_first_of(marks) != std::string::npos; });
}

bool fitAll(const std::vector<std::string> &cells, const std::vector<std::size_t> &residues)
{
    std::size_t fitting = 0, filled = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (isMissingWord(cells[i]) || residues[i] == 0)
            continue;
        ++filled;
        fitting += residueLabelCount(cells[i]) == residues[i] ? 1 : 0;
    }
    return fitting > 0 && static_cast<double>(fitting) >= kMostRows * static_cast<double>(filled);
}

} // namespace

bool wantsColumns(const LabelRequest &request)
{
    const auto names = [](const std::string &column) { return !column.empty() && column != kNoColumn; };
    return request.kind != LabelKind::None || names(request.columns.split) || names(request.columns.weight);
}

bool isMissingWord(std::string_view cell)
{
    static constexpr std::array<std::string_view, 6> kWords{"", "na", "n/a", "nan", "null", "?"};
    const std::string lower = lowerCased(cell);
    return std::find(kWords.begin(), kWords.end(), lower) != kWords.end() || lower == "#n/a";
}

LabelKind guessKind(const std::vector<std::string> &cells, const std::vector<std::size_t> &residues,
                    const std::string &separator)
{
    if (fitAll(cells, residues))
        return LabelKind::PerResidue;
    std::set<std::string> different;
    std::size_t filled = 0, numbers = 0, whole = 0;
    for (const std::string &cell : cells) {
        if (isMissingWord(cell))
            continue;
        different.insert(cell);
        ++filled;
        numbers += looksLikeNumber(cell) ? 1 : 0;
        whole += looksLikeWholeNumber(cell) ? 1 : 0;
    }
    const bool few =
        different.size() <= kMostClassesOfNumbers && 2 * different.size() <= std::max<std::size_t>(filled, 4);
    if (2 * numbers > filled && !(whole == filled && few))
        return LabelKind::Number;
    return hasSeveral(cells, separator) ? LabelKind::SeveralClasses : LabelKind::OneClass;
}

Result<ColumnChoice> chooseColumns(const std::vector<std::string> &names, const std::vector<TableRow> &rows,
                                   const LabelRequest &request, const Alphabet &alphabet, const TextInput &input,
                                   std::int64_t headerLine)
{
    return Chooser(names, rows, request, alphabet, input, headerLine).choose();
}

} // namespace anneal
