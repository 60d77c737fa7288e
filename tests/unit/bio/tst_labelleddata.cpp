// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "bio/datasummary.h"
#include "bio/labelleddata.h"
#include "bio/mutants.h"
#include "bio/numbertext.h"
#include "bio/tablepreview.h"
#include "biofixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

constexpr const char *kSamples = ANNEAL_TEST_DATA "/../../resources/samples/";
constexpr const char *kSeqA = "GAGTTTTATCGCTTCCATGACG";
constexpr const char *kSeqB = "CGAATTAAATCGAAGTGGACTG";
constexpr const char *kSeqC = "CATGGTAGAGATTCTCTTGTTG";

LabelRequest wanted(std::optional<LabelKind> kind)
{
    LabelRequest request;
    request.kind = kind;
    return request;
}

QString names(const Labels &labels)
{
    QStringList list;
    for (const std::string &name : labels.classNames)
        list << text(name);
    return list.join(' ');
}

/// "donor | a, b | …": the label of each record.
QString shown(const LabelledSet &data)
{
    QStringList list;
    for (std::size_t i = 0; i < data.sequences.size(); ++i)
        list << text(labelText(data.sequences, data.labels, i));
    return list.join(" | ");
}

/// "7 3 2": records in train, validation and test.
QString parts(const Dataset &data)
{
    return QString("%1 %2 %3").arg(data.train.size()).arg(data.validation.size()).arg(data.test.size());
}

DataRequest sampleRequest(const std::string &file, const char *alphabet, LabelKind kind)
{
    DataRequest request;
    request.train = kSamples + file;
    request.alphabet = alphabet;
    request.labels.kind = kind;
    return request;
}

std::string rowsOf(const QString &pattern)
{
    QString rows = pattern;
    return rows.replace("$A", kSeqA).replace("$B", kSeqB).replace("$C", kSeqC).toStdString();
}

} // namespace

class TestLabelledData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void samples_data();
    void samples();
    void guessesKinds_data();
    void guessesKinds();
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void columnMap();
    void residueLabels();
    void mergesSpellings();
    void numbers_data();
    void numbers();
    void mutants_data();
    void mutants();
    void headersAsTable_data();
    void headersAsTable();
    void secondFileSharesClasses();
    void splitsByHashWithoutColumn();
    void tableWithoutLabels();
    void headersSplitWithoutLabels();
    void hashCoversLabels();
    void preview();
    void previewIsCheap();
    void previewOfSequences();
    void summary();
    void bins();

private:
    Folder m_folder;
};

void TestLabelledData::samples_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("alphabet");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("parts");
    QTest::addColumn<QString>("classes");
    QTest::addColumn<QString>("warnings");
    QTest::newRow("splice junctions") << "splice_junctions/splice_junctions.csv"
                                      << "dna" << int(LabelKind::OneClass) << "2550 318 318"
                                      << "acceptor donor none"
                                      << "conflicting_labels";
    QTest::newRow("secondary structure") << "secondary_structure/secondary_structure.tsv"
                                         << "protein" << int(LabelKind::PerResidue) << "569 71 71"
                                         << "C E H"
                                         << "columns_guessed";
    QTest::newRow("beta-lactamase") << "beta_lactamase/beta_lactamase.csv"
                                    << "protein" << int(LabelKind::Number) << "4159 520 519"
                                    << ""
                                    << "";
}

void TestLabelledData::samples()
{
    QFETCH(QString, file);
    QFETCH(QString, alphabet);
    QFETCH(int, kind);
    QFETCH(QString, parts);
    QFETCH(QString, classes);
    QFETCH(QString, warnings);
    const auto request = sampleRequest(file.toStdString(), qPrintable(alphabet), static_cast<LabelKind>(kind));
    const auto data = loadDataset(request);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(::parts(*data), parts);
    QCOMPARE(names(data->labels), classes);
    QCOMPARE(kinds(data->warnings), warnings);
    const auto guessed = readLabelled(request.train, **Alphabet::byName(request.alphabet), wanted(std::nullopt));
    QVERIFY2(guessed, guessed ? "" : guessed.error().text().c_str());
    QCOMPARE(int(guessed->labels.kind), kind);
}

