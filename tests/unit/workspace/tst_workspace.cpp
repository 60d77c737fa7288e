// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>
#include <thread>

#include <QtTest>

#include "run/control.h"
#include "run/notes.h"
#include "workspacefixture.h"

using namespace anneal;
using namespace anneal::test;

using Ids = std::vector<std::string>;

namespace {

QStringList kinds(const std::vector<JournalEntry> &entries)
{
    QStringList list;
    for (const JournalEntry &entry : entries)
        list << QString::fromStdString(entry.kind);
    return list;
}

} // namespace

class TestWorkspace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyWorkspaceIsMade();
    void summaryOfAFinishedRun();
    void refreshNamesWhatChanged();
    void livingRunIsFollowed();
    void deadRunIsNoticed();
    void damagedFoldersAreShown();
    void notesTagsAndNames();
    void archivedRunsAreHidden();
    void journal();
    void journalSearch_data();
    void journalSearch();
    void journalOfAGrowingRun();
    void resolves_data();
    void resolves();
    void settings();
    void rebuildGivesTheSame();
    void twoAtOnce();
};

void TestWorkspace::emptyWorkspaceIsMade()
{
    const WorkspaceFixture fixture;
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace);
    QVERIFY(!workspace->readOnly());
    QVERIFY(std::filesystem::is_directory(fixture.folder() / "runs"));
    QVERIFY(workspace->refresh() && workspace->refresh()->empty());
    QVERIFY(workspace->runs()->empty());
    QVERIFY(workspace->journal()->empty());
    QCOMPARE(*workspace->nextColorSlot(), 1);
    QCOMPARE(workspace->paths("x").root, fixture.folder() / "runs" / "x");
}

void TestWorkspace::summaryOfAFinishedRun()
{
    const WorkspaceFixture fixture;
    fixture.addRun("20261130-140201-aa01", "mlm-8M-01", 200, 0);
    auto workspace = Workspace::open(fixture.folder());
    QCOMPARE(*workspace->refresh(), Ids{"20261130-140201-aa01"});
    const auto runs = workspace->runs();
    QCOMPARE(runs->size(), 1u);
    const RunSummary &run = runs->front();
    QCOMPARE(run.name, std::string("mlm-8M-01"));
    QCOMPARE(run.phase, RunPhase::Finished);
    QCOMPARE(run.colorSlot, 3);
    QCOMPARE(isoTime(run.createdMicros), std::string("2026-11-30T14:02:01.000Z"));
    QVERIFY(run.endedMicros > run.createdMicros);
    QCOMPARE(run.step, 200);
    QCOMPARE(run.totalSteps, 1000);
    QCOMPARE(run.tokens, 20'000);
    QCOMPARE(run.trainLoss, std::optional(3.0 - 0.01 * 200));
    QCOMPARE(run.validationLoss, run.trainLoss);
    QCOMPARE(run.bestValidationLoss, run.trainLoss);
    QCOMPARE(run.sparkline.size(), 50u); // stretches of four steps
    QVERIFY(std::abs(run.sparkline.front() - 2.975f) < 1e-6f);
    QCOMPARE(run.tags, Ids{"mlm"});
    QCOMPARE(run.why, std::string("to see"));
    QCOMPARE(run.device, std::string("CPU, 2 threads"));
    QVERIFY(run.damaged.empty());
    QVERIFY(*workspace->run(run.id));
    QVERIFY(!*workspace->run("other"));
}

void TestWorkspace::refreshNamesWhatChanged()
{
    const WorkspaceFixture fixture;
    fixture.addRun("20261130-140201-aa01", "one", 20, 0);
    fixture.addRun("20261130-140202-aa02", "two", 20, 143);
    auto workspace = Workspace::open(fixture.folder());
    QCOMPARE(workspace->refresh()->size(), 2u);
    QVERIFY(workspace->refresh()->empty());
    QVERIFY(addNote(fixture.paths("20261130-140202-aa02"), "why did it stop", {}));
    QCOMPARE(*workspace->refresh(), Ids{"20261130-140202-aa02"});
    QCOMPARE(workspace->run("20261130-140202-aa02")->value().lastNote, std::string("why did it stop"));
    std::filesystem::remove_all(fixture.paths("20261130-140201-aa01").root);
    std::filesystem::create_directories(fixture.folder() / "runs" / "an empty folder");
    QCOMPARE(*workspace->refresh(), Ids{"20261130-140201-aa01"});
    QCOMPARE(workspace->runs()->size(), 1u);
    QCOMPARE(workspace->runs()->front().name, std::string("two"));
}

void TestWorkspace::livingRunIsFollowed()
{
    const WorkspaceFixture fixture;
    const RunPaths run = fixture.addRun("20261130-140201-aa01", "live", 20, {});
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace->refresh());
    QCOMPARE(workspace->runs()->front().phase, RunPhase::Running);
    QCOMPARE(workspace->runs()->front().endedMicros, 0);
    QCOMPARE(workspace->runs()->front().detail, std::string("training"));
    WorkspaceFixture::log(run, 21, 40);
    WorkspaceFixture::setState(run, 40, {});
    QCOMPARE(workspace->refresh()->size(), 1u);
    QCOMPARE(workspace->runs()->front().step, 40);
    QCOMPARE(workspace->runs()->front().trainLoss, std::optional(3.0 - 0.01 * 40));
    QCOMPARE(workspace->runs()->front().sparkline.size(), 40u);
    QVERIFY(workspace->refresh()->empty()); // nothing new
    QVERIFY(postCommand(run, "stop"));
    QCOMPARE(workspace->refresh()->size(), 1u);
    QCOMPARE(workspace->runs()->front().phase, RunPhase::Stopping);
    WorkspaceFixture::setState(run, 41, 143);
    QVERIFY(workspace->refresh());
    QCOMPARE(workspace->runs()->front().phase, RunPhase::Stopped);
}

