// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include <QTest>

#include "bio/dataset.h"
#include "biofixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

DataRequest request(const std::string &train)
{
    DataRequest wanted;
    wanted.train = train;
    wanted.alphabet = "protein";
    wanted.validationFraction = 0.5;
    return wanted;
}

/// "0:0-3^$": sequence:start-end, ^ and $ where <cls> and <eos> stand.
QString shown(const std::vector<Sample> &samples)
{
    QStringList list;
    for (const Sample &sample : samples) {
        list << QString("%1:%2-%3%4%5")
                    .arg(sample.sequence)
                    .arg(sample.start)
                    .arg(sample.start + sample.length)
                    .arg(sample.beginsSequence ? "^" : "")
                    .arg(sample.endsSequence ? "$" : "");
    }
    return list.join(' ');
}

} // namespace

class TestDataset : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cuts_data();
    void cuts();
    void saysWhatWasTruncated();
    void refusesLongSequences();
    void cutsTheTestPart();
    void leavesOutWindowsWithoutBases();
    void secondFile();
    void cutsTokens_data();
    void cutsTokens();
    void tokensAreTheSequence_data();
    void tokensAreTheSequence();
    void leavesOutWhatIsShorterThanAKmer();
    void refusesTokenizers_data();
    void refusesTokenizers();
    void refuses_data();
    void refuses();
    void oneLetterEach();
    void hash();
    void padding();
    void benchmarkFile();

private:
    Folder m_folder;
};

void TestDataset::cuts_data()
{
    QTest::addColumn<QString>("sequence");
    QTest::addColumn<qint64>("maxLength");
    QTest::addColumn<bool>("windows");
    QTest::addColumn<qint64>("stride");
    QTest::addColumn<QString>("samples");
    QTest::addColumn<qint64>("tokens");
    QTest::newRow("fits") << "MKTAYIAK" << qint64{10} << false << qint64{0} << "0:0-8^$" << qint64{10};
    QTest::newRow("truncated") << "MKTAYIAK" << qint64{6} << false << qint64{0} << "0:0-4^$" << qint64{6};
    QTest::newRow("windows") << "MKTAYIAK" << qint64{5} << true << qint64{0} << "0:0-3^ 0:3-6 0:6-8$" << qint64{10};
    QTest::newRow("windows, exact") << "MKTAYI" << qint64{5} << true << qint64{0} << "0:0-3^ 0:3-6$" << qint64{8};
    QTest::newRow("overlap") << "MKTAYIAK" << qint64{6} << true << qint64{2} << "0:0-4^ 0:2-6 0:4-8$" << qint64{14};
    QTest::newRow("fits one window") << "MKT" << qint64{5} << true << qint64{1} << "0:0-3^$" << qint64{5};
    QTest::newRow("gaps between") << "MKTAYIAKQR" << qint64{5} << true << qint64{4} << "0:0-3^ 0:4-7 0:8-10$"
                                  << qint64{10};
}

void TestDataset::cuts()
{
    QFETCH(QString, sequence);
    QFETCH(qint64, maxLength);
    QFETCH(bool, windows);
    QFETCH(qint64, stride);
    QFETCH(QString, samples);
    QFETCH(qint64, tokens);
    DataRequest wanted = request(m_folder.write("a.fasta", ">a\n" + sequence.toStdString() + "\n"));
    wanted.validation = m_folder.write("v.fasta", ">v\nM\n");
    wanted.maxLength = maxLength;
    wanted.windows = windows;
    wanted.windowStride = stride;
    const auto data = loadDataset(wanted);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(shown(data->train), samples);
    QCOMPARE(qint64{data->trainTokens()}, tokens);
    QCOMPARE(shown(data->validation), QString("0:0-1^$"));
    const bool truncated = !windows && sequence.size() > maxLength - 2;
    QCOMPARE(kinds(data->warnings),
             truncated                               ? "truncated"
                 : windows && stride > maxLength - 2 ? "between_windows"
                                                     : "");
    QCOMPARE(qint64{data->truncatedSequences}, qint64{truncated ? 1 : 0});
}

