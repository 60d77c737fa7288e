// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "base/files.h"
#include "base/log.h"

using namespace anneal;

class TestLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void appendsLinesWithTimeAndLevel();
    void warningIsOnDiskAtOnce();
    void missingFolderIsAnError();
};

void TestLog::appendsLinesWithTimeAndLevel()
{
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString() + "/rank0.log";
    QVERIFY(writeFileAtomic(path, "earlier line\n").has_value());
    QVERIFY(logToFile(path, false).has_value());
    spdlog::info("step {}", 12);
    spdlog::default_logger()->flush();
    const QStringList lines = QString::fromStdString(*readFile(path)).split('\n');
    QCOMPARE(lines.value(0), QString("earlier line"));
    QVERIFY(QRegularExpression("^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} \\[info\\] step 12$")
                .match(lines.value(1))
                .hasMatch());
}

void TestLog::warningIsOnDiskAtOnce()
{
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString() + "/rank0.log";
    QVERIFY(logToFile(path, false).has_value());
    spdlog::warn("non-finite gradient");
    QVERIFY(readFile(path)->find("[warning] non-finite gradient") != std::string::npos);
}

void TestLog::missingFolderIsAnError()
{
    const QTemporaryDir folder;
    const std::string file = folder.path().toStdString() + "/file";
    QVERIFY(writeFileAtomic(file, "x").has_value());
    const auto result = logToFile(file + "/rank0.log", false);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, ErrorCode::Storage);
    QCOMPARE(QString::fromStdString(result.error().where), QString::fromStdString(file + "/rank0.log"));
}

QTEST_GUILESS_MAIN(TestLog)
#include "tst_log.moc"
