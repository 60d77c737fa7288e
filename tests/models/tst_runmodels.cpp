// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QTest>

#include "models/checkpointsmodel.h"
#include "models/eventsmodel.h"

using namespace anneal;

namespace {

Event makeEvent(std::int64_t seconds, const std::string &kind, std::int64_t step, const std::string &text)
{
    return {seconds * 1'000'000, kind, step, text, nlohmann::json::object()};
}

RunSnapshot snapshotOf(std::vector<Event> events, std::vector<Note> notes = {})
{
    RunSnapshot snapshot;
    snapshot.events = std::make_shared<const std::vector<Event>>(std::move(events));
    auto annotations = std::make_shared<RunAnnotations>();
    annotations->notes = std::move(notes);
    snapshot.annotations = annotations;
    return snapshot;
}

QStringList texts(const EventsModel &model)
{
    QStringList found;
    for (int row = 0; row < model.rowCount(); ++row)
        found << model.index(row, EventsModel::Text).data().toString();
    return found;
}

} // namespace

class TestRunModels : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eventsAndNotesAreOneListNewestFirst()
    {
        Note note;
        note.id = "n1";
        note.timeMicros = 2'000'000;
        note.step = 7;
        note.text = "watch this";
        EventsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSnapshot(
            snapshotOf({makeEvent(1, "start", 0, "began"), makeEvent(3, "checkpoint", 9, "saved")}, {note}));
        QCOMPARE(texts(model), QStringList({"saved", "watch this", "began"}));
        QCOMPARE(model.index(1, EventsModel::Kind).data().toString(), QStringLiteral("Note"));
        QCOMPARE(model.index(1, 0).data(EventsModel::LetterRole).toString(), QStringLiteral("N"));
        QCOMPARE(model.index(0, 0).data(EventsModel::StepRole).toLongLong(), 9);
    }

    void everyKindOfTheEngineHasAName()
    {
        for (const char *kind : {"start", "resume", "live_change", "undo", "checkpoint", "checkpoint_removed",
                                 "evaluation", "test", "alert", "answer", "pause", "continue", "stop", "end"})
            QVERIFY2(eventKindLabel(kind) != kind, kind);
        QCOMPARE(eventKindLabel("test"), QStringLiteral("Test part"));
    }

    void newEventsLeaveTheSelectionAlone()
    {
        EventsModel model;
        model.setSnapshot(snapshotOf({makeEvent(1, "start", 0, "began")}));
        const QPersistentModelIndex chosen = model.index(0, 0);
        model.setSnapshot(snapshotOf({makeEvent(1, "start", 0, "began"), makeEvent(2, "checkpoint", 5, "saved")}));
        QCOMPARE(chosen.row(), 1);
    }

    void anotherRunReplacesEverything()
    {
        EventsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSnapshot(snapshotOf({makeEvent(1, "start", 0, "one"), makeEvent(2, "end", 5, "two")}));
        model.setSnapshot(snapshotOf({makeEvent(1, "start", 0, "other")}));
        QCOMPARE(texts(model), QStringList({"other"}));
    }

    void reasonsAreShown()
    {
        Event change = makeEvent(1, "live_change", 12, "Learning rate 4e-4 → 1e-4");
        change.data = {{"reason", "flat"}};
        EventsModel model;
        model.setSnapshot(snapshotOf({change}));
        QCOMPARE(model.index(0, EventsModel::Reason).data().toString(), QStringLiteral("flat"));
    }

    void checkpointsNewestFirst()
    {
        CheckpointInfo first, second;
        first.step = 100;
        first.best = true;
        first.validationLoss = 2.25;
        second.step = 200;
        second.last = true;
        CheckpointsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setCheckpoints(std::make_shared<const std::vector<CheckpointInfo>>(std::vector{first, second}));
        QCOMPARE(model.index(0, 0).data(CheckpointsModel::StepRole).toLongLong(), 200);
        QCOMPARE(model.index(0, CheckpointsModel::ValidationLoss).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(1, CheckpointsModel::ValidationLoss).data().toString(), QStringLiteral("2.250"));
        QCOMPARE(model.index(1, CheckpointsModel::Kept).data().toString(), QStringLiteral("best validation loss"));
        QCOMPARE(model.checkpoint(1).step, 100);
    }
};

QTEST_GUILESS_MAIN(TestRunModels)
#include "tst_runmodels.moc"
