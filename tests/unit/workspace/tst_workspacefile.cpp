// SPDX-License-Identifier: GPL-3.0-or-later
#include <sqlite3.h>

#include <QtTest>

#include "run/notes.h"
#include "workspacefixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

void overwrite(const std::filesystem::path &path, std::streamoff at, const std::string &bytes)
{
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(at);
    file << bytes;
}

int filesNamed(const std::filesystem::path &folder, const std::string &part)
{
    int count = 0;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        count += entry.path().filename().string().find(part) != std::string::npos ? 1 : 0;
    return count;
}

} // namespace

class TestWorkspaceFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void damagedIndexIsMadeAgain_data();
    void damagedIndexIsMadeAgain();
    void damageInUseIsMended();
    void newerIndexIsRefused();
    void unwritableIndexStaysInMemory();
    void readOnlyFolderStaysInMemory();
    void impossibleFolderIsAnError();
    void defaultFolder();
};

void TestWorkspaceFile::damagedIndexIsMadeAgain_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("text") << QByteArray(
                                 "this is no database, it is a text of some length that means nothing at all to it\n")
                                 .repeated(20);
    QTest::newRow("header only") << QByteArray("SQLite format 3\0", 16).append(QByteArray(3000, '\x5a'));
}

void TestWorkspaceFile::damagedIndexIsMadeAgain()
{
    QFETCH(QByteArray, content);
    const WorkspaceFixture fixture;
    fixture.addRun("20261130-140201-aa01", "one", 20, 0);
    std::ofstream(fixture.folder() / "workspace.db", std::ios::binary) << content.toStdString();
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY2(workspace, workspace ? "" : workspace.error().text().c_str());
    QVERIFY(!workspace->readOnly());
    QVERIFY(workspace->refresh());
    QCOMPARE(workspace->runs()->size(), 1u);
    QCOMPARE(filesNamed(fixture.folder(), "workspace.db.damaged-"), 1);
}

void TestWorkspaceFile::damageInUseIsMended()
{
    const WorkspaceFixture fixture;
    for (int i = 10; i < 40; ++i)
        fixture.addRun("20261130-140202-aa" + std::to_string(i), "run", 20, 0);
    {
        auto workspace = Workspace::open(fixture.folder());
        QVERIFY(workspace->refresh());
    } // the last one to close writes everything into workspace.db
    const auto index = fixture.folder() / "workspace.db";
    overwrite(index, 4096, std::string(std::filesystem::file_size(index) - 4096, '\x7f'));
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace);
    const auto changed = workspace->refresh();
    QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
    QCOMPARE(changed->size(), 30u);
    QCOMPARE(filesNamed(fixture.folder(), "workspace.db.damaged-"), 1);
}

void TestWorkspaceFile::newerIndexIsRefused()
{
    const WorkspaceFixture fixture;
    std::filesystem::create_directories(fixture.folder());
    sqlite3 *handle = nullptr;
    sqlite3_open((fixture.folder() / "workspace.db").c_str(), &handle);
    sqlite3_exec(handle, "CREATE TABLE future (x); PRAGMA user_version = 12", nullptr, nullptr, nullptr);
    sqlite3_close(handle);
    const auto workspace = Workspace::open(fixture.folder());
    QVERIFY(!workspace);
    QCOMPARE(workspace.error().code, ErrorCode::Storage);
    QVERIFY(workspace.error().message.find("newer Anneal (version 12)") != std::string::npos);
    QVERIFY(workspace.error().where.find("workspace.db") != std::string::npos);
    QCOMPARE(filesNamed(fixture.folder(), "damaged"), 0);
}

void TestWorkspaceFile::unwritableIndexStaysInMemory()
{
    const WorkspaceFixture fixture;
    fixture.addRun("20261130-140201-aa01", "one", 20, 0);
    std::filesystem::create_directories(fixture.folder() / "workspace.db"); // a folder where the file belongs
    auto workspace = Workspace::open(fixture.folder());
    QVERIFY(workspace);
    QVERIFY(workspace->readOnly());
    QVERIFY(workspace->refresh());
    QCOMPARE(workspace->runs()->size(), 1u);
}

void TestWorkspaceFile::readOnlyFolderStaysInMemory()
{
    if (geteuid() == 0)
        QSKIP("root may write everywhere");
    const WorkspaceFixture fixture;
    fixture.addRun("20261130-140201-aa01", "one", 20, 0);
    std::filesystem::permissions(fixture.folder(),
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    auto workspace = Workspace::open(fixture.folder());
    const bool opened = workspace && workspace->readOnly() && workspace->refresh() && workspace->runs()->size() == 1;
    std::filesystem::permissions(fixture.folder(), std::filesystem::perms::owner_all);
    QVERIFY(opened);
    QVERIFY(!std::filesystem::exists(fixture.folder() / "workspace.db"));
}

void TestWorkspaceFile::impossibleFolderIsAnError()
{
    const WorkspaceFixture fixture;
    std::filesystem::create_directories(fixture.folder());
    std::ofstream(fixture.folder() / "file") << "x";
    const auto workspace = Workspace::open(fixture.folder() / "file");
    QVERIFY(!workspace);
    QCOMPARE(workspace.error().code, ErrorCode::Storage);
}

void TestWorkspaceFile::defaultFolder()
{
    qputenv("ANNEAL_WORKSPACE", "/somewhere/else");
    QCOMPARE(defaultWorkspaceFolder().string(), std::string("/somewhere/else"));
    qunsetenv("ANNEAL_WORKSPACE");
    qputenv("HOME", "/home/someone");
    QCOMPARE(defaultWorkspaceFolder().string(), std::string("/home/someone/Anneal"));
}

QTEST_GUILESS_MAIN(TestWorkspaceFile)
#include "tst_workspacefile.moc"
