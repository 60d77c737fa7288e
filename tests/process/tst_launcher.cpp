// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <fstream>
#include <thread>

#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "launch/runlock.h"
#include "run/control.h"
#include "stubruns.h"

using namespace anneal;
using namespace anneal::test;

namespace {

QString text(const Error &error)
{
    return QString::fromStdString(error.text());
}

std::string procStatus(pid_t pid, const std::string &key)
{
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key + ":"))
            return line.substr(key.size() + 2);
    return {};
}

std::vector<std::string> openFiles(pid_t pid)
{
    std::vector<std::string> files;
    std::error_code ignored;
    for (const auto &entry : fs::directory_iterator("/proc/" + std::to_string(pid) + "/fd", ignored))
        files.push_back(fs::read_symlink(entry.path(), ignored).string());
    return files;
}

std::size_t runFolders(const fs::path &workspace)
{
    std::error_code ignored;
    const fs::directory_iterator begin(runsFolder(workspace), ignored);
    return static_cast<std::size_t>(std::distance(begin, fs::directory_iterator()));
}

/// The code of the error, 100 when it started. Root may write everywhere, so it is tried as another user.
int launchWithoutPrivileges(const fs::path &workspace)
{
    constexpr uid_t kNobody = 65534;
    const pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && setuid(kNobody) != 0)
            _exit(99);
        const auto id = launchRun(workspace, StubRuns::request());
        _exit(id ? 100 : static_cast<int>(id.error().code));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

} // namespace

class TestLauncher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsToTheEnd();
    void freezesTheRecord();
    void engineIsDetached();
    void leavesNoZombie();
    void outlivesItsStarter();
    void saysWhyItCannotStart_data();
    void saysWhyItCannotStart();
    void worksOnOddPaths();
    void clearsAwayWhatKilledStartersLeft();
    void refusesAFolderItCannotMake();
    void refusesAReadOnlyWorkspace();
    void resumesFromTheLastCheckpoint();
    void dropsCommandsMeantForTheLastProcess();
    void refusesToResume();
    void oneOfManyResumersWins();
    void lockIsExclusive();
    void equivalentCommandNamesWhatDiffers();
};

void TestLauncher::runsToTheEnd()
{
    StubRuns runs;
    const RunPaths run = runs.start(20);
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    QCOMPARE(stateOf(run).step, 20);
    QCOMPARE(loggedSteps(run).size(), std::size_t(20));
    QCOMPARE(readEvents(run.events())->front().kind, std::string("start"));
    QCOMPARE(readEvents(run.events())->back().kind, std::string("end"));
    QCOMPARE(listCheckpoints(run)->back().step, 20);
    QVERIFY(listCheckpoints(run)->back().best);
}

void TestLauncher::freezesTheRecord()
{
    StubRuns runs;
    LaunchRequest request = StubRuns::request(1);
    request.parentRun = "20260101-000000-abcd";
    request.parentStep = 7;
    request.config.optimizer.lr = 1e-3;
    const auto id = launchRun(runs.workspace(), request);
    QVERIFY2(id, id ? "" : id.error().text().c_str());
    const RunPaths run{runsFolder(runs.workspace()) / *id};
    const auto record = readRunRecord(run);
    QVERIFY(record);
    QCOMPARE(record->id, *id);
    QCOMPARE(record->name, std::string("stub run"));
    QCOMPARE(record->preset, std::string("quick-start"));
    QCOMPARE(record->colorSlot, 3);
    QCOMPARE(record->parentRun, request.parentRun);
    QCOMPARE(*record->parentStep, 7);
    QCOMPARE(record->config.optimizer.lr, 1e-3);
    QCOMPARE(record->provenance.host, hostName());
    QCOMPARE(record->provenance.annealVersion, std::string(ANNEAL_VERSION));
    QVERIFY(record->provenance.cores > 0);
    QVERIFY(record->provenance.command.find("--set optimizer.lr=0.001") != std::string::npos);
    QVERIFY(record->provenance.command.ends_with("--parent 20260101-000000-abcd@7"));
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
}

void TestLauncher::engineIsDetached()
{
    StubRuns runs;
    StubRuns::behave("slow");
    const fs::path mine = runs.folder() / "a file of this process";
    std::ofstream keptOpen(mine); // an ofstream sets no close-on-exec flag
    QVERIFY(keptOpen.is_open());
    const RunPaths run = runs.start(10000);
    QTRY_COMPARE(phaseOf(run), RunPhase::Running);
    const pid_t engine = stateOf(run).pid;
    QCOMPARE(getsid(engine), engine);
    QVERIFY(procStatus(engine, "PPid") != std::to_string(getpid()));
    QCOMPARE(fs::read_symlink("/proc/" + std::to_string(engine) + "/cwd"), run.root);
    const auto files = openFiles(engine);
    QVERIFY(std::find(files.begin(), files.end(), (run.logs() / "launch.log").string()) != files.end());
    QVERIFY(std::find(files.begin(), files.end(), mine.string()) == files.end());
}

