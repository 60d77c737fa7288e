// SPDX-License-Identifier: GPL-3.0-or-later
// How SettingsForm is built and what of it is shown.
#include <algorithm>

#include <QHBoxLayout>
#include <QScrollBar>
#include <QTimer>
#include <QUndoStack>
#include <QVBoxLayout>

#include "forms/formrow.h"
#include "forms/sectionbox.h"
#include "forms/settingsform.h"

namespace anneal {

namespace {

constexpr int kGap = 8;
constexpr int kUndoDepth = 400;
const QStringList kOpenAtFirst{QStringLiteral("data"), QStringLiteral("model"), QStringLiteral("optimizer")};

} // namespace

SettingsForm::SettingsForm(QWidget *parent)
    : QScrollArea(parent)
    , m_undo(new QUndoStack(this))
    , m_timer(new QTimer(this))
{
    setObjectName(QStringLiteral("newRun.form"));
    setAccessibleName(tr("Settings"));
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_undo->setUndoLimit(kUndoDepth);
    m_timer->setSingleShot(true);
    auto *page = new QWidget(this);
    page->setProperty("look", QStringLiteral("page"));
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, kGap, kGap);
    column->setSpacing(kGap);
    for (const FormGroup &group : formGroups())
        buildGroup(group, column);
    column->addStretch(1);
    setWidget(page);
    connect(m_timer, &QTimer::timeout, this, &SettingsForm::commitNow);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &SettingsForm::reportGroupInView);
    m_texts = textsOf(m_config);
    showTexts(m_texts);
    commitNow();
}

SettingsForm::~SettingsForm() = default;

void SettingsForm::buildGroup(const FormGroup &group, QVBoxLayout *into)
{
    auto *box = new SectionBox(group.title, QStringLiteral("newRun.section.") + group.key, this);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(24);
    auto *rows = new QVBoxLayout;
    rows->setSpacing(0);
    columns->addLayout(rows, 3);
    auto *extra = new QVBoxLayout;
    columns->addLayout(extra, 0);
    box->body()->addLayout(columns);
    for (const Field *field : groupFields(group)) {
        auto *row = new FormRow(*field, box);
        rows->addWidget(row);
        m_rows.emplace(field->key, row);
        connectRow(row);
    }
    rows->addStretch(1);
    box->setOpen(kOpenAtFirst.contains(group.key));
    into->addWidget(box);
    m_sections.emplace(group.key, box);
    m_extras.emplace(group.key, extra);
    connect(box, &SectionBox::resetRequested, this, [this, key = group.key] { resetGroup(key); });
}

void SettingsForm::connectRow(FormRow *row)
{
    connect(row, &FormRow::edited, this, [this, row](const QString &text) { rowEdited(row, text); });
    connect(row, &FormRow::committed, this, [this] {
        m_typingKey.clear();
        if (m_timer->isActive())
            commitNow();
    });
    connect(row, &FormRow::resetRequested, this, [this, row] {
        resetKeys(tr("Put back %1").arg(QString::fromStdString(row->field().label)), {row->key().toStdString()});
    });
    connect(row, &FormRow::undoRequested, this, [this] { undoOrRedo(true); });
    connect(row, &FormRow::redoRequested, this, [this] { undoOrRedo(false); });
}

void SettingsForm::addGroupExtra(const QString &groupKey, QWidget *widget)
{
    const auto place = m_extras.find(groupKey);
    if (place == m_extras.end())
        return;
    place->second->addWidget(widget);
    auto *columns = qobject_cast<QHBoxLayout *>(m_sections.at(groupKey)->body()->itemAt(0)->layout());
    columns->setStretch(1, 2);
}

FormRow *SettingsForm::row(const QString &key) const
{
    const auto found = m_rows.find(key.toStdString());
    return found == m_rows.end() ? nullptr : found->second;
}

SectionBox *SettingsForm::section(const QString &groupKey) const
{
    const auto found = m_sections.find(groupKey);
    return found == m_sections.end() ? nullptr : found->second;
}

