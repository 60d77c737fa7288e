// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <fstream>

#include <QTest>

#include <nlohmann/json.hpp>

#include "bio/bpefile.h"
#include "bio/bytetokenizer.h"
#include "bio/kmertokenizer.h"
#include "bio/tokenizers.h"

using namespace anneal;

namespace {

using Json = nlohmann::json;
using Ids = std::vector<WideTokenId>;

Json golden(const char *name)
{
    std::ifstream file(std::string(ANNEAL_TEST_DATA "/golden/") + name);
    return Json::parse(file);
}

QList<int> shown(const Ids &ids)
{
    return QList<int>(ids.begin(), ids.end());
}

QList<int> shown(const Json &ids)
{
    const auto list = ids.get<std::vector<int>>();
    return QList<int>(list.begin(), list.end());
}

Ids idsOf(const Tokenizer &tokenizer, const std::string &text)
{
    const auto ids = tokenizer.encode(text);
    return ids ? *ids : Ids{};
}

std::string withoutSpaces(std::string text)
{
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
}

QString message(const Tokenizer &tokenizer, const std::string &text)
{
    const auto ids = tokenizer.encode(text);
    return ids ? QString() : QString::fromStdString(ids.error().message);
}

TokenizerPtr bpe(const char *name)
{
    return readBpeFile(std::string(ANNEAL_TEST_DATA "/golden/tokenizer_bpe/tokenizer_") + name + ".json").value();
}

} // namespace

class TestTokenizer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void lettersAreThoseOfEsm();
    void lettersOfRna();
    void bytesAreThoseOfEvo();
    void charactersAreThoseOfHyenaDna();
    void overlappingKmers_data();
    void overlappingKmers();
    void hiddenBaseHidesEveryKmerOnIt();
    void kmers_data();
    void kmers();
    void refusedBases();
    void bytePairs_data();
    void bytePairs();
    void bytePairsOfLongText();
    void words_data();
    void words();
    void rangesCoverTheText();
    void targets();
    void makesWhatIsAskedFor();
    void refusesRequests_data();
    void refusesRequests();
    void refusesFiles_data();
    void refusesFiles();

private:
    Json m_golden;
};

void TestTokenizer::initTestCase()
{
    m_golden = golden("tokenizers.json");
}

void TestTokenizer::lettersAreThoseOfEsm()
{
    const TokenizerPtr esm = letterTokenizer(Alphabet::protein());
    QVERIFY(esm->tokens() == m_golden["esm"]["vocab"].get<std::vector<std::string>>());
    for (const Json &row : m_golden["esm"]["encodings"]) {
        const auto text = row["text"].get<std::string>();
        QCOMPARE(shown(idsOf(*esm, text)), shown(row["ids"]));
        Ids ids;
        QVERIFY(esm->append(text, ids));
        QCOMPARE(shown(ids), shown(row["ids_without_special"]));
    }
    QCOMPARE(esm->decode(idsOf(*esm, "LAGVS")), withoutSpaces(m_golden["esm"]["decoded_LAGVS"]));
}

void TestTokenizer::lettersOfRna()
{
    const TokenizerPtr rna = letterTokenizer(Alphabet::rna());
    QCOMPARE(shown(idsOf(*rna, "ACGUN<mask>")), (QList<int>{0, 4, 5, 6, 7, 8, 19, 2}));
    QCOMPARE(rna->tokens()[7], std::string("U"));
    QCOMPARE(Alphabet::rna().idOf('t'), 7);
    QCOMPARE(*Alphabet::byName("rna"), &Alphabet::rna());
}

void TestTokenizer::bytesAreThoseOfEvo()
{
    const ByteTokenizer bytes;
    const Json &evo = m_golden["evo2_bytes"];
    QCOMPARE(bytes.size(), evo["vocab_size"].get<int>());
    QCOMPARE(int{*bytes.special().eos}, evo["eod_id"].get<int>());
    QCOMPARE(int{*bytes.special().pad}, evo["pad_id"].get<int>());
    for (const Json &row : evo["encodings"]) {
        const Ids ids = idsOf(bytes, row["text"]);
        QCOMPARE(shown(ids), shown(row["ids"]));
        QCOMPARE(bytes.decode(ids), row["detokenized"].get<std::string>());
    }
}