void TestLauncher::leavesNoZombie()
{
    StubRuns runs;
    const RunPaths run = runs.start(5);
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    QCOMPARE(waitpid(-1, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
}

void TestLauncher::outlivesItsStarter()
{
    StubRuns runs;
    StubRuns::behave("slow", "5");
    int words[2];
    QCOMPARE(pipe(words), 0);
    const pid_t starter = fork();
    if (starter == 0) {
        const auto id = launchRun(runs.workspace(), StubRuns::request(100));
        const std::string word = id ? *id : "";
        std::ignore = write(words[1], word.data(), word.size());
        while (true)
            pause();
    }
    char id[64] = {};
    QVERIFY(read(words[0], id, sizeof id - 1) > 0);
    QCOMPARE(kill(starter, SIGKILL), 0);
    QCOMPARE(waitpid(starter, nullptr, 0), starter);

    const RunPaths run{runsFolder(runs.workspace()) / id};
    QVERIFY(judgeRun(run, wallMicros()).alive());
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    QCOMPARE(loggedSteps(run).size(), std::size_t(100));
}

void TestLauncher::saysWhyItCannotStart_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<int>("mode");
    QTest::addColumn<QString>("says");
    QTest::newRow("missing") << QString() << 0 << "no engine to start";
    QTest::newRow("not a program") << "#!/bin/sh\n" << 0644 << "no engine to start";
    QTest::newRow("interpreter missing") << "#!/does/not/exist\n" << 0755 << "could not be started: No such file";
    QTest::newRow("damaged program") << "\x7f"
                                        "ELF, but cut off"
                                     << 0755 << "could not be started: Exec format error";
}

void TestLauncher::saysWhyItCannotStart()
{
    QFETCH(QString, content);
    QFETCH(int, mode);
    QFETCH(QString, says);
    StubRuns runs;
    const fs::path engine = runs.folder() / "engine";
    if (mode) {
        std::ofstream(engine) << content.toStdString();
        QCOMPARE(chmod(engine.c_str(), static_cast<mode_t>(mode)), 0);
    }
    qputenv("ANNEAL_ENGINE", engine.c_str());
    const auto id = launchRun(runs.workspace(), StubRuns::request());
    QVERIFY(!id);
    QCOMPARE(id.error().code, ErrorCode::Config);
    QVERIFY2(text(id.error()).contains(says), qPrintable(text(id.error())));
    QVERIFY(text(id.error()).startsWith(QString::fromStdString(engine.string())));
    QCOMPARE(runFolders(runs.workspace()), std::size_t(0));
}

void TestLauncher::worksOnOddPaths()
{
    StubRuns runs("Läufe 'und' \"mehr\" – été");
    const RunPaths run = runs.start(10);
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    QCOMPARE(loggedSteps(run).size(), std::size_t(10));
}

void TestLauncher::clearsAwayWhatKilledStartersLeft()
{
    StubRuns runs;
    const fs::path drafts = runs.workspace() / ".new", left = drafts / "20200101-000000-left",
                   young = drafts / "20200101-000000-born";
    for (const fs::path &draft : {left, young}) {
        fs::create_directories(draft / "logs");
        std::ofstream(draft / "run.json") << "{";
    }
    fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(1));
    const RunPaths run = runs.start(5);
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    QVERIFY(!fs::exists(left));
    QVERIFY(fs::exists(young)); // another program may be filling it
    QVERIFY(!fs::exists(drafts / run.id()));
}

void TestLauncher::refusesAFolderItCannotMake()
{
    StubRuns runs;
    std::ofstream(runs.folder() / "file") << "not a folder";
    const auto id = launchRun(runs.folder() / "file" / "workspace", StubRuns::request());
    QVERIFY(!id);
    QCOMPARE(id.error().code, ErrorCode::Storage);
    QVERIFY2(text(id.error()).contains("file/workspace"), qPrintable(text(id.error())));
}

void TestLauncher::refusesAReadOnlyWorkspace()
{
    StubRuns runs;
    qputenv("ANNEAL_ENGINE", "/bin/true"); // any user may start it
    fs::create_directories(runs.workspace());
    const auto readable =
        fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec;
    fs::permissions(runs.folder(), readable);
    fs::permissions(runs.workspace(), readable);
    QCOMPARE(launchWithoutPrivileges(runs.workspace()), static_cast<int>(ErrorCode::Storage));
    fs::permissions(runs.folder(), fs::perms::owner_all);
    QCOMPARE(runFolders(runs.workspace()), std::size_t(0));
}

