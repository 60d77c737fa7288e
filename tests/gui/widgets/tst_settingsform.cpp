// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

#include "config/configio.h"
#include "forms/fieldcontrol.h"
#include "forms/formrow.h"
#include "forms/numberedit.h"
#include "forms/sectionbox.h"
#include "forms/settingsform.h"
#include "forms/settingssidebar.h"
#include "style/theme.h"

using namespace anneal;

namespace {

const QString kRate = QStringLiteral("optimizer.lr");
const QString kWidth = QStringLiteral("model.hidden_size");

QLineEdit *lineOf(SettingsForm &form, const QString &key)
{
    return form.findChild<QLineEdit *>(QStringLiteral("newRun.") + key);
}

QWidget *part(SettingsForm &form, const QString &key, const char *name)
{
    return form.findChild<QWidget *>(QStringLiteral("newRun.%1.%2").arg(key, QLatin1String(name)));
}

void typeOver(QLineEdit *edit, const QString &text)
{
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
}

struct Shown {
    SettingsForm form;
    Shown()
    {
        form.resize(900, 800);
        form.show();
        form.activateWindow();
    }
};

} // namespace

class TestSettingsForm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp, ThemeChoice::Light); }
    void everyFieldHasARow_data();
    void everyFieldHasARow();
    void namesAreUnique();
    void everyGroupHoldsItsSections();
    void typedNumbersAreRead_data();
    void typedNumbersAreRead();
    void textStaysAsTyped();
    void messageStandsAtTheField();
    void suggestionIsOneClick();
    void changedDotAndReset();
    void undoGoesFieldByField();
    void presetIsOneUndoStep();
    void wheelNeverChangesUnfocused();
    void arrowsStepByTheMeaningfulUnit_data();
    void arrowsStepByTheMeaningfulUnit();
    void basicHidesExpertUnlessChanged();
    void searchFindsByKeyLabelAndHelp();
    void goToOpensAndFocuses();
    void dependentFieldsSayWhy();
    void configReadsBackUnchanged();
    void sidebarCountsAndChooses();
};

void TestSettingsForm::everyFieldHasARow_data()
{
    QTest::addColumn<QString>("key");
    for (const Field &field : fields())
        QTest::newRow(field.key.c_str()) << QString::fromStdString(field.key);
}

void TestSettingsForm::everyFieldHasARow()
{
    QFETCH(QString, key);
    static SettingsForm form;
    FormRow *row = form.row(key);
    QVERIFY(row);
    auto *control = form.findChild<QWidget *>(QStringLiteral("newRun.") + key);
    QVERIFY(control);
    QCOMPARE(control->accessibleName(), QString::fromStdString(findField(key.toStdString())->label));
    for (const char *name : {"label", "changed", "reset", "message"})
        QVERIFY2(part(form, key, name), name);
    QCOMPARE(row->text(), formText(*findField(key.toStdString()), Config{}));
    QVERIFY(!row->isChanged());
}

void TestSettingsForm::namesAreUnique()
{
    const SettingsForm form;
    QSet<QString> names;
    for (const QWidget *widget : form.findChildren<QWidget *>()) {
        const QString name = widget->objectName();
        if (!name.startsWith(QLatin1String("newRun.")))
            continue;
        QVERIFY2(!names.contains(name), qPrintable(name));
        names.insert(name);
    }
    QVERIFY(names.size() > static_cast<qsizetype>(4 * fields().size()));
}

void TestSettingsForm::everyGroupHoldsItsSections()
{
    std::size_t count = 0;
    for (const FormGroup &group : formGroups()) {
        QVERIFY(!group.title.isEmpty());
        QVERIFY2(!groupSummary(group, Config{}).isEmpty(), qPrintable(group.key));
        count += groupFields(group).size();
    }
    QCOMPARE(count, fields().size());
}

void TestSettingsForm::typedNumbersAreRead_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("expected");
    QTest::newRow("scientific") << kRate << QStringLiteral("3e-4") << 3e-4;
    QTest::newRow("plain") << kRate << QStringLiteral("0.0003") << 3e-4;
    QTest::newRow("thousands") << QStringLiteral("batch.tokens_per_device") << QStringLiteral("64k") << 64000.0;
    QTest::newRow("millions") << QStringLiteral("batch.tokens_per_device") << QStringLiteral("1.5M") << 1.5e6;
    QTest::newRow("blanks") << QStringLiteral("schedule.total_steps") << QStringLiteral(" 500 ") << 500.0;
    QTest::newRow("per cent") << QStringLiteral("schedule.decay_start") << QStringLiteral("90 %") << 0.9;
}

