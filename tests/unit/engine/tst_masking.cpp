// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <set>

#include <QtTest>

#include "batch/masking.h"
#include "bio/tokenizers.h"
#include "enginefixtures.h"

using namespace anneal;
using anneal::test::goldenJson;

namespace {

constexpr std::int64_t kTokens = 1'000'000;
/// One draw in 370 lies beyond three sigma; this stream is one of the others.
constexpr std::int64_t kSeed = 2;

struct Counts {
    std::int64_t targets = 0, masked = 0, unchanged = 0, changed = 0, special = 0;
    std::vector<std::int64_t> replacements = std::vector<std::int64_t>(33, 0);
};

std::vector<std::int64_t> randomResidues()
{
    RandomStream random(3, "residues");
    const auto &letters = Alphabet::protein().canonical();
    std::vector<std::int64_t> tokens(kTokens);
    for (std::int64_t &token : tokens)
        token = letters[random.below(letters.size())];
    return tokens;
}

Counts count(const ObjectiveConfig &objective)
{
    const std::vector<std::int64_t> before = randomResidues();
    std::vector<std::int64_t> after = before;
    Targets targets;
    Masking(Alphabet::protein(), objective).corrupt(after, 0, RandomStream(kSeed, "mask"), targets);
    Counts counts;
    counts.targets = static_cast<std::int64_t>(targets.rows.size());
    for (std::size_t i = 0; i < targets.rows.size(); ++i) {
        const std::int64_t shown = after[static_cast<std::size_t>(targets.rows[i])];
        const bool mask = shown == Alphabet::protein().mask();
        counts.masked += mask;
        counts.unchanged += shown == targets.ids[i];
        counts.changed += !mask && shown != targets.ids[i];
        if (!mask && shown != targets.ids[i])
            ++counts.replacements[static_cast<std::size_t>(shown)];
    }
    return counts;
}

bool within3Sigma(std::int64_t hits, std::int64_t draws, double probability)
{
    const double n = static_cast<double>(draws);
    const double sigma = std::sqrt(probability * (1 - probability) / n);
    return std::abs(static_cast<double>(hits) / n - probability) <= 3 * sigma + 1e-15;
}

/// A start token, k-mers of random bases, of which every `unknownEvery`-th is N (0 = none), and an end token.
std::vector<std::int64_t> randomKmers(const Tokenizer &tokenizer, std::size_t bases, std::size_t unknownEvery = 97)
{
    RandomStream random(3, "bases");
    std::string text;
    for (std::size_t i = 1; i <= bases; ++i)
        text += unknownEvery > 0 && i % unknownEvery == 0 ? 'N' : "ACGT"[random.below(4)];
    const auto ids = tokenizer.encode(text);
    return std::vector<std::int64_t>(ids->begin(), ids->end());
}

} // namespace

class TestMasking : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rates_data();
    void rates();
    void replacementsComeFromTheWholeVocabulary();
    void specialsAreNeverTargets();
    void ambiguousBasesAreNeverTargets();
    void sameStreamSameMasks();
    void hiddenRoundsAreDisjoint();
    void overlappingKmers_data();
    void noVisibleKmerCoversAHiddenTarget_data();
    void noVisibleKmerCoversAHiddenTarget();
    void kmersAreChosenAtTheRate_data();
    void kmersAreChosenAtTheRate();
    void roundsOfKmersAreDisjoint();
    void keptKmersStayVisible();
};

void TestMasking::rates_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"default", "mlm_0.25", "all_mask", "half_random"})
        QTest::newRow(name) << QString(name);
}

void TestMasking::rates()
{
    QFETCH(QString, name);
    const auto golden = goldenJson("mlm_masking.json")["statistics"][name.toStdString()];
    ObjectiveConfig objective;
    objective.mlm_probability = golden["settings"].value("mlm_probability", 0.15);
    objective.mask_replace_prob = golden["settings"].value("mask_replace_prob", 0.8);
    objective.random_replace_prob = golden["settings"].value("random_replace_prob", 0.1);
    const Counts counts = count(objective);

    QVERIFY(within3Sigma(counts.targets, kTokens, objective.mlm_probability));
    const double replaced = objective.random_replace_prob;
    const double kept = 1 - objective.mask_replace_prob - replaced;
    QVERIFY(within3Sigma(counts.masked, counts.targets, objective.mask_replace_prob + replaced / 33));
    QVERIFY(within3Sigma(counts.unchanged, counts.targets, kept + replaced / 33));
    QVERIFY(within3Sigma(counts.changed, counts.targets, replaced * 31 / 33));
    // The reference's own sample, which has errors too.
    QVERIFY(std::abs(static_cast<double>(counts.masked) / static_cast<double>(counts.targets)
                     - golden["of_targets_mask_id"].get<double>())
            < 0.006);
}

