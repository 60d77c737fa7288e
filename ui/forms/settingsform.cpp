// SPDX-License-Identifier: GPL-3.0-or-later
// Values, undo and checking of the form; settingsformview.cpp shows them.
#include "forms/settingsform.h"

#include <algorithm>

#include <QTimer>
#include <QUndoStack>

#include "config/configio.h"
#include "config/validate.h"
#include "forms/fieldcontrol.h"
#include "forms/formrow.h"
#include "forms/sectionbox.h"

namespace anneal {

namespace {
constexpr int kReadDelayMs = 250;
constexpr int kTypingId = 1;
} // namespace

QString formText(const Field &field, const Config &config)
{
    const FieldValue value = field.get(config);
    if (const bool *on = std::get_if<bool>(&value))
        return *on ? QStringLiteral("on") : QStringLiteral("off");
    if (const double *number = std::get_if<double>(&value))
        return numberFieldText(*number);
    return QString::fromStdString(displayValue(value));
}

/// One undo step: the texts of some fields before and after. Key strokes into one field merge.
class SettingsForm::EditCommand : public QUndoCommand
{
public:
    EditCommand(SettingsForm *form, const QString &what, Texts before, Texts after, std::string typingKey)
        : QUndoCommand(what)
        , m_form(form)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_typingKey(std::move(typingKey))
    {
    }
    void undo() override { m_form->showTexts(m_before); }
    void redo() override { m_form->showTexts(m_after); }
    [[nodiscard]] int id() const override { return m_typingKey.empty() ? -1 : kTypingId; }
    bool mergeWith(const QUndoCommand *other) override
    {
        const auto *next = static_cast<const EditCommand *>(other);
        if (next->m_typingKey != m_typingKey || m_form->m_typingKey != m_typingKey)
            return false;
        m_after = next->m_after;
        return true;
    }

private:
    SettingsForm *m_form;
    Texts m_before;
    Texts m_after;
    std::string m_typingKey;
};

void SettingsForm::setHardware(const Hardware &hardware)
{
    m_hardware = hardware;
    commitNow();
}

void SettingsForm::setPreset(const Config &preset)
{
    m_preset = preset;
    setConfig(preset);
}

void SettingsForm::setConfig(const Config &config)
{
    changeTexts(tr("Replace all values"), textsOf(config));
    commitNow();
}

void SettingsForm::setField(const QString &key, const QString &text)
{
    if (row(key))
        changeTexts(tr("Set %1").arg(key), {{key.toStdString(), text}});
}

SettingsForm::Texts SettingsForm::textsOf(const Config &config) const
{
    Texts texts;
    for (const Field &field : fields())
        texts[field.key] = formText(field, config);
    return texts;
}

void SettingsForm::changeTexts(const QString &what, const Texts &texts)
{
    Texts before;
    Texts after;
    for (const auto &[key, text] : texts) {
        if (m_texts[key] == text)
            continue;
        before[key] = m_texts[key];
        after[key] = text;
    }
    m_typingKey.clear();
    if (!after.empty())
        m_undo->push(new EditCommand(this, what, std::move(before), std::move(after), {}));
}

void SettingsForm::rowEdited(FormRow *row, const QString &text)
{
    const std::string key = row->key().toStdString();
    if (m_applying || m_texts[key] == text)
        return;
    const bool continues = m_typingKey == key;
    m_typingKey = key;
    auto *command = new EditCommand(this, tr("Edit %1").arg(QString::fromStdString(row->field().label)),
                                    {{key, m_texts[key]}}, {{key, text}}, key);
    if (!continues)
        m_undo->setClean(); // a clean state is never merged into: each visit of a field is its own step
    m_undo->push(command);
}

void SettingsForm::showTexts(const Texts &texts)
{
    m_applying = true;
    for (const auto &[key, text] : texts) {
        m_texts[key] = text;
        m_rows.at(key)->setText(text);
    }
    m_applying = false;
    m_timer->start(kReadDelayMs);
}

void SettingsForm::undoOrRedo(bool undo)
{
    m_typingKey.clear();
    const Texts before = m_texts;
    if (undo)
        m_undo->undo();
    else
        m_undo->redo();
    commitNow();
    std::vector<std::string> touched;
    for (const auto &[key, text] : m_texts) {
        if (before.at(key) != text)
            touched.push_back(key);
    }
    if (touched.size() == 1) // show what came back
        goTo(QString::fromStdString(touched.front()));
}

void SettingsForm::commitNow()
{
    m_timer->stop();
    readTexts();
    check();
    updateMarks();
    showIssues();
    applyFilter();
    Q_EMIT configChanged();
    Q_EMIT issuesChanged();
}

void SettingsForm::readTexts()
{
    m_readIssues.clear();
    for (const Field &field : fields()) {
        for (Issue &issue : setFromText(m_config, field.key, m_texts[field.key].trimmed().toStdString()))
            m_readIssues.push_back(std::move(issue));
    }
}

void SettingsForm::check()
{
    m_issues = m_readIssues;
    const auto unread = [this](const Issue &issue) {
        return std::any_of(m_readIssues.begin(), m_readIssues.end(),
                           [&](const Issue &other) { return other.key == issue.key; });
    };
    for (Issue &issue : validate(m_config, m_hardware)) {
        if (!unread(issue)) // what stands in the field is not what was checked
            m_issues.push_back(std::move(issue));
    }
}

int SettingsForm::changedCount(const QString &groupKey) const
{
    int count = 0;
    for (const FormGroup &group : formGroups()) {
        if (!groupKey.isEmpty() && group.key != groupKey)
            continue;
        for (const Field *field : groupFields(group))
            count += m_rows.at(field->key)->isChanged() ? 1 : 0;
    }
    return count;
}

int SettingsForm::fieldCount(bool withExpert) const
{
    return static_cast<int>(std::count_if(fields().begin(), fields().end(), [=](const Field &field) {
        return withExpert || field.level == FieldLevel::Basic;
    }));
}

std::optional<Severity> SettingsForm::worst(const QString &groupKey) const
{
    std::optional<Severity> found;
    for (const FormGroup &group : formGroups()) {
        if (group.key != groupKey)
            continue;
        for (const Issue &issue : m_issues) {
            const std::string section = issue.key.substr(0, issue.key.find('.'));
            if (std::find(group.sections.begin(), group.sections.end(), section) == group.sections.end())
                continue;
            if (issue.severity == Severity::Error)
                return Severity::Error;
            found = Severity::Warning;
        }
    }
    return found;
}

void SettingsForm::resetKeys(const QString &what, const std::vector<std::string> &keys)
{
    Texts texts;
    for (const std::string &key : keys)
        texts[key] = formText(*findField(key), m_preset);
    changeTexts(what, texts);
    commitNow();
}

void SettingsForm::resetGroup(const QString &groupKey)
{
    for (const FormGroup &group : formGroups()) {
        if (group.key != groupKey)
            continue;
        std::vector<std::string> keys;
        for (const Field *field : groupFields(group))
            keys.push_back(field->key);
        resetKeys(tr("Reset %1").arg(group.title), keys);
    }
}

void SettingsForm::resetAll()
{
    changeTexts(tr("Reset all"), textsOf(m_preset));
    commitNow();
}

} // namespace anneal
