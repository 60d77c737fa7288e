// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include <QRegularExpression>
#include <QTest>

#include "base/clock.h"
#include "base/exitcodes.h"
#include "base/ids.h"

using namespace anneal;

class TestClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesIsoTime_data();
    void writesIsoTime();
    void monotonicNeverGoesBack();
    void wallIsTheSystemsClock();
    void runIdsAreFolderNamesAndUnique();
    void shortIdsAreUnique();
    void exitCodes_data();
    void exitCodes();
    void unknownExitCodeIsNamedByNumber();
    void errorTextNamesItsPlace();
};

void TestClock::writesIsoTime_data()
{
    QTest::addColumn<qint64>("micros");
    QTest::addColumn<QString>("text");
    QTest::newRow("epoch") << qint64(0) << "1970-01-01T00:00:00.000Z";
    QTest::newRow("before the epoch") << qint64(-1) << "1969-12-31T23:59:59.999Z";
    QTest::newRow("milliseconds are cut, not rounded") << qint64(1796047371123999) << "2026-11-30T14:02:51.123Z";
    QTest::newRow("leap day") << qint64(951782400000000) << "2000-02-29T00:00:00.000Z";
}

void TestClock::writesIsoTime()
{
    QFETCH(qint64, micros);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(isoTime(micros)), text);
}

void TestClock::monotonicNeverGoesBack()
{
    std::int64_t last = monotonicMicros();
    for (int i = 0; i < 1000; ++i) {
        const std::int64_t now = monotonicMicros();
        QVERIFY(now >= last);
        last = now;
    }
}

void TestClock::wallIsTheSystemsClock()
{
    const qint64 difference = wallMicros() / 1000 - QDateTime::currentMSecsSinceEpoch();
    QVERIFY(std::abs(difference) < 5000);
}

void TestClock::runIdsAreFolderNamesAndUnique()
{
    const QRegularExpression shape("^\\d{8}-\\d{6}-[a-z0-9]{4}$");
    const QString today = QDateTime::currentDateTimeUtc().toString("yyyyMMdd");
    std::set<std::string> seen;
    for (int i = 0; i < 20; ++i) {
        const std::string id = newRunId();
        QVERIFY2(shape.match(QString::fromStdString(id)).hasMatch(), id.c_str());
        seen.insert(id);
    }
    QVERIFY(QString::fromStdString(newRunId()).startsWith(today)
            || QDateTime::currentDateTimeUtc().toString("yyyyMMdd") != today);
    QVERIFY(seen.size() > 18); // 36^4 endings: two equal ones in one second are possible, and rare
}

void TestClock::shortIdsAreUnique()
{
    const QRegularExpression shape("^[a-z0-9]{12}$");
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i)
        seen.insert(newShortId());
    QCOMPARE(seen.size(), std::size_t(1000));
    QVERIFY(shape.match(QString::fromStdString(*seen.begin())).hasMatch());
}

void TestClock::exitCodes_data()
{
    QTest::addColumn<int>("error");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("reason");
    const auto row = [](ErrorCode error, int code, const char *reason) {
        QTest::newRow(reason) << static_cast<int>(error) << code << QString(reason);
    };
    row(ErrorCode::Config, 2, "configuration");
    row(ErrorCode::Data, 3, "data");
    row(ErrorCode::OutOfMemory, 4, "out of memory");
    row(ErrorCode::Diverged, 5, "diverged");
    row(ErrorCode::Storage, 6, "storage");
    row(ErrorCode::Device, 7, "device or peer lost");
    row(ErrorCode::Internal, 70, "internal error");
}

void TestClock::exitCodes()
{
    QFETCH(int, error);
    QFETCH(int, code);
    QFETCH(QString, reason);
    QCOMPARE(static_cast<int>(exitCodeFor(static_cast<ErrorCode>(error))), code);
    QCOMPARE(QString::fromStdString(exitCodeReason(code)), reason);
}

void TestClock::unknownExitCodeIsNamedByNumber()
{
    QCOMPARE(QString::fromStdString(exitCodeReason(0)), QString("done"));
    QCOMPARE(QString::fromStdString(exitCodeReason(143)), QString("stopped after saving"));
    QCOMPARE(QString::fromStdString(exitCodeReason(9)), QString("exit code 9"));
}

void TestClock::errorTextNamesItsPlace()
{
    const Error placed{ErrorCode::Data, "Unknown letter.", "a.fasta:3"};
    QCOMPARE(QString::fromStdString(placed.text()), QString("a.fasta:3: Unknown letter."));
    const Error bare{ErrorCode::Data, "Unknown letter.", ""};
    QCOMPARE(QString::fromStdString(bare.text()), QString("Unknown letter."));
}

QTEST_GUILESS_MAIN(TestClock)
#include "tst_clock.moc"