void TestLabelledData::guessesKinds_data()
{
    QTest::addColumn<QStringList>("cells");
    QTest::addColumn<int>("kind");
    QTest::newRow("words") << QStringList{"donor", "none", "donor"} << int(LabelKind::OneClass);
    QTest::newRow("few whole numbers") << QStringList{"0", "1", "1", "0"} << int(LabelKind::OneClass);
    QTest::newRow("measurements") << QStringList{"0.5", "1.25", "NA", "-3e-2"} << int(LabelKind::Number);
    QTest::newRow("many whole numbers") << QStringList{"101", "57", "33", "8", "91"} << int(LabelKind::Number);
    QTest::newRow("several") << QStringList{"a;b", "b", ""} << int(LabelKind::SeveralClasses);
    QTest::newRow("lists") << QStringList{"a\x1F"
                                          "b",
                                          "b"}
                           << int(LabelKind::SeveralClasses);
    QTest::newRow("residues") << QStringList{"HHHHC", "CCEEE"} << int(LabelKind::PerResidue);
    QTest::newRow("residues, spaced") << QStringList{"H H H H C", "1 2 3 4 5"} << int(LabelKind::PerResidue);
}

void TestLabelledData::guessesKinds()
{
    QFETCH(QStringList, cells);
    QFETCH(int, kind);
    std::vector<std::string> texts;
    for (const QString &cell : cells)
        texts.push_back(cell.toStdString());
    QCOMPARE(int(guessKind(texts, std::vector<std::size_t>(texts.size(), 5), {})), kind);
}

void TestLabelledData::reads_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("classes");
    QTest::addColumn<QString>("labels");
    QTest::addColumn<QString>("warnings");
    QTest::newRow("whole numbers in their order") << "sequence,label\n$A,10\n$B,9\n$C,10\n"
                                                  << int(LabelKind::OneClass) << "9 10"
                                                  << "10 | 9 | 10"
                                                  << "";
    QTest::newRow("several classes") << "sequence,label\n$A,b;a\n$B,\n$C,a;a\n"
                                     << int(LabelKind::SeveralClasses) << "a b"
                                     << "a, b |  | a"
                                     << "";
    QTest::newRow("JSON lists") << R"({"sequence":"$A","label":["y","x"]}
{"sequence":"$B","label":[]}
{"sequence":"$C","label":["x"]})"
                                << int(LabelKind::SeveralClasses) << "x y"
                                << "x, y |  | x"
                                << "";
    QTest::newRow("JSON numbers") << R"({"sequence":"$A","label":1.5}
{"sequence":"$B","label":null}
{"sequence":"$C","label":-2})" << int(LabelKind::Number)
                                  << ""
                                  << "1.5 | -2"
                                  << "no_label";
    QTest::newRow("weights") << "sequence,label,weight\n$A,a,2\n$B,b,0.5\n"
                             << int(LabelKind::OneClass) << "a b"
                             << "a | b"
                             << "";
    QTest::newRow("bars and CR") << "sequence|label\r$A|a\r$B|b\r" << int(LabelKind::OneClass) << "a b"
                                 << "a | b"
                                 << "";
    QTest::newRow("no line end") << "sequence\tlabel\n$A\ta\n$B\tb" << int(LabelKind::OneClass) << "a b"
                                 << "a | b"
                                 << "";
    QTest::newRow("quoted sequence in two lines") << "sequence,label\n\"$A\n$B\",a\n$C,b\n"
                                                  << int(LabelKind::OneClass) << "a b"
                                                  << "a | b"
                                                  << "";
    QTest::newRow("by content") << "what,is\n$A,a\n$B,b\n"
                                << int(LabelKind::OneClass) << "a b"
                                << "a | b"
                                << "columns_guessed";
    QTest::newRow("many classes") <<
        [] {
            QString rows = "sequence,label\n";
            for (int i = 0; i < 20; ++i)
                rows += QString("%1%2,c%3\n").arg(kSeqA, QString(i + 1, 'G')).arg(i);
            return rows;
        }() << int(LabelKind::OneClass)
                                  << "c0 c1 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19 c2 c3 c4 c5 c6 c7 c8 c9"
                                  << ""
                                  << "many_classes";
}

void TestLabelledData::reads()
{
    QFETCH(QString, content);
    QFETCH(int, kind);
    QFETCH(QString, classes);
    QFETCH(QString, labels);
    QFETCH(QString, warnings);
    const auto data =
        readLabelled(m_folder.write("t.csv", rowsOf(content)), Alphabet::dna(), wanted(static_cast<LabelKind>(kind)));
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(names(data->labels), classes);
    if (!labels.isEmpty())
        QCOMPARE(shown(*data), labels);
    QCOMPARE(kinds(data->sequences.warnings), warnings);
    QCOMPARE(data->weights.empty(), !content.contains("weight"));
    QCOMPARE(letters(data->sequences, 0).substr(0, 22), std::string(kSeqA));
}

