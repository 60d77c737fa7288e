// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <csignal>
#include <limits>

#include <sys/resource.h>

#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include "run/metricslog.h"
#include "runfixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

const std::vector<std::string> kTrain{"train.loss", "optimizer.lr"};
const std::vector<std::string> kValidation{"validation.loss"};

/// Rows as text: "group/step/tokens/wall: v v", one line each.
std::string asText(const std::vector<MetricRows> &batch)
{
    std::string text;
    for (const MetricRows &rows : batch) {
        const std::size_t width = rows.values.size() / std::max<std::size_t>(1, rows.steps.size());
        for (std::size_t row = 0; row < rows.steps.size(); ++row) {
            text += std::to_string(rows.group) + '/' + std::to_string(rows.steps[row]) + '/'
                + std::to_string(rows.tokens[row]) + '/' + std::to_string(rows.wallMicros[row]) + ':';
            for (std::size_t series = 0; series < width; ++series)
                text += ' ' + QString::number(rows.values[series * rows.steps.size() + row]).toStdString();
            text += '\n';
        }
    }
    return text;
}

std::string pollText(MetricsReader &reader)
{
    const auto batch = reader.poll();
    return batch ? asText(batch->rows) : "error: " + batch.error().text();
}

std::string allText(const std::filesystem::path &path)
{
    MetricsReader reader(path);
    return pollText(reader);
}

void appendTrain(MetricsWriter &writer, std::int64_t step)
{
    const auto group = writer.group(kTrain);
    QVERIFY(group);
    const double values[]{static_cast<double>(step) / 2, 0.25};
    writer.append(*group, step, step * 10, step * 100, values);
    QVERIFY(writer.flush());
}

std::string trainLine(std::int64_t step)
{
    const auto text = [](std::int64_t number) { return std::to_string(number); };
    return "0/" + text(step) + '/' + text(step * 10) + '/' + text(step * 100) + ": "
        + QString::number(static_cast<double>(step) / 2).toStdString() + " 0.25\n";
}

/// Four steps, each a block of its own; returns where each block of rows ends.
std::vector<std::size_t> writeFourSteps(const std::filesystem::path &path)
{
    std::vector<std::size_t> ends;
    auto writer = MetricsWriter::open(path);
    for (std::int64_t step = 1; step <= 4; ++step) {
        appendTrain(*writer, step);
        ends.push_back(std::filesystem::file_size(path));
    }
    return ends;
}

} // namespace

class TestMetricsLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsEveryValue();
    void followsAGrowingFile();
    void mergesRowsInOrder_data();
    void mergesRowsInOrder();
    void readsInParts();
    void cutAtEveryByte();
    void everyFlippedByteCostsOneBlock();
    void lostDefinitionIsGivenANewId();
    void newerVersionIsNamed();
    void startsAgainWhenTheFileIsReplaced_data();
    void startsAgainWhenTheFileIsReplaced();
    void missingFileHasNoRows();
    void secondWriterIsRefused();
    void fullDiskKeepsRowsForLater();
    void documentedPythonReaderAgrees();
};

void TestMetricsLog::keepsEveryValue()
{
    const RunFixture run;
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> losses{3.25, std::nan(""), infinity, -infinity, 5e-324, -0.0};
    {
        auto writer = MetricsWriter::open(run.paths.metrics());
        QVERIFY(writer);
        const auto group = writer->group(kValidation);
        for (std::size_t row = 0; row < losses.size(); ++row)
            writer->append(*group, static_cast<std::int64_t>(row), -1, std::numeric_limits<std::int64_t>::max(),
                           {&losses[row], 1});
    } // the destructor flushes
    MetricsReader reader(run.paths.metrics());
    const auto batch = reader.poll();
    QVERIFY(batch);
    QCOMPARE(batch->rows.size(), 1u);
    QCOMPARE(reader.groups().size(), 1u);
    QCOMPARE(reader.groups()[0].series, kValidation);
    QCOMPARE(batch->rows[0].tokens[3], -1);
    QCOMPARE(batch->rows[0].wallMicros[3], std::numeric_limits<std::int64_t>::max());
    for (std::size_t row = 0; row < losses.size(); ++row)
        QVERIFY(std::memcmp(&batch->rows[0].values[row], &losses[row], sizeof(double)) == 0);
}

void TestMetricsLog::followsAGrowingFile()
{
    const RunFixture run;
    auto writer = MetricsWriter::open(run.paths.metrics());
    MetricsReader reader(run.paths.metrics());
    QCOMPARE(pollText(reader), std::string());
    appendTrain(*writer, 1);
    QCOMPARE(pollText(reader), trainLine(1));
    QCOMPARE(pollText(reader), std::string());
    appendTrain(*writer, 2);
    const auto validation = writer->group(kValidation);
    const double loss = 2.5;
    writer->append(*validation, 2, 20, 200, {&loss, 1});
    QVERIFY(writer->flush());
    QCOMPARE(pollText(reader), trainLine(2) + "1/2/20/200: 2.5\n");
    QCOMPARE(reader.groups().size(), 2u);
    QCOMPARE(reader.damagedBlocks(), 0);
}