void TestLauncher::resumesFromTheLastCheckpoint()
{
    StubRuns runs;
    StubRuns::behave("killed");
    const RunPaths run = runs.start(20);
    QTRY_COMPARE(phaseOf(run), RunPhase::Failed);
    QCOMPARE(stateOf(run).step, 10);
    StubRuns::behave("ok");
    QVERIFY(resumeRun(runs.workspace(), run.id()));
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    const auto events = readEvents(run.events());
    const auto resumed =
        std::find_if(events->begin(), events->end(), [](const Event &e) { return e.kind == "resume"; });
    QVERIFY(resumed != events->end());
    QCOMPARE(*resumed->step, 10); // the checkpoint of step 10 was complete when it was killed
    QCOMPARE(loggedSteps(run).size(), std::size_t(20));
}

void TestLauncher::dropsCommandsMeantForTheLastProcess()
{
    StubRuns runs;
    StubRuns::behave("killed");
    const RunPaths run = runs.start(20);
    QTRY_COMPARE(phaseOf(run), RunPhase::Failed);
    QVERIFY(postCommand(run, "stop", {{"save", true}}));
    StubRuns::behave("ok");
    QVERIFY(resumeRun(runs.workspace(), run.id()));
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
}

void TestLauncher::refusesToResume()
{
    StubRuns runs;
    const auto unknown = resumeRun(runs.workspace(), "20260101-000000-none");
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, ErrorCode::Storage);

    StubRuns::behave("slow");
    const RunPaths living = runs.start(10000);
    const auto alive = resumeRun(runs.workspace(), living.id());
    QVERIFY(!alive);
    QCOMPARE(alive.error().code, ErrorCode::Config);
    QVERIFY2(text(alive.error()).contains("is alive"), qPrintable(text(alive.error())));

    StubRuns::behave("ok");
    const RunPaths done = runs.start(5);
    QTRY_COMPARE(phaseOf(done), RunPhase::Finished);
    const auto finished = resumeRun(runs.workspace(), done.id());
    QVERIFY(!finished);
    QVERIFY2(text(finished.error()).contains("all its steps"), qPrintable(text(finished.error())));
}

void TestLauncher::oneOfManyResumersWins()
{
    StubRuns runs;
    StubRuns::behave("killed");
    const RunPaths run = runs.start(20);
    QTRY_COMPARE(phaseOf(run), RunPhase::Failed);
    StubRuns::behave("slow");
    for (int round = 0; round < 5; ++round) {
        std::atomic<int> winners = 0;
        std::vector<std::thread> resumers;
        for (int i = 0; i < 8; ++i)
            resumers.emplace_back([&] { winners += resumeRun(runs.workspace(), run.id()) ? 1 : 0; });
        for (std::thread &resumer : resumers)
            resumer.join();
        QCOMPARE(winners.load(), 1);
        QVERIFY(signalRun(run, true));
        QTRY_COMPARE(phaseOf(run), RunPhase::Failed);
    }
}

void TestLauncher::lockIsExclusive()
{
    StubRuns runs;
    const RunPaths run = runs.start(5);
    QTRY_COMPARE(phaseOf(run), RunPhase::Finished);
    {
        const auto first = RunLock::take(run);
        QVERIFY(first);
        QVERIFY(!RunLock::take(run));
    }
    QVERIFY(RunLock::take(run));
}

void TestLauncher::equivalentCommandNamesWhatDiffers()
{
    const Preset *preset = findPreset("quick-start");
    QVERIFY(preset);
    QCOMPARE(equivalentCommand(preset->config, "quick-start", ""), std::string("anneal run quick-start"));
    QCOMPARE(equivalentCommand(resolvePaths(preset->config), "quick-start", ""), std::string("anneal run quick-start"));
    Config config = preset->config;
    config.optimizer.lr = 2.5e-4;
    config.data.train = "/data/mine & yours.fasta";
    config.note.name = "second";
    config.note.why = "it's flat";
    QCOMPARE(QString::fromStdString(equivalentCommand(config, "quick-start", "20260101-000000-abcd")),
             QString("anneal run quick-start --set 'data.train=/data/mine & yours.fasta' --set optimizer.lr=0.00025 "
                     "--name second "
                     "--why 'it'\\''s flat' --parent 20260101-000000-abcd"));
}

QTEST_GUILESS_MAIN(TestLauncher)
#include "tst_launcher.moc"