void TestTokenizer::charactersAreThoseOfHyenaDna()
{
    const TokenizerPtr both = hyenaDnaTokenizer(true), hub = hyenaDnaTokenizer();
    const Json &hyena = m_golden["hyenadna"];
    for (const auto &[token, id] : hyena["vocab"].items())
        QCOMPARE(both->token(id.get<WideTokenId>()), token);
    for (const Json &row : hyena["encodings"]) {
        const Ids ids = idsOf(*both, row["text"]);
        QCOMPARE(shown(ids), shown(row["ids"]));
        QCOMPARE(shown(idsOf(*hub, row["text"])), shown(row["ids"]).sliced(1));
    }
    QCOMPARE(idsOf(*hub, "ACGTACGTACGTACGT").size(), std::size_t{17});
}

void TestTokenizer::overlappingKmers_data()
{
    QTest::addColumn<int>("k");
    QTest::newRow("3") << 3;
    QTest::newRow("6") << 6;
}

void TestTokenizer::overlappingKmers()
{
    QFETCH(int, k);
    const Json &reference = m_golden["dnabert_k" + std::to_string(k)];
    const TokenizerPtr kmers = dnabertTokenizer(k);
    QCOMPARE(kmers->size(), reference["vocab_size"].get<int>());
    QCOMPARE(kmers->overlap(), k);
    const auto first = reference["vocab_first"].get<std::vector<std::string>>();
    const auto last = reference["vocab_last"].get<std::vector<std::string>>();
    QVERIFY(std::equal(first.begin(), first.end(), kmers->tokens().begin()));
    QVERIFY(std::equal(last.rbegin(), last.rend(), kmers->tokens().rbegin()));
    for (const Json &row : reference["encodings"]) {
        const auto text = row["sequence"].get<std::string>();
        const Ids ids = idsOf(*kmers, text);
        QCOMPARE(shown(ids), shown(row["ids"]));
        if (ids.size() > 2 && text.find_first_not_of("ACGT") == std::string::npos)
            QCOMPARE(kmers->decode(std::span(ids).subspan(1, ids.size() - 2)), text);
    }
    std::string longText;
    for (int i = 0; i < 140; ++i)
        longText += "ACGT";
    QCOMPARE(idsOf(*kmers, longText).size(), reference["long_sequence"]["n_kmers"].get<std::size_t>() + 2);
}

void TestTokenizer::hiddenBaseHidesEveryKmerOnIt()
{
    const TokenizerPtr kmers = dnabertTokenizer(3);
    const int mask = *kmers->special().mask;
    QCOMPARE(shown(idsOf(*kmers, "ACG[MASK]ACG")), (QList<int>{2, 16, mask, mask, mask, 16, 3}));
    QCOMPARE(shown(idsOf(*kmers, "AC G\nT")), (QList<int>{2, 16, 50, 3}));
    const Ids ids{2, 16, 50, 1, 1, 1, 16, 50, 3};
    QCOMPARE(kmers->decode(ids), std::string("[CLS]ACGTNACGT[SEP]"));
}

void TestTokenizer::kmers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isSecond");
    QTest::addColumn<bool>("refuses");
    QTest::newRow("v1") << "nucleotide_transformer_v1" << false << true;
    QTest::newRow("v2") << "nucleotide_transformer_v2" << true << true;
    QTest::newRow("v2 of the hub") << "nucleotide_transformer_v2_esm_tokenizer" << true << false;
}

