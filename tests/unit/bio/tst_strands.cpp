// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "bio/bpefile.h"
#include "bio/bytetokenizer.h"
#include "bio/dataset.h"
#include "bio/reversecomplement.h"
#include "bio/softmask.h"
#include "unit/bio/biofixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

using Ids = std::vector<std::int64_t>;

Ids tokensOf(const Tokenizer &tokenizer, std::string_view text)
{
    std::vector<WideTokenId> ids;
    (void)tokenizer.append(text, ids);
    return Ids(ids.begin(), ids.end());
}

TokenizerPtr tokenizerOf(const QString &name)
{
    if (name == "bytes")
        return std::make_shared<ByteTokenizer>(&Alphabet::dna());
    return *makeTokenizer({name.section(' ', 0, 0).toStdString(), name.section(' ', 1).toInt(), {}}, Alphabet::dna());
}

} // namespace

/// The other strand, and letters in lower case.
class TestStrands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void complements();
    void turns_data();
    void turns();
    void sharesFollowTheirLetters();
    void unknownLettersStayWhereTheyAre();
    void bytePairsHaveNoOtherStrand();
    void softMaskIsRuns();
    void keepsLowerCase();
    void keepsLowerCaseOfTokens();
};

void TestStrands::complements()
{
    std::string other;
    for (const char base : std::string("ACGTNRYKMSWBDHVacgtnU*"))
        other += complementOf(base);
    QCOMPARE(other, std::string("TGCANYRMKSWVHDBtgcanU*"));
}

void TestStrands::turns_data()
{
    QTest::addColumn<QString>("tokenizer");
    QTest::addColumn<QString>("text");
    for (const char *tokenizer :
         {"letters 6", "bytes 6", "characters 6", "kmer 3", "kmer 6", "kmer_overlapping 3", "kmer_overlapping 6"})
        for (const char *text : {"ACGTTTGGCA", "AACCGGTTACGTACGTTTNACGNNTTTACGTGCA", "NNN", "A", "ACGTAC"})
            QTest::addRow("%s, %s", tokenizer, text) << tokenizer << text;
}

/// Turning tokens is cutting the turned letters, and turning twice is nothing.
void TestStrands::turns()
{
    QFETCH(QString, tokenizer);
    QFETCH(QString, text);
    const TokenizerPtr made = tokenizerOf(tokenizer);
    const auto strand = ReverseComplement::of(*made);
    QVERIFY(strand);
    std::string other;
    for (const QChar base : text)
        other.insert(other.begin(), complementOf(base.toLatin1()));
    const Ids before = tokensOf(*made, text.toStdString());
    Ids turned = before;
    strand->apply(turned);
    QCOMPARE(turned, tokensOf(*made, other));
    strand->apply(turned);
    QCOMPARE(turned, before);
}

void TestStrands::sharesFollowTheirLetters()
{
    const TokenizerPtr kmers = tokenizerOf("kmer 3");
    const auto strand = ReverseComplement::of(*kmers);
    Ids tokens = tokensOf(*kmers,
                          "ACGTAC"
                          "T"); // ACG TAC T becomes AGT ACG T
    std::vector<float> shares{0.0F, 1.0F, 0.5F};
    strand->apply(tokens, shares);
    QCOMPARE(tokens, tokensOf(*kmers, "AGTACGT"));
    QCOMPARE(shares, (std::vector<float>{(0.5F + 1 + 1) / 3, 1.0F / 3, 0.0F}));
    const TokenizerPtr overlapping = tokenizerOf("kmer_overlapping 3");
    Ids places = tokensOf(*overlapping, "ACGTA");
    std::vector<float> three{0.25F, 0.5F, 1.0F};
    ReverseComplement::of(*overlapping)->apply(places, three);
    QCOMPARE(three, (std::vector<float>{1.0F, 0.5F, 0.25F}));
}

