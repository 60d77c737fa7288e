// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include <QTest>

#include "base/files.h"
#include "base/units.h"
#include "config/configio.h"

using namespace anneal;

namespace {

/// A valid value that is not the default.
FieldValue otherValue(const Field &field)
{
    switch (field.type) {
    case FieldType::Boolean:
        return !std::get<bool>(field.defaultValue);
    case FieldType::Integer: {
        const auto value = std::get<std::int64_t>(field.defaultValue);
        return static_cast<double>(value) < field.maximum ? value + 1 : value - 1;
    }
    case FieldType::Real:
        return (field.minimum + std::get<double>(field.defaultValue)) / 2 + field.maximum / 7;
    case FieldType::Choice:
        return field.choices.back().value;
    case FieldType::Text:
    case FieldType::Path:
        break;
    }
    return std::string("some text, é = \"quoted\" \\ and more");
}

void everyField()
{
    QTest::addColumn<QString>("key");
    for (const Field &field : fields())
        QTest::newRow(field.key.c_str()) << QString::fromStdString(field.key);
}

} // namespace

class TestFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tableIsComplete();
    void isWellDescribed_data() { everyField(); }
    void isWellDescribed();
    void roundTripsJson_data() { everyField(); }
    void roundTripsJson();
    void roundTripsText_data() { everyField(); }
    void roundTripsText();
    void takesItsBoundsAndNothingBeyond_data() { everyField(); }
    void takesItsBoundsAndNothingBeyond();
    void differsAlone_data() { everyField(); }
    void differsAlone();
    void nearestKeys_data();
    void nearestKeys();
    void referencePageIsTheTable();
};

void TestFields::tableIsComplete()
{
    std::set<std::string> keys;
    std::vector<std::string> order;
    for (const Field &field : fields()) {
        QVERIFY2(keys.insert(field.key).second, field.key.c_str());
        if (order.empty() || order.back() != field.section())
            order.push_back(field.section());
        QCOMPARE(findField(field.key), &field);
    }
    std::vector<std::string> sections;
    for (const FieldSection &section : fieldSections())
        sections.push_back(section.key);
    QCOMPARE(order, sections); // each section once, in the order of the form
    QCOMPARE(findField("optimizer.nothing"), nullptr);
    // A member of the struct without a field would neither be saved nor compared.
    const std::size_t members = 22 + 38 + 8 + 12 + 30 + 16 + 2 + 1 + 7 + 5 + 3 + 3 + 3;
    QCOMPARE(fields().size(), members);
}

void TestFields::isWellDescribed()
{
    QFETCH(QString, key);
    const Field *field = findField(key.toStdString());
    QVERIFY(!field->label.empty());
    QVERIFY(field->help.size() >= 15 && field->help.back() == '.');
    QVERIFY(sameValue(field->defaultValue, field->get(Config())));
    if (field->type == FieldType::Integer || field->type == FieldType::Real)
        QVERIFY(field->minimum < field->maximum);
    QCOMPARE(field->choices.empty(), field->type != FieldType::Choice);
    Config config;
    QVERIFY(setFromText(config, field->key, displayValue(field->defaultValue)).empty());
}

void TestFields::roundTripsJson()
{
    QFETCH(QString, key);
    const Field *field = findField(key.toStdString());
    Config config;
    field->set(config, otherValue(*field));
    const std::string text = configToJson(config).dump();
    const ParsedConfig parsed = configFromJson(nlohmann::json::parse(text));
    QVERIFY(parsed.issues.empty());
    QVERIFY(sameValue(field->get(parsed.config), otherValue(*field)));
    QVERIFY(configDifferences(config, parsed.config).empty());
}

void TestFields::roundTripsText()
{
    QFETCH(QString, key);
    const Field *field = findField(key.toStdString());
    Config config;
    QVERIFY(setFromText(config, field->key, displayValue(otherValue(*field))).empty());
    QVERIFY(sameValue(field->get(config), otherValue(*field)));
}

void TestFields::takesItsBoundsAndNothingBeyond()
{
    QFETCH(QString, key);
    const Field *field = findField(key.toStdString());
    if (field->type != FieldType::Integer && field->type != FieldType::Real)
        return;
    Config config;
    for (double inside : {field->minimum, field->maximum})
        QVERIFY(setFromText(config, field->key, formatExact(inside)).empty());
    const double step = field->type == FieldType::Integer ? 1 : std::abs(field->maximum) * 1e-6;
    for (double outside : {field->minimum - step, field->maximum + step}) {
        const Config before = config;
        const auto issues = setFromText(config, field->key, formatExact(outside));
        QCOMPARE(issues.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(issues[0].key), key);
        QVERIFY(configDifferences(before, config).empty()); // nothing is clamped in silence
        QVERIFY(setFromText(config, field->key, issues[0].suggestion).empty());
    }
}

void TestFields::differsAlone()
{
    QFETCH(QString, key);
    const Field *field = findField(key.toStdString());
    if (sameValue(otherValue(*field), field->defaultValue))
        return; // a choice of one
    Config config;
    field->set(config, otherValue(*field));
    const auto differences = configDifferences(Config(), config);
    QCOMPARE(differences.size(), std::size_t(1));
    QCOMPARE(differences[0].field, field);
    QVERIFY(sameValue(differences[0].left, field->defaultValue));
    QVERIFY(sameValue(differences[0].right, otherValue(*field)));
}

void TestFields::nearestKeys_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("meant");
    const auto row = [](const char *typed, const char *meant) {
        QTest::newRow(typed) << QString(typed) << QString(meant);
    };
    row("optimizer.lr", "optimizer.lr");
    row("optimiser.lr", "optimizer.lr");
    row("optimizer.rl", "optimizer.lr");
    row("optimizer.learning_rate", "optimizer.lr");
    row("lr", "optimizer.lr");
    row("training.lr", "optimizer.lr");
    row("schedule.warm_up_steps", "schedule.warmup_steps");
    row("schedule.warmup", "schedule.warmup_steps");
    row("model.hiden_size", "model.hidden_size");
    row("model.num_layers", "model.num_hidden_layers");
    row("max_steps", "schedule.total_steps");
    row("logging.every_step", "logging.every_steps");
    row("data.max_len", "");
    row("batch.colour", "");
    row("", "");
    row(".", "");
}

void TestFields::nearestKeys()
{
    QFETCH(QString, typed);
    QFETCH(QString, meant);
    QCOMPARE(QString::fromStdString(nearestKey(typed.toStdString()).value_or("")), meant);
}

void TestFields::referencePageIsTheTable()
{
    const auto page = readFile(ANNEAL_DOCS "/fields.md");
    QVERIFY(page.has_value());
    if (*page == fieldReference())
        return;
    const auto fresh = executableFolder() / "fields.md";
    QVERIFY(writeFileAtomic(fresh, fieldReference()).has_value());
    QFAIL(qPrintable("docs/fields.md is not what the table says; the fresh text is "
                     + QString::fromStdString(fresh.string())));
}

QTEST_GUILESS_MAIN(TestFields)
#include "tst_fields.moc"
