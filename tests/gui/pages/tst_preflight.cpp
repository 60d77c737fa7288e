// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "config/presets.h"
#include "pages/newrun/dataprobe.h"
#include "pages/newrun/preflight.h"

using namespace anneal;

namespace {

Hardware machine()
{
    Hardware hardware;
    hardware.cores = 2;
    hardware.memoryBytes = hardware.availableMemoryBytes = 16ull << 30;
    hardware.cpuName = "test CPU";
    return hardware;
}

constexpr std::uint64_t kMuchDisk = 1ull << 40;

QString writeFasta(const QTemporaryDir &folder, const QByteArray &text)
{
    QFile file(folder.filePath("Eiweiße 1.fasta"));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("no file");
    file.write(text);
    return file.fileName();
}

} // namespace

class TestPreflight : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void errorsComeFirst()
    {
        ProbedData data;
        data.warnings.push_back({"gaps", "2 of 3 sequences contain gaps", 2});
        const std::vector<Issue> issues{{Severity::Warning, "schedule.warmup_steps", "long", ""},
                                        {Severity::Error, "optimizer.lr", "negative", ""}};
        const Preflight facts = preflight(findPreset("quick-start")->config, issues, data, machine(), kMuchDisk, {});
        QCOMPARE(facts.errors(), 1);
        QCOMPARE(facts.checks.front().key, std::string("optimizer.lr"));
        QVERIFY(facts.warnings() >= 2);
        QCOMPARE(facts.memoryCapacity, 16.0 * (1 << 30));
    }

    void aFileIsBlamedOnce()
    {
        ProbedData data;
        data.problem = Issue{Severity::Error, "data.train", "x.fasta: no such file", {}};
        const std::vector<Issue> form{{Severity::Error, "data.train", "There is no file x.fasta", ""}};
        QCOMPARE(preflight({}, form, data, machine(), kMuchDisk, {}).errors(), 1);
        QCOMPARE(preflight({}, {}, data, machine(), kMuchDisk, {}).errors(), 1);
    }

    void measuredStepGivesTheTime()
    {
        Config config = findPreset("quick-start")->config;
        config.schedule.total_steps = 100;
        const Preflight estimated = preflight(config, {}, {}, machine(), kMuchDisk, {});
        QVERIFY(!estimated.plan.secondsTotal);
        const Preflight measured = preflight(config, {}, {}, machine(), kMuchDisk, MeasuredStep{0.5, 8000, 1e9});
        QCOMPARE(*measured.plan.secondsPerStep, 0.5);
        QVERIFY(*measured.plan.secondsTotal >= 50);
    }

    void aMeasurementHoldsForItsSettings()
    {
        const Config config;
        Config other = config;
        other.optimizer.lr = 1;
        other.note.name = "x";
        QCOMPARE(stepKey(other), stepKey(config));
        other.batch.tokens_per_device += 1;
        QVERIFY(stepKey(other) != stepKey(config));
    }

    void dataIsCounted()
    {
        const QTemporaryDir folder;
        Config config;
        config.data.train =
            writeFasta(folder, ">a\nMKTAYIAKQR\n>b\nMKTAYIAKQL\n>c\nMKTLLIAKQV\n>d\nMKVLLIAKQVA\n").toStdString();
        config.data.validation_fraction = 0.3;
        DataProbe probe;
        probe.look(config);
        QTRY_VERIFY(!probe.data().reading);
        QVERIFY(!probe.data().problem);
        QCOMPARE(probe.data().counts.trainSequences + probe.data().counts.validationSequences, 4);
        QVERIFY(probe.data().counts.longestTokens >= 12);
    }

    void aBadFileIsOneSentence()
    {
        const QTemporaryDir folder;
        Config config;
        config.data.train = writeFasta(folder, ">a\nMKT@YI\n").toStdString();
        DataProbe probe;
        probe.look(config);
        QTRY_VERIFY(probe.data().problem.has_value());
        QCOMPARE(probe.data().problem->key, std::string("data.train"));
        QVERIFY(probe.data().problem->message.find("@") != std::string::npos);
        QSignalSpy changed(&probe, &DataProbe::changed);
        probe.look(config); // the same question is not asked twice
        QCOMPARE(changed.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestPreflight)
#include "tst_preflight.moc"