void TestLabelledData::refuses_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("words");
    QTest::newRow("text after a quote") << "sequence,label\n\"$A\"x,a\n"
                                        << int(LabelKind::OneClass) << "Line 2 has text after a closing quote";
    QTest::newRow("open quote") << "sequence,label\n\"$A,a\n$B,b\n"
                                << int(LabelKind::OneClass) << "at line 2 is never closed";
    QTest::newRow("no label anywhere") << "sequence,label\n$A,\n$B,NA\n"
                                       << int(LabelKind::OneClass) << "None of the 2 rows can be used";
    QTest::newRow("no sequences") << "id,label\ns1,a\ns2,b\n"
                                  << int(LabelKind::OneClass) << "No column holds sequences; columns found: id, label";
    QTest::newRow("either comma") << "sequence;label\n$A;1,234\n$B;2,500\n"
                                  << int(LabelKind::Number) << "'1,234' at line 2 may be a decimal comma";
    QTest::newRow("both commas") << "sequence;label\n$A;1,23\n$B;1,234.5\n"
                                 << int(LabelKind::Number) << "'1,234.5' at line 3 may be";
    QTest::newRow("weight") << "sequence,label,weight\n$A,a,1\n$B,b,0\n"
                            << int(LabelKind::OneClass) << "Weight '0' at line 3 is not a number above 0";
    QTest::newRow("empty split") << "sequence,label,split\n$A,a,train\n$B,b,\n"
                                 << int(LabelKind::OneClass) << "Split '' at line 3";
    QTest::newRow("no such letter") << "id,sequence,label\nx,ACGTJJJJACGTACGTACGTAC,a\n"
                                    << int(LabelKind::OneClass) << "'J' in record x, line 2, column 7";
    QTest::newRow("no wild type") << "mutant,fitness\nM1A,0.1\n"
                                  << int(LabelKind::Number) << "the wild-type sequence is needed";
    QTest::newRow("one class of residues") << "sequence,labels\nACGTA,HHHHH\nACG,HHH\n"
                                           << int(LabelKind::PerResidue) << "only one class ('H')";
    QTest::newRow("line of JSON") << "{\"sequence\":\"$A\",\"label\":\"a\"}\n[1]\n"
                                  << int(LabelKind::OneClass) << "Line 2 is not complete JSON";
}

void TestLabelledData::refuses()
{
    QFETCH(QString, content);
    QFETCH(int, kind);
    QFETCH(QString, words);
    const auto data =
        readLabelled(m_folder.write("t.csv", rowsOf(content)), Alphabet::dna(), wanted(static_cast<LabelKind>(kind)));
    QVERIFY(!data);
    QCOMPARE(data.error().code, ErrorCode::Data);
    QVERIFY2(text(data.error().message).contains(words), data.error().text().c_str());
}

void TestLabelledData::columnMap()
{
    const std::string path =
        m_folder.write("t.csv", rowsOf("name,first,second,sequence,ss\nx,a,1,$A,train\ny,b,2,$B,validation\n"));
    LabelRequest request = wanted(LabelKind::OneClass);
    request.columns = {"sequence", "SECOND", "ss", "", "first"};
    const auto data = readLabelled(path, Alphabet::dna(), request);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(shown(*data), QString("1 | 2"));
    QCOMPARE(data->sequences.name(1), std::string_view("b"));
    QVERIFY(data->parts == (std::vector<Part>{Part::Train, Part::Validation}));
    request.columns.split = kNoColumn;
    QVERIFY(readLabelled(path, Alphabet::dna(), request)->parts.empty());
    request.columns.label = "third";
    const auto wrong = readLabelled(path, Alphabet::dna(), request);
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().code, ErrorCode::Config);
    QCOMPARE(wrong.error().where, std::string("data.label_column"));
    QVERIFY(
        text(wrong.error().message).contains("no column 'third'; columns found: name, first, second, sequence, ss"));
}

