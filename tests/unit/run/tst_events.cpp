// SPDX-License-Identifier: GPL-3.0-or-later
#include <thread>

#include <QtTest>

#include "run/changes.h"
#include "run/events.h"
#include "runfixture.h"

using namespace anneal;
using namespace anneal::test;

class TestEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip();
    void foreignContentNeverThrows_data();
    void foreignContentNeverThrows();
    void readerStopsBeforeHalfLine();
    void writerEndsHalfLine();
    void damagedLinesAreCounted();
    void bytesThatAreNotUtf8();
    void twoWritersKeepLinesWhole();
    void undoTakesBackWhatCameAfter();
    void missingFileHasNoEvents();
    void unwritableFolderIsNamed();
};

void TestEvents::roundTrip()
{
    const RunFixture run;
    auto writer = JsonlWriter::open(run.paths.events());
    QVERIFY(writer);
    const Event change{1'764'511'371'000'001,
                       "live_change",
                       42'001,
                       "Learning rate 4e-4 → 1.3e-4",
                       {{"key", "optimizer.lr"}, {"old", 4e-4}, {"new", 1.3e-4}, {"reason", "plateau\nsince 40k"}}};
    QVERIFY(writer->append(eventToJson(change)));
    QVERIFY(writer->append(eventToJson({5, "start", {}, "Started", {}})));
    const auto events = readEvents(run.paths.events());
    QVERIFY(events);
    QCOMPARE(events->size(), 2u);
    QCOMPARE((*events)[0].timeMicros, change.timeMicros);
    QCOMPARE((*events)[0].kind, change.kind);
    QCOMPARE((*events)[0].step, change.step);
    QCOMPARE((*events)[0].text, change.text);
    QVERIFY((*events)[0].data == change.data);
    QVERIFY(!(*events)[1].step);
    QVERIFY((*events)[1].data == nlohmann::json::object());
}

void TestEvents::foreignContentNeverThrows_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("nothing") << QByteArray("{}");
    QTest::newRow("wrong types") << QByteArray(R"({"time_micros":"x","kind":3,"step":1.5,"text":null,"data":[1]})");
    QTest::newRow("huge step") << QByteArray(R"({"step":1e300})");
}

void TestEvents::foreignContentNeverThrows()
{
    QFETCH(QByteArray, line);
    const Event event = eventFromJson(nlohmann::json::parse(line.toStdString()));
    QCOMPARE(event.timeMicros, 0);
    QCOMPARE(event.kind, std::string());
    QVERIFY(!event.step);
    QVERIFY(event.data.is_object());
}

void TestEvents::readerStopsBeforeHalfLine()
{
    const RunFixture run;
    writeText(run.paths.events(), "{\"kind\":\"start\"}\n{\"kind\":\"ch");
    JsonlReader reader(run.paths.events());
    QCOMPARE(reader.poll()->size(), 1u);
    QCOMPARE(reader.poll()->size(), 0u);
    writeText(run.paths.events(), "eckpoint\"}\n", true);
    const auto rest = reader.poll();
    QCOMPARE(rest->size(), 1u);
    QCOMPARE((*rest)[0].at("kind"), "checkpoint");
    QCOMPARE(reader.damagedLines(), 0);
    writeText(run.paths.events(), "{\"kind\":\"end\"}\n");
    QCOMPARE(reader.poll()->size(), 1u); // the file shrank: from its start again
}

void TestEvents::writerEndsHalfLine()
{
    const RunFixture run;
    writeText(run.paths.events(), "{\"kind\":\"start\"}\n{\"kind\":\"ch");
    auto writer = JsonlWriter::open(run.paths.events());
    QVERIFY(writer->append({{"kind", "end"}}));
    QVERIFY(writer->append({{"kind", "more"}}));
    JsonlReader reader(run.paths.events());
    const auto lines = reader.poll();
    QCOMPARE(lines->size(), 3u);
    QCOMPARE((*lines)[1].at("kind"), "end");
    QCOMPARE(reader.damagedLines(), 1);
}

void TestEvents::damagedLinesAreCounted()
{
    const RunFixture run;
    static constexpr char kLines[] = "not json\n[1]\n\n{\"a\":1}\n\xff\xfe\n{\"a\":\"\xff\"}\n\0\0\n";
    writeText(run.paths.events(), std::string(kLines, sizeof kLines - 1));
    JsonlReader reader(run.paths.events());
    QCOMPARE(reader.poll()->size(), 1u);
    QVERIFY(reader.damagedLines() >= 4);
}

void TestEvents::bytesThatAreNotUtf8()
{
    const RunFixture run;
    auto writer = JsonlWriter::open(run.paths.events());
    QVERIFY(writer->append(eventToJson({1, "alert", {}, "caf\xe9", {}})));
    QCOMPARE(readEvents(run.paths.events())->at(0).text, std::string("caf\xEF\xBF\xBD"));
}

void TestEvents::twoWritersKeepLinesWhole()
{
    constexpr int kLines = 300;
    const RunFixture run;
    const auto write = [&](const char *name) {
        auto writer = JsonlWriter::open(run.paths.notes());
        for (int i = 0; i < kLines; ++i)
            [[maybe_unused]] const auto ok =
                writer->append({{"name", name}, {"number", i}, {"text", std::string(500, 'x')}});
    };
    std::thread other(write, "b");
    write("a");
    other.join();
    JsonlReader reader(run.paths.notes());
    const auto lines = reader.poll();
    QCOMPARE(lines->size(), 2u * kLines);
    QCOMPARE(reader.damagedLines(), 0);
    int next = 0;
    for (const auto &line : *lines)
        if (line.at("name") == "b")
            QCOMPARE(line.at("number"), next++);
}

void TestEvents::undoTakesBackWhatCameAfter()
{
    const auto change = [](std::int64_t time, const char *key) {
        return Event{time, "live_change", time * 10, key, {{"key", key}}};
    };
    std::vector<Event> events{change(1, "a"), {2, "note", 15, "", {}}, change(3, "b"), change(4, "c")};
    QCOMPARE(changesInForce(events).size(), 3u);
    events.push_back({5, "undo", 29, "", {{"undone", 3}}});
    QCOMPARE(changesInForce(events).size(), 1u);
    QCOMPARE(changesInForce(events)[0].text, std::string("a"));
    events.push_back(change(6, "d"));
    QCOMPARE(changesInForce(events).back().text, std::string("d"));
}

void TestEvents::missingFileHasNoEvents()
{
    const RunFixture run;
    const auto events = readEvents(run.paths.events());
    QVERIFY(events);
    QVERIFY(events->empty());
}

void TestEvents::unwritableFolderIsNamed()
{
    const RunFixture run;
    const auto writer = JsonlWriter::open(run.paths.root / "no such folder" / "events.jsonl");
    QVERIFY(!writer);
    QCOMPARE(writer.error().code, ErrorCode::Storage);
    QVERIFY(writer.error().text().find("no such folder") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestEvents)
#include "tst_events.moc"
