// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"

using namespace anneal;

namespace {

/// A process that waits for a signal.
pid_t startChild()
{
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::pause();
        ::_exit(0);
    }
    return pid;
}

} // namespace

class TestProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownStartTimeIsStable();
    void nobodyHasNoStartTime_data();
    void nobodyHasNoStartTime();
    void sameNumberWithAnotherStartIsDead();
    void zombieIsDead();
    void namesMachineAndBoot();
};

void TestProcess::ownStartTimeIsStable()
{
    const std::uint64_t start = processStartTicks(::getpid());
    QVERIFY(start > 0);
    QCOMPARE(processStartTicks(::getpid()), start);
    QVERIFY(processAlive(::getpid(), start));
}

void TestProcess::nobodyHasNoStartTime_data()
{
    QTest::addColumn<int>("pid");
    QTest::newRow("zero") << 0;
    QTest::newRow("group") << -1;
    QTest::newRow("beyond the kernel's limit") << (1 << 30);
}

void TestProcess::nobodyHasNoStartTime()
{
    QFETCH(int, pid);
    QCOMPARE(processStartTicks(pid), std::uint64_t(0));
    QVERIFY(!processAlive(pid, 0));
}

void TestProcess::sameNumberWithAnotherStartIsDead()
{
    const std::uint64_t start = processStartTicks(::getpid());
    QVERIFY(!processAlive(::getpid(), start + 1));
    QVERIFY(!processAlive(::getpid(), 0));
}

void TestProcess::zombieIsDead()
{
    const pid_t child = startChild();
    QVERIFY(child > 0);
    const std::uint64_t start = processStartTicks(child);
    QVERIFY(start >= processStartTicks(::getpid()));
    QVERIFY(processAlive(child, start));
    ::kill(child, SIGKILL);
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT); // ended, not yet collected
    QCOMPARE(processStartTicks(child), start);
    QVERIFY(!processAlive(child, start));
    ::waitpid(child, nullptr, 0);
    QCOMPARE(processStartTicks(child), std::uint64_t(0));
    QVERIFY(!processAlive(child, start));
}

void TestProcess::namesMachineAndBoot()
{
    QCOMPARE(QString::fromStdString(hostName()), QSysInfo::machineHostName());
    QCOMPARE(QByteArray::fromStdString(bootId()), QSysInfo::bootUniqueId());
}

QTEST_GUILESS_MAIN(TestProcess)
#include "tst_process.moc"
