// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QtTest>

#include "pages/runs/classestab.h"
#include "widgets/confusionview.h"

using namespace anneal;

namespace {

nlohmann::json classes(std::int64_t right)
{
    return {{"names", {"donor", "none"}}, {"precision", {0.9, 0.8}}, {"recall", {0.5, 0.75}},
            {"f1", {0.6, 0.7}},           {"support", {20, 1200}},   {"confusion", {{right, 20 - right}, {300, 900}}}};
}

Event evaluation(std::int64_t step, nlohmann::json told, const std::string &kind = "evaluation")
{
    nlohmann::json data{{"loss", 0.25}, {"accuracy", 0.5}, {"seconds", 1.0}};
    if (!told.is_null())
        data["classes"] = std::move(told);
    return {step, kind, step, "", data};
}

RunSnapshot snapshotOf(std::vector<Event> events)
{
    RunSnapshot snapshot;
    snapshot.id = "r1";
    snapshot.events = std::make_shared<const std::vector<Event>>(std::move(events));
    return snapshot;
}

template <typename Widget>
Widget *find(ClassesTab &tab, const char *name)
{
    return tab.findChild<Widget *>(QLatin1String(name));
}

QString shown(ClassesTab &tab, int row, int column)
{
    const auto *model = find<QTableView>(tab, "run.classes.table")->model();
    return model->index(row, column).data().toString();
}

} // namespace

class TestClassesTab : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyWhereThereAreClasses();
    void showsTheNewest();
    void anOlderOneStaysChosen();
    void severalLabelsHaveNoMatrix();
    void aDamagedReportIsEmpty_data();
    void aDamagedReportIsEmpty();
};

void TestClassesTab::onlyWhereThereAreClasses()
{
    QVERIFY(!ClassesTab::hasClasses(snapshotOf({evaluation(0, nullptr)})));
    QVERIFY(ClassesTab::hasClasses(snapshotOf({evaluation(0, nullptr), evaluation(50, classes(10))})));
}

void TestClassesTab::showsTheNewest()
{
    ClassesTab tab;
    tab.setSnapshot(
        snapshotOf({evaluation(0, classes(10)), evaluation(1200, classes(15)), evaluation(1200, classes(12), "test")}));
    const auto *choice = find<QComboBox>(tab, "run.classes.evaluation");
    QCOMPARE(choice->count(), 3);
    QCOMPARE(choice->currentText(), QString("Test part, step 1,200"));
    QCOMPARE(choice->itemText(1), QString("Validation, step 1,200"));
    QCOMPARE(find<ConfusionView>(tab, "run.classes.confusion")->cellText(0, 0),
             QString("12 of 20 donor were called donor (60.0 %)"));
    QCOMPARE(shown(tab, 1, 0), QString("none"));
    QCOMPARE(shown(tab, 1, 2), QString("0.750"));
    QCOMPARE(shown(tab, 1, 4), QString("1,200"));
    QCOMPARE(find<QLabel>(tab, "run.classes.figures")->text(), QString("Test accuracy 50.0 %  ·  Test loss 0.250"));
}

void TestClassesTab::anOlderOneStaysChosen()
{
    ClassesTab tab;
    tab.setSnapshot(snapshotOf({evaluation(0, classes(10)), evaluation(50, classes(11))}));
    auto *choice = find<QComboBox>(tab, "run.classes.evaluation");
    tab.setSnapshot(
        snapshotOf({evaluation(0, classes(10)), evaluation(50, classes(11)), evaluation(100, classes(13))}));
    QCOMPARE(choice->currentText(), QString("Validation, step 100")); // the newest is followed
    choice->setCurrentIndex(2);
    tab.setSnapshot(snapshotOf({evaluation(0, classes(10)), evaluation(50, classes(11)), evaluation(100, classes(13)),
                                evaluation(150, classes(14))}));
    QCOMPARE(choice->currentText(), QString("Validation, step 0"));
    QCOMPARE(find<ConfusionView>(tab, "run.classes.confusion")->cellText(0, 0),
             QString("10 of 20 donor were called donor (50.0 %)"));
}

void TestClassesTab::severalLabelsHaveNoMatrix()
{
    ClassesTab tab;
    nlohmann::json several = classes(10);
    several.erase("confusion");
    tab.setSnapshot(snapshotOf({evaluation(0, several)}));
    QVERIFY(find<ConfusionView>(tab, "run.classes.confusion")->isHidden()
            || !find<ConfusionView>(tab, "run.classes.confusion")->isVisibleTo(&tab));
    QCOMPARE(shown(tab, 0, 0), QString("donor"));
}

void TestClassesTab::aDamagedReportIsEmpty_data()
{
    QTest::addColumn<QByteArray>("classes");
    QTest::newRow("not an object") << QByteArray("7");
    QTest::newRow("a figure too few") << QByteArray(
        R"({"names":["a","b"],"precision":[1],"recall":[1,1],"f1":[1,1],"support":[1,1]})");
    QTest::newRow("a word for a number") << QByteArray(
        R"({"names":["a"],"precision":["x"],"recall":[1],"f1":[1],"support":[1]})");
    QTest::newRow("a ragged matrix") << QByteArray(
        R"({"names":["a"],"precision":[1],"recall":[1],"f1":[1],"support":[1],"confusion":[[1,2]]})");
}

void TestClassesTab::aDamagedReportIsEmpty()
{
    QFETCH(QByteArray, classes);
    ClassesTab tab;
    tab.setSnapshot(snapshotOf({evaluation(0, nlohmann::json::parse(classes.toStdString()))}));
    QCOMPARE(find<QTableView>(tab, "run.classes.table")->model()->rowCount(), 0);
}

QTEST_MAIN(TestClassesTab)
#include "tst_classestab.moc"