void TestWorkspace::deadRunIsNoticed()
{
    const WorkspaceFixture fixture;
    const RunPaths run = fixture.addRun("20261130-140201-aa01", "dies", 20, {});
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace->refresh());
    RunState state = **readRunState(run);
    ++state.processStartTicks;
    QVERIFY(writeRunState(run, state));
    QVERIFY(workspace->refresh());
    QCOMPARE(workspace->runs()->front().phase, RunPhase::Failed);
    QCOMPARE(workspace->runs()->front().reason, std::string("Failed: crashed"));
    QCOMPARE(workspace->runs()->front().endedMicros, state.heartbeatMicros);
}

void TestWorkspace::damagedFoldersAreShown()
{
    const WorkspaceFixture fixture;
    const RunPaths newer = fixture.paths("20261130-140201-aa01");
    std::filesystem::create_directories(newer.root);
    std::ofstream(newer.record()) << "{\"version\": 9}";
    const RunPaths cut = fixture.addRun("20261130-140202-aa02", "two", 20, 0);
    std::ofstream(cut.record(), std::ios::trunc) << "{\"vers";
    auto workspace = Workspace::open(fixture.folder());
    QCOMPARE(workspace->refresh()->size(), 2u);
    const RunSummary first = **workspace->run(newer.id());
    QVERIFY2(first.damaged.find("newer Anneal (version 9)") != std::string::npos, first.damaged.c_str());
    QCOMPARE(first.name, newer.id());
    QCOMPARE(isoTime(first.createdMicros), std::string("2026-11-30T14:02:01.000Z"));
    const RunSummary second = **workspace->run(cut.id());
    QVERIFY(second.damaged.find("run.json") != std::string::npos);
    QCOMPARE(second.step, 20);
    QVERIFY(second.trainLoss);
}

void TestWorkspace::notesTagsAndNames()
{
    const WorkspaceFixture fixture;
    const RunPaths run = fixture.addRun("20261130-140201-aa01", "old name", 20, 0);
    QVERIFY(addNote(run, "first", 5));
    QVERIFY(addNote(run, "second", {}));
    QVERIFY(setTags(run, {"good", "größer"}, {"mlm"}));
    QVERIFY(setRunName(run, "new name"));
    QVERIFY(setColorSlot(run, 9));
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace->refresh());
    const RunSummary summary = workspace->runs()->front();
    QCOMPARE(summary.name, std::string("new name"));
    QCOMPARE(summary.tags, (Ids{"good", "größer"}));
    QCOMPARE(summary.colorSlot, 9);
    QCOMPARE(summary.lastNote, std::string("second"));
    QCOMPARE(*workspace->nextColorSlot(), 10);
}

