// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <set>

#include <QTemporaryDir>
#include <QTest>

#include "base/files.h"
#include "mutator.h"
#include "safetensorspromises.h"
#include "tensor/safetensors.h"

using namespace anneal;

namespace {

constexpr std::size_t kFiles = 6'000;
constexpr std::size_t kRewriteEvery = 64; // writing waits for the disk

/// A small good file of many kinds, and after it the golden folder's, good and bad.
std::vector<std::string> seeds(const fs::path &folder)
{
    const torch::Tensor matrix = torch::arange(12, torch::kFloat32).view({3, 4});
    (void)writeSafetensors(folder / "seed",
                           {{"esm.encoder.layer.0.weight", matrix},
                            {"half", matrix.to(torch::kBFloat16)},
                            {"none", torch::empty({0, 3})},
                            {"one", torch::tensor(3, torch::kInt64)},
                            {"yes", torch::ones({3}, torch::kBool)}});
    std::vector<std::string> all{readFile(folder / "seed").value()};
    for (const auto &entry : fs::directory_iterator(fs::path(ANNEAL_TEST_DATA) / "golden" / "safetensors_edge"))
        if (entry.path().extension() == ".safetensors" && entry.file_size() < 4096)
            all.push_back(readFile(entry.path()).value());
    std::sort(all.begin() + 1, all.end()); // a folder has no order
    return all;
}

} // namespace

/// A reader of files from anywhere: whatever the bytes, it says in one sentence what is wrong, or reads what is there.
class TestSafetensorsFuzz : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdsItsPromises();
    void refusesWithASentence_data();
    void refusesWithASentence();
};

void TestSafetensorsFuzz::holdsItsPromises()
{
    QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "mutated.safetensors";
    const std::vector<std::string> files = seeds(path.parent_path());
    std::size_t accepted = 0;
    std::set<std::string> reasons;
    for (std::size_t number = 0; number < kFiles; ++number) {
        const std::string bytes =
            Mutator(number).mutated(number % 2 == 0 ? files.front() : files[number % files.size()]);
        std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        const ReadOutcome outcome = checkSafetensors(path, bytes, number % kRewriteEvery == 0);
        QVERIFY2(!outcome.broken,
                 qPrintable(QStringLiteral("file %1: %2").arg(number).arg(QString::fromStdString(*outcome.broken))));
        accepted += outcome.wasAccepted ? 1 : 0;
        if (!outcome.wasAccepted)
            reasons.insert(outcome.reason);
    }
    // Else the files would all be caught by one check, and the others would never be tried.
    QVERIFY2(accepted > kFiles / 50, qPrintable(QString::number(accepted)));
    QVERIFY2(reasons.size() >= 15, qPrintable(QString::number(reasons.size())));
}

void TestSafetensorsFuzz::refusesWithASentence_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("dataBytes");
    QTest::addColumn<QString>("named");
    const auto row = [](const char *name, const char *header, int dataBytes, const char *named) {
        QTest::newRow(name) << QByteArray(header) << dataBytes << named;
    };
    row("line break in a name", R"({"a\nb":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", 4, "a?b");
    row("elements beyond counting", R"({"a":{"dtype":"F32","shape":[0,9223372036854775807,9],"data_offsets":[0,0]}})",
        0, "does not fit in memory");
    row("elements beyond counting, zero last",
        R"({"a":{"dtype":"U8","shape":[9223372036854775807,9223372036854775807,0],"data_offsets":[0,0]}})", 0,
        "does not fit in memory");
    row("bytes beyond counting, zero first",
        R"({"a":{"dtype":"F64","shape":[0,4611686018427387904],"data_offsets":[0,0]}})", 0, "does not fit in memory");
    std::string ones = "1";
    for (int i = 0; i < 64; ++i)
        ones += ",1";
    row("65 dimensions", ("{\"a\":{\"dtype\":\"U8\",\"shape\":[" + ones + "],\"data_offsets\":[0,1]}}").c_str(), 1,
        "65 dimensions");
    const std::string longName(5000, 'n');
    row("a name of 5,000 letters",
        ("{\"" + longName + "\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}").c_str(), 4, "nnn…");
}

void TestSafetensorsFuzz::refusesWithASentence()
{
    QFETCH(QByteArray, header);
    QFETCH(int, dataBytes);
    QFETCH(QString, named);
    QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "bad.safetensors";
    const auto length = static_cast<std::uint64_t>(header.size());
    std::string bytes(reinterpret_cast<const char *>(&length), sizeof length);
    bytes += header.toStdString() + std::string(static_cast<std::size_t>(dataBytes), '\0');
    QVERIFY(writeFileAtomic(path, bytes));
    const auto file = SafetensorsFile::open(path);
    QVERIFY(!file);
    QCOMPARE(file.error().code, ErrorCode::Data);
    QVERIFY2(QString::fromStdString(file.error().message).contains(named), file.error().message.c_str());
    QVERIFY(!checkSafetensors(path, bytes, false).broken);
}

QTEST_GUILESS_MAIN(TestSafetensorsFuzz)
#include "tst_safetensorsfuzz.moc"
