// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <thread>

#include <QtTest>

#include "run/control.h"
#include "runfixture.h"

using namespace anneal;
using namespace anneal::test;

class TestControl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takenInOrderAndOnce();
    void orderSurvivesAClockSetBack();
    void damagedFileIsReportedAndRemoved_data();
    void damagedFileIsReportedAndRemoved();
    void strangersAreLeftAlone();
    void concurrentWritersNeverCollide();
    void watchSeesEveryCommand();
    void unwritableFolderIsAnError();
};

void TestControl::takenInOrderAndOnce()
{
    const RunFixture run;
    QVERIFY(takeCommands(run.paths).empty());
    const auto pause = postCommand(run.paths, "pause", {{"free_memory", true}});
    const auto set = postCommand(run.paths, "set", {{"optimizer.lr", 1e-4}}, "plateau \xe9");
    QVERIFY(pause && set && *pause != *set);
    QCOMPARE(waitingCommands(run.paths).size(), 2u);
    const auto commands = takeCommands(run.paths);
    QCOMPARE(commands.size(), 2u);
    QCOMPARE(commands[0].id, *pause);
    QCOMPARE(commands[0].verb, std::string("pause"));
    QCOMPARE(commands[0].arguments.at("free_memory"), true);
    QCOMPARE(commands[1].id, *set);
    QCOMPARE(commands[1].arguments.at("optimizer.lr"), 1e-4);
    QCOMPARE(commands[1].reason, std::string("plateau \xEF\xBF\xBD"));
    QVERIFY(commands[0].timeMicros < commands[1].timeMicros);
    QVERIFY(takeCommands(run.paths).empty());
    QVERIFY(waitingCommands(run.paths).empty());
}

void TestControl::orderSurvivesAClockSetBack()
{
    const RunFixture run;
    // Posted when the clock was a century ahead.
    writeText(run.paths.control() / "00004900000000000000-first.json",
              R"({"id":"first","verb":"save","arguments":{}})");
    QVERIFY(postCommand(run.paths, "stop"));
    const auto commands = takeCommands(run.paths);
    QCOMPARE(commands.size(), 2u);
    QCOMPARE(commands[0].verb, std::string("save"));
    QCOMPARE(commands[1].verb, std::string("stop"));
}

void TestControl::damagedFileIsReportedAndRemoved_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray("{\"verb\": \"sto");
    QTest::newRow("list") << QByteArray("[]");
    QTest::newRow("no verb") << QByteArray("{\"id\": \"x\"}");
    QTest::newRow("verb is a number") << QByteArray("{\"verb\": 3}");
}

void TestControl::damagedFileIsReportedAndRemoved()
{
    QFETCH(QByteArray, content);
    const RunFixture run;
    writeText(run.paths.control() / "00001764511371123456-abc.json", content.toStdString());
    const auto commands = takeCommands(run.paths);
    QCOMPARE(commands.size(), 1u);
    QCOMPARE(commands[0].verb, std::string("damaged"));
    QCOMPARE(commands[0].arguments.at("file"), "00001764511371123456-abc.json");
    QVERIFY(takeCommands(run.paths).empty());
}

void TestControl::strangersAreLeftAlone()
{
    const RunFixture run;
    for (const char *name :
         {"kill-requested", ".00001764511371123456-abc.json.tmp", "notes.json", "00001764511371123456-abc.tmp"})
        writeText(run.paths.control() / name, "{\"verb\":\"stop\"}");
    QVERIFY(takeCommands(run.paths).empty());
    QVERIFY(std::filesystem::exists(run.paths.control() / "notes.json"));
}

void TestControl::concurrentWritersNeverCollide()
{
    constexpr int kThreads = 4;
    constexpr int kEach = 25;
    const RunFixture run;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < kEach; ++i)
                [[maybe_unused]] const auto id = postCommand(run.paths, "set", {{"thread", t}, {"number", i}});
        });
    for (auto &thread : threads)
        thread.join();
    const auto commands = takeCommands(run.paths);
    QCOMPARE(commands.size(), std::size_t(kThreads * kEach));
    std::set<std::string> ids;
    std::vector<int> next(kThreads, 0);
    for (const Command &command : commands) {
        ids.insert(command.id);
        QCOMPARE(command.verb, std::string("set"));
        QCOMPARE(command.arguments.at("number"), next[command.arguments.at("thread").get<std::size_t>()]++);
    }
    QCOMPARE(ids.size(), commands.size());
}

void TestControl::watchSeesEveryCommand()
{
    const RunFixture run;
    ControlWatch watch(run.paths);
    QVERIFY(!watch.changed()); // no folder yet
    for (int i = 0; i < 20; ++i) {
        QVERIFY(postCommand(run.paths, "save"));
        QVERIFY(watch.changed());
        QCOMPARE(takeCommands(run.paths).size(), 1u); // also when both fall into one tick of the file system's clock
    }
    // Once the folder is quiet for a while, one look is enough.
    std::filesystem::last_write_time(run.paths.control(),
                                     std::filesystem::file_time_type::clock::now() - std::chrono::seconds(10));
    QVERIFY(watch.changed());
    QVERIFY(!watch.changed());
}

void TestControl::unwritableFolderIsAnError()
{
    const RunFixture run;
    writeText(run.paths.control(), "a file where the folder belongs");
    const auto id = postCommand(run.paths, "stop");
    QVERIFY(!id);
    QCOMPARE(id.error().code, ErrorCode::Storage);
}

QTEST_GUILESS_MAIN(TestControl)
#include "tst_control.moc"