void TestTokenizer::kmers()
{
    QFETCH(QString, name);
    QFETCH(bool, isSecond);
    QFETCH(bool, refuses);
    const Json &reference = m_golden[name.toStdString()];
    const TokenizerPtr kmers =
        nucleotideTransformerTokenizer(isSecond ? NucleotideTransformer::V2 : NucleotideTransformer::V1,
                                       refuses ? UnknownText::Refused : UnknownText::OnePerPiece);
    QCOMPARE(kmers->size(), 4107);
    for (const Json &row : reference["encodings"]) {
        const Ids ids = idsOf(*kmers, row["sequence"]);
        QCOMPARE(shown(ids), shown(row["ids"]));
    }
    if (!refuses)
        return;
    const auto first = reference["first_tokens"].get<std::vector<std::string>>();
    const auto last = reference["last_tokens"].get<std::vector<std::string>>();
    QVERIFY(std::equal(first.begin(), first.end(), kmers->tokens().begin()));
    QVERIFY(std::equal(last.rbegin(), last.rend(), kmers->tokens().rbegin()));
    for (const auto &[text, reason] : reference["refused"].items())
        QVERIFY(!kmers->encode(text));
}

void TestTokenizer::refusedBases()
{
    const TokenizerPtr kmers = nucleotideTransformerTokenizer(NucleotideTransformer::V2, UnknownText::Refused);
    QCOMPARE(message(*kmers, "ACGTRA"),
             QString("'R' at column 5 is in none of the 4107 tokens of the vocabulary; write N for a base that is not "
                     "known."));
    QCOMPARE(message(*kmers, "acgtac"),
             QString("'a' at column 1 is in none of the 4107 tokens of the vocabulary; write it in upper case."));
}

void TestTokenizer::bytePairs_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("char") << "char";
    QTest::newRow("byte_level") << "byte_level";
}

void TestTokenizer::bytePairs()
{
    QFETCH(QString, name);
    const Json reference = golden("tokenizer_bpe/encodings.json")[name.toStdString()];
    const TokenizerPtr tokenizer = bpe(name.toUtf8().constData());
    QCOMPARE(tokenizer->size(), reference["vocab_size"].get<int>());
    for (const Json &row : reference["encodings"]) {
        const auto text = row["text"].get<std::string>();
        const Ids ids = idsOf(*tokenizer, text);
        QCOMPARE(shown(ids), shown(row["ids"]));
        Ids inner;
        std::vector<LetterRange> ranges;
        QVERIFY(tokenizer->append(text, inner, &ranges));
        const bool isAscii = std::all_of(text.begin(), text.end(), [](char c) { return c > 0; });
        for (std::size_t i = 0; i < inner.size() && isAscii; ++i) { // the reference counts characters, we count bytes
            const auto range = row["offsets"][i + 1].get<std::vector<std::uint64_t>>();
            QCOMPARE(ranges[i], (LetterRange{range[0], range[1]}));
        }
        std::erase_if(inner, [&](WideTokenId id) { return tokenizer->isSpecial(id); });
        QCOMPARE(withoutSpaces(tokenizer->decode(inner)), withoutSpaces(row["decoded"]));
    }
}

/// What the reference (tokenizers 0.23.3) makes of a word of 100,001 letters.
void TestTokenizer::bytePairsOfLongText()
{
    const TokenizerPtr tokenizer = bpe("char");
    const Ids ids = idsOf(*tokenizer, std::string(100001, 'T'));
    QCOMPARE(ids.size(), std::size_t{12503});
    QCOMPARE(tokenizer->token(ids[1]), std::string("TTTTTTTT"));
    QCOMPARE(tokenizer->token(ids[ids.size() - 3]), std::string("TTTT"));
    QCOMPARE(tokenizer->token(ids[ids.size() - 2]), std::string("TTTTT"));
}

void TestTokenizer::words_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("byteLevel");
    QTest::addColumn<QList<int>>("characters");
    QTest::newRow("blanks") << "it's 2x  A\nB  "
                            << QList<int>{1, 77, 88, 11, 87, 225, 22, 92, 225, 225, 37, 203, 38, 225, 225, 2}
                            << QList<int>{1, 0, 0, 0, 0, 0, 0, 5, 0, 2};
    QTest::newRow("signs") << " A  T_T '" << QList<int>{1, 225, 37, 225, 225, 56, 67, 56, 225, 11, 2}
                           << QList<int>{1, 5, 8, 0, 8, 0, 2};
    QTest::newRow("endings") << "ACGT's  don't ACG"
                             << QList<int>{1, 277, 11, 87, 225, 225, 72, 83, 82, 11, 88, 225, 273, 2}
                             << QList<int>{1, 25, 0, 0, 0, 0, 0, 0, 0, 21, 2};
}

