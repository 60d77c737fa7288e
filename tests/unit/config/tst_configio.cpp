// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <limits>

#include <QTest>

#include "base/files.h"
#include "config/configio.h"
#include "config/migrate.h"

using namespace anneal;
using nlohmann::json;

namespace {

json traced(json object, char letter)
{
    auto trace = object.value("trace", std::string());
    trace.push_back(letter);
    object["trace"] = trace;
    return object;
}

} // namespace

class TestConfigIo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goldenFileOfVersion1();
    void laysOverTheBase();
    void reportsWhatItCannotRead_data();
    void reportsWhatItCannotRead();
    void reportsAllAndKeepsTheRest();
    void setsFromText_data();
    void setsFromText();
    void refusesText_data();
    void refusesText();
    void assignments();
    void migrationsRunInOrder();
    void infinityFromAnotherSourceIsAnIssue();
};

/// Version 1 as it was written by the first release: it must be readable for ever.
void TestConfigIo::goldenFileOfVersion1()
{
    const auto text = readFile(ANNEAL_TEST_DATA "/config/version1.json");
    QVERIFY(text.has_value());
    const ParsedConfig parsed = configFromJson(json::parse(*text));
    QVERIFY(parsed.issues.empty());
    QCOMPARE(parsed.config.model.hidden_size, std::int64_t(480));
    QCOMPARE(parsed.config.optimizer.lr, 3e-4);
    QCOMPARE(parsed.config.note.why, std::string("is 480 wide enough?"));
    QCOMPARE(parsed.config.model.token_dropout, false);
    // All that it says is kept; settings that came later have their defaults.
    const json now = configToJson(parsed.config);
    json withOld = now;
    withOld.merge_patch(json::parse(*text));
    QCOMPARE(QString::fromStdString(withOld.dump(2)), QString::fromStdString(now.dump(2)));
}

void TestConfigIo::laysOverTheBase()
{
    Config base;
    base.optimizer.lr = 1e-3;
    base.model.hidden_size = 640;
    const auto parsed = configFromJson(json::parse(R"({"optimizer": {"lr": 1e-5}})"), base);
    QVERIFY(parsed.issues.empty());
    QCOMPARE(parsed.config.optimizer.lr, 1e-5);
    QCOMPARE(parsed.config.model.hidden_size, std::int64_t(640));
}

