// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include "models/runfollower.h"
#include "run/control.h"
#include "stubworkspace.h"

using namespace anneal;

class TestRunFollower : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void followsARunToItsEnd()
    {
        test::StubWorkspace folder;
        const std::string id = folder.launch(40);
        FollowerHub hub;
        const auto follower = hub.follow({runsFolder(folder.path()) / id});
        QTRY_COMPARE(follower->snapshot()->evidence.phase, RunPhase::Finished);
        QTRY_COMPARE(follower->snapshot()->lastStep, 40);
        const auto snapshot = follower->snapshot();
        QVERIFY(snapshot->loaded);
        QCOMPARE(snapshot->record->name, std::string("stub-run"));
        QVERIFY(snapshot->latest.count("train.loss"));
        QCOMPARE(SeriesSource(snapshot->data, "train.loss").size(), std::size_t(40));
        QTRY_VERIFY(!follower->snapshot()->checkpoints->empty());
    }

    void oneFollowerForARun()
    {
        test::StubWorkspace folder;
        const std::string id = folder.launch(1);
        FollowerHub hub;
        const RunPaths paths{runsFolder(folder.path()) / id};
        QCOMPARE(hub.follow(paths), hub.follow(paths));
    }

    void aCommandIsTrackedUntilItIsInForce()
    {
        test::StubWorkspace folder("slow");
        const std::string id = folder.launch(100000);
        FollowerHub hub;
        const auto follower = hub.follow({runsFolder(folder.path()) / id});
        QTRY_COMPARE(follower->snapshot()->evidence.phase, RunPhase::Running);
        const int index = follower->post("set", {{"optimizer.lr", 1e-4}}, "flat");
        QTRY_COMPARE(follower->commands()[std::size_t(index)].stage, CommandStage::InForce);
        QVERIFY(follower->commands()[std::size_t(index)].step > 0);
        const int pause = follower->post("pause");
        QTRY_COMPARE(follower->commands()[std::size_t(pause)].stage, CommandStage::InForce);
        QTRY_COMPARE(follower->snapshot()->evidence.phase, RunPhase::Paused);
    }

    void aRefusalSaysWhy()
    {
        test::StubWorkspace folder("refuses");
        const std::string id = folder.launch(100000);
        FollowerHub hub;
        const auto follower = hub.follow({runsFolder(folder.path()) / id});
        QTRY_COMPARE(follower->snapshot()->evidence.phase, RunPhase::Running);
        const int index = follower->post("evaluate");
        QTRY_COMPARE(follower->commands()[std::size_t(index)].stage, CommandStage::Refused);
        QVERIFY(!follower->commands()[std::size_t(index)].message.empty());
    }

    void aDeafTrainerIsWaitedFor()
    {
        test::StubWorkspace folder("ignores-commands");
        const std::string id = folder.launch(100000);
        FollowerHub hub;
        const RunPaths paths{runsFolder(folder.path()) / id};
        const auto follower = hub.follow(paths);
        QTRY_COMPARE(follower->snapshot()->evidence.phase, RunPhase::Running);
        const int index = follower->post("save");
        QTRY_COMPARE(follower->commands()[std::size_t(index)].stage, CommandStage::Sent);
        QCOMPARE(waitingCommands(paths).size(), std::size_t(1));
        QTRY_COMPARE_WITH_TIMEOUT(follower->commands()[std::size_t(index)].stage, CommandStage::WaitingForTrainer,
                                  15000);
    }

    void aMissingRunIsOneSentence()
    {
        QTemporaryDir folder;
        FollowerHub hub;
        const auto follower = hub.follow({runsFolder(folder.path().toStdString()) / "nowhere"});
        QTRY_VERIFY(follower->snapshot()->loaded);
        QVERIFY(!follower->snapshot()->problem.empty());
        QVERIFY(!follower->snapshot()->record);
    }

    void damageIsCountedAndTheRestIsRead()
    {
        test::StubWorkspace folder;
        const std::string id = folder.launch(30);
        const RunPaths paths{runsFolder(folder.path()) / id};
        FollowerHub hub;
        {
            const auto follower = hub.follow(paths);
            QTRY_COMPARE(follower->snapshot()->evidence.phase, RunPhase::Finished);
        }
        QFile file(QString::fromStdString(paths.metrics().string()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(file.size() / 2));
        file.write(QByteArray(40, 'x'));
        file.close();
        QFile events(QString::fromStdString(paths.events().string()));
        QVERIFY(events.open(QIODevice::Append));
        events.write("not json\n");
        events.close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        const auto follower = hub.follow(paths);
        QTRY_VERIFY(follower->snapshot()->loaded);
        QVERIFY(follower->snapshot()->damagedBlocks >= 1);
        QCOMPARE(follower->snapshot()->damagedLines, 1);
        QCOMPARE(follower->snapshot()->lastStep, 30);
    }
};

QTEST_GUILESS_MAIN(TestRunFollower)
#include "tst_runfollower.moc"