void TestWorkspace::archivedRunsAreHidden()
{
    const WorkspaceFixture fixture;
    const RunPaths run = fixture.addRun("20261130-140201-aa01", "one", 20, 0);
    QVERIFY(setArchived(run, true));
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace->refresh());
    QVERIFY(workspace->runs()->empty());
    QCOMPARE(workspace->runs(true)->size(), 1u);
    QVERIFY(workspace->runs(true)->front().archived);
}

void TestWorkspace::journal()
{
    const WorkspaceFixture fixture;
    const RunPaths run = fixture.addRun("20261130-140201-aa01", "one", 20, 0);
    WorkspaceFixture::addEvent(run, "live_change", 12, {{"key", "optimizer.lr"}, {"reason", "plateau"}});
    for (const char *hidden : {"answer", "evaluation", "checkpoint_removed"})
        WorkspaceFixture::addEvent(run, hidden, 13, {});
    const auto note = addNote(run, "looks fine", 14);
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace->refresh());
    const auto entries = workspace->journal();
    QCOMPARE(kinds(*entries), (QStringList{"note", "end", "live_change", "start", "why"}));
    QCOMPARE(entries->front().noteId, note->id);
    QCOMPARE(entries->front().runName, std::string("one"));
    QCOMPARE(entries->front().runId, run.id());
    QCOMPARE((*entries)[2].reason, std::string("plateau"));
    QCOMPARE((*entries)[2].step, std::optional<std::int64_t>(12));
    QCOMPARE(entries->back().text, std::string("to see"));
    QVERIFY(removeNote(run, note->id));
    QVERIFY(workspace->refresh());
    QCOMPARE(workspace->journal()->size(), 4u);
}

void TestWorkspace::journalSearch_data()
{
    QTest::addColumn<QString>("run");
    QTest::addColumn<QString>("search");
    QTest::addColumn<int>("limit");
    QTest::addColumn<int>("found");
    QTest::newRow("everything") << ""
                                << "" << 100 << 8;
    QTest::newRow("limited") << ""
                             << "" << 3 << 3;
    QTest::newRow("one run") << "20261130-140202-aa02"
                             << "" << 100 << 4;
    QTest::newRow("text") << ""
                          << "100 % SURE" << 100 << 1;
    QTest::newRow("percent is a letter") << ""
                                         << "1%0" << 100 << 0;
    QTest::newRow("underscore is a letter") << ""
                                            << "s_re" << 100 << 0;
    QTest::newRow("quote") << ""
                           << "it's" << 100 << 1;
    QTest::newRow("name of the run") << ""
                                     << "second" << 100 << 4;
}

void TestWorkspace::journalSearch()
{
    QFETCH(QString, run);
    QFETCH(QString, search);
    QFETCH(int, limit);
    QFETCH(int, found);
    const WorkspaceFixture fixture;
    QVERIFY(addNote(fixture.addRun("20261130-140201-aa01", "first", 20, 0), "100 % sure", {}));
    QVERIFY(addNote(fixture.addRun("20261130-140202-aa02", "second", 20, 0), "it's odd", {}));
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace->refresh());
    const auto entries = workspace->journal(run.toStdString(), search.toStdString(), limit);
    QVERIFY(entries);
    QCOMPARE(static_cast<int>(entries->size()), found);
}

void TestWorkspace::journalOfAGrowingRun()
{
    const WorkspaceFixture fixture;
    const RunPaths run = fixture.addRun("20261130-140201-aa01", "live", 20, {});
    auto workspace = Workspace::open(fixture.folder());
    auto other = Workspace::open(fixture.folder());
    QVERIFY(workspace->refresh());
    for (int step = 21; step < 26; ++step) {
        WorkspaceFixture::addEvent(run, "checkpoint", step, {});
        QVERIFY(addNote(run, "note", step));
        if (step == 23)
            QVERIFY(other->rebuild()); // forgets what `workspace` believes to have stored
        QVERIFY(workspace->refresh());
    }
    QCOMPARE(workspace->journal()->size(), 12u);
    const auto before = workspace->dump();
    QVERIFY(workspace->rebuild());
    QCOMPARE(*workspace->dump(), *before);
}