void TestConfigIo::reportsWhatItCannotRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("suggestion");
    const auto row = [](const char *name, const char *text, const char *key, const char *message,
                        const char *suggestion) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString(key) << QString::fromUtf8(message)
                            << QString(suggestion);
    };
    row("unknown key", R"({"optimizer": {"lrr": 1}})", "optimizer.lrr",
        "Unknown setting \"optimizer.lrr\"; did you mean \"optimizer.lr\"?", "optimizer.lr");
    row("unknown key, nothing near", R"({"optimizer": {"colour": 1}})", "optimizer.colour",
        "Unknown setting \"optimizer.colour\"; \"anneal fields\" lists all settings.", "");
    row("unknown section", R"({"optimiser": {"lr": 1}})", "optimiser",
        "Unknown section \"optimiser\"; did you mean \"optimizer\"?", "optimizer");
    row("flat key", R"({"optimizer.lr": 1})", "optimizer.lr",
        "\"optimizer.lr\" belongs inside the section \"optimizer\": {\"optimizer\": {\"lr\": …}}.", "");
    row("setting without section", R"({"lr": 1})", "lr", "Unknown setting \"lr\"; did you mean \"optimizer.lr\"?",
        "optimizer.lr");
    row("section that is a value", R"({"optimizer": 3})", "optimizer", "\"optimizer\" is a section and needs { … }.",
        "");
    row("not an object", "[1]", "", "A configuration is one JSON object: { \"data\": { … }, … }.", "");
    row("text for a number", R"({"optimizer": {"lr": "1e-3"}})", "optimizer.lr",
        "Peak learning rate does not take \"1e-3\". Use 1e-10 to 10.", "");
    row("number for a text", R"({"note": {"why": 3}})", "note.why",
        "Why this run? does not take 3. Use one line of text.", "");
    row("number for a boolean", R"({"model": {"token_dropout": 1}})", "model.token_dropout",
        "Token dropout does not take 1. Use true or false.", "");
    row("boolean for a number", R"({"model": {"hidden_size": true}})", "model.hidden_size",
        "Width does not take true. Use 2 to 32768 channels.", "");
    row("null", R"({"model": {"hidden_size": null}})", "model.hidden_size",
        "Width does not take null. Use 2 to 32768 channels.", "");
    row("broken number", R"({"model": {"hidden_size": 320.5}})", "model.hidden_size",
        "Width takes whole numbers, not 320.5.", "320");
    row("beyond 64 bits", R"({"model": {"hidden_size": 1e30}})", "model.hidden_size",
        "Width does not take 1e+30. Use 2 to 32768 channels.", "");
    row("out of range", R"({"model": {"hidden_size": 1}})", "model.hidden_size",
        "Width is 1, outside 2 to 32768 channels.", "2");
    row("unknown choice", R"({"schedule": {"decay_shape": "linaer"}})", "schedule.decay_shape",
        "Decay does not take \"linaer\". Use one of none, linear, cosine, cosine_with_restarts, polynomial, sqrt, "
        "inverse_sqrt.", "linear");
    row("line break", R"({"note": {"why": "a\nb"}})", "note.why",
        "Why this run? does not take control characters or text that is not UTF-8. Use one line of text.", "");
    row("newer version", R"({"schema_version": 2})", "schema_version",
        "Written by a newer Anneal: schema_version is 2, this program reads up to 1; update Anneal.", "");
    row("version 0", R"({"schema_version": 0})", "schema_version",
        "schema_version must be a whole number, 1 or higher.", "1");
    row("version in words", R"({"schema_version": "1"})", "schema_version",
        "schema_version must be a whole number, 1 or higher.", "1");
}

void TestConfigIo::reportsWhatItCannotRead()
{
    QFETCH(QString, text);
    QFETCH(QString, key);
    QFETCH(QString, message);
    QFETCH(QString, suggestion);
    const ParsedConfig parsed = configFromJson(json::parse(text.toStdString()));
    QCOMPARE(parsed.issues.size(), std::size_t(1));
    QCOMPARE(parsed.issues[0].severity, Severity::Error);
    QCOMPARE(QString::fromStdString(parsed.issues[0].key), key);
    QCOMPARE(QString::fromStdString(parsed.issues[0].message), message);
    QCOMPARE(QString::fromStdString(parsed.issues[0].suggestion), suggestion);
    QVERIFY(configDifferences(Config(), parsed.config).empty());
}

void TestConfigIo::reportsAllAndKeepsTheRest()
{
    const ParsedConfig parsed = configFromJson(json::parse(
        R"({"optimizer": {"lr": 5e-4, "beta1": 2, "beta9": 0.9}, "modle": {}, "batch": {"accumulation_steps": 4.0}})"));
    QCOMPARE(parsed.issues.size(), std::size_t(3));
    QCOMPARE(parsed.config.optimizer.lr, 5e-4);
    QCOMPARE(parsed.config.batch.accumulation_steps, std::int64_t(4)); // 4.0 is a whole number
}

void TestConfigIo::setsFromText_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("value");
    const auto row = [](const char *key, const char *text, const char *value) {
        QTest::addRow("%s=%s", key, text) << QString(key) << QString(text) << QString(value);
    };
    row("optimizer.lr", "3e-4", "0.0003");
    row("batch.tokens_per_device", "64k", "64000");
    row("schedule.total_steps", "1.5M", "1500000");
    row("schedule.total_steps", "1e3", "1000");
    row("schedule.decay_start", "90 %", "0.9");
    row("objective.mlm_probability", "15%", "0.15");
    row("model.token_dropout", "off", "false");
    row("model.token_dropout", "yes", "true");
    row("schedule.decay_shape", "cosine", "cosine");
    row("note.why", "a = b", "a = b");
    row("data.validation", "", "");
}

