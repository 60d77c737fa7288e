// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include "base/files.h"
#include "support/unprivileged.h"

using namespace anneal;

namespace {

/// Writes beyond this size fail half-way, as on a full disk.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        ::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        ::signal(SIGXFSZ, SIG_DFL);
    }

private:
    rlimit m_before{};
};

std::size_t entriesOf(const fs::path &folder)
{
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

class TestFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_temporary = std::make_unique<QTemporaryDir>(); }
    void writesAndReadsBytes_data();
    void writesAndReadsBytes();
    void replacesAndLeavesNothingBehind();
    void failedWriteKeepsTheOldContent();
    void readOnlyFolderKeepsTheOldContent();
    void writeErrorsNameThePath_data();
    void writeErrorsNameThePath();
    void readErrors_data();
    void readErrors();
    void readsFilesOfUnknownSize();
    void makesFolders();
    void freeBytesOfWhatIsNotThereYet();
    void resourcesFollowTheEnvironment();

private:
    [[nodiscard]] fs::path folder() const { return m_temporary->path().toStdString(); }
    std::unique_ptr<QTemporaryDir> m_temporary;
};

void TestFiles::writesAndReadsBytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("loss 2.418\n");
    QTest::newRow("binary") << QByteArray("a\0b\xff", 4);
    QTest::newRow("a mebibyte") << QByteArray(1 << 20, 'x');
}

void TestFiles::writesAndReadsBytes()
{
    QFETCH(QByteArray, bytes);
    const fs::path path = folder() / "with space and é.bin";
    QVERIFY(writeFileAtomic(path, bytes.toStdString()).has_value());
    const auto read = readFile(path);
    QVERIFY(read.has_value());
    QVERIFY(*read == bytes.toStdString());
}

void TestFiles::replacesAndLeavesNothingBehind()
{
    const fs::path path = folder() / "state.json";
    QVERIFY(writeFileAtomic(path, "old and longer").has_value());
    QVERIFY(writeFileAtomic(path, "new").has_value());
    QCOMPARE(QString::fromStdString(*readFile(path)), QString("new"));
    QCOMPARE(entriesOf(folder()), std::size_t(1));
}

void TestFiles::failedWriteKeepsTheOldContent()
{
    const fs::path path = folder() / "state.json";
    QVERIFY(writeFileAtomic(path, "old").has_value());
    {
        const FileSizeLimit limit(1000);
        const auto result = writeFileAtomic(path, std::string(5000, 'x'));
        QVERIFY(!result.has_value());
        QCOMPARE(result.error().code, ErrorCode::Storage);
        QCOMPARE(QString::fromStdString(result.error().where), QString::fromStdString(path.string()));
    }
    QCOMPARE(QString::fromStdString(*readFile(path)), QString("old"));
    QCOMPARE(entriesOf(folder()), std::size_t(1)); // the half-written sibling is gone
}

void TestFiles::readOnlyFolderKeepsTheOldContent()
{
    const fs::path path = folder() / "run.json";
    QVERIFY(writeFileAtomic(path, "old").has_value());
    fs::permissions(folder(), fs::perms(0555));
    {
        const Unprivileged nobody;
        const auto result = writeFileAtomic(path, "new");
        QVERIFY(!result.has_value());
        QVERIFY(QString::fromStdString(result.error().message).contains("Permission denied"));
        QVERIFY(QString::fromStdString(result.error().message).contains("check who may"));
    }
    fs::permissions(folder(), fs::perms(0755));
    QCOMPARE(QString::fromStdString(*readFile(path)), QString("old"));
}

void TestFiles::writeErrorsNameThePath_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("message");
    QTest::newRow("no folder") << "missing/a.json"
                               << "Cannot write: No such file or directory; check the path.";
    QTest::newRow("file as folder")
        << "file/a.json"
        << "Cannot write: Not a directory; check that every folder in the path is a folder.";
    QTest::newRow("a folder of that name") << "folder"
                                           << "Cannot write: Is a directory; name a file, not a folder.";
}

void TestFiles::writeErrorsNameThePath()
{
    QFETCH(QString, path);
    QFETCH(QString, message);
    QVERIFY(writeFileAtomic(folder() / "file", "x").has_value());
    QVERIFY(makeFolder(folder() / "folder").has_value());
    const fs::path whole = folder() / path.toStdString();
    const auto result = writeFileAtomic(whole, "text");
    QVERIFY(!result.has_value());
    QCOMPARE(QString::fromStdString(result.error().message), message);
    QCOMPARE(QString::fromStdString(result.error().where), QString::fromStdString(whole.string()));
}

void TestFiles::readErrors_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("message");
    QTest::newRow("missing") << "missing"
                             << "Cannot read: No such file or directory; check the path.";
    QTest::newRow("folder") << "."
                            << "Cannot read: Is a directory; name a file, not a folder.";
}

void TestFiles::readErrors()
{
    QFETCH(QString, path);
    QFETCH(QString, message);
    const auto result = readFile(folder() / path.toStdString());
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, ErrorCode::Storage);
    QCOMPARE(QString::fromStdString(result.error().message), message);
}

void TestFiles::readsFilesOfUnknownSize()
{
    const auto text = readFile("/proc/self/status"); // its size is given as 0
    QVERIFY(text.has_value());
    QVERIFY(text->find("Pid:") != std::string::npos);
}

void TestFiles::makesFolders()
{
    const fs::path deep = folder() / "a" / "b" / "c";
    QVERIFY(makeFolder(deep).has_value());
    QVERIFY(fs::is_directory(deep));
    QVERIFY(makeFolder(deep).has_value()); // again: nothing to do
    QVERIFY(writeFileAtomic(folder() / "file", "x").has_value());
    QVERIFY(!makeFolder(folder() / "file").has_value());
    QVERIFY(!makeFolder(folder() / "file" / "below").has_value());
}

void TestFiles::freeBytesOfWhatIsNotThereYet()
{
    QVERIFY(freeBytes(folder()) > 0);
    QVERIFY(freeBytes(folder() / "not" / "there" / "yet") > 0);
}

void TestFiles::resourcesFollowTheEnvironment()
{
    qputenv("ANNEAL_RESOURCES", "/some/where");
    QCOMPARE(QString::fromStdString(resourceFolder().string()), QString("/some/where"));
    qunsetenv("ANNEAL_RESOURCES");
    QVERIFY(fs::exists(resourceFolder() / "samples" / "proteins" / "proteins.fasta.gz"));
    QVERIFY(fs::exists(executableFolder() / "tst_files"));
}

QTEST_GUILESS_MAIN(TestFiles)
#include "tst_files.moc"
