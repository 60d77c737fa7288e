// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <fstream>

#include <QTest>

#include <nlohmann/json.hpp>

#include "bio/alphabet.h"

using namespace anneal;

class TestAlphabet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void vocabularyIsThatOfEsm();
    void encodesAsReference_data();
    void encodesAsReference();
    void decodes();
    void dnaTokens();
    void everyLetterHasOneId();
    void refusesUnknownLetters_data();
    void refusesUnknownLetters();
    void byName();

private:
    nlohmann::json m_esm;
};

void TestAlphabet::initTestCase()
{
    std::ifstream file(ANNEAL_TEST_DATA "/golden/tokenizers.json");
    m_esm = nlohmann::json::parse(file).at("esm");
}

void TestAlphabet::vocabularyIsThatOfEsm()
{
    const Alphabet &alphabet = Alphabet::protein();
    QVERIFY(alphabet.tokens() == m_esm.at("vocab").get<std::vector<std::string>>());
    QCOMPARE(alphabet.size(), m_esm.at("len").get<int>());
    const auto special = m_esm.at("all_special_ids").get<std::vector<int>>();
    for (int id = 0; id < alphabet.size(); ++id) {
        QCOMPARE(alphabet.isSpecial(static_cast<TokenId>(id)),
                 std::find(special.begin(), special.end(), id) != special.end());
        QVERIFY(!alphabet.isAmbiguous(static_cast<TokenId>(id)));
    }
    QCOMPARE(alphabet.canonical().size(), std::size_t{20});
}

void TestAlphabet::encodesAsReference_data()
{
    // The reference folds no case, and reads signs that are no letters; the rest must agree.
    const std::string allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZ.- \n";
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("ids");
    for (const auto &row : m_esm.at("encodings")) {
        const auto text = row.at("text").get<std::string>();
        std::string letters = text;
        for (auto at = letters.find("<mask>"); at != std::string::npos; at = letters.find("<mask>"))
            letters.erase(at, 6);
        const bool mergesUnknown = letters.find("JJ") != std::string::npos;
        if (mergesUnknown || letters.find_first_not_of(allowed) != std::string::npos)
            continue;
        const auto ids = row.at("ids").get<std::vector<int>>();
        QTest::newRow(text.c_str()) << QString::fromStdString(text) << QList<int>(ids.begin(), ids.end());
    }
}

void TestAlphabet::encodesAsReference()
{
    QFETCH(QString, text);
    QFETCH(QList<int>, ids);
    const auto encoded = Alphabet::protein().encode(text.toStdString());
    QVERIFY(encoded);
    QCOMPARE(QList<int>(encoded->begin(), encoded->end()), ids);
    const auto lower = Alphabet::protein().encode(text.toLower().toStdString());
    QVERIFY(lower && *lower == *encoded);
}

void TestAlphabet::decodes()
{
    const auto ids = Alphabet::protein().encode("MK<mask>U");
    QVERIFY(ids);
    QCOMPARE(Alphabet::protein().decode(ids->data(), ids->size()), std::string("<cls>MK<mask>U<eos>"));
    QCOMPARE(Alphabet::protein().decode(ids->data() + 1, 2), std::string("MK"));
}

void TestAlphabet::dnaTokens()
{
    const Alphabet &dna = Alphabet::dna();
    const std::vector<std::string> tokens{"<cls>", "<pad>", "<eos>", "<unk>", "A", "C", "G", "T", "N", "R",
                                          "Y",     "K",     "M",     "S",     "W", "B", "D", "H", "V", "<mask>"};
    QVERIFY(dna.tokens() == tokens);
    QCOMPARE(int{dna.mask()}, 19);
    QCOMPARE(dna.idOf('U'), dna.idOf('T'));
    QCOMPARE(dna.idOf('u'), 7);
    for (int id = 0; id < dna.size(); ++id) {
        QCOMPARE(dna.isSpecial(static_cast<TokenId>(id)), id < 4 || id == 19);
        QCOMPARE(dna.isAmbiguous(static_cast<TokenId>(id)), id >= 8 && id <= 18);
    }
    QVERIFY(dna.canonical() == (std::vector<TokenId>{4, 5, 6, 7}));
}

void TestAlphabet::everyLetterHasOneId()
{
    for (const Alphabet *alphabet : {&Alphabet::protein(), &Alphabet::dna()}) {
        for (int id = 0; id < alphabet->size(); ++id) {
            const std::string &token = alphabet->token(static_cast<TokenId>(id));
            if (token.size() != 1)
                continue;
            QCOMPARE(alphabet->idOf(token[0]), id);
            QCOMPARE(alphabet->idOf(static_cast<char>(std::tolower(token[0]))), id);
        }
        QCOMPARE(alphabet->idOf('@'), int{Alphabet::kNoToken});
        QCOMPARE(alphabet->idOf('\xE9'), int{Alphabet::kNoToken});
    }
    QCOMPARE(Alphabet::protein().idOf('J'), int{Alphabet::protein().unk()});
    QCOMPARE(Alphabet::dna().idOf('E'), int{Alphabet::kNoToken});
}

void TestAlphabet::refusesUnknownLetters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("sign") << "MKT@A"
                          << "'@' at column 4";
    QTest::newRow("stop") << "MK*"
                          << "'*' at column 3";
    QTest::newRow("after mask") << "<mask>?"
                                << "'?' at column 2";
    QTest::newRow("not closed") << "M<mas"
                                << "'<' at column 2";
    QTest::newRow("accent") << "M\u00e9"
                            << "'\u00e9' (U+00E9) at column 2";
}

void TestAlphabet::refusesUnknownLetters()
{
    QFETCH(QString, text);
    QFETCH(QString, words);
    const auto ids = Alphabet::protein().encode(text.toStdString());
    QVERIFY(!ids);
    QCOMPARE(ids.error().code, ErrorCode::Data);
    QVERIFY2(QString::fromStdString(ids.error().message).startsWith(words), ids.error().message.c_str());
}

void TestAlphabet::byName()
{
    QCOMPARE(*Alphabet::byName("protein"), &Alphabet::protein());
    QCOMPARE(*Alphabet::byName("dna"), &Alphabet::dna());
    const auto unknown = Alphabet::byName("codons");
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, ErrorCode::Config);
}

QTEST_GUILESS_MAIN(TestAlphabet)
#include "tst_alphabet.moc"
