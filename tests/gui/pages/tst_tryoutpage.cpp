// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QToolButton>

#include "gui/pages/pagefixture.h"
#include "pages/tryout/tryoutpage.h"
#include "run/events.h"
#include "widgets/sequenceedit.h"

using namespace anneal;
using test::find;

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
        page.resize(1340, 820);
        page.show();
        page.open({pagekey::kTryOut, {run}, {}, {}, {}});
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
    [[nodiscard]] static bool says(const TryOutPage &page, const QString &words)
    {
        const auto labels = page.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
            return label->isVisible() && label->text().contains(words, Qt::CaseInsensitive);
        });
    }

    QString startAndFinish()
    {
        const QString id = m_fixture->startRun();
        return QTest::qWaitFor([&] { return m_fixture->isFinished(id); }, 10000) ? id : QString();
    }

    std::unique_ptr<test::PageFixture> m_fixture;
};

QTEST_MAIN(TestTryOutPage)
#include "tst_tryoutpage.moc"
