// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "config/configio.h"
#include "plan/plan.h"

using namespace anneal;

namespace {

constexpr std::uint64_t kGib = 1ull << 30;

Hardware machineWith(std::uint64_t all, std::uint64_t available)
{
    Hardware machine;
    machine.memoryBytes = all;
    machine.availableMemoryBytes = available;
    return machine;
}

std::vector<Issue> check(const Config &config, const Hardware &machine, std::uint64_t disk = 1000 * kGib)
{
    return checkPlan(config, makePlan(config, {}), machine, disk);
}

} // namespace

class TestCheckPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quietWhenAllFits();
    void memoryThatIsNotFreeIsAWarning();
    void memoryThatIsNotThereIsAnError();
    void modelThatNeverFits();
    void gpuMemoryCountsWhereItIsUsed();
    void fullDisk();
    void fewerTokensThanParameters();
};

void TestCheckPlan::quietWhenAllFits()
{
    QVERIFY(check(Config(), machineWith(64 * kGib, 32 * kGib)).empty());
    QVERIFY(check(Config(), Hardware()).empty()); // nothing known about the memory: nothing to say
}

void TestCheckPlan::memoryThatIsNotFreeIsAWarning()
{
    Config config;
    config.batch.tokens_per_device = 65536;
    const auto need = static_cast<std::uint64_t>(makePlan(config, {}).memory.total());
    const Hardware machine = machineWith(2 * need, need / 2);
    const auto issues = check(config, machine);
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(issues[0].severity, Severity::Warning);
    QCOMPARE(issues[0].key, std::string("batch.tokens_per_device"));
    QVERIFY(issues[0].message.find("are free now") != std::string::npos);
    QVERIFY(setFromText(config, issues[0].key, issues[0].suggestion).empty()); // what is suggested fits
    QVERIFY(config.batch.tokens_per_device >= config.data.max_length);
    QVERIFY(check(config, machine).empty());
}

void TestCheckPlan::memoryThatIsNotThereIsAnError()
{
    Config config;
    config.batch.tokens_per_device = 65536;
    const auto need = static_cast<std::uint64_t>(makePlan(config, {}).memory.total());
    const auto issues = check(config, machineWith(need / 2, need / 2));
    QCOMPARE(issues.size(), std::size_t(1));
    QVERIFY(hasErrors(issues));
    QVERIFY(issues[0].message.find("this machine has") != std::string::npos);
}

void TestCheckPlan::modelThatNeverFits()
{
    Config config;
    config.model.hidden_size = 5120;
    config.model.num_hidden_layers = 48;
    const auto issues = check(config, machineWith(8 * kGib, 8 * kGib));
    const auto found =
        std::find_if(issues.begin(), issues.end(), [](const Issue &i) { return i.key == "model.hidden_size"; });
    QVERIFY(found != issues.end());
    QCOMPARE(found->severity, Severity::Error);
    QVERIFY(found->message.ends_with("use a smaller model or a shorter length limit."));
    QVERIFY(found->suggestion.empty());
}

void TestCheckPlan::gpuMemoryCountsWhereItIsUsed()
{
    Hardware machine = machineWith(64 * kGib, 64 * kGib);
    machine.gpus = {{0, "Small GPU", "", kGib / 2, true}};
    QVERIFY(hasErrors(check(Config(), machine)));
    Config config;
    config.device.kind = "cpu";
    QVERIFY(check(config, machine).empty());
    Config paged; // needs 8 bytes a parameter less on the GPU
    machine.gpus[0].memoryBytes = static_cast<std::uint64_t>(makePlan(paged, {}).memory.total() - 1);
    QVERIFY(hasErrors(check(paged, machine)));
    paged.optimizer.paged = true;
    QVERIFY(check(paged, machine).empty());
    machine.gpus[0].memoryBytes = 0; // the driver does not say
    QVERIFY(check(Config(), machine).empty());
}

void TestCheckPlan::fullDisk()
{
    const Config config;
    const auto kept = static_cast<std::uint64_t>(makePlan(config, {}).checkpointBytes);
    const Hardware machine = machineWith(64 * kGib, 64 * kGib);
    QVERIFY(check(config, machine, kept / 3 * 4 + 100).empty()); // three are kept, the fourth is being written
    const auto issues = check(config, machine, kept / 3 * 4 - 100);
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(issues[0].key, std::string("checkpoint.keep_last"));
    QVERIFY(hasErrors(issues));
}

void TestCheckPlan::fewerTokensThanParameters()
{
    Config config;
    config.schedule.total_steps = 100; // 819,200 tokens for 7.5 M parameters
    const auto issues = check(config, Hardware());
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(issues[0].key, std::string("schedule.total_steps"));
    QCOMPARE(issues[0].severity, Severity::Warning);
    QCOMPARE(issues[0].message,
             std::string("The run sees 819,200 tokens for 7.51 M parameters: less than one each. Train "
                         "longer or use a smaller model."));
    config.model.init_from = "/somewhere";
    QVERIFY(check(config, Hardware()).empty()); // weights that were trained before
}

QTEST_GUILESS_MAIN(TestCheckPlan)
#include "tst_checkplan.moc"