void TestConfigIo::setsFromText()
{
    QFETCH(QString, key);
    QFETCH(QString, text);
    QFETCH(QString, value);
    Config config;
    config.data.validation = std::string("x");
    QVERIFY(setFromText(config, key.toStdString(), text.toStdString()).empty());
    QCOMPARE(QString::fromStdString(displayValue(findField(key.toStdString())->get(config))), value);
}

void TestConfigIo::refusesText_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *key, const char *text, const char *message) {
        QTest::addRow("%s=%s", key, text) << QString(key) << QByteArray(text) << QString::fromUtf8(message);
    };
    row("optimizer.lr", "", "Peak learning rate does not take an empty value. Use 1e-10 to 10.");
    row("optimizer.lr", "fast", "Peak learning rate does not take \"fast\". Use 1e-10 to 10.");
    row("optimizer.lr", "nan", "Peak learning rate does not take \"nan\". Use 1e-10 to 10.");
    row("optimizer.lr", "inf", "Peak learning rate does not take \"inf\". Use 1e-10 to 10.");
    row("optimizer.lr", "-1e-3", "Peak learning rate is -0.001, outside 1e-10 to 10.");
    row("schedule.total_steps", "1.5", "Steps takes whole numbers, not 1.5.");
    row("model.token_dropout", "maybe", "Token dropout does not take \"maybe\". Use true or false.");
    row("data.alphabet", "RNA", "Alphabet does not take \"RNA\". Use one of protein, dna, rna.");
    row("note.why", "\xff\xfe",
        "Why this run? does not take control characters or text that is not UTF-8. Use one line of text.");
    row("optimizer.rl", "1", "Unknown setting \"optimizer.rl\"; did you mean \"optimizer.lr\"?");
}

void TestConfigIo::refusesText()
{
    QFETCH(QString, key);
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    Config config;
    const auto issues = setFromText(config, key.toStdString(), text.toStdString());
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(issues[0].key), key);
    QCOMPARE(QString::fromStdString(issues[0].message), message);
    QVERIFY(configDifferences(Config(), config).empty());
}

void TestConfigIo::assignments()
{
    Config config;
    QVERIFY(applyAssignment(config, "optimizer.lr=1e-3").empty());
    QCOMPARE(config.optimizer.lr, 1e-3);
    QVERIFY(applyAssignment(config, "note.why=a=b").empty());
    QCOMPARE(config.note.why, std::string("a=b"));
    const auto issues = applyAssignment(config, "optimizer.lr");
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(issues[0].message, std::string("\"optimizer.lr\" is not of the form key=value."));
}

void TestConfigIo::migrationsRunInOrder()
{
    const Migration addsA = [](json object) { return traced(std::move(object), 'a'); };
    const Migration addsB = [](json object) { return traced(std::move(object), 'b'); };
    const std::array<Migration, 2> both = {addsA, addsB};
    QVERIFY(migrateConfig(json::object(), 1, both) == json::parse(R"({"trace": "ab", "schema_version": 3})"));
    QVERIFY(migrateConfig(json::object(), 2, both) == json::parse(R"({"trace": "b", "schema_version": 3})"));
    QVERIFY(migrateConfig(json::object(), 3, both) == json::object());
}

void TestConfigIo::infinityFromAnotherSourceIsAnIssue()
{
    json object;
    for (double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        object["optimizer"]["lr"] = bad;
        QCOMPARE(configFromJson(object).issues.size(), std::size_t(1));
        object["optimizer"]["lr"] = 1e-3;
        object["model"]["hidden_size"] = bad;
        QCOMPARE(configFromJson(object).issues.size(), std::size_t(1));
        object.erase("model");
    }
}

QTEST_GUILESS_MAIN(TestConfigIo)
#include "tst_configio.moc"
