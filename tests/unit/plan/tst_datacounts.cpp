// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "plan/datacounts.h"

using namespace anneal;

namespace {

/// Proteins of 30 letters, each its own.
std::string proteins(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += ">p" + std::to_string(i) + "\nMKTAYIAKQRQISFVKSHFSRQLEERL" + "ACDEFGHIKL"[i % 10]
            + "ACDEFGHIKL"[i / 10 % 10] + "W\n";
    return text;
}

} // namespace

/// A complaint about data stands at the setting that names the file.
class TestDataCounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blamesTheFile_data();
    void blamesTheFile();

private:
    std::string write(const char *name, const QByteArray &text) const
    {
        const std::string path = m_folder.path().toStdString() + "/" + name;
        std::ofstream(path, std::ios::binary) << text.toStdString();
        return path;
    }
    QTemporaryDir m_folder;
};

void TestDataCounts::blamesTheFile_data()
{
    QTest::addColumn<QByteArray>("train");
    QTest::addColumn<QByteArray>("validation");
    QTest::addColumn<QByteArray>("split");
    QTest::addColumn<QString>("key"); // of the first issue
    QTest::addColumn<bool>("isError");
    const QByteArray good = QByteArray::fromStdString(proteins(20)), bad = ">a\nMK7T\n",
                     odd = good + ">gaps\nMKT--AYIAKQW\n";
    QTest::newRow("training file") << bad << good << QByteArray() << "data.train" << true;
    QTest::newRow("validation file") << good << bad << QByteArray() << "data.validation" << true;
    QTest::newRow("empty validation file") << good << QByteArray("\n\n") << QByteArray() << "data.validation" << true;
    QTest::newRow("split file") << good << QByteArray() << QByteArray("nobody\tvalidation\n") << "data.split_file"
                                << true;
    QTest::newRow("one sequence") << QByteArray(">a\nMKT\n") << QByteArray() << QByteArray() << "data.train" << true;
    QTest::newRow("gaps in training") << odd << QByteArray() << QByteArray() << "data.train" << false;
    QTest::newRow("gaps in validation") << good << QByteArray(">v\nMKT--AYIAKQWLE\n>w\nMKWVTFISLLFL\n") << QByteArray()
                                        << "data.validation" << false;
    QTest::newRow("forgotten in the split")
        << good << QByteArray() << QByteArray("p0\tvalidation\np1\ttrain\n") << "data.split_file" << false;
}

void TestDataCounts::blamesTheFile()
{
    QFETCH(QByteArray, train);
    QFETCH(QByteArray, validation);
    QFETCH(QByteArray, split);
    QFETCH(QString, key);
    QFETCH(bool, isError);
    Config config;
    config.data.train = write("train.fasta", train);
    config.data.validation = validation.isEmpty() ? std::string() : write("validation.fasta", validation);
    config.data.split_file = split.isEmpty() ? std::string() : write("split.tsv", split);
    const auto data = loadDataset(dataRequest(config));
    QVERIFY2(data.has_value() != isError, data ? "" : data.error().text().c_str());
    QVERIFY(isError || !data->warnings.empty());
    const Issue issue = isError ? dataIssue(config, data.error()) : dataIssue(data->warnings.front());
    QVERIFY2(QString::fromStdString(issue.key) == key, issue.message.c_str());
    QCOMPARE(issue.severity == Severity::Error, isError);
}

QTEST_GUILESS_MAIN(TestDataCounts)
#include "tst_datacounts.moc"