void TestLabelledData::residueLabels()
{
    const std::string path = m_folder.write("t.tsv", "id\tsequence\tlabels\na\tMKTAYIAK\tHH?-CCHH\nb\tMKTAY\tCCHHC\n");
    const auto data = readLabelled(path, Alphabet::protein(), wanted(LabelKind::PerResidue));
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(names(data->labels), QString("C H"));
    const ClassId c = 0, h = 1, none = kNoTarget;
    QVERIFY(data->labels.classes == (std::vector<ClassId>{h, h, none, none, c, c, h, h, c, c, h, h, c}));
    QCOMPARE(data->labels.classesOf(data->sequences, 1).size(), std::size_t{5});
    QCOMPARE(kinds(data->sequences.warnings), QString("unknown_labels")); // '-' may be meant as a state
    QCOMPARE(data->sequences.warnings[0].line, std::int64_t{2});
    QVERIFY(text(data->sequences.warnings[0].message).contains("'-', first at line 2, position 4"));
    const std::string lists = m_folder.write("t.jsonl", R"({"sequence":"MKTA","labels":[0,1,-100,1]}
{"sequence":"MKT","labels":[1,null,0]})");
    const auto json = readLabelled(lists, Alphabet::protein(), wanted(LabelKind::PerResidue));
    QVERIFY2(json, json ? "" : json.error().text().c_str());
    QVERIFY(json->labels.classes == (std::vector<ClassId>{0, 1, none, 1, 1, none, 0}));
}

void TestLabelledData::mergesSpellings()
{
    LabelRequest request = wanted(LabelKind::OneClass);
    request.mergeSpellings = true;
    const auto data = readLabelled(ANNEAL_TEST_DATA "/hostile/tables/mixed_case_labels.csv", Alphabet::dna(), request);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(names(data->labels), QString("donor none"));
    QCOMPARE(kinds(data->sequences.warnings), QString("no_validation"));
    const auto numeric = readLabelled(ANNEAL_TEST_DATA "/hostile/tables/numeric_labels.csv", Alphabet::dna(), request);
    QCOMPARE(shown(*numeric), QString("0 | 1 | 1 | 0"));
}

void TestLabelledData::numbers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("style");
    QTest::addColumn<double>("value");
    constexpr int kNone = -1;
    QTest::newRow("point") << "0.5" << int(NumberStyle::Plain) << 0.5;
    QTest::newRow("exponent") << "+1e-3" << int(NumberStyle::Plain) << 1e-3;
    QTest::newRow("minus") << "−2" << int(NumberStyle::Plain) << -2.0;
    QTest::newRow("comma") << "0,73" << int(NumberStyle::DecimalComma) << 0.73;
    QTest::newRow("groups of points") << "1.234,5" << int(NumberStyle::DecimalComma) << 1234.5;
    QTest::newRow("groups of commas") << "-1,234.5" << int(NumberStyle::Thousands) << -1234.5;
    QTest::newRow("two groups") << "1,234,567" << int(NumberStyle::Thousands) << 1234567.0;
    QTest::newRow("either") << "12,000" << int(NumberStyle::Either) << 0.0;
    QTest::newRow("wrong groups") << "1,23,456" << kNone << 0.0;
    QTest::newRow("larger than") << ">100" << kNone << 0.0;
    QTest::newRow("infinity") << "inf" << kNone << 0.0;
    QTest::newRow("unit") << "5 nM" << kNone << 0.0;
}

void TestLabelledData::numbers()
{
    QFETCH(QString, text);
    QFETCH(int, style);
    QFETCH(double, value);
    const auto found = numberStyle(text.toStdString());
    QCOMPARE(found ? int(*found) : -1, style);
    if (found && *found != NumberStyle::Either)
        QCOMPARE(*numberIn(text.toStdString(), *found), value);
}

void TestLabelledData::mutants_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("changes");
    QTest::newRow("one") << "E56V"
                         << "E56V";
    QTest::newRow("three letters") << "p.Met180Thr"
                                   << "M180T";
    QTest::newRow("in brackets") << "p.(Ala182Val)"
                                 << "A182V";
    QTest::newRow("several") << "P12G:P25D"
                             << "P12G P25D";
    QTest::newRow("slash") << "K30V/A40G"
                           << "K30V A40G";
    QTest::newRow("stop") << "P12*"
                          << "P12*";
    QTest::newRow("stop in words") << "p.Trp26Ter"
                                   << "W26*";
    QTest::newRow("silent") << "p.Leu10="
                            << "L10L";
    QTest::newRow("wild type") << "WT"
                               << "";
    QTest::newRow("word") << "donor"
                          << "none";
    QTest::newRow("sequence") << "MKTAYIAK"
                              << "none";
    QTest::newRow("empty") << ""
                           << "none";
}

