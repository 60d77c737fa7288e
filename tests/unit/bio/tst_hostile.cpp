// SPDX-License-Identifier: GPL-3.0-or-later
// Every sequence file of tests/data/hostile against expected.tsv: verdict, records, line, and the words that the
// message needs.
#include <filesystem>

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <unistd.h>

#include "biofixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

struct Needs {
    const char *file;
    const char *words; ///< separated by '|'
};

/// What a warning or refusal has to say, from the last column of the table.
constexpr Needs kNeeds[] = {
    {"fasta/utf16.fasta", "UTF-16|save it as UTF-8"},
    {"fasta/windows1252.fasta", "not UTF-8|replacement marks"},
    {"fasta/stop_codons.fasta", "record c|column 21|frame shift"},
    {"fasta/gaps.fasta", "2 of 3 sequences|gaps|alignment|removed"},
    {"fasta/genbank_digits.fasta", "line numbers and spaces|GenBank|removed"},
    {"fasta/rna.fna", "RNA|U is read as T"},
    {"fasta/invalid_character.fasta", "'@'|record b|line 4|column 7|not a residue"},
    {"fasta/nul_bytes.fasta", "NUL bytes|line 4|damaged or binary"},
    {"fasta/protein_given_to_dna.fasta", "not a base|I, |F|looks like protein|choose the protein alphabet"},
    {"fasta/dna_given_to_protein.fasta", "3 of 3 sequences|A, C, G, T|looks like DNA given to a protein model"},
    {"fasta/non_breaking_space.fasta", "2 invisible spaces|removed"},
    {"fasta/only_blank.fasta", "no sequence"},
    {"fasta/no_header.fasta", "does not start with '>'|as one sequence"},
    {"fasta/header_only.fasta", "Record a|no sequence|nothing to read"},
    {"fasta/empty_record.fasta", "record b (line 3)|empty|left out"},
    {"fasta/no_id.fasta", "without a name|record 1"},
    {"fasta/duplicate_ids.fasta", "id 'a'|lines 1 and 5|different sequences|tellable apart"},
    {"fasta/duplicate_sequences.fasta", "a, c and d are the same sequence|both sides of a split"},
    {"fasta/html_page.fasta", "web page|not FASTA|download failed"},
    {"fasta/rich_text.fasta", "rich text (RTF)|plain text"},
    {"fasta/git_lfs_pointer.fasta", "Git LFS pointer|git lfs pull"},
    {"fasta/directory.fasta", "folder, not a file|inside.fasta"},
    {"gzip/plain_named_gz.fasta.gz", "plain text|read as text"},
    {"gzip/truncated.fasta.gz", "end early|incomplete"},
    {"gzip/trailing_garbage.fasta.gz", "extra bytes after the compressed data|ignored"},
    {"gzip/empty_inside.fasta.gz", "compressed file is empty inside"},
    {"gzip/bzip2_renamed.fasta.gz", "bzip2|not gzip"},
    {"gzip/double.fasta.gz", "compressed twice"},
    {"formats/fastq_named.fasta", "FASTQ|by its content|2 reads|qualities ignored"},
    {"formats/quality_length.fastq", "record r2|90 bases|88 qualities"},
    {"formats/truncated.fastq", "record r2|stops after its sequence|incomplete"},
    {"formats/genbank.gb", "GenBank flat file|FASTA instead"},
    {"formats/embl.embl", "EMBL|flat file|FASTA instead"},
    {"formats/alignment.a3m", "A3M|lower-case insertions|gaps|removed"},
    {"formats/alignment.sto", "Stockholm alignment|not FASTA"},
    {"formats/alignment.aln", "Clustal alignment|not FASTA"},
    {"formats/alignment.phy", "PHYLIP alignment|not FASTA"},
    {"formats/structure.pdb", "PDB structure|not FASTA"},
    {"recipe:loop_a.fasta", "link|itself|symbolic links"},
    {"recipe:dangling.fasta", "File not found|nowhere.fasta"},
    {"recipe:pipe.fasta", "Not a regular file"},
    {"recipe:unreadable.fasta", "Permission denied"},
};

/// Lengths that the table promises.
constexpr Needs kLengths[] = {
    {"fasta/crlf.fasta", "60|70|60"},         {"fasta/cr_only.fasta", "60|70|60"},
    {"fasta/mixed_line_ends.fasta", "60|70"}, {"fasta/blank_lines.fasta", "60|70|60"},
    {"fasta/trailing_spaces.fasta", "60|70"}, {"fasta/long_header.fasta", "60"},
    {"fasta/genbank_digits.fasta", "70"},     {"fasta/non_breaking_space.fasta", "60|70"},
    {"fasta/one_residue.fasta", "1|70"},      {"gzip/bgzip.fasta.gz", "60|70|60"},
    {"fasta/stop_codons.fasta", "60|70|61"},  {"fasta/softmasked.fna", "70|90"},
    {"recipe:one_line_5Mb.fna", "5000000"},   {"recipe:bomb.fna.gz", "60000000"},
};

template <std::size_t N>
QStringList wordsFor(const Needs (&table)[N], const QString &file)
{
    for (const Needs &needs : table) {
        if (file == QLatin1String(needs.file))
            return QString::fromLatin1(needs.words).split('|');
    }
    return {};
}