void TestMasking::replacementsComeFromTheWholeVocabulary()
{
    const Counts counts = count({});
    for (int id = 0; id < 33; ++id) {
        if (id == Alphabet::protein().mask())
            continue; // counted as masked
        const std::int64_t seen = counts.replacements[static_cast<std::size_t>(id)];
        QVERIFY2(seen > 300 && seen < 600, qPrintable(QString("id %1 drawn %2 times").arg(id).arg(seen)));
    }
}

void TestMasking::specialsAreNeverTargets()
{
    const Alphabet &protein = Alphabet::protein();
    std::vector<std::int64_t> tokens;
    for (int i = 0; i < 20000; ++i)
        for (const TokenId id : {protein.cls(), protein.pad(), protein.eos(), protein.unk(), protein.mask()})
            tokens.push_back(id);
    const auto before = tokens;
    Targets targets;
    Masking(protein, {}).corrupt(tokens, 0, RandomStream(1, "mask"), targets);
    QVERIFY(targets.rows.empty());
    QCOMPARE(tokens, before);
    Masking(protein, {}).hide(tokens, 0, RandomStream(1, "mask"), 0, targets);
    QVERIFY(targets.rows.empty());
}

void TestMasking::ambiguousBasesAreNeverTargets()
{
    const Alphabet &dna = Alphabet::dna();
    ObjectiveConfig everything;
    everything.mlm_probability = 1;
    std::vector<std::int64_t> tokens;
    for (const char letter : std::string("ACGTNRYACGT"))
        tokens.push_back(dna.idOf(letter));
    Targets targets;
    Masking(dna, everything).hide(tokens, 100, RandomStream(1, "mask"), 0, targets);
    QCOMPARE(targets.rows, (std::vector<std::int64_t>{100, 101, 102, 103, 107, 108, 109, 110}));
}

void TestMasking::sameStreamSameMasks()
{
    const Masking masking(Alphabet::protein(), {});
    auto first = randomResidues(), second = first, third = first;
    Targets a, b, c;
    masking.corrupt(first, 0, RandomStream(5, "mask", 2, 9), a);
    masking.corrupt(second, 0, RandomStream(5, "mask", 2, 9), b);
    masking.corrupt(third, 0, RandomStream(5, "mask", 3, 9), c);
    QCOMPARE(first, second);
    QCOMPARE(a.rows, b.rows);
    QVERIFY(a.rows != c.rows);
}

void TestMasking::hiddenRoundsAreDisjoint()
{
    const Masking masking(Alphabet::protein(), {});
    QCOMPARE(masking.rounds(), 6);
    std::vector<int> times(kTokens, 0);
    for (int round = 0; round < masking.rounds(); ++round) {
        auto tokens = randomResidues();
        Targets targets;
        masking.hide(tokens, 0, RandomStream(kSeed, "hidden"), round, targets);
        QVERIFY(within3Sigma(static_cast<std::int64_t>(targets.rows.size()), kTokens, 0.15));
        for (const std::int64_t row : targets.rows) {
            QCOMPARE(tokens[static_cast<std::size_t>(row)], std::int64_t(Alphabet::protein().mask()));
            ++times[static_cast<std::size_t>(row)];
        }
    }
    QCOMPARE(*std::max_element(times.begin(), times.end()), 1);
}

void TestMasking::overlappingKmers_data()
{
    QTest::addColumn<int>("k");
    for (int k = 3; k <= 6; ++k)
        QTest::addRow("%d", k) << k;
}

void TestMasking::noVisibleKmerCoversAHiddenTarget_data()
{
    overlappingKmers_data();
}