void TestMetricsLog::mergesRowsInOrder_data()
{
    QTest::addColumn<int>("rowsPerFlush");
    QTest::newRow("one row a block") << 1;
    QTest::newRow("seven") << 7;
    QTest::newRow("more than a block holds") << 100'000;
}

void TestMetricsLog::mergesRowsInOrder()
{
    QFETCH(int, rowsPerFlush);
    constexpr std::int64_t kRows = 70'000;
    const RunFixture run;
    auto writer = MetricsWriter::open(run.paths.metrics());
    const auto group = writer->group(kTrain);
    for (std::int64_t step = 0; step < kRows; ++step) {
        const double values[]{static_cast<double>(step), -static_cast<double>(step)};
        writer->append(*group, step, 2 * step, 3 * step, values);
        if ((step + 1) % rowsPerFlush == 0)
            QVERIFY(writer->flush());
    }
    QVERIFY(writer->flush());
    MetricsReader reader(run.paths.metrics());
    const auto batch = reader.poll();
    std::int64_t next = 0;
    for (const MetricRows &rows : batch->rows)
        for (std::size_t row = 0; row < rows.steps.size(); ++row, ++next) {
            QCOMPARE(rows.steps[row], next);
            QCOMPARE(rows.wallMicros[row], 3 * next);
            QCOMPARE(rows.values[row], static_cast<double>(next));
            QCOMPARE(rows.values[rows.steps.size() + row], -static_cast<double>(next));
        }
    QCOMPARE(next, kRows);
}

void TestMetricsLog::readsInParts()
{
    const RunFixture run;
    {
        auto writer = MetricsWriter::open(run.paths.metrics());
        const auto group = writer->group(kTrain);
        const double values[]{1, 2};
        for (std::int64_t step = 0; step < 600'000; ++step)
            writer->append(*group, step, 0, 0, values);
    }
    MetricsReader reader(run.paths.metrics());
    std::size_t rows = 0;
    int calls = 0;
    for (bool more = true; more; ++calls) {
        const auto batch = reader.poll(1);
        QVERIFY(batch);
        for (const MetricRows &part : batch->rows)
            rows += part.steps.size();
        more = batch->more;
    }
    QCOMPARE(rows, 600'000u);
    QVERIFY(calls >= 3);
}

void TestMetricsLog::cutAtEveryByte()
{
    const RunFixture run;
    const auto ends = writeFourSteps(run.paths.metrics());
    const std::string whole = readText(run.paths.metrics());
    QCOMPARE(whole.size(), ends.back());
    for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
        writeText(run.paths.metrics(), whole.substr(0, cut));
        std::string before;
        std::int64_t step = 0;
        for (; step < 4 && ends[static_cast<std::size_t>(step)] <= cut; ++step)
            before += trainLine(step + 1);
        MetricsReader follower(run.paths.metrics());
        QCOMPARE(pollText(follower), before);
        {
            auto writer = MetricsWriter::open(run.paths.metrics());
            QVERIFY(writer);
            appendTrain(*writer, 9);
        }
        QCOMPARE(pollText(follower), trainLine(9));
        QCOMPARE(follower.damagedBlocks(), 0);
        QCOMPARE(allText(run.paths.metrics()), before + trainLine(9));
    }
}

void TestMetricsLog::everyFlippedByteCostsOneBlock()
{
    const RunFixture run;
    const auto ends = writeFourSteps(run.paths.metrics());
    const std::string whole = readText(run.paths.metrics());
    for (std::size_t at = ends[1]; at < whole.size(); ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
        writeText(run.paths.metrics(), bytes);
        MetricsReader reader(run.paths.metrics());
        const bool inThird = at < ends[2];
        QCOMPARE(pollText(reader), trainLine(1) + trainLine(2) + (inThird ? trainLine(4) : trainLine(3)));
        // A longer length in the last header looks like a block that is still being written.
        const bool looksUnfinished = at >= ends[2] + 12 && at < ends[2] + 15;
        if (!looksUnfinished)
            QCOMPARE(reader.damagedBlocks(), 1);
    }
}

void TestMetricsLog::lostDefinitionIsGivenANewId()
{
    const RunFixture run;
    writeFourSteps(run.paths.metrics());
    std::string bytes = readText(run.paths.metrics());
    bytes[20] = static_cast<char>(bytes[20] ^ 1); // inside the definition of the group
    writeText(run.paths.metrics(), bytes);
    auto writer = MetricsWriter::open(run.paths.metrics());
    QCOMPARE(*writer->group(kTrain), 1);
    appendTrain(*writer, 5);
    MetricsReader reader(run.paths.metrics());
    QCOMPARE(pollText(reader), "1" + trainLine(5).substr(1));
    QCOMPARE(reader.damagedBlocks(), 5);
}

void TestMetricsLog::newerVersionIsNamed()
{
    const RunFixture run;
    // A block of version 7 without content, made by hand as docs/run-folder.md says.
    writeText(run.paths.metrics(),
              std::string("\x89"
                          "AMB"
                          "\xd5\x05\xbb\xa4"
                          "\x07\x00\x01\x00"
                          "\x00\x00\x00\x00",
                          16));
    MetricsReader reader(run.paths.metrics());
    const auto batch = reader.poll();
    QVERIFY(!batch);
    QCOMPARE(batch.error().code, ErrorCode::Storage);
    QVERIFY2(batch.error().message.find("newer Anneal (format 7)") != std::string::npos, batch.error().message.c_str());
    const auto writer = MetricsWriter::open(run.paths.metrics());
    QVERIFY(!writer);
    QCOMPARE(writer.error().text(), batch.error().text());
    QCOMPARE(std::filesystem::file_size(run.paths.metrics()), 16u);
}

void TestMetricsLog::startsAgainWhenTheFileIsReplaced_data()
{
    QTest::addColumn<bool>("inPlace");
    QTest::addColumn<int>("steps");
    QTest::newRow("shorter, same inode") << true << 1;
    QTest::newRow("longer, same inode") << true << 9;
    QTest::newRow("another file") << false << 4;
}

void TestMetricsLog::startsAgainWhenTheFileIsReplaced()
{
    QFETCH(bool, inPlace);
    QFETCH(int, steps);
    const RunFixture run;
    writeFourSteps(run.paths.metrics());
    MetricsReader reader(run.paths.metrics());
    pollText(reader);
    const auto other = run.paths.root / "other.bin";
    std::string expected;
    {
        auto writer = MetricsWriter::open(other);
        for (std::int64_t step = 100; step < 100 + steps; ++step) {
            appendTrain(*writer, step);
            expected += trainLine(step);
        }
    }
    if (inPlace)
        writeText(run.paths.metrics(), readText(other));
    else
        std::filesystem::rename(other, run.paths.metrics());
    const auto batch = reader.poll();
    QVERIFY(batch);
    QVERIFY(batch->restarted);
    QCOMPARE(asText(batch->rows), expected);
    QCOMPARE(reader.groups().size(), 1u);
}

void TestMetricsLog::missingFileHasNoRows()
{
    const RunFixture run;
    QCOMPARE(allText(run.paths.root / "nothing.bin"), std::string());
    QVERIFY(allText(run.paths.root).starts_with("error: "));
}

void TestMetricsLog::secondWriterIsRefused()
{
    const RunFixture run;
    const auto first = MetricsWriter::open(run.paths.metrics());
    QVERIFY(first);
    const auto second = MetricsWriter::open(run.paths.metrics());
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::Storage);
}

