// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QTest>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "bio/bpefile.h"
#include "bio/bpetrainer.h"
#include "bio/bytetokenizer.h"
#include "bio/tokenizerfolder.h"
#include "bio/tokenizers.h"
#include "unit/bio/biofixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

using Ids = std::vector<WideTokenId>;

TokenizerPtr tokenizerOf(const QString &name)
{
    if (name == "bytes")
        return std::make_shared<ByteTokenizer>();
    if (name == "hyenadna")
        return hyenaDnaTokenizer();
    if (name == "dnabert")
        return dnabertTokenizer(4);
    if (name == "nucleotide transformer 1" || name == "nucleotide transformer 2")
        return nucleotideTransformerTokenizer(name.endsWith('1') ? NucleotideTransformer::V1
                                                                 : NucleotideTransformer::V2);
    if (name == "char" || name == "byte_level")
        return *readBpeFile(ANNEAL_TEST_DATA "/golden/tokenizer_bpe/tokenizer_" + name.toStdString() + ".json");
    return letterTokenizer(**Alphabet::byName(name.toStdString()));
}

SequenceSet sequencesOf(const Folder &folder, const std::string &fasta, const Alphabet &alphabet = Alphabet::dna())
{
    return readSequences(folder.write("in.fasta", fasta), alphabet).value();
}

} // namespace

class TestTokenizerFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItWrites_data();
    void readsWhatItWrites();
    void lettersAreWrittenAsEsm();
    void kmersSayThatNothingFollows();
    void readsBySizeAlone_data();
    void readsBySizeAlone();
    void readsLowerCaseLetters();
    void readsAListOfOtherLetters();
    void refuses_data();
    void refuses();
    void trainsPairs();
    void trainingIsTheSameEachTime();
    void trainingStopsAtRarePairs();
    void refusesTraining();
    void samplesLargeFiles();
};

void TestTokenizerFolder::readsWhatItWrites_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"protein", "dna", "rna", "bytes", "hyenadna", "dnabert", "nucleotide transformer 1",
                             "nucleotide transformer 2", "char", "byte_level"})
        QTest::newRow(name) << name;
}

void TestTokenizerFolder::readsWhatItWrites()
{
    QFETCH(QString, name);
    const Folder folder;
    const TokenizerPtr written = tokenizerOf(name);
    QVERIFY(writeTokenizer(folder.path(), *written, 512));
    const auto read = readTokenizer(folder.path(), written->size() + 7);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE((*read)->kind(), written->kind());
    QVERIFY((*read)->tokens() == written->tokens());
    QCOMPARE((*read)->startToken(), written->startToken());
    QCOMPARE((*read)->endToken(), written->endToken());
    QCOMPARE((*read)->special().mask, written->special().mask);
    QCOMPARE((*read)->special().pad, written->special().pad);
    QCOMPARE((*read)->special().unk, written->special().unk);
    QCOMPARE((*read)->overlap(), written->overlap());
    for (const char *text : {"ACGTACGTTTAGNACG", "ACGTA", "GATTACAGATTACA", "ACGRXT"}) {
        const auto a = written->encode(text), b = (*read)->encode(text);
        QVERIFY(a && b && *a == *b);
        for (const WideTokenId id : *a)
            if (name != "bytes" && name != "byte_level" && name != "protein")
                QCOMPARE((*read)->isTarget(id), written->isTarget(id));
    }
}

void TestTokenizerFolder::lettersAreWrittenAsEsm()
{
    const Folder folder;
    QVERIFY(writeTokenizer(folder.path(), *letterTokenizer(Alphabet::protein()), 1024));
    const auto config = readFile(folder.path() + "/tokenizer_config.json");
    QCOMPARE(text(*config),
             text("{\n  \"cls_token\": \"<cls>\",\n  \"eos_token\": \"<eos>\",\n  \"mask_token\": \"<mask>\",\n"
                  "  \"pad_token\": \"<pad>\",\n  \"unk_token\": \"<unk>\",\n  \"tokenizer_class\": \"EsmTokenizer\",\n"
                  "  \"model_max_length\": 1024,\n  \"clean_up_tokenization_spaces\": false\n}\n"));
    QVERIFY(!std::filesystem::exists(folder.path() + "/tokenizer.json"));
}