/// In training with every target hidden, and in validation: the bases of a target stand in no visible k-mer.
void TestMasking::noVisibleKmerCoversAHiddenTarget()
{
    QFETCH(int, k);
    const TokenizerPtr tokenizer = dnabertTokenizer(k);
    ObjectiveConfig objective;
    objective.mask_replace_prob = 1;
    objective.random_replace_prob = 0;
    const Masking masking(*tokenizer, objective);
    const std::int64_t mask = *tokenizer->special().mask;
    for (int round = 0; round <= masking.rounds(); ++round) {
        const std::vector<std::int64_t> before = randomKmers(*tokenizer, 20000);
        std::vector<std::int64_t> after = before;
        Targets targets;
        if (round == masking.rounds())
            masking.corrupt(after, 1000, RandomStream(kSeed, "mask"), targets);
        else
            masking.hide(after, 1000, RandomStream(kSeed, "hidden"), round, targets);
        QVERIFY(targets.rows.size() > 2000);
        QVERIFY(std::is_sorted(targets.rows.begin(), targets.rows.end()));
        for (std::size_t n = 0; n < targets.rows.size(); ++n) {
            const std::int64_t row = targets.rows[n] - 1000;
            QCOMPARE(targets.ids[n], before[std::size_t(row)]);
            for (std::int64_t other = std::max<std::int64_t>(0, row - k + 1);
                 other < std::min<std::int64_t>(std::ssize(after), row + k); ++other) {
                const auto token = static_cast<WideTokenId>(after[std::size_t(other)]);
                QVERIFY(token == mask || tokenizer->isSpecial(token));
            }
        }
        for (std::size_t i = 0; i < before.size(); ++i)
            if (tokenizer->isSpecial(static_cast<WideTokenId>(before[i])))
                QCOMPARE(after[i], before[i]);
    }
}

void TestMasking::kmersAreChosenAtTheRate_data()
{
    overlappingKmers_data();
}

void TestMasking::kmersAreChosenAtTheRate()
{
    QFETCH(int, k);
    const TokenizerPtr tokenizer = dnabertTokenizer(k);
    std::vector<std::int64_t> tokens = randomKmers(*tokenizer, 300'000, 0);
    const std::size_t spans = tokens.size() / std::size_t(k);
    Targets targets;
    Masking(*tokenizer, {}).corrupt(tokens, 0, RandomStream(kSeed, "mask"), targets);
    QVERIFY(within3Sigma(std::int64_t(targets.rows.size()) / k, std::int64_t(spans), 0.15));
    Targets again;
    std::vector<std::int64_t> same = randomKmers(*tokenizer, 300'000, 0);
    Masking(*tokenizer, {}).corrupt(same, 0, RandomStream(kSeed, "mask"), again);
    QCOMPARE(same, tokens);
    QCOMPARE(again.rows, targets.rows);
}

void TestMasking::roundsOfKmersAreDisjoint()
{
    const TokenizerPtr tokenizer = dnabertTokenizer(6);
    const Masking masking(*tokenizer, {});
    std::set<std::int64_t> seen;
    std::size_t count = 0;
    for (int round = 0; round < masking.rounds(); ++round) {
        std::vector<std::int64_t> tokens = randomKmers(*tokenizer, 20000);
        Targets targets;
        masking.hide(tokens, 0, RandomStream(kSeed, "hidden"), round, targets);
        seen.insert(targets.rows.begin(), targets.rows.end());
        count += targets.rows.size();
    }
    QCOMPARE(seen.size(), count);
}

void TestMasking::keptKmersStayVisible()
{
    const TokenizerPtr tokenizer = dnabertTokenizer(4);
    ObjectiveConfig objective;
    objective.mask_replace_prob = 0;
    objective.random_replace_prob = 0;
    const std::vector<std::int64_t> before = randomKmers(*tokenizer, 5000);
    std::vector<std::int64_t> after = before;
    Targets targets;
    Masking(*tokenizer, objective).corrupt(after, 0, RandomStream(kSeed, "mask"), targets);
    QVERIFY(!targets.rows.empty());
    QCOMPARE(after, before);
}

QTEST_GUILESS_MAIN(TestMasking)
#include "tst_masking.moc"
