// SPDX-License-Identifier: GPL-3.0-or-later
// Every table of tests/data/hostile against expected.tsv: verdict, records, line, and the words that the message needs.
#include <QRegularExpression>
#include <QTest>

#include "bio/labelleddata.h"
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
    {"tables/other_names.csv", "Seq = sequence|Class = label|Set = split"},
    {"tables/missing_label.csv", "2 of 5 rows|no label|line 3 (empty), line 5 ('NA')|left out"},
    {"tables/missing_label_column.csv", "no label column|columns found: id, sequence, split"},
    {"tables/no_header.csv", "no column names|first line looks like data"},
    {"tables/header_only.csv", "no rows"},
    {"tables/duplicate_column.csv", "Two columns are called 'sequence'"},
    {"tables/too_few_fields.csv", "Line 4 has 2 fields where the header has 4"},
    {"tables/mixed_case_labels.csv", "donor, Donor, DONOR and none, None|data.merge_labels|2 classes"},
    {"tables/numeric_labels.csv", "0, 0.0 and 1, 1.0|data.merge_labels|2 classes"},
    {"tables/spreadsheet_dates.csv", "'2-Sep', '1-Mar'|gene names|dates"},
    {"tables/one_class.csv", "only one class ('donor')|nothing to learn"},
    {"tables/class_only_in_validation.csv", "class 'acceptor' never occurs in train"},
    {"tables/same_sequence_two_labels.csv", "s1 and s2|same sequence|labels donor and none"},
    {"tables/split_leak.csv", "2 held-out sequences|first s6|and s1"},
    {"tables/split_unknown.csv", "'fold7' at line 4 is not a known part"},
    {"tables/no_validation.csv", "no validation rows|held out"},
    {"tables/sequence_with_spaces.csv", "spaces inside sequences were removed|s1"},
    {"tables/empty_sequence.csv", "line 3|empty sequence|left out"},
    {"tables/workbook.csv", "spreadsheet workbook (XLSX)|not CSV|export it as CSV"},
    {"tables/decimal_comma.csv", "decimal commas|0.73, 1.05, -0.2, 0.01"},
    {"tables/decimal_comma_unquoted.csv", "Line 2 has 4 fields where the header has 3|decimal commas"},
    {"tables/nan_labels.csv", "4 of 6 rows|no finite number|left out"},
    {"tables/text_in_numbers.csv", "'>100' at line 4 is not a number"},
    {"tables/thousands.csv", "thousands separators|1234.5, 12000"},
    {"tables/constant_target.csv", "all targets are 1|correlation is undefined"},
    {"tables/token_length.tsv", "c2|20 residues|19 labels"},
    {"tables/token_rare_label.tsv", "'Q' occurs once (line 3, position 4)|typing error"},
    {"tables/token_softmask.tsv", "c, C|data.merge_labels|3 classes"},
    {"tables/mutant_wrong_residue.csv", "W20A: residue 20 of the wild type is P, not W"},
    {"tables/mutant_off_by_one.csv", "all 5 match when positions are counted from 0"},
    {"tables/mutant_out_of_range.csv", "M999T|wild type has 286 residues"},
    {"tables/mutant_synonymous_stop.csv", "P12*|stop|left out|wild type itself and kept|line 2"},
    {"json/broken_line.jsonl", "Line 3 is not complete JSON|other 4 lines are good|leave it out"},
    {"json/array.jsonl", "JSON array, not one object per line"},
    {"json/wrong_type.jsonl", "'sequence' at line 2 is a number, not text"},
};

QStringList wordsFor(const QString &file)
{
    for (const Needs &needs : kNeeds) {
        if (file == QLatin1String(needs.file))
            return QString::fromUtf8(needs.words).split('|');
    }
    return {};
}

