// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of input beyond the hostile files, made in place.
#include <QRegularExpression>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <zlib.h>

#include "biofixture.h"

using namespace anneal;
using namespace anneal::test;
using namespace std::string_literals;

namespace {

const std::string kProtein = "MSIQHFRVALIPFFAAFCLPVFAHPETLVKVKDAEDQLGARVGYIELDLNSGKILESFRP";

std::string gzipped(std::string_view plain)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, plain.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(plain.data()));
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef *>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

/// ASCII text with `before` and `after` zeros around every letter: UTF-16 and UTF-32 of both orders.
std::string widened(std::string_view plain, std::size_t before, std::size_t after)
{
    std::string wide;
    for (const char c : plain)
        wide += std::string(before, '\0') + c + std::string(after, '\0');
    return wide;
}

int lineOf(const Error &error)
{
    return QRegularExpression(":(\\d+)$").match(text(error.where)).captured(1).toInt();
}

} // namespace

class TestSequenceFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void foreignFormats_data();
    void foreignFormats();
    void fastqCutAnywhere();
    void gzipCutAnywhere();
    void gzipWithOneBitFlipped();
    void multiByteLettersAcrossBlocks();
    void namesStayApart();
    void notes();
    void noRegularFiles();
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
    const auto row = [](const char *name, bool isDna, const std::string &content, const char *sequences,
                        const char *kinds) {
        QTest::newRow(name) << isDna << QByteArray(content.data(), static_cast<int>(content.size())) << sequences
                            << kinds;
    };
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
    row("J", false, ">a\nMJT\n", "a=M<unk>T", "");
    row("spaces", false, ">a\nMKT AYI  AKQ\n", "a=MKTAYIAKQ", "spaces");
    row("numbers after", false, ">a\nmkt ayi 6\nakq 9\n", "a=MKTAYIAKQ", "numbers");
    row("numbers glued to line start", false, ">a\n1mkt\n4ayi\n", "a=MKTAYI", "numbers");
    row("zero width and thin", false, ">a\nMK\u2009T\u200B\nA\u2060Y\n", "a=MKTAY", "invisible_spaces");
    row("Latin-1 no-break space", false, ">a\nMK\xA0T\n", "a=MKT", "invisible_spaces");
    row("control-A joins headers", false, ">a x\x01gi|2 y\nMKT\n", "a=MKT", "");
    row("end mark of old systems", false, ">a\nMKT\n\x1A", "a=MKT", "");
    row("Latin-1 id", false, ">prot\xE9\nMKT\n", "prot\uFFFD=MKT", "header_encoding");
    row("UTF-8 id", false, ">\u03B2-lac x\nMKT\n", "\u03B2-lac=MKT", "");
    row("tab after id", false, ">a\tx y\nMKT\n", "a=MKT", "");
    row("RNA lower case", true, ">a\nacgu\n", "a=ACGT", "rna");
    row("RNA and DNA mixed", true, ">a\nACGT\n>b\nACGU\n", "a=ACGT b=ACGT", "duplicates");
    row("DNA gaps", true, ">a\nAC--GT\n", "a=ACGT", "gaps");
    row("one N", true, ">a\nN\n", "a=N", "");
    row("RNA to a protein model", false, ">a\nACGUACGUUGCA\n", "a=ACGUACGUUGCA", "looks_like_dna");
    row("short peptide of base letters", false, ">a\nGATTACA\n", "a=GATTACA", "");
    row("one DNA among proteins", false, ">a\n" + kProtein + "\n>b\nACGTTGCAACGTTGCAACGTTGCAACGTTGCA\n",
        ("a=" + kProtein + " b=ACGTTGCAACGTTGCAACGTTGCAACGTTGCA").c_str(), "looks_like_dna");
    row("consensus", true, ">a\nACGTRACGTYACGTNNACR\n", "a=ACGTRACGTYACGTNNACR", "");
    row("very ambiguous", true, ">a\nACRYSWACGTACGT\n", "a=ACRYSWACGTACGT", "mostly_ambiguous");
    row("FASTQ on many lines", true, "@r\nACGT\nACGT\n+r\n@@@@\n++++\n@s\nAC\n+\nII\n", "r=ACGTACGT s=AC", "fastq");
    row("FASTQ, CRLF", true, "@r\r\nACGT\r\n+\r\nIIII\r\n", "r=ACGT", "fastq");
    row("FASTQ, CR", true, "@r\rACGT\r+\rIIII\r", "r=ACGT", "fastq");
    row("FASTQ, empty read", true, "@r\n\n+\n\n@s\nAC\n+\nII\n", "s=AC", "fastq empty_record");
    row("FASTQ, blank lines at the end", true, "@r\nAC\n+\nII\n\n\n", "r=AC", "fastq");
    row("gzip in one member", false, gzipped(">a\nMKT\n"), "a=MKT", "");
    row("gzip, zeros between members", false, gzipped(">a\nMKT\n") + std::string(9, '\0') + gzipped(">b\nMKV\n"),
        "a=MKT b=MKV", "");
    row("gzip, garbage that begins like gzip", false, gzipped(">a\nMKT\n") + "\x1Fxyz", "a=MKT", "extra_bytes");
    row("gzip, empty member first", false, gzipped("") + gzipped(">a\nMKT\n"), "a=MKT", "");
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