void TestDataset::saysWhatWasTruncated()
{
    std::string fasta;
    for (int i = 0; i < 5; ++i)
        fasta += ">long" + std::to_string(i) + "\nMKTAYIAK" + std::string(static_cast<std::size_t>(i), 'L') + "\n";
    DataRequest wanted = request(m_folder.write("long.fasta", fasta + ">short\nMK\n"));
    wanted.validation = m_folder.write("v.fasta", ">v\nMKTAYIA\n");
    wanted.maxLength = 8;
    const auto data = loadDataset(wanted);
    QVERIFY(data);
    QCOMPARE(kinds(data->warnings), QString("truncated truncated"));
    const QString message = text(data->warnings[0].message);
    QVERIFY2(message.startsWith("5 sequences are longer than 6 residues"), qPrintable(message));
    QVERIFY2(message.contains("(20 residues not used): long0, long1, long2, …"), qPrintable(message));
    QVERIFY(text(data->warnings[1].message).startsWith("In the validation part: 1 sequence is longer"));
    QCOMPARE(data->truncatedSequences, std::int64_t{6});
}

void TestDataset::refusesLongSequences()
{
    DataRequest wanted = request(m_folder.write("long.fasta", ">a\nMKTA\n>b\nMKTAYIAK\n>c\nMKTAYIA\n"));
    wanted.maxLength = 8;
    wanted.refusesLong = true;
    wanted.validationFraction = 0;
    const auto data = loadDataset(wanted);
    QVERIFY(!data);
    QCOMPARE(data.error().code, ErrorCode::Data);
    QVERIFY(data.error().where.ends_with("long.fasta:3"));
    QVERIFY2(data.error().message.starts_with("2 sequences are longer than 6 residues, and data.long_sequences "
                                              "refuses that: b, c;"),
             data.error().message.c_str());
}

void TestDataset::cutsTheTestPart()
{
    DataRequest wanted = request(m_folder.write("parts.fasta", ">a\nMKTAYIAK\n>b\nMKTAYI\n>c\nAYIAKMKTWW\n>d\nMKT\n"));
    wanted.splitFile = m_folder.write("parts.tsv", "id\tsplit\nb\tvalidation\nc\ttest\n");
    wanted.maxLength = 8;
    const auto data = loadDataset(wanted);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(shown(data->testSamples), QString("2:0-6^$"));
    QCOMPARE(data->test, std::vector<std::uint32_t>{2});
    QVERIFY(data->warnings.back().message.starts_with("In the test part: 1 sequence is longer"));
}

void TestDataset::leavesOutWindowsWithoutBases()
{
    DataRequest wanted = request(m_folder.write("n.fna", ">a\nACGTNNNNNNNNACGT\n"));
    wanted.validation = m_folder.write("v.fna", ">v\nACG\n");
    wanted.alphabet = "dna";
    wanted.maxLength = 6;
    wanted.windows = true;
    const auto data = loadDataset(wanted);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(shown(data->train), QString("0:0-4^ 0:12-16$"));
    QCOMPARE(kinds(data->warnings), QString("no_signal"));
    QCOMPARE(data->warnings[0].count, std::int64_t{2});
}

void TestDataset::secondFile()
{
    DataRequest wanted = request(m_folder.write("a.fasta", ">a\nMKTA\n>b\nMKTC\n"));
    wanted.validation = m_folder.write("v.fasta", ">v\nMKTG\n>w\nMKTC\n");
    const auto data = loadDataset(wanted);
    QVERIFY(data);
    QVERIFY(data->separateValidation);
    QCOMPARE(shown(data->train), QString("0:0-4^$ 1:0-4^$"));
    QCOMPARE(shown(data->validation), QString("0:0-4^$ 1:0-4^$"));
    QCOMPARE(data->validationSet().name(1), std::string_view("w"));
    QCOMPARE(kinds(data->warnings), QString("split_leak"));
    QVERIFY2(text(data->warnings[0].message).startsWith("1 of 2 validation sequences"),
             data->warnings[0].message.c_str());
    QVERIFY(data->bytesInMemory() > 16);
}

