// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/hash.h"

using namespace anneal;

class TestHash : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void staysWhatItIs_data();
    void staysWhatItIs();
    void everyByteCounts();
    void spreadsEvenly();
    void crcIsZlibs();
};

void TestHash::staysWhatItIs_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<quint64>("hash");
    // Splits of published runs depend on these numbers: they may never change.
    QTest::newRow("empty") << "" << quint64(0) << quint64(0xe220a8397b1dcdafull);
    QTest::newRow("short") << "MKT" << quint64(0) << quint64(0x06732eee7ffeff6cull);
    QTest::newRow("seeded") << "MKT" << quint64(7) << quint64(0x65bd96c876ab4abaull);
    QTest::newRow("more than a word") << "MKTAYIAKQRQISFVKSHFSRQ" << quint64(0) << quint64(0x14bb15e63b5b23f1ull);
}

void TestHash::staysWhatItIs()
{
    QFETCH(QString, text);
    QFETCH(quint64, seed);
    QFETCH(quint64, hash);
    QCOMPARE(quint64(stableHash(text.toStdString(), seed)), hash);
}

void TestHash::everyByteCounts()
{
    std::string text(40, 'A');
    const std::uint64_t before = stableHash(text);
    for (std::size_t i = 0; i < text.size(); ++i) {
        text[i] = 'B';
        QVERIFY(stableHash(text) != before);
        text[i] = 'A';
    }
    QVERIFY(stableHash(std::string("A\0", 2)) != stableHash("A")); // a zero byte is not the end
}

void TestHash::spreadsEvenly()
{
    int below = 0;
    constexpr int kTexts = 20000;
    for (int i = 0; i < kTexts; ++i)
        below +=
            static_cast<double>(stableHash("sequence " + std::to_string(i))) < 0.1 * 18446744073709551616.0 ? 1 : 0;
    QVERIFY(std::abs(below - kTexts / 10) < 5 * 43); // five standard deviations
}

void TestHash::crcIsZlibs()
{
    const std::string text = "123456789"; // the check value of CRC-32
    QCOMPARE(crc32(std::as_bytes(std::span(text))), std::uint32_t(0xCBF43926));
    QCOMPARE(crc32({}), std::uint32_t(0));
}

QTEST_GUILESS_MAIN(TestHash)
#include "tst_hash.moc"