void SettingsForm::updateMarks()
{
    for (const Field &field : fields()) {
        FormRow *row = m_rows.at(field.key);
        const QString preset = formText(field, m_preset);
        const bool unread = std::any_of(m_readIssues.begin(), m_readIssues.end(),
                                        [&](const Issue &issue) { return issue.key == field.key; });
        row->setChanged(unread || !sameValue(field.get(m_config), field.get(m_preset)), preset);
        row->setHint(fieldHint(field, m_config));
        row->setDisabledBecause(disabledReason(field, m_config));
    }
    updateSections();
}

void SettingsForm::updateSections()
{
    for (const FormGroup &group : formGroups()) {
        SectionBox *box = m_sections.at(group.key);
        box->setSummary(groupSummary(group, m_config));
        box->setChangedCount(changedCount(group.key));
    }
}

void SettingsForm::showIssues()
{
    for (const auto &[key, row] : m_rows) {
        const Issue *worst = nullptr;
        for (const Issue &issue : m_issues) {
            if (issue.key == key
                && (!worst || (worst->severity == Severity::Warning && issue.severity == Severity::Error)))
                worst = &issue;
        }
        row->setIssue(worst);
    }
}

bool SettingsForm::wanted(const FormRow &row) const
{
    if (m_onlyChanged && !row.isChanged())
        return false;
    if (!row.matches(m_search))
        return false;
    const bool basic = row.field().level == FieldLevel::Basic;
    // What was changed or is wrong is never hidden, and a search looks everywhere.
    return basic || m_expert || row.isChanged() || row.hasIssue() || !m_search.isEmpty();
}

void SettingsForm::applyFilter()
{
    for (const FormGroup &group : formGroups()) {
        bool any = false;
        for (const Field *field : groupFields(group)) {
            FormRow *row = m_rows.at(field->key);
            const bool show = wanted(*row);
            row->setVisible(show);
            any = any || show;
        }
        SectionBox *box = m_sections.at(group.key);
        box->setVisible(any && !isLeftOut(group.key));
        if (any && (!m_search.isEmpty() || m_onlyChanged))
            box->setOpen(true);
    }
}

void SettingsForm::setSearch(const QString &text)
{
    m_search = text.trimmed();
    applyFilter();
    Q_EMIT filterChanged();
}

void SettingsForm::setShowExpert(bool on)
{
    m_expert = on;
    applyFilter();
    Q_EMIT filterChanged();
}

void SettingsForm::setOnlyChanged(bool on)
{
    m_onlyChanged = on;
    applyFilter();
    Q_EMIT filterChanged();
}

void SettingsForm::setReadOnly(bool on)
{
    for (const auto &[key, row] : m_rows)
        row->setReadOnly(on);
}

bool SettingsForm::goTo(const QString &key)
{
    FormRow *target = row(key);
    if (!target)
        return false;
    for (const FormGroup &group : formGroups()) {
        const std::vector<const Field *> members = groupFields(group);
        if (std::find(members.begin(), members.end(), &target->field()) != members.end()) {
            m_sections.at(group.key)->show();
            m_sections.at(group.key)->setOpen(true);
        }
    }
    target->show();
    target->focusControl();
    // The layout moves when the section opens: scroll after that.
    QTimer::singleShot(0, target, [this, target] { ensureWidgetVisible(target, 0, 60); });
    return true;
}

bool SettingsForm::goToFirstError()
{
    for (const FormGroup &group : formGroups()) {
        for (const Field *field : groupFields(group)) {
            for (const Issue &issue : m_issues) {
                if (issue.key == field->key && issue.severity == Severity::Error)
                    return goTo(QString::fromStdString(issue.key));
            }
        }
    }
    return false;
}

void SettingsForm::leaveOut(const QString &groupKey)
{
    m_leftOut << groupKey;
    applyFilter();
}

void SettingsForm::goToGroup(const QString &groupKey)
{
    SectionBox *box = section(groupKey);
    if (!box)
        return;
    box->setOpen(true);
    QTimer::singleShot(0, box, [this, box] { verticalScrollBar()->setValue(box->y()); });
}

void SettingsForm::reportGroupInView()
{
    const int top = verticalScrollBar()->value() + kGap;
    for (const FormGroup &group : formGroups()) {
        const SectionBox *box = m_sections.at(group.key);
        if (box->isHidden() || box->geometry().bottom() < top)
            continue;
        if (std::exchange(m_groupInView, group.key) != group.key)
            Q_EMIT groupInView(group.key);
        return;
    }
}

} // namespace anneal
