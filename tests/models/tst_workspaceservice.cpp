// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include "models/runactions.h"
#include "models/workspaceservice.h"
#include "stubworkspace.h"

using namespace anneal;

class TestWorkspaceService : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anEmptyWorkspaceIsReadyAndEmpty()
    {
        test::StubWorkspace folder;
        WorkspaceService service(folder.path());
        QVERIFY(!service.ready());
        service.start(50);
        QTRY_VERIFY(service.ready());
        QVERIFY(service.runs()->empty());
        QVERIFY(service.problem().isEmpty());
    }

    void aStartedRunAppearsAndFinishes()
    {
        test::StubWorkspace folder;
        WorkspaceService service(folder.path());
        RunActions actions(service);
        service.start(50);
        std::string id;
        actions.start(folder.request(5), this, [&](Result<std::string> started) { id = started.value_or("failed"); });
        QTRY_VERIFY(!id.empty());
        folder.endLater(id);
        QTRY_VERIFY(service.run(id) && service.run(id)->phase == RunPhase::Finished);
        QCOMPARE(service.run(id)->step, 5);
        QVERIFY(!service.run(id)->name.empty());
        QTRY_VERIFY(!service.journal()->empty());
    }

    void notesNamesAndTagsReachTheList()
    {
        test::StubWorkspace folder;
        const std::string id = folder.launch(3);
        WorkspaceService service(folder.path());
        RunActions actions(service);
        service.start(50);
        QTRY_VERIFY(service.run(id));
        bool noted = false;
        actions.addNote(id, "looks odd", 2, this, [&](Result<void> done) { noted = done.has_value(); });
        actions.rename(id, "renamed", this, {});
        actions.setTags(id, {"keep"}, {}, this, {});
        QTRY_VERIFY(noted);
        QTRY_COMPARE(service.run(id)->name, std::string("renamed"));
        QTRY_COMPARE(service.run(id)->lastNote, std::string("looks odd"));
        QTRY_COMPARE(service.run(id)->tags, std::vector<std::string>{"keep"});
        actions.setArchived(id, true, this, {});
        QTRY_VERIFY(!service.run(id));
    }

    void aSettingOutlivesTheService()
    {
        test::StubWorkspace folder;
        {
            WorkspaceService service(folder.path());
            service.start();
            service.saveSetting("window.state", "remembered"); // and ends at once
        }
        WorkspaceService service(folder.path());
        service.start();
        std::string found;
        service.ask<std::optional<std::string>>(
            this, [](Workspace &workspace) { return workspace.setting("window.state"); },
            [&](Result<std::optional<std::string>> value) { found = value->value_or("lost"); });
        QTRY_COMPARE(found, std::string("remembered"));
    }

    void anAnswerForSomeoneGoneIsDropped()
    {
        test::StubWorkspace folder;
        WorkspaceService service(folder.path());
        service.start();
        bool answered = false;
        auto context = std::make_unique<QObject>();
        service.ask<int>(
            context.get(), [](Workspace &) { return Result<int>(1); }, [&](Result<int>) { answered = true; });
        context.reset();
        bool later = false;
        service.ask<int>(
            this, [](Workspace &) { return Result<int>(2); }, [&](Result<int>) { later = true; });
        QTRY_VERIFY(later);
        QVERIFY(!answered);
    }

    void aWorkspaceThatCannotBeIsOneSentence()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("a file"));
        QFile(file).open(QIODevice::WriteOnly);
        WorkspaceService service(file.toStdString());
        service.start(50);
        QTRY_VERIFY(!service.problem().isEmpty());
        QVERIFY(service.problem().contains(QStringLiteral("a file")));
        std::string said;
        RunActions(service).rename("x", "y", this,
                                   [&](Result<void> done) { said = done ? "done" : done.error().text(); });
        QTRY_VERIFY(!said.empty());
        QVERIFY(said != "done");
    }
};

QTEST_GUILESS_MAIN(TestWorkspaceService)
#include "tst_workspaceservice.moc"