/// Root can read everything, so root reads as nobody.
class AsNobody
{
public:
    explicit AsNobody(bool wanted)
        : m_active(wanted && geteuid() == 0 && seteuid(65534) == 0)
    {
    }
    ~AsNobody()
    {
        if (m_active && seteuid(0) != 0)
            qFatal("cannot become root again");
    }

private:
    bool m_active;
};

} // namespace

class TestHostile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void verdict_data();
    void verdict();
    void everyNeedIsUsed();

private:
    std::filesystem::path pathOf(const QString &file) const;
    void checkWarnings(const SequenceSet &set, const QString &file, int line) const;

    Folder m_folder;
    QStringList m_files;
};

void TestHostile::initTestCase()
{
    QCOMPARE(QProcess::execute("sh", {ANNEAL_TEST_DATA "/hostile/recipes.sh", text(m_folder.path())}), 0);
    std::filesystem::permissions(m_folder.path(),
                                 std::filesystem::perms(0755)); // another user must get as far as the file
}

std::filesystem::path TestHostile::pathOf(const QString &file) const
{
    if (!file.startsWith("recipe:"))
        return std::filesystem::path(ANNEAL_TEST_DATA "/hostile") / file.toStdString();
    if (file.contains("deep.fasta")) {
        for (const auto &entry : std::filesystem::recursive_directory_iterator(m_folder.path())) {
            if (entry.path().filename() == "deep.fasta")
                return entry.path();
        }
    }
    std::string name = file.mid(7).toStdString();
    if (const auto octal = name.find("\\351"); octal != std::string::npos)
        name = name.substr(0, octal) + std::string(1, static_cast<char>(0xE9)) + name.substr(octal + 4);
    return std::filesystem::path(m_folder.path()) / name;
}

void TestHostile::verdict_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isDna");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<int>("records");
    QTest::addColumn<int>("line");
    QFile table(ANNEAL_TEST_DATA "/hostile/expected.tsv");
    QVERIFY(table.open(QIODevice::ReadOnly));
    table.readLine();
    while (!table.atEnd()) {
        const QStringList row = QString::fromUtf8(table.readLine()).split('\t');
        if (row[1] != "protein FASTA" && row[1] != "DNA FASTA" && row[1] != "folder")
            continue;
        const int line = row[4] == "-" ? 0 : row[4].toInt();
        QTest::newRow(row[0].toUtf8().constData())
            << row[0] << (row[1] == "DNA FASTA") << row[2] << row[3].toInt() << line;
        m_files << row[0];
    }
}

void TestHostile::verdict()
{
    QFETCH(QString, file);
    QFETCH(bool, isDna);
    QFETCH(QString, expected);
    QFETCH(int, records);
    QFETCH(int, line);
    const AsNobody nobody(file.contains("unreadable"));
    const auto set = readSequences(pathOf(file), isDna ? Alphabet::dna() : Alphabet::protein());
    if (expected == "refuse") {
        QVERIFY2(!set, "was read");
        QCOMPARE(set.error().code, ErrorCode::Data);
        const QString message = text(set.error().text());
        for (const QString &word : wordsFor(kNeeds, file))
            QVERIFY2(message.contains(word), qPrintable("lacks '" + word + "': " + message));
        QVERIFY(!wordsFor(kNeeds, file).isEmpty());
        QCOMPARE(QRegularExpression(":(\\d+)$").match(text(set.error().where)).captured(1).toInt(), line);
        return;
    }
    QVERIFY2(set, set ? "" : set.error().text().c_str());
    QCOMPARE(static_cast<int>(set->size()), records);
    QCOMPARE(set->offsets.back(), set->tokens.size());
    const QStringList lengths = wordsFor(kLengths, file);
    for (int i = 0; i < lengths.size(); ++i)
        QCOMPARE(QString::number(set->length(static_cast<std::size_t>(i))), lengths[i]);
    if (expected == "warn")
        checkWarnings(*set, file, line);
    else
        QCOMPARE(kinds(set->warnings), QString());
}

void TestHostile::checkWarnings(const SequenceSet &set, const QString &file, int line) const
{
    QCOMPARE(set.warnings.size(), std::size_t{1});
    const QString message = text(set.warnings[0].message);
    QCOMPARE(static_cast<int>(set.warnings[0].line), line);
    QVERIFY(set.warnings[0].count >= 1);
    QVERIFY2(message.startsWith(text(pathOf(file).filename())), qPrintable(message));
    QVERIFY(!wordsFor(kNeeds, file).isEmpty());
    for (const QString &word : wordsFor(kNeeds, file))
        QVERIFY2(message.contains(word), qPrintable("lacks '" + word + "': " + message));
    if (line > 0)
        QVERIFY2(message.contains(QRegularExpression(QString("\\blines? (\\d+ and )?%1\\b").arg(line))),
                 qPrintable(message));
}

void TestHostile::everyNeedIsUsed()
{
    for (const Needs &needs : kNeeds)
        QVERIFY2(m_files.contains(QLatin1String(needs.file)), needs.file);
    for (const Needs &needs : kLengths)
        QVERIFY2(m_files.contains(QLatin1String(needs.file)), needs.file);
}

QTEST_GUILESS_MAIN(TestHostile)
#include "tst_hostile.moc"