void TestSequenceFile::refuses_data()
{
    QTest::addColumn<bool>("isDna");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, bool isDna, const std::string &content, int line, const char *words) {
        QTest::newRow(name) << isDna << QByteArray(content.data(), static_cast<int>(content.size())) << line << words;
    };
    row("no bytes", false, "", 0, "The file is empty");
    row("remarks only", false, "; a\n# b\n", 0, "no sequence");
    row("byte order mark only", false, "\xEF\xBB\xBF", 0, "no sequence");
    row("headers only", false, "\n>a\n>b\n", 2, "Record a (line 2)");
    row("digit between letters", false, ">a\nMKT\nMK0LV\n", 3, "'0' in record a, line 3, column 3, is not a residue");
    row("header in mid-line", false, ">a\nMKT>b\n", 2, "'>' in record a, line 2, column 4");
    row("control character", false, ">a\nMK\x07T\n", 2, "a control character (U+0007)");
    row("end mark inside", false, ">a\nMK\x1AT\n", 2, "column 3");
    row("Cyrillic letter", false, ">a\n\u00A0MK\u0410\n", 2, "'\u0410' (U+0410) in record a, line 2, column 4");
    row("Latin-1 letter", false, ">a\nMK\xC9L\n", 2, "byte 0xC9");
    row("en dash", false, ">a\nMK\u2013L\n", 2, "(U+2013)");
    row("NUL in header", false, ">a\0b\nMKT\n"s, 1, "NUL bytes at line 1, column 3");
    row("NUL at the end", false, ">a\nMKT\n\0\0"s, 3, "NUL bytes at line 3");
    row("one wrong base", true, ">a\nACGTXACGT\n", 2, "write N");
    row("protein in base letters", true, ">a\nMKTAYKRSHDVWMKRSHD\n", 2, "looks like protein");
    row("stop in DNA", true, ">a\nACG*\n", 2, "'*'");
    row("UTF-16 big", false, "\xFE\xFF" + widened(">a\nMKT\n", 1, 0), 0, "UTF-16");
    row("UTF-16 little, no mark", false, widened(">a\nMKT\n", 0, 1), 0, "UTF-16");
    row("UTF-16 big, no mark", false, widened(">a\nMKT\n", 1, 0), 0, "UTF-16");
    row("UTF-32 little", false, "\xFF\xFE\0\0"s + widened(">a\nMKT\n", 0, 3), 0, "UTF-32");
    row("UTF-32 big, no mark", false, widened(">a\nMKT\n", 3, 0), 0, "UTF-32");
    row("UTF-16 in gzip", false, gzipped("\xFF\xFE" + widened(">a\nMKT\n", 0, 1)), 0, "UTF-16");
    row("compressed three times", false, gzipped(gzipped(gzipped(">a\nMKT\n"))), 0, "more than twice");
    row("two bytes of gzip", false, "\x1F\x8B", 0, "end early");
    row("second member cut", false, gzipped(">a\nMKT\n") + gzipped(">b\nMKV\n").substr(0, 15), 0, "end early");
    row("second member cut after a byte", false, gzipped(">a\nMKT\n") + "\x1F", 0, "end early");
    row("FASTQ without plus", true, "@r\nACGT\n@s\nACGT\n+\nIIII\n", 1, "no '+' line before the next record at line 3");
    row("FASTQ, long qualities", true, "@r\nACGT\n+\nIIIIII\n", 4, "4 bases, but 6 qualities at line 4");
    row("FASTQ, short, then more", true, "@r\nACGT\n+\nIII\n@s\nAC\n+\nII\n", 4, "4 bases, but 3 qualities");
    row("FASTQ, stray line", true, "@r\nAC\n+\nII\nII\n", 5, "Line 5 should begin a FASTQ record");
    row("FASTQ, wrong base", true, "@r\nAC?T\n+\nIIII\n", 2, "'?' in record r");
    row("FASTQ, only empty reads", true, "@r\n\n+\n\n", 1, "All reads are empty");
}