void TestWorkspace::resolves_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("id"); // or a part of the message
    QTest::newRow("id") << "20261130-140201-aa01"
                        << "20261130-140201-aa01";
    QTest::newRow("prefix") << "20261130-140202"
                            << "20261130-140202-aa02";
    QTest::newRow("name") << "one"
                          << "20261130-140201-aa01";
    QTest::newRow("ambiguous prefix") << "2026"
                                      << "20261130-140202-aa02 (twin), 20261130-140201-aa01 (one)";
    QTest::newRow("ambiguous name") << "twin"
                                    << "20261130-140203-aa03 (twin)";
    QTest::newRow("unknown") << "nothing"
                             << "There is no run \"nothing\"";
    QTest::newRow("empty") << ""
                           << "There is no run";
}

void TestWorkspace::resolves()
{
    QFETCH(QString, text);
    QFETCH(QString, id);
    const WorkspaceFixture fixture;
    fixture.addRun("20261130-140201-aa01", "one", 1, 0);
    fixture.addRun("20261130-140202-aa02", "twin", 1, 0);
    fixture.addRun("20261130-140203-aa03", "twin", 1, 0);
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace->refresh());
    const auto found = workspace->resolve(text.toStdString());
    if (!found)
        QCOMPARE(found.error().code, ErrorCode::Data);
    const std::string answer = found ? *found : found.error().message;
    QVERIFY2(answer.find(id.toStdString()) != std::string::npos, answer.c_str());
}

void TestWorkspace::settings()
{
    const WorkspaceFixture fixture;
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(!*workspace->setting("window.geometry"));
    const std::string bytes("\0binary\xff", 8);
    QVERIFY(workspace->setSetting("window.geometry", "first"));
    QVERIFY(workspace->setSetting("window.geometry", bytes));
    QVERIFY(workspace->rebuild());
    auto again = Workspace::open(fixture.folder());
    QCOMPARE(**again->setting("window.geometry"), bytes);
}

void TestWorkspace::rebuildGivesTheSame()
{
    const WorkspaceFixture fixture;
    fixture.addRun("20261130-140201-aa01", "done", 150, 0);
    fixture.addRun("20261130-140202-aa02", "stopped", 30, 143);
    fixture.addRecord("20261130-140203-aa03", "only a record");
    const RunPaths resumed = fixture.addRun("20261130-140204-aa04", "resumed", 95, {});
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace->refresh());
    WorkspaceFixture::log(resumed, 31, 70);
    WorkspaceFixture::setState(resumed, 70, 5);
    QVERIFY(addNote(resumed, "note", 40));
    QVERIFY(workspace->refresh());
    const auto before = workspace->dump();
    QVERIFY(before->find("Diverged") != std::string::npos);
    QVERIFY(workspace->rebuild());
    QCOMPARE(QString::fromStdString(*workspace->dump()), QString::fromStdString(*before));
    std::filesystem::remove(fixture.folder() / "workspace.db");
    auto fresh = Workspace::open(fixture.folder());
    QVERIFY(fresh->refresh());
    QCOMPARE(QString::fromStdString(*fresh->dump()), QString::fromStdString(*before));
}

void TestWorkspace::twoAtOnce()
{
    const WorkspaceFixture fixture;
    for (int i = 10; i < 30; ++i)
        fixture.addRun("20261130-140202-aa" + std::to_string(i), "run" + std::to_string(i), 20, 0);
    std::vector<std::thread> threads;
    std::vector<std::string> problems(3);
    for (std::size_t t = 0; t < problems.size(); ++t)
        threads.emplace_back([&, t] {
            auto workspace = Workspace::open(fixture.folder());
            for (int i = 0; workspace && i < 5; ++i) {
                const auto done = i % 2 ? workspace->rebuild() : workspace->refresh().map([](const auto &) {});
                problems[t] += done ? "" : done.error().text();
            }
            problems[t] += workspace ? "" : workspace.error().text();
        });
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(problems, std::vector<std::string>(3));
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace->refresh());
    QCOMPARE(workspace->runs()->size(), 20u);
    QCOMPARE(workspace->journal()->size(), 60u);
}

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