void TestDataset::cutsTokens_data()
{
    QTest::addColumn<QString>("tokenizer");
    QTest::addColumn<qint64>("maxLength");
    QTest::addColumn<bool>("windows");
    QTest::addColumn<QString>("samples");
    QTest::addColumn<QString>("warning");
    QTest::newRow("k-mers") << "kmer" << qint64{8} << false << "0:0-5^"
                            << "";
    QTest::newRow("k-mers, windows") << "kmer" << qint64{3} << true << "0:0-2^ 0:2-4 0:4-5"
                                     << "";
    QTest::newRow("k-mers, truncated") << "kmer" << qint64{3} << false << "0:0-2^"
                                       << "1 sequence is longer than 2 tokens and cut there (3 tokens not used): a;";
    QTest::newRow("overlapping") << "kmer_overlapping" << qint64{15} << false << "0:0-13^$"
                                 << "";
    QTest::newRow("overlapping, windows") << "kmer_overlapping" << qint64{8} << true << "0:0-6^ 0:6-12 0:12-13$"
                                          << "";
    QTest::newRow("bytes") << "bytes" << qint64{10} << true << "0:0-10 0:10-15"
                           << "";
    QTest::newRow("characters") << "characters" << qint64{9} << true << "0:0-8 0:8-15$"
                                << "";
    QTest::newRow("one token") << "bytes" << qint64{1} << false << "0:0-1"
                               << "1 sequence is longer than 1 tokens and cut there (14 tokens not used)";
}

void TestDataset::cutsTokens()
{
    QFETCH(QString, tokenizer);
    QFETCH(qint64, maxLength);
    QFETCH(bool, windows);
    QFETCH(QString, samples);
    QFETCH(QString, warning);
    DataRequest wanted = request(m_folder.write("a.fna", ">a\nACGTACGTACGTACG\n"));
    wanted.validation = m_folder.write("v.fna", ">v\nACGTTT\n");
    wanted.alphabet = "dna";
    wanted.tokenizer = {tokenizer.toStdString(), 3, {}};
    wanted.maxLength = maxLength;
    wanted.windows = windows;
    const auto data = loadDataset(wanted);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(shown(data->train), samples);
    if (warning.isEmpty())
        QCOMPARE(kinds(data->warnings), QString());
    else
        QVERIFY2(text(data->warnings[0].message).startsWith(warning), data->warnings[0].message.c_str());
}

void TestDataset::tokensAreTheSequence_data()
{
    QTest::addColumn<QString>("tokenizer");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("letters") << "letters" << qint64{0};
    QTest::newRow("characters") << "characters" << qint64{1};
    QTest::newRow("bpe") << "bpe" << qint64{1};
    QTest::newRow("bytes") << "bytes" << qint64{2};
    QTest::newRow("kmer") << "kmer" << qint64{2};
    QTest::newRow("kmer_overlapping") << "kmer_overlapping" << qint64{2};
}

/// Lower case and ambiguous bases included; what the second stage keeps takes one byte a token where that is enough.
void TestDataset::tokensAreTheSequence()
{
    QFETCH(QString, tokenizer);
    QFETCH(qint64, bytes);
    DataRequest wanted = request(m_folder.write("a.fna", ">a\nACGTacgtTTAGGC\n>b\nGATTACAGATTACA\n"));
    wanted.alphabet = "dna";
    wanted.tokenizer = {tokenizer.toStdString(), 6, ANNEAL_TEST_DATA "/golden/tokenizer_bpe/tokenizer_char.json"};
    const auto data = loadDataset(wanted);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    const TokenView view = data->trainTokenView();
    QCOMPARE(view.size(), std::size_t{2});
    std::size_t count = 0;
    for (std::size_t i = 0; i < view.size(); ++i) {
        std::vector<WideTokenId> ids;
        for (std::uint64_t place = 0; place < view.length(i); ++place)
            ids.push_back(view.at(i, place));
        QCOMPARE(view.tokenizer().decode(ids), lettersOf(data->sequences, i));
        std::vector<std::int64_t> copied(ids.size() - 1);
        QCOMPARE(view.copy(i, 1, copied.size(), copied.data()), copied.data() + copied.size());
        QVERIFY(std::equal(copied.begin(), copied.end(), ids.begin() + 1));
        count += ids.size();
    }
    QCOMPARE(qint64(data->tokens.narrow.size() + 2 * data->tokens.wide.size()), bytes * qint64(count));
    QCOMPARE(lettersOf(data->sequences, 0, 4, 6), std::string("ACGTTT"));
    wanted.tokenizer = {};
    QCOMPARE(loadDataset(wanted)->hash == data->hash, tokenizer == "letters");
}