void TestMetricsLog::fullDiskKeepsRowsForLater()
{
    const RunFixture run;
    auto writer = MetricsWriter::open(run.paths.metrics());
    appendTrain(*writer, 1);
    const auto size = std::filesystem::file_size(run.paths.metrics());
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit tight{size + 30, limit.rlim_max};
    const auto previous = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &tight);
    const double values[]{1, 0.25};
    writer->append(0, 2, 20, 200, values);
    const auto refused = writer->flush();
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, previous);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Storage);
    QCOMPARE(std::filesystem::file_size(run.paths.metrics()), size);
    appendTrain(*writer, 3);
    QCOMPARE(allText(run.paths.metrics()), trainLine(1) + trainLine(2) + trainLine(3));
}

void TestMetricsLog::documentedPythonReaderAgrees()
{
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty())
        QSKIP("no python3 on this machine");
    const std::string guide = readText(std::filesystem::path(ANNEAL_DOCS) / "run-folder.md");
    const std::size_t begin = guide.find("```python\n");
    QVERIFY(begin != std::string::npos);
    const std::size_t end = guide.find("```", begin + 3);
    const RunFixture run;
    const auto ends = writeFourSteps(run.paths.metrics());
    std::string bytes = readText(run.paths.metrics());
    bytes[ends[1] + 20] = '!';
    writeText(run.paths.metrics(), bytes.substr(0, ends[3] - 3));
    QProcess process;
    process.start(python,
                  {QStringLiteral("-c"), QString::fromStdString(guide.substr(begin + 10, end - begin - 10)),
                   QString::fromStdString(run.paths.metrics().string())});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.readAllStandardError(), QByteArray());
    QCOMPARE(process.readAllStandardOutput(),
             QByteArray("1\t10\t100\ttrain.loss\t0.5\n1\t10\t100\toptimizer.lr\t0.25\n"
                        "2\t20\t200\ttrain.loss\t1.0\n2\t20\t200\toptimizer.lr\t0.25\n"));
}

QTEST_GUILESS_MAIN(TestMetricsLog)
#include "tst_metricslog.moc"
