// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include <QRegularExpression>
#include <QTest>

#include "bio/split.h"
#include "biofixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

/// Records r0, r1, … with sequences that differ, written and read back.
SequenceSet manySequences(const Folder &folder, int count)
{
    std::string fasta;
    for (int i = 0; i < count; ++i) {
        fasta += ">r" + std::to_string(i) + "\nMK";
        for (int rest = i + 1; rest > 0; rest /= 20)
            fasta += "ACDEFGHIKLMNPQRSTVWY"[rest % 20];
        fasta += '\n';
    }
    auto set = readSequences(folder.write("many.fasta", fasta), Alphabet::protein());
    if (!set)
        qFatal("%s", set.error().text().c_str());
    return std::move(*set);
}

QString names(const SequenceSet &set, const std::vector<std::uint32_t> &part)
{
    QStringList list;
    for (const std::uint32_t i : part)
        list << QString::fromStdString(std::string(set.name(i)));
    return list.join(' ');
}

} // namespace

class TestSplit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fractionIsMet_data();
    void fractionIsMet();
    void equalSequencesStayTogether();
    void addingMovesNobody();
    void smallSets_data();
    void smallSets();
    void byFile_data();
    void byFile();
    void refuses_data();
    void refuses();
    void repeatedIdsGoTogether();

private:
    SequenceSet four() const;

    Folder m_folder;
};

void TestSplit::fractionIsMet_data()
{
    QTest::addColumn<double>("fraction");
    for (const double fraction : {0.01, 0.1, 0.5, 0.9})
        QTest::addRow("%g", fraction) << fraction;
}

void TestSplit::fractionIsMet()
{
    QFETCH(double, fraction);
    const SequenceSet set = manySequences(m_folder, 5000);
    const Split split = splitByFraction(set, fraction, 7);
    QCOMPARE(split.train.size() + split.validation.size(), set.size());
    QVERIFY(split.test.empty() && split.warnings.empty());
    const double deviation = 4 * std::sqrt(fraction * (1 - fraction) / 5000); // four standard deviations
    QVERIFY(std::abs(static_cast<double>(split.validation.size()) / 5000 - fraction) < deviation);
    QVERIFY(std::is_sorted(split.train.begin(), split.train.end()));
    QVERIFY(std::is_sorted(split.validation.begin(), split.validation.end()));
    QVERIFY(splitByFraction(set, fraction, 7).validation == split.validation);
    QVERIFY(splitByFraction(set, fraction, 8).validation != split.validation);
}

void TestSplit::equalSequencesStayTogether()
{
    std::string fasta;
    for (int i = 0; i < 300; ++i)
        fasta += ">x" + std::to_string(i) + "\nMKT" + std::string(static_cast<std::size_t>(i % 30), 'L') + "\n";
    const auto set = readSequences(m_folder.write("twins.fasta", fasta), Alphabet::protein());
    QVERIFY(set);
    const Split split = splitByFraction(*set, 0.3, 1);
    std::map<std::size_t, int> sides;
    for (const std::uint32_t i : split.train)
        sides[set->length(i)] |= 1;
    for (const std::uint32_t i : split.validation)
        sides[set->length(i)] |= 2;
    QCOMPARE(sides.size(), std::size_t{30});
    QVERIFY(std::none_of(sides.begin(), sides.end(), [](const auto &side) { return side.second == 3; }));
}

void TestSplit::addingMovesNobody()
{
    const SequenceSet few = manySequences(m_folder, 400);
    const SequenceSet more = manySequences(m_folder, 1000);
    auto held = splitByFraction(more, 0.2, 3).validation;
    std::erase_if(held, [](std::uint32_t i) { return i >= 400; });
    QVERIFY(held == splitByFraction(few, 0.2, 3).validation);
}

void TestSplit::smallSets_data()
{
    QTest::addColumn<QString>("fasta");
    QTest::addColumn<double>("fraction");
    QTest::addColumn<int>("validation");
    QTest::newRow("two") << ">a\nMK\n>b\nML\n" << 0.1 << 1;
    QTest::newRow("two, nearly all") << ">a\nMK\n>b\nML\n" << 0.99 << 1;
    QTest::newRow("two, all") << ">a\nMK\n>b\nML\n" << 1.0 << 1;
    QTest::newRow("two, none wanted") << ">a\nMK\n>b\nML\n" << 0.0 << 0;
    QTest::newRow("one") << ">a\nMK\n" << 0.5 << 0;
    QTest::newRow("twins") << ">a\nMK\n>b\nMK\n" << 0.5 << 0;
}

void TestSplit::smallSets()
{
    QFETCH(QString, fasta);
    QFETCH(double, fraction);
    QFETCH(int, validation);
    const auto set = readSequences(m_folder.write("small.fasta", fasta.toStdString()), Alphabet::protein());
    QVERIFY(set);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Split split = splitByFraction(*set, fraction, seed);
        QCOMPARE(static_cast<int>(split.validation.size()), validation);
        QCOMPARE(split.train.size(), set->size() - split.validation.size());
    }
}

