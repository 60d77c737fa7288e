// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader makes of files beyond the hostile ones, made in place. See tst_refusedfile for those it must not
// read.
#include <QTest>

#include "biofixture.h"

using namespace anneal;
using namespace anneal::test;
using namespace std::string_literals;

namespace {

const std::string kProtein = "MSIQHFRVALIPFFAAFCLPVFAHPETLVKVKDAEDQLGARVGYIELDLNSGKILESFRP";

void row(const char *name, bool isDna, const std::string &content, const std::string &sequences, const char *kinds)
{
    QTest::newRow(name) << isDna << QByteArray(content.data(), static_cast<int>(content.size())) << text(sequences)
                        << kinds;
}

void addDialects()
{
    row("byte order mark", false, "\xEF\xBB\xBF>a\nMKT\n", "a=MKT", "");
    row("byte order mark inside", false, ">a\nMKT\n\xEF\xBB\xBF>b\nMKV\n", "a=MKT b=MKV", "invisible_spaces");
    row("blank before header", false, "\n  >a\nMKT", "a=MKT", "");
    row("hash remarks", false, "#60\t1\n>a\nMKT\n# x\nMKV\n", "a=MKTMKV", "");
    row("no last line end", false, ">a\nMKT\n>b\nMKV", "a=MKT b=MKV", "");
    row("empty first", false, ">a\n>b\nMKT\n", "b=MKT", "empty_record");
    row("empty last", false, ">a\nMKT\n>b\n", "a=MKT", "empty_record");
    row("empty last, no line end", false, ">a\nMKT\n>b", "a=MKT", "empty_record");
    row("only a stop", false, ">a\n*\n>b\nMKT\n", "b=MKT", "empty_record");
    row("only gaps", false, ">a\n---\n>b\nMKT\n", "b=MKT", "empty_record gaps");
    row("several stops at the end", false, ">a\nMKT**\n*\n", "a=MKT", "");
    row("stop inside over lines", false, ">a\nMK*\nT*\n", "a=MK<unk>T", "stop_codons");
    row("control-A joins headers", false, ">a x\x01gi|2 y\nMKT\n", "a=MKT", "");
    row("end mark of old systems", false, ">a\nMKT\n\x1A", "a=MKT", "");
    row("Latin-1 id", false, ">prot\xE9\nMKT\n", "prot\uFFFD=MKT", "header_encoding");
    row("UTF-8 id", false, ">\u03B2-lac x\nMKT\n", "\u03B2-lac=MKT", "");
    row("tab after id", false, ">a\tx y\nMKT\n", "a=MKT", "");
}

void addLetters()
{
    row("J", false, ">a\nMJT\n", "a=M<unk>T", "");
    row("spaces", false, ">a\nMKT AYI  AKQ\n", "a=MKTAYIAKQ", "spaces");
    row("numbers after", false, ">a\nmkt ayi 6\nakq 9\n", "a=MKTAYIAKQ", "numbers");
    row("numbers glued to line start", false, ">a\n1mkt\n4ayi\n", "a=MKTAYI", "numbers");
    row("zero width and thin", false, ">a\nMK\u2009T\u200B\nA\u2060Y\n", "a=MKTAY", "invisible_spaces");
    row("Latin-1 no-break space", false, ">a\nMK\xA0T\n", "a=MKT", "invisible_spaces");
    row("RNA lower case", true, ">a\nacgu\n", "a=ACGT", "rna");
    row("RNA and DNA mixed", true, ">a\nACGT\n>b\nACGU\n", "a=ACGT b=ACGT", "duplicates");
    row("DNA gaps", true, ">a\nAC--GT\n", "a=ACGT", "gaps");
    row("one N", true, ">a\nN\n", "a=N", "");
    row("RNA to a protein model", false, ">a\nACGUACGUUGCA\n", "a=ACGUACGUUGCA", "looks_like_dna");
    row("short peptide of base letters", false, ">a\nGATTACA\n", "a=GATTACA", "");
    row("one DNA among proteins", false, ">a\n" + kProtein + "\n>b\nACGTTGCAACGTTGCAACGTTGCAACGTTGCA\n",
        "a=" + kProtein + " b=ACGTTGCAACGTTGCAACGTTGCAACGTTGCA", "looks_like_dna");
    row("consensus", true, ">a\nACGTRACGTYACGTNNACR\n", "a=ACGTRACGTYACGTNNACR", "");
    row("very ambiguous", true, ">a\nACRYSWACGTACGT\n", "a=ACRYSWACGTACGT", "mostly_ambiguous");
}

void addFastq()
{
    row("FASTQ on many lines", true, "@r\nACGT\nACGT\n+r\n@@@@\n++++\n@s\nAC\n+\nII\n", "r=ACGTACGT s=AC", "fastq");
    row("FASTQ, CRLF", true, "@r\r\nACGT\r\n+\r\nIIII\r\n", "r=ACGT", "fastq");
    row("FASTQ, CR", true, "@r\rACGT\r+\rIIII\r", "r=ACGT", "fastq");
    row("FASTQ, empty read", true, "@r\n\n+\n\n@s\nAC\n+\nII\n", "s=AC", "fastq empty_record");
    row("FASTQ, blank lines at the end", true, "@r\nAC\n+\nII\n\n\n", "r=AC", "fastq");
}

void addGzip()
{
    row("gzip in one member", false, gzipped(">a\nMKT\n"), "a=MKT", "");
    row("gzip, zeros between members", false, gzipped(">a\nMKT\n") + std::string(9, '\0') + gzipped(">b\nMKV\n"),
        "a=MKT b=MKV", "");
    row("gzip, garbage that begins like gzip", false, gzipped(">a\nMKT\n") + "\x1Fxyz", "a=MKT", "extra_bytes");
    row("gzip, empty member first", false, gzipped("") + gzipped(">a\nMKT\n"), "a=MKT", "");
}

} // namespace

class TestSequenceFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void multiByteLettersAcrossBlocks();
    void masksAreReadWhereAskedFor();
    void masksAcrossBlocks();
    void namesStayApart();
    void notes();
    void cancels();
    void hashFollowsTheStoredBytes();

private:
    Folder m_folder;
};

void TestSequenceFile::reads_data()
{
    QTest::addColumn<bool>("isDna");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("sequences"); // "id=letters id=letters"
    QTest::addColumn<QString>("kinds");
    addDialects();
    addLetters();
    addFastq();
    addGzip();
}

void TestSequenceFile::reads()
{
    QFETCH(bool, isDna);
    QFETCH(QByteArray, content);
    QFETCH(QString, sequences);
    QFETCH(QString, kinds);
    const std::string path =
        m_folder.write("in.txt", std::string_view(content.data(), static_cast<std::size_t>(content.size())));
    const auto set = readSequences(path, isDna ? Alphabet::dna() : Alphabet::protein());
    QVERIFY2(set, set ? "" : set.error().text().c_str());
    QStringList found;
    for (std::size_t i = 0; i < set->size(); ++i)
        found << QString::fromUtf8(set->name(i).data(), static_cast<int>(set->name(i).size())) + "="
                + text(letters(*set, i));
    QCOMPARE(found.join(' '), sequences);
    QCOMPARE(set->lines.size(), set->size());
    if (kinds == "duplicates") // short ones are no warning, U is
        QCOMPARE(test::kinds(set->warnings) + test::kinds(set->notes), QString("rnaduplicate_sequences"));
    else
        QCOMPARE(test::kinds(set->warnings), kinds);
}

void TestSequenceFile::multiByteLettersAcrossBlocks()
{
    // Blocks are 1 MiB: a no-break space, a CRLF and a header lie on the border in turn.
    constexpr std::size_t kBlock = 1 << 20;
    for (std::size_t shift = 0; shift < 4; ++shift) {
        const std::string body(kBlock - 3 - shift, 'M');
        const auto set =
            readSequences(m_folder.write("big.fasta", ">a\n" + body + "\u00A0K\r\n>b\r\nMKT"), Alphabet::protein());
        QVERIFY2(set, set ? "" : set.error().text().c_str());
        QCOMPARE(set->size(), std::size_t{2});
        QCOMPARE(set->length(0), body.size() + 1);
        QCOMPARE(set->lines[1], std::uint64_t{3});
        QCOMPARE(kinds(set->warnings), QString("invisible_spaces"));
    }
}