void TestLabelledData::mutants()
{
    QFETCH(QString, text);
    QFETCH(QString, changes);
    const auto mutations = parseMutant(text.toStdString());
    QStringList list;
    for (const Mutation &one : mutations.value_or(std::vector<Mutation>{}))
        list << QString("%1%2%3").arg(QChar(one.from)).arg(one.position).arg(QChar(one.to));
    QCOMPARE(mutations ? list.join(' ') : QString("none"), changes);
}

void TestLabelledData::headersAsTable_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("labels");
    QTest::addColumn<QString>("warnings");
    QTest::newRow("pairs") << ">s1 label=donor split=train\n$A\n>s2 label=none split=train\n$B\n>s3 split=validation "
                              "label=none\n$C\n"
                           << "donor | none | none"
                           << "";
    QTest::newRow("pairs with blanks") << ">s1 label=binds to DNA\n$A\n>s2 label=none\n$B\n"
                                       << "binds to DNA | none"
                                       << "";
    QTest::newRow("bars") << ">s1|donor\n$A\n>s2|none\n$B\n"
                          << "donor | none"
                          << "columns_guessed";
    QTest::newRow("bars and parts") << ">s1|donor|train\n$A\n>s2|none|train\n$B\n>s3|none|val\n$C\n"
                                    << "donor | none | none"
                                    << "columns_guessed";
    QTest::newRow("words") << ">s1 donor\n$A\n>s2 none\n$B\n"
                           << "donor | none"
                           << "columns_guessed";
    QTest::newRow("one without") << ">s1 label=donor\n$A\n>s2\n$B\n>s3 label=none\n$C\n"
                                 << "donor | none"
                                 << "no_label";
    QTest::newRow("FASTQ") << "@s1 label=a\n$A\n+\nIIIIIIIIIIIIIIIIIIIIII\n@s2 label=b\n$B\n+\nIIIIIIIIIIIIIIIIIIIIII\n"
                           << "a | b"
                           << "fastq";
}

void TestLabelledData::headersAsTable()
{
    QFETCH(QString, content);
    QFETCH(QString, labels);
    QFETCH(QString, warnings);
    const auto data =
        readLabelled(m_folder.write("t.fasta", rowsOf(content)), Alphabet::dna(), wanted(LabelKind::OneClass));
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(shown(*data), labels);
    QCOMPARE(kinds(data->sequences.warnings), warnings);
    QCOMPARE(data->parts.empty(), !content.contains("train"));
    QCOMPARE(letters(data->sequences, 0), std::string(kSeqA));
    QVERIFY(data->sequences.headers.empty());
}

void TestLabelledData::secondFileSharesClasses()
{
    DataRequest request;
    request.train = m_folder.write("a.csv", rowsOf("sequence,label\n$A,b\n$B,c\n"));
    request.validation = m_folder.write("v.csv", rowsOf("sequence,label\n$C,c\nACGTACGTACGTACGTACGTAA,a\n"));
    request.alphabet = "dna";
    request.labels.kind = LabelKind::OneClass;
    const auto data = loadDataset(request);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(names(data->labels), QString("a b c"));
    QVERIFY(data->labels.classes == (std::vector<ClassId>{1, 2}));
    QVERIFY(data->validationLabels.classes == (std::vector<ClassId>{2, 0}));
    QCOMPARE(kinds(data->warnings), QString("class_not_in_train"));
}

void TestLabelledData::splitsByHashWithoutColumn()
{
    std::string csv = "sequence,label\n", fasta;
    for (int i = 0; i < 40; ++i) {
        const std::string sequence = std::string(kSeqA) + std::string(static_cast<std::size_t>(i % 30), 'C');
        csv += sequence + (i % 2 ? ",a\n" : ",b\n");
        fasta += ">" + std::to_string(i) + "\n" + sequence + "\n";
    }
    DataRequest table, plain;
    table.alphabet = plain.alphabet = "dna";
    table.validationFraction = plain.validationFraction = 0.3;
    table.train = m_folder.write("t.csv", csv);
    plain.train = m_folder.write("t.fasta", fasta);
    table.labels.kind = LabelKind::OneClass;
    const auto a = loadDataset(table), b = loadDataset(plain);
    QVERIFY(a && b);
    QCOMPARE(a->validation.size(), b->validation.size());
    for (std::size_t i = 0; i < a->validation.size(); ++i)
        QCOMPARE(a->validation[i].sequence, b->validation[i].sequence);
    table.train = m_folder.write("all.csv", [&] {
        QString marked = QString::fromStdString(csv).replace(",a\n", ",a,train\n").replace(",b\n", ",b,train\n");
        return marked.replace("sequence,label", "sequence,label,split").toStdString();
    }());
    const auto marked = loadDataset(table);
    QVERIFY(marked);
    QCOMPARE(marked->validation.size(), a->validation.size()); // nothing marked: held out all the same
    QVERIFY(kinds(marked->warnings).contains("no_validation"));
}

