// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include "base/files.h"
#include "base/hardware.h"

using namespace anneal;

class TestHardware : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void readsThisMachine();
    void readsCpuAndMemory();
    void findsBf16_data();
    void findsBf16();
    void containerLowersTheShare();
    void listsGpusByAddress();
    void emptyFoldersGiveAnEmptyMachine();

private:
    void put(const std::string &name, const std::string &text)
    {
        QVERIFY(makeFolder((m_root / name).parent_path()).has_value());
        QVERIFY(writeFileAtomic(m_root / name, text).has_value());
    }
    [[nodiscard]] Hardware read() const { return hardwareFrom(m_root / "proc", m_root / "cgroup"); }

    std::unique_ptr<QTemporaryDir> m_temporary;
    fs::path m_root;
};

void TestHardware::init()
{
    m_temporary = std::make_unique<QTemporaryDir>();
    m_root = m_temporary->path().toStdString();
    put("proc/meminfo", "MemTotal:       8000000 kB\nMemFree:  1 kB\nMemAvailable:    6000000 kB\n");
    put("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast CPU @ 3 GHz\nflags\t\t: fpu avx2 avx512_bf16 fma\n");
}

void TestHardware::readsThisMachine()
{
    const Hardware hardware = localHardware();
    QVERIFY(hardware.cores >= 1 && hardware.cores <= QThread::idealThreadCount());
    QVERIFY(hardware.memoryBytes > (64ull << 20));
    QVERIFY(hardware.availableMemoryBytes > 0 && hardware.availableMemoryBytes <= hardware.memoryBytes);
}

void TestHardware::readsCpuAndMemory()
{
    const Hardware hardware = read();
    QCOMPARE(QString::fromStdString(hardware.cpuName), QString("Fast CPU @ 3 GHz"));
    QCOMPARE(hardware.memoryBytes, std::uint64_t(8000000) * 1024);
    QCOMPARE(hardware.availableMemoryBytes, std::uint64_t(6000000) * 1024);
}

void TestHardware::findsBf16_data()
{
    QTest::addColumn<QString>("flags");
    QTest::addColumn<bool>("has");
    QTest::newRow("avx512") << "fpu avx512_bf16 fma" << true;
    QTest::newRow("amx, last") << "fpu amx_bf16" << true;
    QTest::newRow("a longer word") << "fpu avx512_bf16x" << false;
    QTest::newRow("neither") << "fpu avx2" << false;
}

void TestHardware::findsBf16()
{
    QFETCH(QString, flags);
    QFETCH(bool, has);
    put("proc/cpuinfo", "flags\t\t: " + flags.toStdString() + "\n");
    QCOMPARE(read().cpuHasBf16, has);
}

void TestHardware::containerLowersTheShare()
{
    put("cgroup/cpu.max", "100000 100000\n");
    put("cgroup/memory.max", "2000000000\n");
    put("cgroup/memory.current", "500000000\n");
    const Hardware limited = read();
    QCOMPARE(limited.cores, 1);
    QCOMPARE(limited.memoryBytes, std::uint64_t(2000000000));
    QCOMPARE(limited.availableMemoryBytes, std::uint64_t(1500000000));
    put("cgroup/cpu.max", "max 100000\n");
    put("cgroup/memory.max", "max\n");
    QCOMPARE(read().cores, localHardware().cores);
    QCOMPARE(read().memoryBytes, std::uint64_t(8000000) * 1024);
}

void TestHardware::listsGpusByAddress()
{
    put("proc/driver/nvidia/gpus/0000:41:00.0/information", "Model: \t\t Tesla T4\nGPU UUID: \t GPU-b\n");
    put("proc/driver/nvidia/gpus/0000:01:00.0/information", "Model: \t\t NVIDIA H200\nGPU UUID: \t GPU-a\n");
    put("proc/driver/nvidia/gpus/0000:81:00.0/information", "Model: \t\t NVIDIA RTX A6000\nGPU UUID: \t GPU-c\n");
    const Hardware hardware = read();
    QCOMPARE(hardware.gpus.size(), std::size_t(3));
    QCOMPARE(QString::fromStdString(hardware.gpus[0].name), QString("NVIDIA H200"));
    QCOMPARE(QString::fromStdString(hardware.gpus[0].uuid), QString("GPU-a"));
    QCOMPARE(hardware.gpus[1].index, 1);
    QVERIFY(hardware.gpus[0].supportsBf16);
    QVERIFY(!hardware.gpus[1].supportsBf16);
    QVERIFY(hardware.gpus[2].supportsBf16);
}

void TestHardware::emptyFoldersGiveAnEmptyMachine()
{
    const Hardware hardware = hardwareFrom(m_root / "nothing", m_root / "nothing");
    QVERIFY(hardware.cores >= 1);
    QCOMPARE(hardware.memoryBytes, std::uint64_t(0));
    QVERIFY(hardware.gpus.empty());
}

QTEST_GUILESS_MAIN(TestHardware)
#include "tst_hardware.moc"