void TestSequenceFile::refuses()
{
    QFETCH(bool, isDna);
    QFETCH(QByteArray, content);
    QFETCH(int, line);
    QFETCH(QString, words);
    const std::string path =
        m_folder.write("in.fastq", std::string_view(content.data(), static_cast<std::size_t>(content.size())));
    const auto set = readSequences(path, isDna ? Alphabet::dna() : Alphabet::protein());
    QVERIFY(!set);
    QCOMPARE(set.error().code, ErrorCode::Data);
    QVERIFY2(text(set.error().message).contains(words), set.error().message.c_str());
    QVERIFY(text(set.error().where).startsWith(text(path)));
    QCOMPARE(lineOf(set.error()), line);
}

void TestSequenceFile::foreignFormats_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const std::string &content, int line, const char *words) {
        QTest::newRow(name) << QByteArray(content.data(), static_cast<int>(content.size())) << line << words;
    };
    std::string tar(600, '\0');
    tar.replace(0, 7, "a.fasta");
    tar.replace(257, 5, "ustar");
    row("xz",
        "\xFD"
        "7zXZ\0\0"s,
        0, "xz data");
    row("zstd", "\x28\xB5\x2F\xFD\x24", 0, "zstd");
    row("zip", "PK\x03\x04\x14\0a.fasta"s, 0, "zip archive");
    row("Word", "PK\x03\x04\x14\0[Content_Types].xml word/document.xml"s, 0, "Office document");
    row("workbook", "PK\x03\x04\x14\0[Content_Types].xml xl/workbook.xml"s, 0, "XLSX");
    row("PyTorch", "PK\x03\x04\0\0archive/data.pkl"s, 0, "PyTorch");
    row("tar", tar, 0, "tar archive");
    row("tar.gz", gzipped(tar), 0, "tar archive");
    row("bzip2 in gzip", gzipped("BZh91AY&SY"), 0, "bzip2");
    row("PDF", "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n", 0, "PDF document");
    row("BAM", gzipped("BAM\1\0\0\0\0"s), 0, "BAM");
    row("safetensors", "\x40\0\0\0\0\0\0\0{\"a\":{}}"s, 0, "safetensors");
    row("pickle", "\x80\x04\x95\x0c\0\0\0"s, 0, "pickle");
    row("other binary", "\x01\x02\x03\x04", 0, "binary or damaged");
    row("UniProt", "ID   P12345  Reviewed;  10 AA.\nSQ\n", 1, "UniProt flat file");
    row("blank, then GenBank", "\n\nLOCUS       X  1 bp\n", 3, "GenBank");
    row("NEXUS", "#NEXUS\nbegin data;\n", 1, "NEXUS");
    row("Clustal Omega", "CLUSTAL O(1.2.4) multiple sequence alignment\n\na MKT\n", 1, "Clustal");
    row("PHYLIP", " 12   345\nquery MKT\n", 1, "PHYLIP");
    row("PIR", ">P1;CRAB_ANAPL\nALPHA CRYSTALLIN B\n MDIT*\n", 1, "NBRF/PIR");
    row("mmCIF", "data_1ABC\n#\nloop_\n", 1, "mmCIF");
    row("PDB atoms", "ATOM      1  N   MET A   1\n", 1, "PDB");
    row("SAM", "@HD\tVN:1.6\n@SQ\tSN:chr1\tLN:1000\n", 1, "SAM");
    row("VCF", "##fileformat=VCFv4.2\n#CHROM\tPOS\n", 1, "VCF");
    row("GFF", "##gff-version 3\nchr1\t.\tgene\n", 1, "GFF");
    row("BED", "chr1\t10\t20\n", 1, "table");
    row("CSV", "id,sequence\na,MKT\n", 1, "table");
    row("TSV with hash", "#id\tsequence\na\tMKT\n", 2, "table");
    row("JSON", "{\"error\": 1}", 1, "JSON");
    row("XML", "<?xml version=\"1.0\"?>\n<uniprot/>", 1, "XML");
    row("page with XML head", "<?xml version=\"1.0\"?>\n<HTML>", 1, "web page");
    row("not found", "404: Not Found", 1, "error message of a web server");
    row("annex", "/annex/objects/SHA256E-s12--ab.fasta\n", 1, "git-annex");
    row("tree", "(a:0.1,b:0.2);\n", 1, "tree");
    row("script", "#!/bin/sh\necho\n", 1, "script");
}