void TestLabelledData::tableWithoutLabels()
{
    DataRequest request;
    request.train = std::string(kSamples) + "splice_junctions/splice_junctions.csv";
    request.alphabet = "dna";
    const auto data = loadDataset(request);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(::parts(*data), QString("2550 318 318"));
    QVERIFY(data->labels.empty());
    QCOMPARE(kinds(data->warnings), QString());
}

void TestLabelledData::headersSplitWithoutLabels()
{
    DataRequest request;
    request.alphabet = "dna";
    request.train = m_folder.write("h.fasta", rowsOf(">a fold=train\n$A\n>b fold=dev\n$B\n>c fold=test\n$C\n"));
    request.labels.columns = {"", "absent", "fold", "", ""}; // no label is wanted, so none needs to be there
    const auto data = loadDataset(request);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(::parts(*data), QString("1 1 1"));
    QVERIFY(data->labels.empty());
}

void TestLabelledData::hashCoversLabels()
{
    DataRequest request;
    request.alphabet = "dna";
    request.labels.kind = LabelKind::OneClass;
    request.train = m_folder.write("a.csv", rowsOf("sequence,label,other\n$A,a,c\n$B,b,d\n$C,a,c\n"));
    const auto one = loadDataset(request);
    request.labels.columns.label = "other";
    const auto two = loadDataset(request);
    request.labels.kind = LabelKind::None;
    const auto none = loadDataset(request);
    QVERIFY(one && two && none);
    QVERIFY(one->hash != two->hash && two->hash != none->hash && one->hash != none->hash);
}

void TestLabelledData::preview()
{
    const auto preview =
        previewTable(ANNEAL_TEST_DATA "/hostile/tables/other_names.csv", Alphabet::dna(), wanted(std::nullopt), 3);
    QVERIFY2(preview, preview ? "" : preview.error().text().c_str());
    QCOMPARE(preview->format, std::string("table separated by commas"));
    QVERIFY(preview->columns == (std::vector<std::string>{"Name", "Seq", "Class", "Set"}));
    QCOMPARE(preview->used.sequence, std::string("Seq"));
    QCOMPARE(preview->used.label, std::string("Class"));
    QCOMPARE(preview->used.split, std::string("Set"));
    QCOMPARE(preview->used.id, std::string("Name"));
    QCOMPARE(preview->used.weight, std::string());
    QCOMPARE(int(preview->kind), int(LabelKind::OneClass));
    QCOMPARE(preview->rows.size(), std::size_t{3});
    QCOMPARE(preview->rows[1].id, std::string("s2"));
    QCOMPARE(preview->rows[1].letters, std::int64_t{90});
    QCOMPARE(preview->rows[1].label, std::string("acceptor"));
    QCOMPARE(preview->rows[1].split, std::string("train"));
    QCOMPARE(preview->rows[1].line, std::int64_t{3});
    QCOMPARE(kinds(preview->warnings), QString("columns_guessed"));
    const auto unlabelled = previewTable(ANNEAL_TEST_DATA "/hostile/tables/missing_label_column.csv", Alphabet::dna(),
                                         wanted(LabelKind::OneClass), 3);
    QVERIFY(unlabelled && unlabelled->problem); // the columns are there to choose from all the same
    QVERIFY(unlabelled->columns == (std::vector<std::string>{"id", "sequence", "split"}));
    const auto mutants = previewTable(std::string(kSamples) + "beta_lactamase/beta_lactamase.csv", Alphabet::protein(),
                                      wanted(LabelKind::Number), 2);
    QVERIFY2(mutants, mutants ? "" : mutants.error().text().c_str());
    QCOMPARE(mutants->rows[0].id, std::string("M1A"));
    QCOMPARE(mutants->rows[0].sequence.substr(0, 5), std::string("ASIQH"));
    QCOMPARE(mutants->rows[0].letters, std::int64_t{286});
}

