// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QScrollArea>
#include <QStringList>

#include "base/hardware.h"
#include "config/config.h"
#include "config/issue.h"
#include "forms/formgroups.h"

class QTimer;
class QUndoStack;
class QVBoxLayout;

namespace anneal {

class FormRow;
class SectionBox;

/// The whole form, made from the field table. Text is kept as typed; 250 ms after typing it is read and checked.
class SettingsForm : public QScrollArea
{
    Q_OBJECT

public:
    explicit SettingsForm(QWidget *parent = nullptr);
    ~SettingsForm() override;

    void setHardware(const Hardware &hardware);
    /// Replaces all values; what differs from `preset` from then on is marked. One undo step when values were edited.
    void setPreset(const Config &preset);
    /// Replaces all values, keeps the preset to compare with. One undo step.
    void setConfig(const Config &config);
    /// Types into one field, as a person would. One undo step.
    void setField(const QString &key, const QString &text);

    /// The newest values that can be read; a field with unreadable text keeps its last good value (and has an issue).
    [[nodiscard]] const Config &config() const { return m_config; }
    [[nodiscard]] const Config &preset() const { return m_preset; }
    [[nodiscard]] const std::vector<Issue> &issues() const { return m_issues; }
    [[nodiscard]] bool hasErrors() const { return anneal::hasErrors(m_issues); }
    /// Reads and checks now instead of in 250 ms.
    void commitNow();

    void setSearch(const QString &text);
    void setShowExpert(bool on);
    [[nodiscard]] bool showExpert() const { return m_expert; }
    void setOnlyChanged(bool on);
    void setReadOnly(bool on);

    /// Opens the section, scrolls there and gives the field the focus. False when there is no such field.
    bool goTo(const QString &key);
    /// The first error, in form order; false when there is none.
    bool goToFirstError();
    void goToGroup(const QString &groupKey);
    /// The page shows these fields somewhere else. Call before a side bar is made.
    void leaveOut(const QString &groupKey);
    [[nodiscard]] bool isLeftOut(const QString &groupKey) const { return m_leftOut.contains(groupKey); }

    [[nodiscard]] FormRow *row(const QString &key) const;
    [[nodiscard]] SectionBox *section(const QString &groupKey) const;
    /// Place for something beside the rows of a group (learning-rate preview). Kept until the form goes.
    void addGroupExtra(const QString &groupKey, QWidget *widget);
    [[nodiscard]] int changedCount(const QString &groupKey = {}) const; ///< "" = all
    [[nodiscard]] int fieldCount(bool withExpert) const;
    [[nodiscard]] std::optional<Severity> worst(const QString &groupKey) const;
    [[nodiscard]] QUndoStack *undoStack() const { return m_undo; }
    void undoOrRedo(bool undo);
    void resetGroup(const QString &groupKey);
    void resetAll();

Q_SIGNALS:
    void configChanged(); ///< values changed and were checked
    void issuesChanged();
    void filterChanged();
    void groupInView(const QString &groupKey);

private:
    class EditCommand;
    friend class EditCommand;
    using Texts = std::map<std::string, QString>;

    void buildGroup(const FormGroup &group, QVBoxLayout *into);
    void connectRow(FormRow *row);
    void changeTexts(const QString &what, const Texts &texts);
    void showTexts(const Texts &texts);
    void rowEdited(FormRow *row, const QString &text);
    void reportGroupInView();
    void readTexts();
    void check();
    void showIssues();
    void updateMarks();
    void updateSections();
    void resetKeys(const QString &what, const std::vector<std::string> &keys);
    void applyFilter();
    [[nodiscard]] bool wanted(const FormRow &row) const;
    [[nodiscard]] Texts textsOf(const Config &config) const;

    Config m_config;
    Config m_preset;
    Hardware m_hardware;
    std::vector<Issue> m_issues;
    std::vector<Issue> m_readIssues;
    Texts m_texts;
    std::map<std::string, FormRow *> m_rows;
    std::map<QString, SectionBox *> m_sections;
    std::map<QString, QVBoxLayout *> m_extras; ///< right column of each section
    QUndoStack *m_undo = nullptr;
    QTimer *m_timer = nullptr;
    QStringList m_leftOut;
    QString m_search;
    bool m_expert = false;
    bool m_onlyChanged = false;
    bool m_applying = false; ///< a command fills the rows: what they say back is no edit
    std::string m_typingKey; ///< field whose key strokes go into one undo step
    QString m_groupInView;
};

/// A field's value as it stands in the form: "4e-4", "on", "linear".
[[nodiscard]] QString formText(const Field &field, const Config &config);

} // namespace anneal