/// Ids of the reference (tokenizers 0.23.3).
void TestTokenizer::words()
{
    QFETCH(QString, text);
    QFETCH(QList<int>, byteLevel);
    QFETCH(QList<int>, characters);
    QCOMPARE(shown(idsOf(*bpe("byte_level"), text.toStdString())), byteLevel);
    QCOMPARE(shown(idsOf(*bpe("char"), text.toStdString())), characters);
}

void TestTokenizer::rangesCoverTheText()
{
    const std::string text = "ACGTACGNACGTT";
    for (const TokenizerPtr &tokenizer :
         {letterTokenizer(Alphabet::dna()), hyenaDnaTokenizer(), kmerTokenizer(3), kmerTokenizer(6), bpe("char"),
          bpe("byte_level"), TokenizerPtr(std::make_shared<ByteTokenizer>())}) {
        Ids ids;
        std::vector<LetterRange> ranges;
        QVERIFY(tokenizer->append(text, ids, &ranges));
        QCOMPARE(ids.size(), ranges.size());
        std::uint64_t at = 0;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            QCOMPARE(ranges[i].begin, at);
            at = ranges[i].end;
            if (!tokenizer->isSpecial(ids[i]))
                QCOMPARE(tokenizer->lettersOf(ids[i]), text.substr(ranges[i].begin, at - ranges[i].begin));
        }
        QCOMPARE(at, std::uint64_t{text.size()});
    }
    Ids ids;
    std::vector<LetterRange> ranges;
    QVERIFY(dnabertTokenizer(3)->append("AC GT", ids, &ranges));
    QCOMPARE(ranges[0], (LetterRange{0, 4}));
    QCOMPARE(ranges[1], (LetterRange{1, 5}));
}

void TestTokenizer::targets()
{
    const TokenizerPtr dna = letterTokenizer(Alphabet::dna()), protein = letterTokenizer(Alphabet::protein());
    for (int id = 0; id < dna->size(); ++id)
        QCOMPARE(dna->isTarget(static_cast<WideTokenId>(id)), id >= 4 && id <= 7);
    for (int id = 0; id < protein->size(); ++id)
        QCOMPARE(protein->isTarget(static_cast<WideTokenId>(id)), !Alphabet::protein().isSpecial(TokenId(id)));
    const TokenizerPtr kmers = kmerTokenizer(6);
    QVERIFY(kmers->isTarget(*kmers->vocabulary().find("ACGTAC")));
    QVERIFY(kmers->isTarget(*kmers->vocabulary().find("A")));
    QVERIFY(!kmers->isTarget(*kmers->vocabulary().find("N")));
    QVERIFY(!kmers->isTarget(*kmers->vocabulary().find("<bos>")));
    const ByteTokenizer bytes(&Alphabet::dna());
    QVERIFY(bytes.isTarget('A') && !bytes.isTarget('N') && !bytes.isTarget(0) && !bytes.isTarget(300));
    QVERIFY(ByteTokenizer(&Alphabet::protein()).isTarget('N'));
    QVERIFY(!hyenaDnaTokenizer()->isTarget(11) && !hyenaDnaTokenizer()->isTarget(5)
            && hyenaDnaTokenizer()->isTarget(7));
    QCOMPARE(bpe("char")->alphabet(), &Alphabet::dna());
    QCOMPARE(bpe("byte_level")->alphabet(), nullptr);
}

void TestTokenizer::makesWhatIsAskedFor()
{
    const std::string file = ANNEAL_TEST_DATA "/golden/tokenizer_bpe/tokenizer_char.json";
    const auto size = [&](const char *name, int k) {
        return (*makeTokenizer({name, k, file}, Alphabet::dna()))->size();
    };
    QCOMPARE(size("letters", 6), 20);
    QCOMPARE(size("bytes", 6), 512);
    QCOMPARE(size("characters", 6), 12);
    QCOMPARE(size("kmer", 6), 4107);
    QCOMPARE(size("kmer", 3), 75);
    QCOMPARE(size("kmer_overlapping", 4), 261);
    QCOMPARE(size("kmer_overlapping", 5), 1029);
    QCOMPARE(size("bpe", 6), 96);
}