void TestSequenceFile::masksAreReadWhereAskedFor()
{
    const std::string path = m_folder.write("masked.fasta", ">a <mask>\nMK<mask>T\n<mask><mask>\n>b\nMK\n<mas\n");
    const auto strict = readSequences(path, Alphabet::protein());
    QVERIFY(!strict);
    QCOMPARE(text(strict.error().text()),
             text(path + ":2: '<' in record a, line 2, column 3, is not a residue; correct it or leave it out."));
    ReadOptions options;
    options.masks = true;
    const auto broken = readSequences(path, Alphabet::protein(), options);
    QVERIFY(!broken);
    QCOMPARE(text(broken.error().text()),
             text(path + ":6: '<' in record b, line 6, column 1, is not a residue; correct it or leave it out."));
    const auto set = readSequences(m_folder.write("good.fasta", ">a <mask>\nMK<mask>T\n<mask><mask>\n"),
                                   Alphabet::protein(), options);
    QVERIFY2(set, set ? "" : set.error().text().c_str());
    QCOMPARE(set->length(0), std::size_t(6));
    QCOMPARE(text(letters(*set, 0)), QString("MK<mask>T<mask><mask>"));
}

void TestSequenceFile::masksAcrossBlocks()
{
    constexpr std::size_t kBlock = 1 << 20;
    ReadOptions options;
    options.masks = true;
    for (std::size_t shift = 0; shift < 7; ++shift) {
        const std::string body(kBlock - 3 - shift, 'M');
        const auto set =
            readSequences(m_folder.write("border.fasta", ">a\n" + body + "<mask>K\n"), Alphabet::protein(), options);
        QVERIFY2(set, set ? "" : set.error().text().c_str());
        QCOMPARE(set->length(0), body.size() + 2);
        QCOMPARE(set->sequence(0)[body.size()], Alphabet::protein().mask());
    }
}

void TestSequenceFile::namesStayApart()
{
    const auto set =
        readSequences(m_folder.write("in.fasta", ">a x\nMKT\n>a y\nMKV\n>\nMKL\n>a\nMKT\n"), Alphabet::protein());
    QVERIFY(set);
    QCOMPARE(set->name(0), std::string_view("a"));
    QCOMPARE(set->name(1), std::string_view("a (line 3)"));
    QCOMPARE(set->name(2), std::string_view("record 3"));
    QCOMPARE(set->name(3), std::string_view("a (line 7)"));
    QCOMPARE(kinds(set->warnings), QString("no_id duplicate_ids"));
    QCOMPARE(set->warnings[1].count, std::int64_t{2});
}

void TestSequenceFile::notes()
{
    const auto dna = readSequences(m_folder.write("in.fna", ">a\nACGTNNNNacgtR\n>b\nNNNNN\n"), Alphabet::dna());
    QVERIFY(dna);
    QCOMPARE(kinds(dna->warnings), QString());
    QCOMPARE(kinds(dna->notes), QString("soft_masked ambiguous_bases no_signal"));
    QCOMPARE(dna->notes[0].count, std::int64_t{4});
    QCOMPARE(dna->notes[1].count, std::int64_t{10});
    QVERIFY2(text(dna->notes[1].message).contains("(N 9, R 1)"), dna->notes[1].message.c_str());
    QCOMPARE(dna->notes[2].line, std::int64_t{3});
    const auto protein = readSequences(ANNEAL_TEST_DATA "/hostile/fasta/rare_residues.fasta", Alphabet::protein());
    QVERIFY(protein);
    QCOMPARE(kinds(protein->notes), QString("rare_residues no_signal"));
    QVERIFY2(text(protein->notes[0].message).contains("X 21, B 1, U 2, Z 1, O 2"), protein->notes[0].message.c_str());
}

void TestSequenceFile::cancels()
{
    const std::string path = m_folder.write("long.fna.gz", gzipped(">a\n" + std::string(3'000'000, 'A') + "\n"));
    double last = 0;
    int calls = 0;
    const auto stopped = readSequences(path, Alphabet::dna(), {[&](double share) {
                                           last = share;
                                           return ++calls < 3;
                                       }});
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().message, std::string("cancelled"));
    QCOMPARE(calls, 3);
    QVERIFY(last > 0 && last <= 1);
    QVERIFY(readSequences(path, Alphabet::dna(), {[&](double share) { return share <= 1; }}));
}

void TestSequenceFile::hashFollowsTheStoredBytes()
{
    const auto a = readSequences(m_folder.write("a", ">a\nMKT\n"), Alphabet::protein());
    const auto b = readSequences(m_folder.write("b", ">a\nMKT\n"), Alphabet::protein());
    const auto c = readSequences(m_folder.write("c", ">a\nMKT"), Alphabet::protein());
    QVERIFY(a && b && c);
    QCOMPARE(a->fileHash, b->fileHash);
    QVERIFY(a->fileHash != c->fileHash);
}

QTEST_GUILESS_MAIN(TestSequenceFile)
#include "tst_sequencefile.moc"