LabelRequest requestFor(const QString &openAs)
{
    LabelRequest request;
    request.kind = openAs.startsWith("token") ? LabelKind::PerResidue
        : openAs.startsWith("classification") ? LabelKind::OneClass
                                              : LabelKind::Number;
    if (openAs.contains("wild_type.fasta"))
        request.wildType = ANNEAL_TEST_DATA "/../../resources/samples/beta_lactamase/wild_type.fasta";
    return request;
}

} // namespace

class TestHostileTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void verdict_data();
    void verdict();
    void everyNeedIsUsed();

private:
    void checkWarnings(const LabelledSet &data, const QString &file, int line) const;

    QStringList m_files;
};

void TestHostileTables::verdict_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("openAs");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<int>("records");
    QTest::addColumn<int>("line");
    QFile table(ANNEAL_TEST_DATA "/hostile/expected.tsv");
    QVERIFY(table.open(QIODevice::ReadOnly));
    while (!table.atEnd()) {
        const QStringList row = QString::fromUtf8(table.readLine()).split('\t');
        if (!row[0].startsWith("tables/") && !row[0].startsWith("json/"))
            continue;
        QTest::newRow(row[0].toUtf8().constData())
            << row[0] << row[1] << row[2] << row[3].toInt() << (row[4] == "-" ? 0 : row[4].toInt());
        m_files << row[0];
    }
}

void TestHostileTables::verdict()
{
    QFETCH(QString, file);
    QFETCH(QString, openAs);
    QFETCH(QString, expected);
    QFETCH(int, records);
    QFETCH(int, line);
    const std::string path = ANNEAL_TEST_DATA "/hostile/" + file.toStdString();
    const auto &alphabet = openAs == "classification table" ? Alphabet::dna() : Alphabet::protein();
    const auto data = readLabelled(path, alphabet, requestFor(openAs));
    if (expected == "refuse") {
        QVERIFY2(!data, "was read");
        QCOMPARE(data.error().code, ErrorCode::Data);
        const QString message = text(data.error().text());
        QVERIFY(!wordsFor(file).isEmpty());
        for (const QString &word : wordsFor(file))
            QVERIFY2(message.contains(word), qPrintable("lacks '" + word + "': " + message));
        QCOMPARE(QRegularExpression(":(\\d+)$").match(text(data.error().where)).captured(1).toInt(), line);
        return;
    }
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(static_cast<int>(data->sequences.size()), records);
    QCOMPARE(data->sequences.offsets.back(), data->sequences.tokens.size());
    if (expected == "warn")
        checkWarnings(*data, file, line);
    else
        QCOMPARE(kinds(data->sequences.warnings), QString());
}

/// That nothing is marked for validation is said as well where it is so.
void TestHostileTables::checkWarnings(const LabelledSet &data, const QString &file, int line) const
{
    std::vector<ReadWarning> warnings = data.sequences.warnings;
    if (file != "tables/no_validation.csv")
        std::erase_if(warnings, [](const ReadWarning &warning) { return warning.kind == "no_validation"; });
    QVERIFY2(warnings.size() == 1, qPrintable(kinds(warnings)));
    const QString message = text(warnings[0].message);
    QCOMPARE(static_cast<int>(warnings[0].line), line);
    QVERIFY(warnings[0].count >= 1);
    QVERIFY2(message.startsWith(file.section('/', -1) + ": "), qPrintable(message));
    QVERIFY(!wordsFor(file).isEmpty());
    for (const QString &word : wordsFor(file))
        QVERIFY2(message.contains(word), qPrintable("lacks '" + word + "': " + message));
    if (line > 0)
        QVERIFY2(message.contains(QString("line %1").arg(line)), qPrintable(message));
}

void TestHostileTables::everyNeedIsUsed()
{
    QVERIFY(m_files.size() >= 50);
    for (const Needs &needs : kNeeds)
        QVERIFY2(m_files.contains(QLatin1String(needs.file)), needs.file);
}

QTEST_GUILESS_MAIN(TestHostileTables)
#include "tst_hostiletables.moc"