void TestSettingsForm::typedNumbersAreRead()
{
    QFETCH(QString, key);
    QFETCH(QString, typed);
    QFETCH(double, expected);
    Shown shown;
    typeOver(lineOf(shown.form, key), typed);
    shown.form.commitNow();
    const FieldValue value = findField(key.toStdString())->get(shown.form.config());
    const double number = std::holds_alternative<double>(value) ? std::get<double>(value)
                                                                : static_cast<double>(std::get<std::int64_t>(value));
    QCOMPARE(number, expected);
}

void TestSettingsForm::textStaysAsTyped()
{
    Shown shown;
    QLineEdit *rate = lineOf(shown.form, kRate);
    typeOver(rate, QStringLiteral("0.00030"));
    shown.form.commitNow();
    QCOMPARE(rate->text(), QStringLiteral("0.00030"));
}

void TestSettingsForm::messageStandsAtTheField()
{
    Shown shown;
    QSignalSpy checked(&shown.form, &SettingsForm::issuesChanged);
    QVERIFY(part(shown.form, kRate, "message")->isHidden());
    typeOver(lineOf(shown.form, kRate), QStringLiteral("fast"));
    QVERIFY(checked.wait(2000)); // by itself, a moment after typing
    auto *message = qobject_cast<QLabel *>(part(shown.form, kRate, "message"));
    QVERIFY(!message->isHidden());
    QVERIFY(message->text().contains(QStringLiteral("fast")));
    QCOMPARE(lineOf(shown.form, kRate)->property("tone").toString(), QStringLiteral("error"));
    QCOMPARE(shown.form.config().optimizer.lr, Config{}.optimizer.lr); // the last good value
    QVERIFY(shown.form.hasErrors());
    typeOver(lineOf(shown.form, kRate), QStringLiteral("1e-3"));
    shown.form.commitNow();
    QVERIFY(message->isHidden());
    QCOMPARE(shown.form.config().optimizer.lr, 1e-3);
}

void TestSettingsForm::suggestionIsOneClick()
{
    Shown shown;
    typeOver(lineOf(shown.form, QStringLiteral("schedule.decay_start")), QStringLiteral("7"));
    shown.form.commitNow();
    auto *message = qobject_cast<QLabel *>(part(shown.form, QStringLiteral("schedule.decay_start"), "message"));
    QVERIFY2(message->text().contains(QStringLiteral("<a href")), qPrintable(message->text()));
    Q_EMIT message->linkActivated(QStringLiteral("use"));
    QCOMPARE(lineOf(shown.form, QStringLiteral("schedule.decay_start"))->text(), QStringLiteral("1"));
    QCOMPARE(shown.form.config().schedule.decay_start, 1.0);
}

void TestSettingsForm::changedDotAndReset()
{
    Shown shown;
    QWidget *dot = part(shown.form, kRate, "changed");
    auto *reset = qobject_cast<QAbstractButton *>(part(shown.form, kRate, "reset"));
    QVERIFY(dot->isHidden());
    shown.form.setField(kRate, QStringLiteral("1e-3"));
    shown.form.commitNow();
    QVERIFY(!dot->isHidden());
    QVERIFY(dot->toolTip().contains(QStringLiteral("4e-4")));
    QCOMPARE(shown.form.changedCount(), 1);
    QCOMPARE(shown.form.changedCount(QStringLiteral("optimizer")), 1);
    QCOMPARE(shown.form.section(QStringLiteral("optimizer"))->changedCount(), 1);
    reset->click();
    QVERIFY(dot->isHidden());
    QCOMPARE(shown.form.config().optimizer.lr, Config{}.optimizer.lr);
    shown.form.setField(kRate, QStringLiteral("0.0004")); // the same number in other words
    shown.form.commitNow();
    QVERIFY(dot->isHidden());
}

