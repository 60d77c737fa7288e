// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QDir>
#include <QTest>

#include "base/files.h"
#include "config/presets.h"
#include "config/validate.h"

using namespace anneal;

class TestPresets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFileIsThere();
    void isValidWithData_data();
    void isValidWithData();
    void hasThePublishedShape_data();
    void hasThePublishedShape();
    void quickStartNeedsNothing();
};

void TestPresets::everyFileIsThere()
{
    const QDir folder(QString::fromStdString((resourceFolder() / "presets").string()));
    QCOMPARE(presets().size(), std::size_t(folder.entryList({"*.json"}).size()));
    QCOMPARE(QString::fromStdString(presets().front().key), QString("quick-start"));
    QCOMPARE(findPreset("nothing"), nullptr);
}

void TestPresets::isValidWithData_data()
{
    QTest::addColumn<QString>("key");
    for (const Preset &preset : presets())
        QTest::newRow(preset.key.c_str()) << QString::fromStdString(preset.key);
}

void TestPresets::isValidWithData()
{
    QFETCH(QString, key);
    const Preset *preset = findPreset(key.toStdString());
    QVERIFY(!preset->label.empty() && !preset->help.empty());
    Config config = preset->config;
    config.data.train = "sample:proteins";
    Hardware machine;
    machine.cpuHasBf16 = true;
    const auto issues = validate(config, machine);
    QVERIFY2(issues.empty(), issues.empty() ? "" : issues.front().message.c_str());
}

void TestPresets::hasThePublishedShape_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("heads");
    const auto row = [](const char *key, int layers, int width, int heads) {
        QTest::newRow(key) << QString(key) << layers << width << heads;
    };
    row("esm2-8m", 6, 320, 20);
    row("esm2-35m", 12, 480, 20);
    row("esm2-150m", 30, 640, 20);
    row("esm2-650m", 33, 1280, 20);
    row("esm2-3b", 36, 2560, 40);
}

void TestPresets::hasThePublishedShape()
{
    QFETCH(QString, key);
    QFETCH(int, layers);
    QFETCH(int, width);
    QFETCH(int, heads);
    const Config &config = findPreset(key.toStdString())->config;
    QCOMPARE(config.model.num_hidden_layers, std::int64_t(layers));
    QCOMPARE(config.model.hidden_size, std::int64_t(width));
    QCOMPARE(config.model.num_attention_heads, std::int64_t(heads));
    QCOMPARE(config.model.intermediate_size, std::int64_t(4 * width));
    QCOMPARE(config.optimizer.lr, 4e-4);
    QCOMPARE(config.optimizer.beta2, 0.98);
    QCOMPARE(config.optimizer.weight_decay, 0.01);
    QCOMPARE(config.schedule.warmup_steps, std::int64_t(2000));
}

void TestPresets::quickStartNeedsNothing()
{
    const Preset *preset = findPreset("quick-start");
    QVERIFY(preset->sample);
    QVERIFY(validate(preset->config, Hardware()).empty());
    QCOMPARE(preset->config.objective.validation_masking, std::string("all_hidden"));
}

QTEST_GUILESS_MAIN(TestPresets)
#include "tst_presets.moc"
