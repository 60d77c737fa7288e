// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "series/runseries.h"

using namespace anneal;

namespace {

using Numbers = QList<qint64>;

const std::vector<std::string> kTrain{"train.loss", "optimizer.lr"};
const std::vector<std::string> kValidation{"validation.loss"};

/// Rows whose values tell when they were written: step + time / 1000.
void add(RunSeries &run, const std::vector<std::string> &names, const Numbers &steps, const Numbers &times)
{
    const std::vector<std::int64_t> stepList(steps.begin(), steps.end());
    const std::vector<std::int64_t> timeList(times.begin(), times.end());
    std::vector<double> values;
    for (std::size_t series = 0; series < names.size(); ++series)
        for (std::size_t row = 0; row < stepList.size(); ++row)
            values.push_back(static_cast<double>(stepList[row]) + static_cast<double>(timeList[row]) / 1000);
    run.append({names, stepList, stepList, timeList, values});
}

QString text(const RunSeries &run, const std::string &name)
{
    QStringList words;
    const Series *series = run.find(name);
    for (std::size_t row = 0; series && row < series->size(); ++row)
        words << QString::number(series->value(row));
    return words.join(' ');
}

} // namespace

class TestRunSeries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupsByName();
    void laterRowReplaces_data();
    void laterRowReplaces();
    void rewindReachesOtherGroups_data();
    void rewindReachesOtherGroups();
    void clockSetBackNeverHidesRows();
    void replacedRowsAreKeptApart();
    void clears();
};

void TestRunSeries::groupsByName()
{
    RunSeries run;
    QCOMPARE(run.lastStep(), -1);
    QVERIFY(!run.find("train.loss"));
    add(run, kTrain, {1, 2}, {10, 20});
    add(run, kValidation, {2}, {21});
    add(run, kTrain, {3}, {30});
    QCOMPARE(run.names(), (std::vector<std::string>{"optimizer.lr", "train.loss", "validation.loss"}));
    QCOMPARE(text(run, "train.loss"), "1.01 2.02 3.03");
    QCOMPARE(text(run, "optimizer.lr"), "1.01 2.02 3.03");
    QCOMPARE(text(run, "validation.loss"), "2.021");
    QCOMPARE(&run.find("train.loss")->rows(), &run.find("optimizer.lr")->rows());
    QCOMPARE(run.lastStep(), 3);
    QCOMPARE(run.lastWallMicros(), 30);
}

void TestRunSeries::laterRowReplaces_data()
{
    QTest::addColumn<QList<Numbers>>("batches");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no resume") << QList<Numbers>{{1, 2}, {3}} << "1.001 2.002 3.003";
    QTest::newRow("resume in the next batch") << QList<Numbers>{{1, 2, 3}, {2, 3}} << "1.001 2.004 3.005";
    QTest::newRow("resume inside a batch") << QList<Numbers>{{1, 2, 3, 2, 3, 4}} << "1.001 2.004 3.005 4.006";
    QTest::newRow("resume between rows") << QList<Numbers>{{1, 5, 9}, {7, 8}} << "1.001 5.002 7.004 8.005";
    QTest::newRow("from the start") << QList<Numbers>{{5, 6}, {1}} << "1.003";
    QTest::newRow("twice") << QList<Numbers>{{1, 2, 3}, {2, 3}, {3}} << "1.001 2.004 3.006";
    QTest::newRow("same step") << QList<Numbers>{{1, 1, 1}} << "1.003";
}

void TestRunSeries::laterRowReplaces()
{
    QFETCH(QList<Numbers>, batches);
    QFETCH(QString, expected);
    RunSeries run;
    qint64 time = 0;
    for (const Numbers &steps : batches) {
        Numbers times;
        for (qsizetype i = 0; i < steps.size(); ++i)
            times << ++time;
        add(run, kTrain, steps, times);
    }
    QCOMPARE(text(run, "train.loss"), expected);
    QCOMPARE(run.find("train.loss")->size(), run.find("train.loss")->rows().steps.size());
}