void TestSettingsForm::undoGoesFieldByField()
{
    Shown shown;
    QLineEdit *rate = lineOf(shown.form, kRate);
    QLineEdit *steps = lineOf(shown.form, QStringLiteral("schedule.total_steps"));
    typeOver(rate, QStringLiteral("2e-3"));
    QTest::keyClick(rate, Qt::Key_Return);
    typeOver(steps, QStringLiteral("777"));
    QTest::keyClick(steps, Qt::Key_Return);
    QCOMPARE(shown.form.config().schedule.total_steps, 777);
    QTest::keySequence(steps, QKeySequence::Undo);
    QCOMPARE(steps->text(), QStringLiteral("1000"));
    QCOMPARE(rate->text(), QStringLiteral("2e-3"));
    QTest::keySequence(steps, QKeySequence::Undo);
    QCOMPARE(rate->text(), QStringLiteral("4e-4"));
    QCOMPARE(shown.form.config().optimizer.lr, 4e-4);
    QTest::keySequence(rate, QKeySequence::Redo);
    QCOMPARE(rate->text(), QStringLiteral("2e-3"));
    QVERIFY(shown.form.undoStack()->canRedo());
}

void TestSettingsForm::presetIsOneUndoStep()
{
    Shown shown;
    shown.form.setField(kRate, QStringLiteral("2e-3"));
    const int before = shown.form.undoStack()->index();
    Config preset;
    preset.optimizer.lr = 1e-4;
    preset.model.num_hidden_layers = 12;
    shown.form.setPreset(preset);
    QCOMPARE(shown.form.undoStack()->index(), before + 1);
    QCOMPARE(shown.form.changedCount(), 0);
    QCOMPARE(shown.form.config().model.num_hidden_layers, 12);
    shown.form.undoStack()->undo();
    shown.form.commitNow();
    QCOMPARE(shown.form.config().optimizer.lr, 2e-3);
}

void TestSettingsForm::wheelNeverChangesUnfocused()
{
    Shown shown;
    auto *combo = shown.form.findChild<QComboBox *>(QStringLiteral("newRun.data.alphabet"));
    QLineEdit *rate = lineOf(shown.form, kRate);
    for (QWidget *control : {static_cast<QWidget *>(combo), static_cast<QWidget *>(rate)}) {
        QWheelEvent wheel(QPointF(5, 5), control->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(control, &wheel);
    }
    QCOMPARE(combo->currentIndex(), 0);
    QCOMPARE(rate->text(), QStringLiteral("4e-4"));
}

void TestSettingsForm::arrowsStepByTheMeaningfulUnit_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<double>("from");
    QTest::addColumn<int>("direction");
    QTest::addColumn<double>("expected");
    QTest::newRow("rate up") << kRate << 4e-4 << 1 << 1e-3;
    QTest::newRow("rate down") << kRate << 4e-4 << -1 << 3e-4;
    QTest::newRow("rate at the top") << kRate << 10.0 << 1 << 10.0;
    QTest::newRow("tokens up") << QStringLiteral("batch.tokens_per_device") << 8192.0 << 1 << 16384.0;
    QTest::newRow("tokens down") << QStringLiteral("batch.tokens_per_device") << 8192.0 << -1 << 4096.0;
    QTest::newRow("accumulation from one") << QStringLiteral("batch.accumulation_steps") << 1.0 << -1 << 1.0;
    QTest::newRow("steps up") << QStringLiteral("schedule.total_steps") << 1000.0 << 1 << 2000.0;
    QTest::newRow("steps down") << QStringLiteral("schedule.total_steps") << 1000.0 << -1 << 500.0;
    QTest::newRow("layers") << QStringLiteral("model.num_hidden_layers") << 6.0 << 1 << 7.0;
    QTest::newRow("share") << QStringLiteral("schedule.decay_start") << 0.8 << 1 << 0.85;
    QTest::newRow("share at its end") << QStringLiteral("schedule.decay_start") << 1.0 << 1 << 1.0;
    QTest::newRow("small share") << QStringLiteral("model.hidden_dropout_prob") << 0.0 << 1 << 0.01;
}

void TestSettingsForm::arrowsStepByTheMeaningfulUnit()
{
    QFETCH(QString, key);
    QFETCH(double, from);
    QFETCH(int, direction);
    QFETCH(double, expected);
    const Field &field = *findField(key.toStdString());
    QVERIFY(qAbs(steppedValue(field, from, direction) - expected) <= 1e-9 * qMax(1.0, expected));
    NumberEdit edit(field);
    edit.setText(numberFieldText(from));
    QTest::keyClick(&edit, direction > 0 ? Qt::Key_Up : Qt::Key_Down);
    QCOMPARE(edit.text(), numberFieldText(expected));
}

