// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QLabel>
#include <QTableView>

#include "config/presets.h"
#include "gui/pages/pagefixture.h"
#include "pages/tryout/tryoutpage.h"
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
        const auto labels = page.findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel *label) { return label->text().contains("no run yet"); }));
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
        const auto told = [&] {
            for (const QLabel *label : page.findChildren<QLabel *>())
                if (label->isVisible() && label->text().contains("engine", Qt::CaseInsensitive))
                    return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(told(), 10000);
    }

    void cleanup() { m_fixture.reset(); }

private:
    QString startAndFinish()
    {
        Config config = resolvePaths(findPreset("quick-start")->config);
        config.schedule.total_steps = 10;
        config.checkpoint.every_steps = 5;
        QString id;
        m_fixture->app.actions().start(
            {config, "quick-start", {}, {}}, &m_fixture->app,
            [&](Result<std::string> started) { id = QString::fromStdString(started.value_or("failed")); });
        const auto finished = [&] {
            const RunSummary *run = m_fixture->app.workspace().run(id.toStdString());
            return run && run->phase == RunPhase::Finished;
        };
        [&] { QTRY_VERIFY_WITH_TIMEOUT(finished(), 10000); }();
        return id;
    }

    std::unique_ptr<test::PageFixture> m_fixture;
};

QTEST_MAIN(TestTryOutPage)
#include "tst_tryoutpage.moc"