void TestLabelledData::previewIsCheap()
{
    std::string rows = "sequence,label\n";
    while (rows.size() < (3u << 20))
        rows.append(1000, 'A').append("CGT,a\n");
    const std::string path = m_folder.write("large.csv", rows + "broken");
    const auto preview = previewTable(path, Alphabet::dna(), wanted(LabelKind::OneClass), 5);
    QVERIFY2(preview, preview ? "" : preview.error().text().c_str()); // the fault is beyond what is read
    QCOMPARE(preview->rows.size(), std::size_t{5});
    QVERIFY(!readLabelled(path, Alphabet::dna(), wanted(LabelKind::OneClass)));
    const std::string genome = m_folder.write("large.fna", ">chr\n" + std::string(3u << 20, 'A') + "\n>b\nJ\n");
    const auto cut = previewTable(genome, Alphabet::dna(), wanted(LabelKind::None), 5);
    QVERIFY2(cut, cut ? "" : cut.error().text().c_str());
    QCOMPARE(cut->rows.size(), std::size_t{1});
}

void TestLabelledData::previewOfSequences()
{
    const auto preview = previewTable(m_folder.write("p.fasta", ">a x\nMKTA\n>b\nMK\n"), Alphabet::protein(),
                                      wanted(LabelKind::None), 5);
    QVERIFY2(preview, preview ? "" : preview.error().text().c_str());
    QCOMPARE(preview->format, std::string("FASTA"));
    QVERIFY(preview->columns.empty());
    QCOMPARE(preview->rows.size(), std::size_t{2});
    QCOMPARE(preview->rows[0].sequence, std::string("MKTA"));
    QVERIFY(!previewTable(m_folder.path() + "/absent", Alphabet::protein(), wanted(LabelKind::None), 5));
}

void TestLabelledData::summary()
{
    const auto data =
        loadDataset(sampleRequest("secondary_structure/secondary_structure.tsv", "protein", LabelKind::PerResidue));
    QVERIFY(data);
    const DataSummary found = summarise(*data);
    QCOMPARE(found.trainRecords, std::int64_t{569});
    QCOMPARE(found.testRecords, std::int64_t{71});
    QCOMPARE(found.residues, std::int64_t{113025 + 13616 + 13017});
    QCOMPARE(found.lengths.least, 30.0);
    QCOMPARE(found.lengths.median, 191.0);
    QCOMPARE(found.lengths.most, 400.0);
    QCOMPARE(found.classes.size(), std::size_t{3});
    std::int64_t residues = 0, chains = 0;
    for (const ClassCount &one : found.classes)
        residues += one.total();
    for (const HistogramBin &bin : found.lengthBins)
        chains += bin.count;
    QCOMPARE(residues, found.residues);
    QCOMPARE(chains, std::int64_t{711});
    QVERIFY(!found.targets && found.unlabelled == 0);
    const auto fitness = loadDataset(sampleRequest("beta_lactamase/beta_lactamase.csv", "protein", LabelKind::Number));
    QVERIFY(fitness);
    const DataSummary numbers = summarise(*fitness);
    QCOMPARE(numbers.targets->least, -0.008);
    QCOMPARE(numbers.targets->most, 1.1422);
    QVERIFY(std::abs(numbers.targets->median - 0.877) < 0.001);
    QCOMPARE(numbers.lengthBins.size(), std::size_t{1}); // all of one length
}

void TestLabelledData::bins()
{
    QVERIFY(histogram({}, 10).empty());
    const auto even = histogram({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 10);
    QCOMPARE(even.size(), std::size_t{10});
    for (const HistogramBin &bin : even)
        QCOMPARE(bin.count, std::int64_t{1});
    std::vector<double> skewed(1000, 0);
    for (std::size_t i = 0; i < skewed.size(); ++i)
        skewed[i] = static_cast<double>(i % 100);
    skewed.push_back(1e6);
    const auto capped = histogram(skewed, 20);
    QCOMPARE(capped.back().to, 1e6);
    QVERIFY(capped.size() <= 22 && capped[0].to <= 10);
}

QTEST_GUILESS_MAIN(TestLabelledData)
#include "tst_labelleddata.moc"