void TestSettingsForm::basicHidesExpertUnlessChanged()
{
    Shown shown;
    const QString expert = QStringLiteral("optimizer.beta2");
    QVERIFY(shown.form.row(expert)->isHidden());
    QVERIFY(!shown.form.row(kRate)->isHidden());
    shown.form.setShowExpert(true);
    QVERIFY(!shown.form.row(expert)->isHidden());
    shown.form.setShowExpert(false);
    shown.form.setField(expert, QStringLiteral("0.999"));
    shown.form.commitNow();
    QVERIFY(!shown.form.row(expert)->isHidden());
    shown.form.setOnlyChanged(true);
    QVERIFY(shown.form.row(kRate)->isHidden());
    QVERIFY(!shown.form.row(expert)->isHidden());
    QVERIFY(shown.form.section(QStringLiteral("data"))->isHidden());
    QCOMPARE(shown.form.fieldCount(true), static_cast<int>(fields().size()));
}

void TestSettingsForm::searchFindsByKeyLabelAndHelp()
{
    Shown shown;
    shown.form.setSearch(QStringLiteral("beta2"));
    QVERIFY(!shown.form.row(QStringLiteral("optimizer.beta2"))->isHidden());
    QVERIFY(shown.form.row(kRate)->isHidden());
    shown.form.setSearch(QStringLiteral("PEAK LEARNING"));
    QVERIFY(!shown.form.row(kRate)->isHidden());
    shown.form.setSearch({});
    QVERIFY(!shown.form.row(kWidth)->isHidden());
}

void TestSettingsForm::goToOpensAndFocuses()
{
    Shown shown;
    const QString key = QStringLiteral("checkpoint.every_steps");
    SectionBox *section = shown.form.section(QStringLiteral("checkpoint"));
    QVERIFY(!section->isOpen());
    QVERIFY(shown.form.goTo(key));
    QVERIFY(section->isOpen());
    QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget *>(lineOf(shown.form, key)));
    QVERIFY(!shown.form.goTo(QStringLiteral("no.such_field")));
    shown.form.setField(kWidth, QStringLiteral("wide"));
    shown.form.commitNow();
    QVERIFY(shown.form.goToFirstError());
}

void TestSettingsForm::dependentFieldsSayWhy()
{
    Shown shown;
    const QString key = QStringLiteral("schedule.decay_start");
    QVERIFY(lineOf(shown.form, key)->isEnabled());
    shown.form.setField(QStringLiteral("schedule.decay_shape"), QStringLiteral("none"));
    shown.form.commitNow();
    QVERIFY(!lineOf(shown.form, key)->isEnabled());
    QCOMPARE(lineOf(shown.form, key)->text(), QStringLiteral("0.8")); // the value stays
}

void TestSettingsForm::configReadsBackUnchanged()
{
    Config config;
    config.optimizer.eps = 1e-12;
    config.model.rope_theta = 1234567.5;
    config.data.seed = 9007199254740991;
    config.data.train = "/data/with space.fasta";
    config.note.why = "α/r ≥ 2?";
    config.model.tie_word_embeddings = false;
    SettingsForm form;
    form.setConfig(config);
    QVERIFY(configDifferences(config, form.config()).empty());
}

void TestSettingsForm::sidebarCountsAndChooses()
{
    Shown shown;
    SettingsSidebar sidebar(&shown.form);
    auto *all = sidebar.findChild<QAbstractButton *>(QStringLiteral("newRun.level.all"));
    QVERIFY(all->text().contains(QString::number(fields().size())));
    all->click();
    QVERIFY(shown.form.showExpert());
    auto *sections = sidebar.findChild<QListWidget *>(QStringLiteral("newRun.sections"));
    QCOMPARE(sections->count(), static_cast<int>(formGroups().size()));
    SectionBox *last = shown.form.section(formGroups().back().key);
    QVERIFY(!last->isOpen());
    sections->setCurrentRow(sections->count() - 1);
    QVERIFY(last->isOpen());
}

QTEST_MAIN(TestSettingsForm)
#include "tst_settingsform.moc"