void TestTokenizerFolder::kmersSayThatNothingFollows()
{
    const Folder folder;
    QVERIFY(writeTokenizer(folder.path(), *kmerTokenizer(6), 1000));
    const auto config = nlohmann::json::parse(readFile(folder.path() + "/tokenizer_config.json").value());
    QVERIFY(config.at("eos_token").is_null());
    QCOMPARE(config.at("tokenizer_class").get<std::string>(), std::string("EsmTokenizer"));
}

void TestTokenizerFolder::readsBySizeAlone_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("tokens");
    QTest::newRow("protein") << 33 << 33;
    QTest::newRow("dna") << 20 << 20;
    QTest::newRow("bytes") << 512 << 512;
    QTest::newRow("hyenadna") << 16 << 12;
    QTest::newRow("dnabert") << 4101 << 4101;
    QTest::newRow("nucleotide transformer") << 4107 << 4107;
}

void TestTokenizerFolder::readsBySizeAlone()
{
    QFETCH(int, rows);
    QFETCH(int, tokens);
    const Folder folder;
    const auto read = readTokenizer(folder.path(), rows);
    QVERIFY(read);
    QCOMPARE((*read)->size(), tokens);
}

void TestTokenizerFolder::readsLowerCaseLetters()
{
    const Folder folder;
    (void)folder.write("tokenizer.json",
                       R"({"model": {"type": "BPE", "unk_token": "[UNK]", "vocab": {"[PAD]": 0, "[MASK]": 1,
        "[UNK]": 2, "a": 3, "c": 4, "g": 5, "t": 6}, "merges": []}, "normalizer": {"type": "Lowercase"},
        "added_tokens": [{"id": 0, "content": "[PAD]", "special": true}, {"id": 1, "content": "[MASK]",
        "special": true}, {"id": 2, "content": "[UNK]", "special": true}]})");
    const auto read = readTokenizer(folder.path(), 7);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE((*read)->kind(), TokenizerKind::Letters);
    QCOMPARE((*read)->numSpecials(), 0);
    QVERIFY(*(*read)->encode("ACgt[MASK]N") == (Ids{3, 4, 5, 6, 1, 2}));
    QCOMPARE((*read)->lettersOf(3), std::string("A"));
    QCOMPARE((*read)->alphabet(), &Alphabet::dna());
}

void TestTokenizerFolder::readsAListOfOtherLetters()
{
    const Folder folder;
    (void)folder.write("vocab.txt", "[PAD]\r\n[MASK]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\nT\r\nG\r\nC\r\nA\r\n\r\n");
    const auto read = readTokenizer(folder.path());
    QVERIFY(read);
    QVERIFY(*(*read)->encode("ACGTN") == (Ids{3, 8, 7, 6, 5, 2, 4}));
}

void TestTokenizerFolder::refuses_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("words");
    QTest::newRow("nothing") << "other.txt"
                             << "x"
                             << "There is no tokenizer.json and no vocab.txt";
    QTest::newRow("broken settings") << "tokenizer_config.json"
                                     << "{"
                                     << "This is no JSON object";
    QTest::newRow("words") << "vocab.txt"
                           << "[UNK]\nACG\nTTT\n"
                           << "neither letters nor all k-mers";
    QTest::newRow("empty list") << "vocab.txt"
                                << "\n"
                                << "A vocabulary of 0 tokens";
    QTest::newRow("too many") << "vocab.txt"
                              << "A\nC\nG\nT\n"
                              << "The tokenizer has 4 tokens, but the model only 3";
    QTest::newRow("other model") << "tokenizer.json"
                                 << R"({"model": {"type": "Unigram"}})"
                                 << "The model type 'Unigram' is not supported";
}

void TestTokenizerFolder::refuses()
{
    QFETCH(QString, file);
    QFETCH(QString, content);
    QFETCH(QString, words);
    const Folder folder;
    (void)folder.write(file.toStdString(), content.toStdString());
    const auto read = readTokenizer(folder.path(), 3);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Data);
    QVERIFY2(text(read.error().message).contains(words), read.error().message.c_str());
}

