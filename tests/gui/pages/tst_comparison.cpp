// SPDX-License-Identifier: GPL-3.0-or-later
// What Compare says: settings that differ, live changes, and whether losses may be compared.
#include <limits>

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

#include "pages/common/runtext.h"
#include "pages/compare/comparability.h"
#include "pages/compare/comparefilter.h"
#include "pages/compare/comparemodel.h"
#include "pages/compare/configstore.h"
#include "pages/compare/differences.h"
#include "pages/compare/verdict.h"
#include "style/text.h"

using namespace anneal;

namespace {

ComparedRun run(const char *name, const std::function<void(Config &)> &change = {})
{
    ComparedRun run;
    run.id = run.id + name;
    run.name = QString::fromUtf8(name);
    run.config.data.train = "/data/proteins.fasta";
    if (change)
        change(run.config);
    return run;
}

RunSummary summary(const char *id, std::optional<double> loss, int slot = 1)
{
    RunSummary summary;
    summary.id = id;
    summary.name = std::string("run ") + id;
    summary.validationLoss = summary.bestValidationLoss = loss;
    summary.colorSlot = slot;
    summary.phase = RunPhase::Finished;
    return summary;
}

} // namespace

class TestComparison : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void onlyWhatDiffers()
    {
        const auto rows = differenceRows({run("a"),
                                          run("b",
                                              [](Config &c) {
                                                  c.optimizer.lr = 1e-3;
                                                  c.batch.accumulation_steps = 4;
                                              })},
                                         true);
        QCOMPARE(rows.size(), 2u);
        QCOMPARE(rows[0].key, QStringLiteral("optimizer.lr"));
        QCOMPARE(rows[0].values, QStringList({"0.0004", "0.001"}));
        QCOMPARE(rows[1].key, QStringLiteral("batch.accumulation_steps"));
        QCOMPARE(rows[1].values, QStringList({"1", "4"}));
    }

    void aSettingThatAnotherOneOverrulesIsNoDifference()
    {
        const auto split = [](double fraction) {
            return [fraction](Config &c) {
                c.data.split_file = "/data/split.tsv";
                c.data.validation_fraction = fraction;
            };
        };
        QCOMPARE(differenceRows({run("a", split(0.1)), run("b", split(0.2))}, true).size(), 0u);
    }

    void theVerdictNamesTheBetterRunAndWhy_data()
    {
        QTest::addColumn<double>("loss");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("changes");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("why");
        const QString one = QStringLiteral("Only optimizer.lr differs from a: 0.001 instead of 0.0004.");
        QTest::newRow("one setting") << 2.71 << 1000 << 1 << "b is better: 2.710 against 2.851 (−0.141) of a." << one;
        QTest::newRow("more tokens") << 2.71 << 2000 << 1 << "b is better: 2.710 against 2.851 (−0.141) of a."
                                     << one
                + QStringLiteral(" It saw more tokens (2,000 against 1,000), which helps it.");
        QTest::newRow("fewer tokens") << 2.71 << 500 << 1 << "b is better: 2.710 against 2.851 (−0.141) of a."
                                      << one
                + QStringLiteral(" It saw fewer tokens (500 against 1,000), so it also learns faster.");
        QTest::newRow("two settings")
            << 2.71 << 1000 << 2 << "b is better: 2.710 against 2.851 (−0.141) of a."
            << "2 settings differ from a, so none of them alone explains it: optimizer.lr, batch.accumulation_steps.";
        QTest::newRow("chance") << 2.71 << 1000 << 0 << "b is better: 2.710 against 2.851 (−0.141) of a."
                                << "No setting that matters differs from a: this much comes from chance.";
        QTest::newRow("equal") << 2.851 << 1000 << 1 << "a and b are equally good: 2.851."
                               << "Only optimizer.lr differs from b: 0.0004 instead of 0.001.";
        QTest::newRow("no loss") << std::numeric_limits<double>::quiet_NaN() << 1000 << 1
                                 << "No run can be called better yet."
                                 << "At least two of them need a validation loss.";
    }
    void theVerdictNamesTheBetterRunAndWhy()
    {
        QFETCH(double, loss);
        QFETCH(int, tokens);
        QFETCH(int, changes);
        ComparedRun first = run("a");
        first.loss = 2.851;
        first.tokens = 1000;
        ComparedRun second = run("b", [changes](Config &c) {
            c.data.seed = 0;
            c.logging.eval_every_steps = 7; // explains nothing
            if (changes > 0)
                c.optimizer.lr = 1e-3;
            if (changes > 1)
                c.batch.accumulation_steps = 4;
        });
        second.loss = loss;
        second.tokens = tokens;
        const Verdict said = verdict({first, second});
        QTEST(said.better, "better");
        QTEST(said.why, "why");
    }

    void notesAreOneLineWithoutMarks_data()
    {
        QTest::addColumn<QByteArray>("markdown");
        QTest::addColumn<QString>("line");
        QTest::newRow("bold") << QByteArray("Keep it; **do not delete**") << "Keep it; do not delete";
        QTest::newRow("list") << QByteArray("# Result\n- better\n- `lr` matters") << "Result better lr matters";
        QTest::newRow("arithmetic stays") << QByteArray("3 * 4 - 2 # 1") << "3 * 4 - 2 # 1";
    }
    void notesAreOneLineWithoutMarks()
    {
        QFETCH(QByteArray, markdown);
        QTEST(noteLine(markdown.toStdString()), "line");
    }

    void noVerdictWhereLossesCannotBeCompared()
    {
        ComparedRun first = run("a"), second = run("b", [](Config &c) { c.data.max_length = 64; });
        first.loss = 2.0;
        second.loss = 3.0;
        const Verdict said = verdict({first, second});
        QCOMPARE(said.better, QStringLiteral("No run can be called better."));
        QVERIFY(said.why.contains(QStringLiteral("data.max_length")));
        QVERIFY(verdict({first}).better.isEmpty());
    }

    void noiseIsHiddenWhenAsked()
    {
        const std::vector<ComparedRun> runs{run("a"), run("b", [](Config &c) {
                                                c.data.seed = 7;
                                                c.note.why = "again";
                                            })};
        QCOMPARE(differenceRows(runs, true).size(), 0u);
        QVERIFY(differenceRows(runs, false).size() >= 2);
    }

    void liveChangesAreRowsOfTheirRun()
    {
        ComparedRun changed = run("b");
        changed.events.push_back(
            {0, "live_change", 42000, "", {{"key", "optimizer.lr"}, {"new", 0.000133}, {"reason", "loss is flat"}}});
        const auto rows = differenceRows({run("a"), changed}, true);
        QCOMPARE(rows.size(), 1u);
        QCOMPARE(rows[0].key, QStringLiteral("live: optimizer.lr @ 42,000"));
        QCOMPARE(rows[0].values.last(), QStringLiteral("0.000133"));
        QCOMPARE(rows[0].note, QStringLiteral("loss is flat"));
    }

    void comparable_data()
    {
        QTest::addColumn<QString>("key");
        QTest::newRow("other rate") << "";
        QTest::newRow("masking") << "objective.validation_masking";
        QTest::newRow("file") << "data.train";
        QTest::newRow("seed of a drawn part") << "data.seed";
        QTest::newRow("seed beside a split file") << "";
    }

    void comparable()
    {
        QFETCH(QString, key);
        const QString row = QTest::currentDataTag();
        const bool split = row.contains("split file");
        const auto other = run("b", [&](Config &c) {
            c.optimizer.lr = 1;
            if (key == "objective.validation_masking")
                c.objective.validation_masking = "as_training";
            if (key == "data.train")
                c.data.train = "/data/other.fasta";
            if (row.contains("seed"))
                c.data.seed = 3;
            if (split)
                c.data.split_file = "/data/split.tsv";
        });
        const auto first = run("a", [&](Config &c) {
            if (split)
                c.data.split_file = "/data/split.tsv";
        });
        const Comparability verdict = comparability({first, other});
        QCOMPARE(verdict.comparable, key.isEmpty());
        QVERIFY(verdict.sentence.contains(key.isEmpty() ? QStringLiteral("proteins.fasta") : key));
    }

    void modelKeepsItsChecks()
    {
        QTemporaryDir folder;
        WorkspaceService service(folder.path().toStdString());
        ConfigStore configs(service);
        CompareModel model(&configs);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns(
            {summary("a", 2.5), summary("b", std::nullopt), summary("c", std::numeric_limits<double>::quiet_NaN())});
        QVERIFY(model.setData(model.index(1, 0), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(model.checkedRuns(), QStringList{"b"});
        model.setRuns({summary("d", 2.0), summary("b", 2.4)});
        QCOMPARE(model.checkedRuns(), QStringList{"b"});
        QCOMPARE(model.index(1, CompareModel::ValidationLoss).data().toString(), QStringLiteral("2.400"));
        // Whether that is a loss of letters is not known before the configuration was read.
        QCOMPARE(model.index(1, CompareModel::Perplexity).data().toString(), missingText());
    }

    void missingAndNanHaveNoOrder()
    {
        QTemporaryDir folder;
        WorkspaceService service(folder.path().toStdString());
        ConfigStore configs(service);
        CompareModel model(&configs);
        model.setRuns(
            {summary("a", 2.5), summary("b", std::nullopt), summary("c", std::numeric_limits<double>::quiet_NaN())});
        QCOMPARE(model.index(0, CompareModel::ValidationLoss).data(CompareModel::SortRole).toDouble(), 2.5);
        QVERIFY(!model.index(1, CompareModel::ValidationLoss).data(CompareModel::SortRole).isValid());
        QVERIFY(!model.index(2, CompareModel::ValidationLoss).data(CompareModel::SortRole).isValid());
        QCOMPARE(model.index(2, CompareModel::ValidationLoss).data().toString(), QStringLiteral("NaN"));
    }

    void aLineThatIsNotUnderstoodHidesNothing()
    {
        QTemporaryDir folder;
        WorkspaceService service(folder.path().toStdString());
        const ConfigStore configs(service);
        const RunSummaries runs{summary("a", 2.5), summary("b", 2.9)};
        QCOMPARE(filterRuns(runs, configs, "val.loss<2.7").runs.size(), 1u);
        const FilteredRuns broken = filterRuns(runs, configs, "val.loss<");
        QCOMPARE(broken.runs.size(), 2u);
        QVERIFY(!broken.problem.isEmpty());
        QCOMPARE(filterRuns(runs, configs, "  ").runs.size(), 2u);
    }

    void theStrictestTermIsNamed()
    {
        QTemporaryDir folder;
        WorkspaceService service(folder.path().toStdString());
        const ConfigStore configs(service);
        const RunSummaries runs{summary("a", 2.5), summary("b", 2.9), summary("c", 3.0)};
        const FilteredRuns none = filterRuns(runs, configs, "val.loss<2.7 and (name:b or name:c)");
        QCOMPARE(none.runs.size(), 0u);
        QCOMPARE(none.emptyReason, QStringLiteral("No run matches. “val.loss<2.7” alone leaves 1 of 3."));
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
