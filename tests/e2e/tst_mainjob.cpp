// SPDX-License-Identifier: GPL-3.0-or-later
// The main job as a person does it: Home, three clicks, a live curve, a note, a live change, the window closed and
// opened again in the middle, an answer from a checkpoint of the run that trains, stop and save, compare. Real window,
// real engine, bundled proteins.
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "base/clock.h"
#include "charts/chartcard.h"
#include "launch/launcher.h"
#include "pages/frame/mainwindow.h"
#include "pages/page.h"
#include "run/checkpoints.h"
#include "run/events.h"
#include "run/notes.h"
#include "run/record.h"
#include "style/theme.h"
#include "widgets/sequenceedit.h"

using namespace anneal;

namespace {

constexpr int kSoonMs = 60'000; ///< generous: other tests may share the two cores

} // namespace

class TestMainJob : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        qputenv("ANNEAL_ENGINE", ANNEAL_ENGINE_PROGRAM);
        Theme::instance().install(*qApp);
        QDir().mkpath(QStringLiteral(ANNEAL_SCREENSHOTS));
        openWindow();
    }

    void cleanupTestCase()
    {
        if (!m_run.isEmpty())
            std::ignore = signalRun(paths(), true);
        m_window.reset();
    }

    void oneClickStartsTheSample()
    {
        QTRY_VERIFY(m_window->currentPage() && m_window->currentPage()->key() == pagekey::kHome);
        settle();
        photograph("home-first-run");
        QTest::mouseClick(widget<QPushButton>("home.samples.quickStart.start"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->currentPage()->key(), pagekey::kRuns, kSoonMs);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->app().workspace().runs()->empty(), kSoonMs);
        m_run = QString::fromStdString(m_window->app().workspace().runs()->front().id);
    }

    void theCurveIsLive()
    {
        auto *loss = widget<ChartCard>("run.charts.loss");
        QTRY_VERIFY_WITH_TIMEOUT(loss->visiblePoints() > 5, kSoonMs);
        const int before = loss->visiblePoints();
        QTRY_VERIFY_WITH_TIMEOUT(loss->visiblePoints() > before, kSoonMs);
        QCOMPARE(loss->nonFiniteCount(), 0);
        QVERIFY(phase() == RunPhase::Running);
    }

    void aNoteInOneKeystroke()
    {
        QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
        auto *edit = widget<QWidget>("frame.note")->findChild<QPlainTextEdit *>();
        QVERIFY(edit);
        QTRY_VERIFY(edit->isVisible());
        QTest::keyClicks(edit, "it learns");
        QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(noteTexts(), QStringList{"it learns"}, kSoonMs);
    }

    void aLiveChangeWithAReason()
    {
        const double before = summaryConfig().optimizer.lr;
        QTest::keyClicks(widget<QWidget>("run.control.reason"), "see what a third does");
        QTest::mouseClick(widget<QToolButton>("run.control.lrDivide3"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(eventOf("live_change").has_value(), kSoonMs);
        const Event change = *eventOf("live_change");
        QCOMPARE(change.data.at("key").get<std::string>(), std::string("optimizer.lr"));
        QCOMPARE(change.data.at("reason").get<std::string>(), std::string("see what a third does"));
        QVERIFY(change.data.at("new").get<double>() < before);
        QTRY_VERIFY_WITH_TIMEOUT(widget<QLabel>("run.control.status")->text().contains("in force"), kSoonMs);
    }

    void aCheckpointNow()
    {
        QTest::mouseClick(widget<QPushButton>("run.control.checkpoint"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!listCheckpoints(paths())->empty(), kSoonMs);
        photograph("run-live");
    }

    void theWindowMayGo()
    {
        const auto stepBefore = (*readRunState(paths()))->step;
        m_window->close();
        m_window.reset();
        QTRY_VERIFY_WITH_TIMEOUT((*readRunState(paths()))->step > stepBefore, kSoonMs);
        QCOMPARE(judgeRun(paths(), wallMicros()).phase, RunPhase::Running);
        openWindow();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->app().workspace().run(m_run.toStdString()), kSoonMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->app().workspace().run(m_run.toStdString())->phase, RunPhase::Running,
                                  kSoonMs);
    }

    void aCheckpointOfTheRunningRunAnswers()
    {
        m_window->app().tryOut(m_run);
        QTRY_COMPARE(m_window->currentPage()->key(), pagekey::kTryOut);
        auto *sequence = widget<SequenceEdit>("tryOut.sequence");
        auto *table = widget<QTableView>("tryOut.masks.table");
        sequence->setSequence("MSIQHFRVALIPFFAAFCLPVFAHPETLVKVKDAEDQLGARVGYIELDLNSGKILESFRPEERFPMMSTFKVLLCGAVLS");
        sequence->setMaskedPositions({4, 20, 69});
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 3, kSoonMs);
        QCOMPARE(table->model()->index(2, 0).data().toInt(), 70);
        QVERIFY(table->model()->index(0, 2).data().toString().contains('%'));
        QCOMPARE(phase(), RunPhase::Running);
        
    }

    void stopAndSave()
    {
        m_window->app().openRun(m_run);
        QTRY_VERIFY(widget<QPushButton>("run.control.stop")->isVisible());
        const std::size_t before = listCheckpoints(paths())->size();
        QTest::mouseClick(widget<QPushButton>("run.control.stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(judgeRun(paths(), wallMicros()).phase == RunPhase::Stopped, kSoonMs);
        QCOMPARE((*readRunState(paths()))->exitCode.value_or(-1), 143);
        QVERIFY(listCheckpoints(paths())->size() >= std::max<std::size_t>(1, before));
        QTRY_COMPARE_WITH_TIMEOUT(phase(), RunPhase::Stopped, kSoonMs);
    }

    void everyPageIsPhotographed()
    {
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().choose(theme);
            const QString suffix = theme == ThemeChoice::Dark ? QStringLiteral("-dark") : QString();
            for (const PageEntry &entry : m_window->pages()) {
                PageRequest request;
                request.page = entry.key;
                if (entry.key != pagekey::kNewRun && entry.key != pagekey::kHome)
                    request.runs = QStringList{m_run};
                m_window->go(request);
                QTRY_COMPARE(m_window->currentPage()->key(), entry.key);
                settle();
                photograph(entry.key + suffix);
            }
        }
        Theme::instance().choose(ThemeChoice::Light);
    }

    void journalTellsTheStory()
    {
        const auto journal = m_window->app().workspace().journal();
        const auto has = [&](const std::string &kind) {
            return std::any_of(journal->begin(), journal->end(),
                               [&](const JournalEntry &entry) { return entry.kind == kind; });
        };
        for (const char *kind : {"note", "start", "live_change", "checkpoint", "end"})
            QVERIFY2(has(kind), kind);
    }

private:
    void openWindow()
    {
        m_window = std::make_unique<MainWindow>(std::filesystem::path(m_folder.path().toStdString()) / "Läufe 1");
        m_window->resize(1440, 900);
        QSignalSpy restored(m_window.get(), &MainWindow::restored);
        m_window->showWhenReady();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isVisible(), kSoonMs);
        QTRY_VERIFY_WITH_TIMEOUT(!restored.isEmpty(), kSoonMs);
        m_window->resize(1440, 900);
    }

    template <typename Widget>
    Widget *widget(const char *name)
    {
        auto *found = m_window->currentPage()->findChild<Widget *>(QString::fromLatin1(name));
        if (!found)
            found = m_window->findChild<Widget *>(QString::fromLatin1(name));
        if (!found)
            qFatal("no widget %s", name);
        return found;
    }

    /// Charts and lists are filled by workers: wait until the page has drawn twice without a change.
    void settle()
    {
        QImage before;
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                QImage now = m_window->grab().toImage();
                const bool same = now == before;
                before = now;
                return same;
            }(),
            10'000);
    }

    void photograph(const QString &name)
    {
        QVERIFY(m_window->grab().save(QStringLiteral(ANNEAL_SCREENSHOTS "/") + name + QStringLiteral(".png")));
    }
    void photograph(const char *name) { photograph(QString::fromLatin1(name)); }

    [[nodiscard]] RunPaths paths() const
    {
        return RunPaths{runsFolder(std::filesystem::path(m_folder.path().toStdString()) / "Läufe 1")
                        / m_run.toStdString()};
    }
    [[nodiscard]] RunPhase phase() const
    {
        const RunSummary *run = m_window->app().workspace().run(m_run.toStdString());
        return run ? run->phase : RunPhase::Starting;
    }
    [[nodiscard]] Config summaryConfig() const { return readRunRecord(paths())->config; }
    [[nodiscard]] QStringList noteTexts() const
    {
        QStringList texts;
        if (const auto annotations = readAnnotations(paths()))
            for (const Note &note : annotations->notes)
                texts << QString::fromStdString(note.text);
        return texts;
    }
    [[nodiscard]] std::optional<Event> eventOf(const std::string &kind) const
    {
        if (const auto events = readEvents(paths().events()))
            for (const Event &event : *events)
                if (event.kind == kind)
                    return event;
        return std::nullopt;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    QString m_run;
};

QTEST_MAIN(TestMainJob)
#include "tst_mainjob.moc"