SequenceSet TestSplit::four() const
{
    auto set =
        readSequences(m_folder.write("four.fasta", ">a\nMKTA\n>b\nMKTC\n>c\nMKTD\n>d\nMKTA\n"), Alphabet::protein());
    return std::move(*set);
}

void TestSplit::byFile_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("parts"); // train | validation | test
    QTest::addColumn<QString>("kinds");
    QTest::newRow("header") << "id\tsplit\nb\tvalidation\nc\ttest\n"
                            << "a d|b|c"
                            << "";
    QTest::newRow("no header") << "b\tval\nc\tdev\n"
                               << "a d|b c|"
                               << "";
    QTest::newRow("columns by name") << "note\tSplit\tID\nx\tVALID\tb\n"
                                     << "a c d|b|"
                                     << "";
    QTest::newRow("commas, CRLF, quotes") << "\"id\",\"split\"\r\n\"b\",\"dev\"\r\n"
                                          << "a c d|b|"
                                          << "";
    QTest::newRow("blanks") << "# held out\nb   test\n\nc validation"
                            << "a d|c|b"
                            << "";
    QTest::newRow("byte order mark") << "\uFEFFid\tsplit\nb\ttest\n"
                                     << "a c d||b"
                                     << "";
    QTest::newRow("same row twice") << "b\tval\nb\tval\n"
                                    << "a c d|b|"
                                    << "";
    QTest::newRow("leak") << "id\tsplit\nb\tval\nd\tval\n"
                          << "a c|b d|"
                          << "split_leak";
    QTest::newRow("absent") << "a\ttrain\nd\ttrain\nb\tval\n"
                            << "a c d|b|"
                            << "not_in_split";
}

void TestSplit::byFile()
{
    QFETCH(QString, table);
    QFETCH(QString, parts);
    QFETCH(QString, kinds);
    const SequenceSet set = four();
    const auto split = splitByFile(set, m_folder.write("split.tsv", table.toStdString()));
    QVERIFY2(split, split ? "" : split.error().text().c_str());
    QCOMPARE(names(set, split->train) + "|" + names(set, split->validation) + "|" + names(set, split->test), parts);
    QCOMPARE(test::kinds(split->warnings), kinds);
    if (kinds == "split_leak") {
        QCOMPARE(split->warnings[0].line, std::int64_t{3});
        QCOMPARE(split->warnings[0].count, std::int64_t{1});
        QVERIFY2(text(split->warnings[0].message).contains("first d (line 3) and a"),
                 split->warnings[0].message.c_str());
    }
}

void TestSplit::refuses_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("words");
    QTest::newRow("unknown part") << "id\tsplit\na\ttrain\nb\tfold7\n"
                                  << 3 << "Split 'fold7' at line 3 is not a known part";
    QTest::newRow("unknown id") << "id\tsplit\nzz\tval\n" << 2 << "Id 'zz' at line 2";
    QTest::newRow("no split column") << "id\tlabel\na\tx\n"
                                     << 1 << "needs the columns id and split; line 1 has: id, label";
    QTest::newRow("missing field") << "id\tsplit\na\n" << 2 << "Line 2 has 1 field";
    QTest::newRow("two parts") << "b\tval\nb\ttest\n" << 2 << "different parts at lines 1 and 2";
    QTest::newRow("nothing") << "" << 0 << "no rows";
    QTest::newRow("header only") << "id\tsplit\n" << 0 << "no rows";
    QTest::newRow("wide") << QString("i") + QChar(0) + "d" + QChar(0) + "\t" + QChar(0) + "s" + QChar(0) << 0
                          << "UTF-16";
}

void TestSplit::refuses()
{
    QFETCH(QString, table);
    QFETCH(int, line);
    QFETCH(QString, words);
    const auto split = splitByFile(four(), m_folder.write("split.tsv", table.toStdString()));
    QVERIFY(!split);
    QCOMPARE(split.error().code, ErrorCode::Data);
    QVERIFY2(text(split.error().message).contains(words), split.error().message.c_str());
    QCOMPARE(QRegularExpression(":(\\d+)$").match(text(split.error().where)).captured(1).toInt(), line);
}

/// Ids that occur twice in the sequences go where the table says, all of them.
void TestSplit::repeatedIdsGoTogether()
{
    const auto set = readSequences(m_folder.write("in.fasta", ">a\nMKT\n>b\nMKV\n>a\nMKL\n"), Alphabet::protein());
    QVERIFY(set);
    const auto split = splitByFile(*set, m_folder.write("split.tsv", "a\tval\n"));
    QVERIFY(split);
    QCOMPARE(names(*set, split->validation), QString("a a (line 5)"));
}

QTEST_GUILESS_MAIN(TestSplit)
#include "tst_split.moc"
