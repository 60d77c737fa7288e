// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>

#include "gui/pages/pagefixture.h"
#include "pages/compare/comparemodel.h"
#include "pages/compare/comparepage.h"
#include "pages/compare/comparetable.h"
#include "pages/compare/configstore.h"
#include "pages/compare/filtercompleter.h"
#include "pages/compare/savedfilters.h"
#include "plan/plan.h"
#include "plan/trained.h"
#include "run/events.h"
#include "run/record.h"
#include "style/text.h"

using namespace anneal;
using test::find;

namespace {

RunSummary summary(const char *id, std::optional<double> loss)
{
    RunSummary summary;
    summary.id = summary.name = id;
    summary.bestValidationLoss = loss;
    return summary;
}

QString column(const QAbstractItemModel &model)
{
    QString ids;
    for (int row = 0; row < model.rowCount(); ++row)
        ids += model.index(row, 0).data(CompareModel::RunIdRole).toString();
    return ids;
}

} // namespace

class TestComparePage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<test::PageFixture>();
        QTRY_VERIFY(m_fixture->app.workspace().ready());
    }

    void cleanup() { m_fixture.reset(); }

    void nanAndMissingSortLast()
    {
        const ConfigStore configs(m_fixture->app.workspace());
        CompareModel model(&configs);
        model.setRuns({summary("n", std::nan("")), summary("b", 2.5), summary("m", {}), summary("a", 2.4)});
        CompareTable table(&model, m_fixture->app);
        QCOMPARE(column(*table.model()).left(2), QStringLiteral("ab"));
        table.sortByColumn(CompareModel::ValidationLoss, Qt::DescendingOrder);
        QCOMPARE(column(*table.model()).left(2), QStringLiteral("ba"));
    }

    /// A loss of labels has no perplexity, and a model's size is that of the model with its head.
    void aClassifierIsNoLanguageModel()
    {
        const QString letters = m_fixture->startRun();
        const QString classes =
            m_fixture->startRun([](Config &config) { config.objective.task = "sequence_classification"; });
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->isFinished(letters) && m_fixture->isFinished(classes), 10000);
        const RunPaths paths = m_fixture->app.workspace().paths(classes.toStdString());
        const Config config = readRunRecord(paths)->config;
        {
            const auto facts = read({letters, classes});
            QCOMPARE(facts[0].perplexity, perplexityText(facts[0].loss));
            QCOMPARE(facts[1].perplexity, missingText());
            QVERIFY(!facts[1].perplexityOrder.isValid());
            QCOMPARE(facts[0].parameters, countText(static_cast<double>(parameterCount(config))));
            QCOMPARE(facts[1].parameters, countText(static_cast<double>(trainedParameters(config).all)));
            QVERIFY(facts[1].parameters != facts[0].parameters);
        }
        Event start;
        start.kind = "start";
        start.data = {{"parameters", 4321}};
        QVERIFY(JsonlWriter::open(paths.events())->append(eventToJson(start)));
        QCOMPARE(read({classes})[0].parameters, countText(4321)); // as the engine counted
    }

    void spaceTicksTheRow()
    {
        const ConfigStore configs(m_fixture->app.workspace());
        CompareModel model(&configs);
        model.setRuns({summary("a", 2.4), summary("b", 2.5)});
        CompareTable table(&model, m_fixture->app);
        table.selectRow(1);
        QTest::keyClick(&table, Qt::Key_Space);
        QCOMPARE(model.checkedRuns(), QStringList{"b"});
        QTest::keyClick(&table, Qt::Key_Space);
        QCOMPARE(model.checkedRuns(), QStringList());
        QSignalSpy asked(&m_fixture->app, &AppContext::pageRequested);
        QTest::keyClick(&table, Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.first().first().value<PageRequest>().runs, QStringList{"b"});
    }

    void columnsAreHiddenAndStayHidden()
    {
        const ConfigStore configs(m_fixture->app.workspace());
        CompareModel model(&configs);
        CompareTable table(&model, m_fixture->app);
        QMenu menu;
        table.addColumnActions(&menu);
        QCOMPARE(menu.actions().size(), CompareModel::ColumnCount - 1); // the name always stays
        QCOMPARE(menu.actions().first()->text(), QStringLiteral("State"));
        menu.actions().first()->trigger();
        QVERIFY(table.isColumnHidden(CompareModel::State));
        CompareTable next(&model, m_fixture->app);
        next.horizontalHeader()->restoreState(table.horizontalHeader()->saveState());
        QVERIFY(next.isColumnHidden(CompareModel::State));
    }

    void theWordOfAFilterIsCompleted_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("first");
        QTest::newRow("tag") << "ta"
                             << "tag:mlm";
        QTest::newRow("after and") << "tag:mlm and optimizer.l"
                                   << "tag:mlm and optimizer.lr";
        QTest::newRow("in brackets") << "(state:f"
                                     << "(state:finished";
        QTest::newRow("nothing typed") << "tag:mlm and " << QString();
    }
    void theWordOfAFilterIsCompleted()
    {
        QFETCH(QString, line);
        RunSummary tagged = summary("a", 2.4);
        tagged.tags = {"mlm"};
        QLineEdit field;
        FilterCompleter completer(&field);
        completer.setRuns({tagged});
        field.setCompleter(&completer);
        field.setText(line);
        completer.setCompletionPrefix(line);
        const QModelIndex hit = completer.completionModel()->index(0, 0);
        QTEST(hit.isValid() ? completer.pathFromIndex(completer.currentIndex()) : QString(), "first");
    }

    void filtersAreKeptAndForgotten()
    {
        SavedFilters saved(QStringLiteral("test.saved"));
        saved.setCurrent(QStringLiteral(" tag:mlm "));
        const auto lastEntry = [&] {
            Q_EMIT saved.menu()->aboutToShow();
            return saved.menu()->actions().constLast();
        };
        lastEntry()->trigger();
        QCOMPARE(saved.kept(), QStringList{"tag:mlm"});
        QSignalSpy chosen(&saved, &SavedFilters::chosen);
        saved.setCurrent({});
        QVERIFY(!lastEntry()->isEnabled()); // nothing to keep
        saved.menu()->actions().constFirst()->trigger();
        QCOMPARE(chosen.takeFirst().first().toString(), QStringLiteral("tag:mlm"));
        saved.setCurrent(QStringLiteral("tag:mlm"));
        lastEntry()->trigger();
        QVERIFY(saved.kept().isEmpty());
    }

    void whatDiffersBetweenTwoRuns()
    {
        const QString first = m_fixture->startRun([](Config &config) { config.optimizer.lr = 4e-4; });
        const QString second = m_fixture->startRun([](Config &config) { config.optimizer.lr = 1e-3; });
        ComparePage page(m_fixture->app);
        page.resize(1340, 820);
        page.show();
        page.open({pagekey::kCompare, {first, second}, {}, {}, {}});
        auto *differences = find<QTableView>(page, "compare.differences.table");
        QTRY_COMPARE_WITH_TIMEOUT(differences->model()->rowCount(), 1, 10000);
        QCOMPARE(differences->model()->index(0, 0).data().toString(), QStringLiteral("optimizer.lr"));
        QVERIFY(find<QLabel>(page, "compare.differences.comparable")->text().contains("can be compared"));

        auto *filter = find<QLineEdit>(page, "compare.filter");
        auto *message = find<QLabel>(page, "compare.filter.message");
        filter->setText("optimizer.lr>5e-4");
        QTRY_COMPARE(find<QTableView>(page, "compare.table")->model()->rowCount(), 1);
        filter->setText("optimizer.lr>5e-4 and name:nobody");
        QTRY_VERIFY(message->text().contains("name:nobody"));
        filter->setText("optimizer.lr>");
        QTRY_VERIFY(message->isVisible());
        QCOMPARE(find<QTableView>(page, "compare.table")->model()->rowCount(), 2);
    }

private:
    struct Shown {
        double loss = 0;
        QString perplexity, parameters;
        QVariant perplexityOrder;
    };
    /// What the table says of runs.
    QList<Shown> read(const QStringList &ids)
    {
        RunSummaries runs;
        for (const QString &id : ids)
            runs.push_back(*m_fixture->app.workspace().run(id.toStdString()));
        ConfigStore configs(m_fixture->app.workspace());
        QSignalSpy loaded(&configs, &ConfigStore::loaded);
        configs.want(runs);
        loaded.wait();
        CompareModel model(&configs);
        model.setRuns(runs);
        QList<Shown> shown;
        for (int row = 0; row < model.rowCount(); ++row) {
            const auto at = [&](int column) { return model.index(row, column); };
            shown.append({at(CompareModel::ValidationLoss).data(CompareModel::SortRole).toDouble(),
                          at(CompareModel::Perplexity).data().toString(),
                          at(CompareModel::Parameters).data().toString(),
                          at(CompareModel::Perplexity).data(CompareModel::SortRole)});
        }
        return shown;
    }

    std::unique_ptr<test::PageFixture> m_fixture;
};

QTEST_MAIN(TestComparePage)
#include "tst_comparepage.moc"