void TestStrands::unknownLettersStayWhereTheyAre()
{
    const TokenizerPtr kmers = tokenizerOf("kmer 3");
    Ids tokens = tokensOf(*kmers, "ACGTRACGTA"); // ACG T <unk> ACG T A
    const std::int64_t unknown = *kmers->special().unk;
    QCOMPARE(tokens[2], unknown);
    ReverseComplement::of(*kmers)->apply(tokens);
    const Ids first = tokensOf(*kmers, "TACGT"), last = tokensOf(*kmers, "ACGT");
    Ids expected = first;
    expected.push_back(unknown);
    expected.insert(expected.end(), last.begin(), last.end());
    QCOMPARE(tokens, expected);
}

void TestStrands::bytePairsHaveNoOtherStrand()
{
    const auto pairs = readBpeFile(ANNEAL_TEST_DATA "/golden/tokenizer_bpe/tokenizer_char.json");
    QVERIFY(!ReverseComplement::of(**pairs));
}

void TestStrands::softMaskIsRuns()
{
    SoftMask mask;
    QVERIFY(mask.empty());
    QCOMPARE(mask.share(7), 0.0F);
    mask.add(10, 20);
    mask.add(20, 30);
    mask.add(30, 40, 0.5F);
    mask.add(50, 50);
    mask.add(60, 61, 0.0F);
    QCOMPARE(mask.bytes(), 2 * std::size_t{24});
    QCOMPARE(mask.share(9), 0.0F);
    QCOMPARE(mask.share(10), 1.0F);
    QCOMPARE(mask.share(29), 1.0F);
    QCOMPARE(mask.share(30), 0.5F);
    QCOMPARE(mask.share(40), 0.0F);
    QCOMPARE(mask.share(5, 15), 0.5F);
    QCOMPARE(mask.share(25, 45), 0.5F);
    QCOMPARE(mask.share(0, 100), 0.25F);
}

void TestStrands::keepsLowerCase()
{
    const Folder folder;
    const std::string path = folder.write("in.fna", ">a\nACgt\nac GT\n>b\nacgt\n>c\nACGN\n");
    ReadOptions options;
    QVERIFY(readSequences(path, Alphabet::dna(), options)->softMask.empty());
    options.keepsCase = true;
    const auto set = readSequences(path, Alphabet::dna(), options);
    QVERIFY(set);
    std::string shown;
    for (std::uint64_t place = 0; place < set->tokens.size(); ++place)
        shown += set->softMask.share(place) > 0 ? 'x' : '-';
    QCOMPARE(shown, std::string("--xxxx--xxxx----"));
    const std::string large = folder.write("large.fna", ">a\n" + std::string(10'000, 'a') + std::string(10'000, 'C'));
    const auto many = readSequences(large, Alphabet::dna(), options);
    QCOMPARE(many->softMask.bytes(), std::size_t{24});
    QCOMPARE(many->softMask.share(9'999), 1.0F);
    QCOMPARE(many->softMask.share(10'000), 0.0F);
}

void TestStrands::keepsLowerCaseOfTokens()
{
    const Folder folder;
    DataRequest request;
    request.train = folder.write("in.fna", ">a\nACG\n>b\nACgtacTTTa\n");
    request.validation = folder.write("v.fna", ">v\nACGACG\n");
    request.alphabet = "dna";
    request.tokenizer = {"kmer", 3, {}};
    request.keepsCase = true;
    const auto data = loadDataset(request);
    QVERIFY(data);
    const TokenView view = data->trainTokenView(); // ACG | ACg tac TTT a
    std::vector<float> shares;
    for (std::uint64_t place = 0; place < 5; ++place)
        shares.push_back(view.softMask().share(place));
    QCOMPARE(shares, (std::vector<float>{0.0F, 1.0F / 3, 1.0F, 0.0F, 1.0F}));
}

QTEST_GUILESS_MAIN(TestStrands)
#include "tst_strands.moc"