void TestDataset::leavesOutWhatIsShorterThanAKmer()
{
    DataRequest wanted = request(m_folder.write("a.fna", ">a\nACGTACGT\n>b\nACG\n>c\nAC\n"));
    wanted.validation = m_folder.write("v.fna", ">v\nACGTTT\n");
    wanted.alphabet = "dna";
    wanted.tokenizer = {"kmer_overlapping", 4, {}};
    const auto data = loadDataset(wanted);
    QVERIFY(data);
    QCOMPARE(shown(data->train), QString("0:0-5^$"));
    QCOMPARE(kinds(data->warnings), QString("too_short"));
    QCOMPARE(text(data->warnings[0].message),
             QString("2 sequences are shorter than a k-mer of 4 letters and left out: b, c."));
    QCOMPARE(data->warnings[0].line, std::int64_t{3});
}

void TestDataset::refusesTokenizers_data()
{
    QTest::addColumn<QString>("tokenizer");
    QTest::addColumn<qint64>("maxLength");
    QTest::addColumn<QString>("where");
    QTest::newRow("no mask") << "bytes" << qint64{100} << "data.tokenizer";
    QTest::newRow("no room") << "kmer_overlapping" << qint64{2} << "data.max_length";
    QTest::newRow("unknown") << "words" << qint64{100} << "data.tokenizer";
    QTest::newRow("no file") << "bpe" << qint64{100} << "data.tokenizer_file";
}

void TestDataset::refusesTokenizers()
{
    QFETCH(QString, tokenizer);
    QFETCH(qint64, maxLength);
    QFETCH(QString, where);
    DataRequest wanted = request(m_folder.write("a.fna", ">a\nACGTACGT\n"));
    wanted.alphabet = "dna";
    wanted.tokenizer.name = tokenizer.toStdString();
    wanted.maxLength = maxLength;
    wanted.needsMask = true;
    const auto data = loadDataset(wanted);
    QVERIFY(!data);
    QCOMPARE(data.error().code, ErrorCode::Config);
    QCOMPARE(text(data.error().where), where);
}

void TestDataset::refuses_data()
{
    QTest::addColumn<QString>("fasta");
    QTest::addColumn<QString>("change");
    QTest::addColumn<bool>("config");
    QTest::addColumn<QString>("words");
    QTest::newRow("one sequence") << ">a\nM\n"
                                  << "" << false << "only one sequence";
    QTest::newRow("all the same") << ">a\nMKT\n>b\nMKT\n"
                                  << "" << false << "all are the same";
    QTest::newRow("fraction 0") << ">a\nMKT\n>b\nMKV\n"
                                << "fraction" << false << "fraction is 0";
    QTest::newRow("nothing held out") << ">a\nMKT\n>b\nMKV\n"
                                      << "all train" << false << "mark some with 'validation'";
    QTest::newRow("nothing left") << ">a\nMKT\n>b\nMKV\n"
                                  << "all validation" << false << "No sequence is left for training";
    QTest::newRow("alphabet") << ">a\nMKT\n>b\nMKV\n"
                              << "alphabet" << true << "no alphabet 'codons'";
    QTest::newRow("length") << ">a\nMKT\n>b\nMKV\n"
                            << "length" << true << "at least 3";
    QTest::newRow("stride") << ">a\nMKT\n>b\nMKV\n"
                            << "stride" << true << "0 or more";
    QTest::newRow("both") << ">a\nMKT\n>b\nMKV\n"
                          << "both" << true << "both given";
}