void TestSequenceFile::foreignFormats()
{
    QFETCH(QByteArray, content);
    QFETCH(int, line);
    QFETCH(QString, words);
    const std::string path =
        m_folder.write("in.fasta", std::string_view(content.data(), static_cast<std::size_t>(content.size())));
    const auto set = readSequences(path, Alphabet::protein());
    QVERIFY(!set);
    QVERIFY2(text(set.error().message).contains(words), set.error().message.c_str());
    QVERIFY2(set.error().message.ends_with("."), set.error().message.c_str());
    QCOMPARE(lineOf(set.error()), line);
}

void TestSequenceFile::fastqCutAnywhere()
{
    const std::string first = "@r1\nACGTAC\n+\nIIIIII\n";
    const std::string whole = first + "@r2\nGGCA\n+\nII@I\n";
    for (std::size_t size = first.size() + 1; size < whole.size() - 1; ++size) {
        const auto set = readSequences(m_folder.write("cut.fastq", whole.substr(0, size)), Alphabet::dna());
        QVERIFY2(!set, qPrintable(QString("read after %1 bytes").arg(size)));
        QVERIFY2(text(set.error().message).contains("(line 5)"), set.error().message.c_str());
    }
    for (const std::size_t size : {first.size(), first.size() - 1})
        QVERIFY(readSequences(m_folder.write("cut.fastq", whole.substr(0, size)), Alphabet::dna()));
    QVERIFY(readSequences(m_folder.write("cut.fastq", whole.substr(0, whole.size() - 1)), Alphabet::dna()));
}

void TestSequenceFile::gzipCutAnywhere()
{
    const std::string whole = gzipped(">a\n" + kProtein + "\n>b\nMKT\n");
    for (std::size_t size = 2; size < whole.size(); ++size) {
        const auto set = readSequences(m_folder.write("cut.gz", whole.substr(0, size)), Alphabet::protein());
        QVERIFY2(!set, qPrintable(QString("read after %1 bytes").arg(size)));
        QVERIFY2(text(set.error().message).contains("end early"), set.error().message.c_str());
    }
}

void TestSequenceFile::gzipWithOneBitFlipped()
{
    const std::string whole = gzipped(">a\n" + kProtein + "\n");
    for (std::size_t at = 10; at < whole.size(); ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        QVERIFY2(!readSequences(m_folder.write("bit.gz", damaged), Alphabet::protein()),
                 qPrintable(QString::number(at)));
    }
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

void TestSequenceFile::noRegularFiles()
{
    const std::string path = m_folder.path() + "/socket.fasta";
    const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    QVERIFY(path.size() < sizeof(address.sun_path));
    path.copy(address.sun_path, path.size());
    QCOMPARE(bind(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof(address)), 0);
    for (const std::string &name : {path, "/dev/zero"s, "/dev/null"s}) {
        const auto set = readSequences(name, Alphabet::protein());
        QVERIFY(!set);
        QVERIFY2(text(set.error().message).contains("Not a regular file"), set.error().message.c_str());
    }
    close(descriptor);
    QVERIFY(text(readSequences("", Alphabet::protein()).error().message).contains("No sequence file was given"));
    QVERIFY(text(readSequences(path + "x", Alphabet::protein()).error().message).contains("File not found"));
    QVERIFY(!readSequences(m_folder.write("f", ">a\nM\n") + "/x", Alphabet::protein()));
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