void TestTokenizer::refusesRequests_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("k");
    QTest::addColumn<QString>("alphabet");
    QTest::addColumn<QString>("where");
    QTest::newRow("protein") << "kmer" << 6 << "protein"
                             << "data.tokenizer";
    QTest::newRow("rna") << "kmer_overlapping" << 6 << "rna"
                         << "data.tokenizer";
    QTest::newRow("too long") << "kmer" << 7 << "dna"
                              << "data.kmer";
    QTest::newRow("too short") << "kmer_overlapping" << 2 << "dna"
                               << "data.kmer";
    QTest::newRow("no file") << "bpe" << 6 << "dna"
                             << "data.tokenizer_file";
    QTest::newRow("unknown") << "words" << 6 << "dna"
                             << "data.tokenizer";
    QTest::newRow("characters of proteins") << "characters" << 6 << "protein"
                                            << "data.tokenizer";
}

void TestTokenizer::refusesRequests()
{
    QFETCH(QString, name);
    QFETCH(int, k);
    QFETCH(QString, alphabet);
    QFETCH(QString, where);
    const auto made = makeTokenizer({name.toStdString(), k, {}}, **Alphabet::byName(alphabet.toStdString()));
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::Config);
    QCOMPARE(QString::fromStdString(made.error().where), where);
}

void TestTokenizer::refusesFiles_data()
{
    QTest::addColumn<QString>("change"); // a JSON merge patch
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const char *change, const char *words) {
        QTest::newRow(name) << change << words;
    };
    row("model", R"({"model": {"type": "WordPiece"}})", "The model type 'WordPiece' is not supported");
    row("no tokens", R"({"model": {"vocab": null}})", "There is no list of tokens (model.vocab)");
    row("dropout", R"({"model": {"dropout": 0.1}})", "Merges are left out at random (model.dropout)");
    row("prefix", R"({"model": {"continuing_subword_prefix": "##"}})", "The continuing_subword_prefix '##' is not");
    row("id", R"({"model": {"vocab": {"A": 70000}}})", "The token 'A' has no id below 65535");
    row("same id", R"({"model": {"vocab": {"Q": 6}}})", "have the same id 6");
    row("merge", R"({"model": {"merges": [["A", "Q"]]}})", "Merge 1 of 'A' and 'Q' needs a token");
    row("half a merge", R"({"model": {"merges": ["AC"]}})", "Merge 1 does not name two tokens");
    row("splitter", R"({"pre_tokenizer": {"type": "Metaspace"}})", "The pre_tokenizer 'Metaspace' is not supported");
    row("normalizer", R"({"normalizer": {"type": "Replace"}})", "The normalizer 'Replace' is not supported");
    row("template", R"({"post_processor": {"type": "BertProcessing", "sep": ["[END]", 1], "cls": ["[CLS]", 1],
                        "single": null, "pair": null, "special_tokens": null}})",
        "The token '[END]' of post_processor is not in the vocabulary");
}

void TestTokenizer::refusesFiles()
{
    QFETCH(QString, change);
    QFETCH(QString, words);
    Json file = golden("tokenizer_bpe/tokenizer_char.json");
    file.merge_patch(Json::parse(change.toStdString()));
    const auto parsed = parseBpe(file.dump(), "tokenizer.json");
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, ErrorCode::Data);
    QCOMPARE(parsed.error().where, std::string("tokenizer.json"));
    QVERIFY2(parsed.error().message.find(words.toStdString()) != std::string::npos, parsed.error().message.c_str());
    QVERIFY(parseBpe("{", "x").error().message.starts_with("This is no JSON"));
    QVERIFY(!parseBpe("[]", "x"));
    QVERIFY(!parseBpe(R"({"model": {"vocab": {"A": 0}}, "added_tokens": 3})", "x"));
}

QTEST_GUILESS_MAIN(TestTokenizer)
#include "tst_tokenizer.moc"
