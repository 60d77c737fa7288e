// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include "base/files.h"
#include "config/presets.h"

using namespace anneal;

class TestLoadConfig : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAFile();
    void buildsOnAPreset();
    void refusesWhatIsNoConfiguration_data();
    void refusesWhatIsNoConfiguration();
    void presetOrFile();
    void pathsBecomeAbsolute();
    void sampleNames();

private:
    [[nodiscard]] std::string put(const std::string &text) const
    {
        const std::string path = m_folder.path().toStdString() + "/config é.json";
        [&] { QVERIFY(writeFileAtomic(path, text).has_value()); }();
        return path;
    }
    QTemporaryDir m_folder;
};

void TestLoadConfig::readsAFile()
{
    const auto parsed = loadConfig(put("\xEF\xBB\xBF{\"optimizer\": {\"lr\": 0.001}}")); // with a byte-order mark
    QVERIFY(parsed.has_value());
    QVERIFY(parsed->issues.empty());
    QCOMPARE(parsed->config.optimizer.lr, 0.001);
}

void TestLoadConfig::buildsOnAPreset()
{
    const auto parsed = loadConfig(put(R"({"preset": "esm2-35m", "optimizer": {"lr": 0.001}})"));
    QVERIFY(parsed.has_value());
    QVERIFY(parsed->issues.empty());
    QCOMPARE(parsed->config.model.num_hidden_layers, std::int64_t(12));
    QCOMPARE(parsed->config.optimizer.lr, 0.001);
}

void TestLoadConfig::refusesWhatIsNoConfiguration_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("missing comma") << "{\"data\": {\n  \"seed\": 1\n  \"max_length\": 2}}"
                                   << "Not valid JSON at line 3, column 14";
    QTest::newRow("empty") << ""
                           << "Not valid JSON at line 1, column 1";
    QTest::newRow("half") << "{\"data\": {"
                          << "Not valid JSON at line 1, column 11";
    QTest::newRow("not UTF-8") << "latin1"
                               << "Not valid JSON at line 1";
    QTest::newRow("number too large") << "{\"optimizer\": {\"lr\": 1e999}}"
                                      << "Not valid JSON: number overflow";
    QTest::newRow("twice") << "{\"data\": {\"seed\": 1, \"seed\": 2}}"
                           << "The key \"seed\" stands there twice; remove one.";
    QTest::newRow("unknown preset") << "{\"preset\": \"esm3\"}"
                                    << "There is no preset \"esm3\". Presets are quick-start, ";
    QTest::newRow("preset that is no word") << "{\"preset\": 3}"
                                            << "There is no preset 3.";
}

void TestLoadConfig::refusesWhatIsNoConfiguration()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    const std::string path = put(text == "latin1" ? "{\"note\": {\"why\": \"\xe9\"}}" : text.toStdString());
    const auto parsed = loadConfig(path);
    QVERIFY(!parsed.has_value());
    QCOMPARE(parsed.error().code, ErrorCode::Config);
    QCOMPARE(QString::fromStdString(parsed.error().where), QString::fromStdString(path));
    QVERIFY2(QString::fromStdString(parsed.error().message).startsWith(message), parsed.error().message.c_str());
    QVERIFY(parsed.error().message.find("json.exception") == std::string::npos);
}

void TestLoadConfig::presetOrFile()
{
    QCOMPARE(loadConfigOrPreset("quick-start")->config.data.train, std::string("sample:proteins"));
    QCOMPARE(loadConfigOrPreset(put(R"({"data": {"seed": 3}})"))->config.data.seed, std::int64_t(3));
    const auto missing = loadConfigOrPreset("quikstart");
    QVERIFY(!missing.has_value());
    QCOMPARE(missing.error().code, ErrorCode::Config);
    QVERIFY(missing.error().message.starts_with(
        "There is no preset or file \"quikstart\". Presets are quick-start, tiny, "));
    QCOMPARE(loadConfigOrPreset("./nothing.json").error().code, ErrorCode::Config);
}

void TestLoadConfig::pathsBecomeAbsolute()
{
    const QString here = QDir::currentPath();
    Config config;
    config.data.train = "a/../b.fasta";
    config.model.init_from = "~/weights";
    const Config resolved = resolvePaths(config);
    QCOMPARE(QString::fromStdString(resolved.data.train), here + "/b.fasta");
    QCOMPARE(QString::fromStdString(resolved.model.init_from), qEnvironmentVariable("HOME") + "/weights");
    QCOMPARE(resolved.data.validation, std::string()); // nothing stays nothing
    QCOMPARE(resolvePaths(resolved).data.train, resolved.data.train);
}

void TestLoadConfig::sampleNames()
{
    const fs::path folder = resourceFolder() / "samples" / "proteins";
    QCOMPARE(resolveDataPath("sample:proteins"), (folder / "proteins.fasta.gz").string());
    QCOMPARE(resolveDataPath("sample:proteins/split"), (folder / "proteins.split.tsv").string());
    QVERIFY(fs::exists(resolveDataPath("sample:proteins")));
    QVERIFY(fs::exists(resolveDataPath("sample:proteins/split")));
    for (const char *table : {"sample:splice_junctions", "sample:secondary_structure", "sample:beta_lactamase"})
        QVERIFY2(fs::exists(resolveDataPath(table)), table);
    QCOMPARE(resolveDataPath("sample:secondary_structure"),
             (folder.parent_path() / "secondary_structure/secondary_structure.tsv").string());
    QVERIFY(!fs::exists(resolveDataPath("sample:nothing")));
}

QTEST_GUILESS_MAIN(TestLoadConfig)
#include "tst_loadconfig.moc"
