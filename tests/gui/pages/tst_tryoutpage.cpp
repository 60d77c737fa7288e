// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTextEdit>
#include <QToolButton>

#include "gui/pages/pagefixture.h"
#include "pages/common/tabs.h"
#include "pages/tryout/batchpanel.h"
#include "pages/tryout/tryoutpage.h"
#include "run/events.h"
#include "widgets/heatmapview.h"
#include "widgets/probabilitybars.h"
#include "widgets/sequenceedit.h"

using namespace anneal;
using test::find;

namespace {

/// At the size of a window, asking about a run's newest checkpoint.
void showOn(TryOutPage &page, const QString &run)
{
    page.resize(1340, 820);
    page.show();
    page.open({pagekey::kTryOut, {run}, {}, {}, {}});
}

} // namespace

class TestTryOutPage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<test::PageFixture>();
        QTRY_VERIFY(m_fixture->app.workspace().ready());
    }

    void withoutRunsItSaysWhatToDo()
    {
        TryOutPage page(m_fixture->app);
        page.show();
        QVERIFY(says(page, "no run yet"));
    }

    void hiddenLettersAreAnswered()
    {
        const QString run = startAndFinish();
        TryOutPage page(m_fixture->app);
        showOn(page, run);
        auto *sequence = find<SequenceEdit>(page, "tryOut.sequence");
        auto *table = find<QTableView>(page, "tryOut.masks.table");
        sequence->setSequence("MKTAYIAKQR");
        sequence->setMaskedPositions({3, 7});
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 2, 10000);
        QCOMPARE(table->model()->index(0, 0).data().toInt(), 4);
        QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("A"));
        sequence->toggleMask(7);
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, 10000);
        sequence->clearMasks();
        QTRY_VERIFY_WITH_TIMEOUT(!table->isVisible(), 10000);
    }

    /// The stub's fifth step finds A likeliest where the tenth finds L.
    void twoCheckpointsStandSideBySide()
    {
        const QString run = startAndFinish();
        TryOutPage page(m_fixture->app);
        showOn(page, run);
        auto *sequence = find<SequenceEdit>(page, "tryOut.sequence");
        auto *table = find<QTableView>(page, "tryOut.masks.table");
        sequence->setSequence("MKTAYIAKQR");
        sequence->setMaskedPositions({3});
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, 10000);
        QCOMPARE(table->model()->columnCount(), 6);
        chooseCompared(page, run, 5);
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->columnCount(), 8, 10000);
        QTRY_COMPARE_WITH_TIMEOUT(cell(*table, 6), QString("A  50.0 %"), 10000);
        QCOMPARE(cell(*table, 2), QString("L  50.0 %"));
        QCOMPARE(cell(*table, 5) + ' ' + cell(*table, 7), QString("25.0 % 50.0 %")); // of A, which was hidden
        QCOMPARE(find<ProbabilityBars>(page, "tryOut.masks.bars")->accessibleDescription(),
                 QString("L 50.0 % against 25.0 %, A 25.0 % against 50.0 %, G 12.5 % against 12.5 %"));
        QVERIFY(says(page, "A step 10 of"));
        chooseCompared(page, {}, {});
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->columnCount(), 6, 10000);
    }

    void whatCannotBeComparedIsSaid()
    {
        const QString run = startAndFinish();
        const QString other = startAndFinish([](Config &config) { config.objective.task = "token_classification"; });
        TryOutPage page(m_fixture->app);
        showOn(page, run);
        find<SequenceEdit>(page, "tryOut.sequence")->setSequence("MKTAYIAKQR");
        find<SequenceEdit>(page, "tryOut.sequence")->setMaskedPositions({3});
        chooseCompared(page, other, {});
        QTRY_VERIFY_WITH_TIMEOUT(says(page, "trained for another task"), 10000);
        QTRY_COMPARE_WITH_TIMEOUT(find<QTableView>(page, "tryOut.masks.table")->model()->rowCount(), 1, 10000);
    }

    /// Both go on from the same letters with the same seed.
    void twoModelsContinueTheSequence()
    {
        const QString run = startAndFinish([](Config &config) {
            config.objective.task = "causal_lm";
            config.model.is_causal = true;
        });
        TryOutPage page(m_fixture->app);
        showOn(page, run);
        chooseCompared(page, run, 5);
        find<SequenceEdit>(page, "tryOut.sequence")->setSequence("MK");
        find<QSpinBox>(page, "tryOut.generate.length")->setValue(7);
        find<QSpinBox>(page, "tryOut.generate.count")->setValue(2);
        auto *start = find<QPushButton>(page, "tryOut.generate.start");
        QTRY_VERIFY(start->isEnabled());
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 10000);
        const QString text = find<QPlainTextEdit>(page, "tryOut.generate.text")->toPlainText();
        QStringList names;
        for (const QString &line : text.split('\n'))
            if (line.startsWith('>'))
                names << line.section(' ', 0, 0);
        QCOMPARE(names, (QStringList{">generated_1_A", ">generated_1_B", ">generated_2_A", ">generated_2_B"}));
        QCOMPARE(text.count("MKDEFACDE\n"), 4);
    }

    void bothStrandsAreOfferedForDna()
    {
        const QString protein = startAndFinish();
        const QString dna = startAndFinish([](Config &config) { config.data.alphabet = "dna"; });
        TryOutPage page(m_fixture->app);
        page.resize(1340, 820);
        page.show();
        auto *strands = find<QCheckBox>(page, "tryOut.strands");
        auto *tabs = find<QTabWidget>(page, "tryOut.tabs");
        page.open({pagekey::kTryOut, {protein}, {}, {}, {}});
        QTRY_COMPARE(shownTabs(page), (QStringList{"Fill masks", "Scores", "Embeddings"}));
        turnTab(*tabs, 1);
        QVERIFY(!strands->isVisible());
        page.open({pagekey::kTryOut, {dna}, {}, {}, {}});
        QTRY_VERIFY(strands->isVisible());
        find<SequenceEdit>(page, "tryOut.sequence")->setSequence("GATTACA");
        auto *summary = find<QLabel>(page, "tryOut.scan.summary");
        QTRY_COMPARE_WITH_TIMEOUT(summary->text(), QString("Loss 0.500 nats per residue, perplexity 1.65"), 10000);
        strands->click();
        QTRY_COMPARE_WITH_TIMEOUT(summary->text(), QString("Loss 0.250 nats per residue, perplexity 1.28"), 10000);
        auto *batch = find<BatchPanel>(page, "tryOut.batch");
        QTemporaryDir folder;
        const QString file = folder.filePath("a.fasta");
        std::ofstream(file.toStdString()) << ">one\nGATTACA\n";
        batch->ask(file);
        QTRY_COMPARE_WITH_TIMEOUT(batch->run().rows()->rows().size(), std::size_t(1), 10000);
        QCOMPARE(batch->run().rows()->rows().front().numbers.front(), 0.25);
        turnTab(*tabs, -1); // hidden letters are not asked for on two strands
        QVERIFY(!strands->isVisible());
    }

    void aCausalModelContinuesTheSequence()
    {
        const QString run = startAndFinish([](Config &config) {
            config.objective.task = "causal_lm";
            config.model.is_causal = true;
        });
        TryOutPage page(m_fixture->app);
        showOn(page, run);
        auto *text = find<QPlainTextEdit>(page, "tryOut.generate.text");
        QTRY_VERIFY(text->isVisible());
        auto *sequence = find<SequenceEdit>(page, "tryOut.sequence");
        sequence->setSequence("MK");
        sequence->setMaskedPositions({1});
        QVERIFY(sequence->maskedPositions().isEmpty()); // nothing can be hidden from it
        find<QSpinBox>(page, "tryOut.generate.length")->setValue(12);
        find<QSpinBox>(page, "tryOut.generate.count")->setValue(2);
        auto *start = find<QPushButton>(page, "tryOut.generate.start");
        QTRY_VERIFY(start->isEnabled());
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(text->toPlainText().contains(">generated_2"), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 10000);
        // Five letters an answer, in the stub's round: twelve are three answers.
        QTRY_VERIFY_WITH_TIMEOUT(text->toPlainText().contains("MKDEFACDEFACDE"), 10000);
        QVERIFY(text->toPlainText().contains("length=14 loss=0.500"));
    }

    void aClassifierAnswersTheSequence()
    {
        const QString run = startAndFinish([](Config &config) { config.objective.task = "token_classification"; });
        TryOutPage page(m_fixture->app);
        showOn(page, run);
        find<SequenceEdit>(page, "tryOut.sequence")->setSequence("MKTA");
        auto *text = find<QTextEdit>(page, "tryOut.labels.text");
        QTRY_VERIFY_WITH_TIMEOUT(text->toPlainText().contains("MKTA") && text->toPlainText().contains("HEHE"), 10000);
        QCOMPARE(shownTabs(page), (QStringList{"Residue labels", "Embeddings"}));
    }

    void onlyToolsOfTheModelAreShown_data()
    {
        QTest::addColumn<QString>("task");
        QTest::addColumn<QStringList>("tabs");
        QTest::newRow("masked") << "masked_lm" << QStringList{"Fill masks", "Scores", "Embeddings"};
        QTest::newRow("causal") << "causal_lm" << QStringList{"Generate", "Scores", "Embeddings"};
        QTest::newRow("classes") << "sequence_classification" << QStringList{"Classify", "Embeddings"};
    }

    void onlyToolsOfTheModelAreShown()
    {
        QFETCH(QString, task);
        QFETCH(QStringList, tabs);
        const QString run = startAndFinish([&](Config &config) {
            config.objective.task = task.toStdString();
            config.model.is_causal = task == "causal_lm";
        });
        TryOutPage page(m_fixture->app);
        page.show();
        page.open({pagekey::kTryOut, {run}, {}, {}, {}});
        QTRY_COMPARE(shownTabs(page), tabs);
    }

    /// The stub finds L likeliest everywhere: log-probabilities of L, A and G are −0.5, −1.5 and −2.5.
    void everyPositionIsScored()
    {
        const QString run = startAndFinish();
        TryOutPage page(m_fixture->app);
        showOn(page, run);
        find<SequenceEdit>(page, "tryOut.sequence")->setSequence("LAG");
        auto *tabs = find<QTabWidget>(page, "tryOut.tabs");
        QTRY_COMPARE(shownTabs(page), (QStringList{"Fill masks", "Scores", "Embeddings"}));
        turnTab(*tabs, 1); // past what is hidden between the two
        QCOMPARE(tabs->tabText(tabs->currentIndex()), QString("Scores"));
        auto *summary = find<QLabel>(page, "tryOut.scan.summary");
        QTRY_COMPARE_WITH_TIMEOUT(summary->text(), QString("Loss 0.500 nats per residue, perplexity 1.65"), 10000);
        auto *map = find<HeatMapView>(page, "tryOut.scan.heatMap");
        QCOMPARE(map->map().rowNames, (QStringList{"A", "G", "L"}));
        QCOMPARE(map->map().marked, (std::vector<int>{2, 0, 1}));
        QCOMPARE(map->map().at(2, 1), 1.0f); // L instead of A
        map->setCell(0, 2);
        QCOMPARE(find<QLabel>(page, "tryOut.scan.cell")->text(),
                 QString("Position 3: G has 8.2 %, A would have 22.3 % (+1.000 nats); likeliest is L with 60.7 %"));
    }

    void aDyingHelperLeavesASentence()
    {
        const QString run = startAndFinish();
        qputenv("ANNEAL_STUB_BEHAVIOUR", "dies-while-answering");
        TryOutPage page(m_fixture->app);
        page.show();
        page.open({pagekey::kTryOut, {run}, {}, {}, {}});
        find<SequenceEdit>(page, "tryOut.sequence")->setSequence("MKTAYIAKQR");
        find<SequenceEdit>(page, "tryOut.sequence")->setMaskedPositions({1});
        QTRY_VERIFY_WITH_TIMEOUT(find<QToolButton>(page, "tryOut.masks.retry")->isVisible(), 10000);
        QVERIFY(says(page, "engine"));
        qputenv("ANNEAL_STUB_BEHAVIOUR", "ok");
        QTest::mouseClick(find<QToolButton>(page, "tryOut.masks.retry"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(find<QTableView>(page, "tryOut.masks.table")->model()->rowCount(), 1, 10000);
        QVERIFY(!find<QToolButton>(page, "tryOut.masks.retry")->isVisible());
    }

    void aRemovedCheckpointIsSaid()
    {
        const QString run = startAndFinish();
        TryOutPage page(m_fixture->app);
        page.resize(1340, 820);
        page.show();
        page.open({pagekey::kTryOut, {run}, 5, {}, {}});
        auto *checkpoint = find<QComboBox>(page, "tryOut.checkpoint");
        QTRY_VERIFY(checkpoint->currentText().startsWith("step 5"));
        QVERIFY(find<QToolButton>(page, "tryOut.newer")->isVisible());
        const RunPaths paths = m_fixture->app.workspace().paths(run.toStdString());
        std::filesystem::remove_all(paths.checkpoint(5));
        Event removed;
        removed.kind = "checkpoint_removed";
        QVERIFY(JsonlWriter::open(paths.events())->append(eventToJson(removed)));
        m_fixture->app.follow(run)->lookSoon();
        QTRY_VERIFY_WITH_TIMEOUT(says(page, "removed by the rotation"), 10000);
        QVERIFY(checkpoint->currentText().isEmpty());
        QTest::mouseClick(find<QToolButton>(page, "tryOut.newer"), Qt::LeftButton);
        QVERIFY(checkpoint->currentText().startsWith("step 10"));
        QVERIFY(!says(page, "removed by the rotation"));
    }

    void aStepThatIsGoneFallsBackToTheNewest()
    {
        const QString run = startAndFinish();
        TryOutPage page(m_fixture->app);
        page.show();
        page.open({pagekey::kTryOut, {run}, 7, {}, {}});
        QTRY_VERIFY(find<QComboBox>(page, "tryOut.checkpoint")->currentText().startsWith("step 10"));
        QVERIFY(says(page, "no checkpoint of step 7"));
    }

    void cleanup() { m_fixture.reset(); }

private:
    [[nodiscard]] static QStringList shownTabs(TryOutPage &page)
    {
        QStringList shown;
        const auto *tabs = find<QTabWidget>(page, "tryOut.tabs");
        for (int i = 0; i < tabs->count(); ++i)
            if (tabs->isTabVisible(i))
                shown << tabs->tabText(i);
        return shown;
    }

    static QString cell(const QTableView &table, int column)
    {
        return table.model()->index(0, column).data().toString();
    }

    /// As a person does: the run, then the checkpoint. Without a run: nothing.
    static void chooseCompared(TryOutPage &page, const QString &run, std::optional<int> step)
    {
        auto *runs = find<QComboBox>(page, "tryOut.compared.run");
        const auto choose = [](QComboBox *box, int index) {
            box->setCurrentIndex(index);
            Q_EMIT box->activated(index);
        };
        QTRY_VERIFY(runs->findData(run) >= 0);
        choose(runs, runs->findData(run));
        auto *checkpoints = find<QComboBox>(page, "tryOut.compared.checkpoint");
        QCOMPARE(checkpoints->isVisible(), !run.isEmpty());
        if (!step)
            return;
        const QString text = QString("step %1").arg(*step);
        QTRY_VERIFY_WITH_TIMEOUT(checkpoints->findText(text, Qt::MatchStartsWith) >= 0, 10000);
        choose(checkpoints, checkpoints->findText(text, Qt::MatchStartsWith));
    }

    [[nodiscard]] static bool says(const TryOutPage &page, const QString &words)
    {
        const auto labels = page.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
            return label->isVisible() && label->text().contains(words, Qt::CaseInsensitive);
        });
    }

    QString startAndFinish(const std::function<void(Config &)> &change = {})
    {
        const QString id = m_fixture->startRun(change);
        return QTest::qWaitFor([&] { return m_fixture->isFinished(id); }, 10000) ? id : QString();
    }

    std::unique_ptr<test::PageFixture> m_fixture;
};

QTEST_MAIN(TestTryOutPage)
#include "tst_tryoutpage.moc"
