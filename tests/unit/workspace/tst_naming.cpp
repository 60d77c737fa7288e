// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "workspace/naming.h"

using namespace anneal;

namespace {

/// Newest first: "3", or "3!" for a run that lives.
std::vector<RunSummary> runsWithSlots(const QStringList &slots_)
{
    std::vector<RunSummary> runs;
    for (const QString &slot : slots_) {
        RunSummary run;
        run.colorSlot = QString(slot).remove('!').toInt();
        run.phase = slot.endsWith('!') ? RunPhase::Running : RunPhase::Finished;
        runs.push_back(run);
    }
    return runs;
}

} // namespace

class TestNaming : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void colorSlots_data();
    void colorSlots();
    void names_data();
    void names();
};

void TestNaming::colorSlots_data()
{
    QTest::addColumn<QStringList>("present");
    QTest::addColumn<int>("next");
    QTest::newRow("first run") << QStringList{} << 1;
    QTest::newRow("after the newest") << QStringList{"4", "9"} << 5;
    QTest::newRow("round") << QStringList{"12"} << 1;
    QTest::newRow("skips living ones") << QStringList{"4", "5!", "6!"} << 7;
    QTest::newRow("skips over the end") << QStringList{"11", "12!", "1!"} << 2;
    QTest::newRow("all taken") << QStringList{"3!", "1!", "2!", "4!", "5!", "6!", "7!", "8!", "9!", "10!", "11!", "12!"}
                               << 4;
}

void TestNaming::colorSlots()
{
    QFETCH(QStringList, present);
    QFETCH(int, next);
    QCOMPARE(nextColorSlotAmong(runsWithSlots(present)), next);
}

void TestNaming::names_data()
{
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("width");
    QTest::addColumn<QStringList>("taken");
    QTest::addColumn<QString>("name");
    QTest::newRow("8M shape") << 6 << 320 << QStringList{} << "mlm-8M-01";
    QTest::newRow("next number") << 6 << 320 << QStringList{"mlm-8M-01", "mlm-8M-02"} << "mlm-8M-03";
    QTest::newRow("gap is used") << 6 << 320 << QStringList{"mlm-8M-02"} << "mlm-8M-01";
    QTest::newRow("650M shape") << 33 << 1280 << QStringList{} << "mlm-651M-01";
    QTest::newRow("3B shape") << 36 << 2560 << QStringList{} << "mlm-2.8B-01";
    QTest::newRow("small") << 4 << 128 << QStringList{} << "mlm-0.8M-01";
}

void TestNaming::names()
{
    QFETCH(int, layers);
    QFETCH(int, width);
    QFETCH(QStringList, taken);
    QFETCH(QString, name);
    Config config;
    config.model.num_hidden_layers = layers;
    config.model.hidden_size = width;
    config.model.intermediate_size = 4 * width;
    std::vector<RunSummary> runs;
    for (const QString &other : taken) {
        runs.emplace_back();
        runs.back().name = other.toStdString();
    }
    QCOMPARE(QString::fromStdString(suggestNameAmong(runs, config)), name);
}

QTEST_GUILESS_MAIN(TestNaming)
#include "tst_naming.moc"