void TestRunSeries::rewindReachesOtherGroups_data()
{
    QTest::addColumn<bool>("validationFirst");
    QTest::addColumn<bool>("oneBatch");
    for (const bool validationFirst : {false, true})
        for (const bool oneBatch : {false, true})
            QTest::addRow("validation %s, %s", validationFirst ? "first" : "last", oneBatch ? "one batch" : "live")
                << validationFirst << oneBatch;
}

/// Resumed at step 101 with evaluations at other steps: the evaluation at 150 belongs to the part that was replaced.
void TestRunSeries::rewindReachesOtherGroups()
{
    QFETCH(bool, validationFirst);
    QFETCH(bool, oneBatch);
    const auto before = [](RunSeries &run, bool validation) {
        validation ? add(run, kValidation, {50, 100, 150}, {50, 100, 150})
                   : add(run, kTrain, {50, 100, 160}, {50, 100, 160});
    };
    const auto after = [](RunSeries &run, bool validation) {
        validation ? add(run, kValidation, {170}, {270}) : add(run, kTrain, {101, 170}, {201, 270});
    };
    RunSeries run;
    if (oneBatch) {
        for (const bool validation : {validationFirst, !validationFirst})
            validation ? add(run, kValidation, {50, 100, 150, 170}, {50, 100, 150, 270})
                       : add(run, kTrain, {50, 100, 160, 101, 170}, {50, 100, 160, 201, 270});
    } else {
        before(run, validationFirst);
        before(run, !validationFirst);
        after(run, validationFirst);
        after(run, !validationFirst);
    }
    QCOMPARE(text(run, "train.loss"), "50.05 100.1 101.201 170.27");
    QCOMPARE(text(run, "validation.loss"), "50.05 100.1 170.27");
}

void TestRunSeries::clockSetBackNeverHidesRows()
{
    RunSeries run;
    add(run, kTrain, {1, 2, 3}, {1000, 2000, 3000});
    add(run, kTrain, {2, 3, 4, 5}, {500, 400, 300, 4000}); // resumed after the clock was set back, and again
    QCOMPARE(text(run, "train.loss"), "2 2.5 3.4 4.3 9");
    const std::vector<std::int64_t> times{1000, 1000, 1000, 1000, 4000};
    QCOMPARE(run.find("train.loss")->rows().wallMicros, times);
}

QString replacedText(const RunSeries &run, const std::string &name)
{
    QStringList parts;
    for (const Series &part : run.replaced(name)) {
        QStringList words;
        for (std::size_t row = 0; row < part.size(); ++row)
            words << QString::number(part.value(row));
        parts << words.join(' ');
    }
    return parts.join(QStringLiteral(" | "));
}

void TestRunSeries::replacedRowsAreKeptApart()
{
    RunSeries run;
    add(run, kTrain, {1, 2, 3, 4}, {1, 2, 3, 4});
    QCOMPARE(replacedText(run, "train.loss"), QString());
    add(run, kTrain, {3, 4}, {5, 6});
    QCOMPARE(replacedText(run, "train.loss"), "2.002 3.003 4.004"); // from the row it went back to
    QCOMPARE(run.replaced("train.loss").front().rows().steps, (std::vector<std::int64_t>{2, 3, 4}));
    add(run, kTrain, {4}, {7});
    QCOMPARE(replacedText(run, "train.loss"), "2.002 3.003 4.004 | 3.005 4.006");
    QCOMPARE(replacedText(run, "optimizer.lr"), "2.002 3.003 4.004 | 3.005 4.006");
    add(run, kValidation, {1, 3, 4}, {1, 3, 8}); // the second one is older than the rewind that replaced it
    QCOMPARE(text(run, "validation.loss"), "1.001 4.008");
    QCOMPARE(replacedText(run, "validation.loss"), "3.003");
    run.clear();
    QCOMPARE(replacedText(run, "train.loss"), QString());
}

void TestRunSeries::clears()
{
    RunSeries run;
    add(run, kTrain, {1, 2, 1}, {1, 2, 3});
    run.clear();
    QVERIFY(run.names().empty());
    add(run, kTrain, {1}, {1});
    QCOMPARE(text(run, "train.loss"), "1.001");
}

QTEST_GUILESS_MAIN(TestRunSeries)
#include "tst_runseries.moc"