void TestTokenizerFolder::trainsPairs()
{
    const Folder folder;
    // AC 5 times, CA 2, GT 2 (A C A C: "ACAC" twice has AC 4 and CA 2).
    const auto trained = trainBpe(sequencesOf(folder, ">a\nACACNGT\n>b\nACACNGTNAC\n"), {24, 2, 1'000'000, {}});
    QVERIFY(trained);
    const auto &tokens = (*trained)->tokens();
    const std::vector<std::string> start{"[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]", "A", "C", "G", "T", "N"};
    QVERIFY(std::equal(start.begin(), start.end(), tokens.begin()));
    QCOMPARE(tokens.size(), std::size_t{23}); // 20 and AC, then GT and ACAC, which occur twice each
    QCOMPARE(tokens[20], std::string("AC"));
    QCOMPARE(tokens[21], std::string("GT"));
    QCOMPARE(tokens[22], std::string("ACAC"));
    QVERIFY(*(*trained)->encode("ACACNGT") == (Ids{1, 22, 9, 21, 2}));
    QVERIFY((*trained)->isTarget(22) && !(*trained)->isTarget(9));
}

void TestTokenizerFolder::trainingIsTheSameEachTime()
{
    std::string fasta = ">a\n";
    std::uint64_t state = 1;
    for (int i = 0; i < 20000; ++i)
        fasta += "ACGT"[(state = state * 6364136223846793005u + 1442695040888963407u) >> 62];
    const Folder folder;
    const SequenceSet set = sequencesOf(folder, fasta);
    const auto a = trainBpe(set, {300, 2, 1'000'000, {}}), b = trainBpe(set, {300, 2, 1'000'000, {}});
    QVERIFY(a && b);
    QCOMPARE((*a)->size(), 300);
    QCOMPARE((*a)->fileText(), (*b)->fileText());
    const auto encoded = (*a)->encode(fasta.substr(3));
    QCOMPARE((*a)->decode(std::span(*encoded).subspan(1, encoded->size() - 2)), fasta.substr(3));
    QVERIFY(encoded->size() < 20000 / 3);
}

void TestTokenizerFolder::trainingStopsAtRarePairs()
{
    const Folder folder;
    const auto trained = trainBpe(sequencesOf(folder, ">a\nACGT\n"), {4096, 2, 1'000'000, {}});
    QVERIFY(trained);
    QCOMPARE((*trained)->size(), 20);
    const auto repeats = trainBpe(sequencesOf(folder, ">a\nAAAAAAAA\n"), {4096, 2, 1'000'000, {}});
    QCOMPARE((*repeats)->size(), 22); // AA, then AAAA, which stands there twice
}

void TestTokenizerFolder::refusesTraining()
{
    const Folder folder;
    const SequenceSet set = sequencesOf(folder, ">a\nACGT\n");
    for (const std::int64_t size : {std::int64_t{-1}, std::int64_t{19}, std::int64_t{70'000}}) {
        const auto trained = trainBpe(set, {size, 2, 1'000'000, {}});
        QVERIFY(!trained);
        QCOMPARE(trained.error().code, ErrorCode::Config);
    }
    QVERIFY(trainBpe(set, {20, 2, 1'000'000, {}}));
    const SequenceSet pairs = sequencesOf(folder, ">a\nACACAC\n");
    QCOMPARE(trainBpe(pairs, {50, 2, 100, [](double) { return false; }}).error().message, std::string("cancelled"));
}

void TestTokenizerFolder::samplesLargeFiles()
{
    const Folder folder;
    // Of four pieces of 10,000 letters every second is read: only A and G.
    std::string fasta = ">a\n";
    for (const char base : {'A', 'C', 'G', 'T'})
        fasta += std::string(10'000, base);
    const auto trained = trainBpe(sequencesOf(folder, fasta), {40, 2, 20'000, {}});
    QVERIFY(trained);
    QVERIFY((*trained)->vocabulary().find("AA") && (*trained)->vocabulary().find("GG"));
    QVERIFY(!(*trained)->vocabulary().find("CC") && !(*trained)->vocabulary().find("TT"));
}

QTEST_GUILESS_MAIN(TestTokenizerFolder)
#include "tst_tokenizerfolder.moc"