void TestDataset::refuses()
{
    QFETCH(QString, fasta);
    QFETCH(QString, change);
    QFETCH(bool, config);
    QFETCH(QString, words);
    DataRequest wanted = request(m_folder.write("a.fasta", fasta.toStdString()));
    wanted.validationFraction = change == "fraction" ? 0.0 : 0.5;
    wanted.alphabet = change == "alphabet" ? "codons" : "protein";
    wanted.maxLength = change == "length" ? 2 : 1024;
    wanted.windowStride = change == "stride" ? -1 : 0;
    if (change.startsWith("all") || change == "both") {
        const std::string part = change == "all train" ? "train" : "validation";
        wanted.splitFile = m_folder.write("s.tsv", "a\t" + part + "\nb\t" + part + "\n");
    }
    if (change == "both")
        wanted.validation = wanted.train;
    const auto data = loadDataset(wanted);
    QVERIFY(!data);
    QCOMPARE(data.error().code, config ? ErrorCode::Config : ErrorCode::Data);
    QVERIFY2(text(data.error().message).contains(words), data.error().message.c_str());
}

void TestDataset::oneLetterEach()
{
    const auto data = loadDataset(request(m_folder.write("tiny.fasta", ">a\nM\n>b\nK\n")));
    QVERIFY(data);
    QCOMPARE(data->train.size(), std::size_t{1});
    QCOMPARE(data->validation.size(), std::size_t{1});
    QCOMPARE(paddingFraction(data->train, 16, 0), 0.0);
}

void TestDataset::hash()
{
    const std::string path = m_folder.write("h.fasta", ">a\nMKTA\n>b\nMKTC\n>c\nMKTD\n>d\nMKTE\n>e\nMKTF\n>f\nMKTG\n");
    const DataRequest same = request(path);
    std::set<std::uint64_t> hashes{loadDataset(same)->hash};
    QCOMPARE(loadDataset(same)->hash, *hashes.begin());
    DataRequest other = same;
    other.maxLength = 5;
    hashes.insert(loadDataset(other)->hash);
    other.windows = true;
    hashes.insert(loadDataset(other)->hash);
    other = same;
    other.validation = m_folder.write("hv.fasta", ">v\nMKTG\n");
    hashes.insert(loadDataset(other)->hash);
    other = same;
    other.train = m_folder.write("h2.fasta", ">a\nMKTA\n>b\nMKTC\n>c\nMKTD\n>d\nMKTE\n>e\nMKTF\n>f\nMKTW\n");
    hashes.insert(loadDataset(other)->hash);
    QCOMPARE(hashes.size(), std::size_t{5});
}

void TestDataset::padding()
{
    const std::vector<Sample> even(10, Sample{0, 0, 8, true, true});
    QCOMPARE(paddingFraction(even, 4, 1), 0.0);
    const std::vector<Sample> two{Sample{0, 0, 8, true, true}, Sample{1, 0, 3, true, true}};
    QCOMPARE(paddingFraction(two, 2, 5), 1.0 - 15.0 / 20.0);
    QCOMPARE(paddingFraction(two, 1, 5), 0.0);
    QCOMPARE(paddingFraction({}, 16, 0), 0.0);
}

/// The length statistics of the sample are published with it: 60.3 % padding at batch 16, cut at 1,022 residues.
void TestDataset::benchmarkFile()
{
    DataRequest wanted = request(ANNEAL_TEST_DATA "/../../bench/data/uniref90_10k.fasta.gz");
    wanted.validationFraction = 0.1;
    const auto data = loadDataset(wanted);
    QVERIFY2(data, data ? "" : data.error().text().c_str());
    QCOMPARE(data->sequences.size(), std::size_t{10'000});
    QCOMPARE(data->sequences.tokens.size(), std::size_t{3'353'645});
    QCOMPARE(data->sequences.length(0), std::size_t{269});
    double padding = 0;
    constexpr int kShuffles = 20;
    for (std::uint64_t seed = 0; seed < kShuffles; ++seed)
        padding += paddingFraction(data->train, 16, seed * 1'000'003) / kShuffles;
    QVERIFY2(std::abs(padding - 0.603) < 0.015, qPrintable(QString::number(padding)));
}

QTEST_GUILESS_MAIN(TestDataset)
#include "tst_dataset.moc"
