// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/steering.h"

#include <algorithm>

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "config/configio.h"
#include "config/fieldvalue.h"
#include "forms/fieldcontrol.h"
#include "forms/settingsform.h"
#include "pages/runs/livevalues.h"
#include "run/changes.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

/// A form, the reason below it, and two buttons.
class SteeringDialog : public QDialog
{
    Q_DECLARE_TR_FUNCTIONS(SteeringDialog)
public:
    SteeringDialog(QWidget *parent, const QString &title, const QString &objectName, const QString &yes)
        : QDialog(parent)
    {
        setAttribute(Qt::WA_DeleteOnClose);
        setObjectName(objectName);
        setWindowTitle(title);
        setMinimumWidth(440);
        auto *column = new QVBoxLayout(this);
        column->setSpacing(12);
        column->addLayout(m_form = new QFormLayout);
        m_reason = new QLineEdit(this);
        m_reason->setObjectName(objectName + QStringLiteral(".reason"));
        m_reason->setPlaceholderText(tr("Kept with the change in the journal"));
        column->addWidget(m_remark = makeLabel({}, TextRole::Secondary, this));
        m_remark->setWordWrap(true);
        auto *buttons = new QDialogButtonBox(this);
        m_yes = buttons->addButton(yes, QDialogButtonBox::AcceptRole);
        m_yes->setObjectName(objectName + QStringLiteral(".yes"));
        buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
        connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
        column->addWidget(buttons);
    }

    void addReason() { m_form->addRow(tr("Why"), m_reason); }
    void remark(const QString &text, Ink ink = Ink::Muted)
    {
        m_remark->setText(text);
        setInk(m_remark, ink);
    }
    [[nodiscard]] QFormLayout *form() const { return m_form; }
    [[nodiscard]] QPushButton *yes() const { return m_yes; }
    [[nodiscard]] std::string reason() const { return m_reason->text().trimmed().toStdString(); }

private:
    QFormLayout *m_form = nullptr;
    QLineEdit *m_reason = nullptr;
    QLabel *m_remark = nullptr;
    QPushButton *m_yes = nullptr;
};

/// What is in force now: what the run began with and the changes since.
Config configInForce(const RunSnapshot &snapshot)
{
    Config config = snapshot.record ? snapshot.record->config : Config();
    for (const Event &change : changesInForce(*snapshot.events)) {
        const std::string key = change.data.value("key", std::string());
        const auto value = change.data.find("new");
        if (findField(key) && value != change.data.end())
            (void)setFromText(config, key, value->is_string() ? value->get<std::string>() : value->dump());
    }
    if (const auto rate = snapshot.latest.find(kRateKey); rate != snapshot.latest.end())
        config.optimizer.lr = rate->second.value;
    return config;
}

class ChangeDialog : public SteeringDialog
{
    Q_DECLARE_TR_FUNCTIONS(ChangeDialog)
public:
    ChangeDialog(QWidget *parent, const RunSnapshot &snapshot, OnWish onWish)
        : SteeringDialog(parent, tr("Change a setting"), QStringLiteral("run.change"), tr("Change it"))
        , m_config(configInForce(snapshot))
        , m_onWish(std::move(onWish))
    {
        m_fields = new QComboBox(this);
        m_fields->setObjectName(QStringLiteral("run.change.field"));
        for (const Field &field : anneal::fields())
            if (field.live)
                m_fields->addItem(qstr(field.label), qstr(field.key));
        form()->addRow(tr("Setting"), m_fields);
        form()->addRow(tr("In force"), m_now = makeLabel({}, TextRole::Body, this));
        form()->addRow(tr("New value"), m_place = new QWidget(this));
        auto *place = new QVBoxLayout(m_place);
        place->setContentsMargins({});
        addReason();
        connect(m_fields, &QComboBox::currentIndexChanged, this, &ChangeDialog::showField);
        connect(this, &QDialog::accepted, this, &ChangeDialog::send);
        showField();
    }

private:
    void showField()
    {
        m_field = findField(m_fields->currentData().toString().toStdString());
        delete m_control;
        m_control = makeFieldControl(*m_field, m_place);
        m_control->control()->setObjectName(QStringLiteral("run.change.value"));
        m_place->layout()->addWidget(m_control);
        m_control->setText(formText(*m_field, m_config));
        m_now->setText(m_control->text() + (m_field->unit.empty() ? QString() : u' ' + qstr(m_field->unit)));
        connect(m_control, &FieldControl::edited, this, &ChangeDialog::check);
        check();
    }

    void check()
    {
        const auto value = valueFromText(*m_field, m_control->text().toStdString());
        const auto issue = value ? checkValue(*m_field, *value) : value.error();
        remark(issue ? qstr(issue->message) : qstr(m_field->help), issue ? Ink::Error : Ink::Muted);
        yes()->setEnabled(!issue && *value != m_field->get(m_config));
    }

    void send()
    {
        const FieldValue value = *valueFromText(*m_field, m_control->text().toStdString());
        const nlohmann::json json = std::visit([](const auto &held) { return nlohmann::json(held); }, value);
        m_onWish({"set", {{m_field->key, json}}, reason()});
    }

    Config m_config;
    OnWish m_onWish;
    const Field *m_field = nullptr;
    QComboBox *m_fields = nullptr;
    QLabel *m_now = nullptr;
    QWidget *m_place = nullptr;
    FieldControl *m_control = nullptr;
};

} // namespace

void askLiveChange(QWidget *parent, const RunSnapshot &snapshot, const OnWish &onWish)
{
    (new ChangeDialog(parent, snapshot, onWish))->open();
}

void askFinalDecay(QWidget *parent, const RunSnapshot &snapshot, const OnWish &onWish)
{
    constexpr int kUsualShare = 10, kFewest = 10, kMost = 1'000'000'000;
    const std::int64_t done = std::max<std::int64_t>(0, snapshot.lastStep);
    auto *dialog = new SteeringDialog(parent, SteeringDialog::tr("Final decay now"), QStringLiteral("run.decay"),
                                      SteeringDialog::tr("Decay and end"));
    auto *steps = new QSpinBox(dialog);
    steps->setObjectName(QStringLiteral("run.decay.steps"));
    steps->setRange(1, kMost);
    steps->setGroupSeparatorShown(true);
    steps->setValue(static_cast<int>(std::clamp<std::int64_t>(done / kUsualShare, kFewest, kMost)));
    dialog->form()->addRow(SteeringDialog::tr("Over"), steps);
    steps->setSuffix(SteeringDialog::tr(" steps"));
    dialog->addReason();
    dialog->remark(SteeringDialog::tr(
        "The learning rate falls from what it is now to 0 in a straight line; then the run is evaluated, saved and ends. "
        "A tenth of the steps so far is usual."));
    QObject::connect(dialog, &QDialog::accepted, dialog,
                     [=] { onWish({"decay", {{"steps", steps->value()}}, dialog->reason()}); });
    dialog->open();
}

} // namespace anneal
