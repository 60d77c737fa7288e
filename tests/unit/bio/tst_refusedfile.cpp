// SPDX-License-Identifier: GPL-3.0-or-later
// Files that the reader must refuse with a reason: faults, other formats, incomplete files.
#include <QRegularExpression>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "biofixture.h"

using namespace anneal;
using namespace anneal::test;
using namespace std::string_literals;

namespace {

const std::string kProtein = "MSIQHFRVALIPFFAAFCLPVFAHPETLVKVKDAEDQLGARVGYIELDLNSGKILESFRP";

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

class TestRefusedFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void foreignFormats_data();
    void foreignFormats();
    void fastqCutAnywhere();
    void gzipCutAnywhere();
    void gzipWithOneBitFlipped();
    void noRegularFiles();

private:
    Folder m_folder;
};

void TestRefusedFile::refuses_data()
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

void TestRefusedFile::refuses()
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

void TestRefusedFile::foreignFormats_data()
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

void TestRefusedFile::foreignFormats()
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

void TestRefusedFile::fastqCutAnywhere()
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

void TestRefusedFile::gzipCutAnywhere()
{
    const std::string whole = gzipped(">a\n" + kProtein + "\n>b\nMKT\n");
    for (std::size_t size = 2; size < whole.size(); ++size) {
        const auto set = readSequences(m_folder.write("cut.gz", whole.substr(0, size)), Alphabet::protein());
        QVERIFY2(!set, qPrintable(QString("read after %1 bytes").arg(size)));
        QVERIFY2(text(set.error().message).contains("end early"), set.error().message.c_str());
    }
}

void TestRefusedFile::gzipWithOneBitFlipped()
{
    const std::string whole = gzipped(">a\n" + kProtein + "\n");
    for (std::size_t at = 10; at < whole.size(); ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        QVERIFY2(!readSequences(m_folder.write("bit.gz", damaged), Alphabet::protein()),
                 qPrintable(QString::number(at)));
    }
}

void TestRefusedFile::noRegularFiles()
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

QTEST_GUILESS_MAIN(TestRefusedFile)
#include "tst_refusedfile.moc"
