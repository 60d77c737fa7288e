// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "config/configio.h"
#include "run/record.h"
#include "runfixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

RunRecord sampleRecord()
{
    RunRecord record;
    record.id = "20261130-140251-k3f9";
    record.name = "mlm-8M-03 Ä";
    record.createdAt = "2026-11-30T14:02:51.123Z";
    record.config.data.train = "/data/Proteine für heute.fasta";
    record.config.optimizer.lr = 3.5e-4;
    record.config.schedule.total_steps = 77;
    record.preset = "quick-start";
    record.parentRun = "20261129-090000-aaaa";
    record.parentStep = 1200;
    record.colorSlot = 7;
    record.provenance = {"0.1.0", "abc123", "host", "some cpu", 16, {"GPU a", "GPU b"}, "anneal run quick-start"};
    return record;
}

} // namespace

class TestRecord : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void folderNames();
    void roundTrip();
    void writtenOnce();
    void pathThatIsNotUtf8IsRefused();
    void refusals_data();
    void refusals();
};

void TestRecord::folderNames()
{
    const RunPaths paths{"/w/runs/abc"};
    QCOMPARE(paths.id(), std::string("abc"));
    QCOMPARE(paths.checkpoint(1200).string(), std::string("/w/runs/abc/checkpoints/step-00001200"));
    QCOMPARE(paths.checkpoint(1'234'567'890).filename().string(), std::string("step-1234567890"));
    QCOMPARE(paths.log(2).string(), std::string("/w/runs/abc/logs/rank-2.log"));
}

void TestRecord::roundTrip()
{
    const RunFixture run;
    const RunRecord record = sampleRecord();
    QVERIFY(writeRunRecord(run.paths, record));
    const auto back = readRunRecord(run.paths);
    QVERIFY2(back, back ? "" : back.error().text().c_str());
    QCOMPARE(back->id, record.id);
    QCOMPARE(back->name, record.name);
    QCOMPARE(back->createdAt, record.createdAt);
    QVERIFY(configDifferences(back->config, record.config).empty());
    QCOMPARE(back->config.optimizer.lr, 3.5e-4);
    QCOMPARE(back->preset, record.preset);
    QCOMPARE(back->parentRun, record.parentRun);
    QCOMPARE(back->parentStep, record.parentStep);
    QCOMPARE(back->colorSlot, 7);
    QCOMPARE(back->provenance.gpus, record.provenance.gpus);
    QCOMPARE(back->provenance.cores, 16);
    QCOMPARE(back->provenance.command, record.provenance.command);
}

void TestRecord::writtenOnce()
{
    const RunFixture run;
    QVERIFY(writeRunRecord(run.paths, sampleRecord()));
    const std::string before = readText(run.paths.record());
    RunRecord other = sampleRecord();
    other.name = "other";
    const auto second = writeRunRecord(run.paths, other);
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::Storage);
    QCOMPARE(readText(run.paths.record()), before);
}

void TestRecord::pathThatIsNotUtf8IsRefused()
{
    const RunFixture run;
    RunRecord record = sampleRecord();
    record.name = "caf\xe9"; // a name may be mended, a path may not
    QVERIFY(writeRunRecord(run.paths, record));
    QCOMPARE(readRunRecord(run.paths)->name, std::string("caf\xEF\xBF\xBD"));
    std::filesystem::remove(run.paths.record());
    record.config.data.train = "/data/caf\xe9.fasta";
    const auto written = writeRunRecord(run.paths, record);
    QVERIFY(!written);
    QCOMPARE(written.error().where, std::string("data.train"));
    QVERIFY(!std::filesystem::exists(run.paths.record()));
}

void TestRecord::refusals_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("part");
    QTest::newRow("cut") << QByteArray("{\"version\": 1, \"id\"") << "damaged";
    QTest::newRow("list") << QByteArray("[]") << "damaged";
    QTest::newRow("no configuration") << QByteArray("{\"version\": 1}") << "damaged";
    QTest::newRow("newer") << QByteArray("{\"version\": 4, \"config\": 3}") << "newer Anneal (version 4)";
    QTest::newRow("unknown setting") << QByteArray(
        R"({"version": 1, "config": {"schema_version": 1, "optimizer": {"lrr": 1}}})")
                                     << "optimizer.lrr";
    QTest::newRow("wrong type") << QByteArray(
        R"({"version": 1, "config": {"schema_version": 1, "optimizer": {"lr": "x"}}})")
                                << "optimizer.lr";
}

void TestRecord::refusals()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, part);
    const RunFixture run;
    writeText(run.paths.record(), content.toStdString());
    const auto record = readRunRecord(run.paths);
    QVERIFY(!record);
    QCOMPARE(record.error().code, ErrorCode::Storage);
    QCOMPARE(record.error().where, run.paths.record().string());
    QVERIFY2(record.error().message.find(part.toStdString()) != std::string::npos, record.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestRecord)
#include "tst_record.moc"
