// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>
#include <QWidget>

#include "config/field.h"
#include "config/issue.h"

class QLabel;
class QToolButton;

namespace anneal {

class FieldControl;

/// changed dot · label · control · unit · reset · hint, and a message below. Made from one entry of the field table.
/// Object names: "newRun.KEY" for the control, and ".changed", ".reset", ".message", ".label" after it.
class FormRow : public QWidget
{
    Q_OBJECT

public:
    explicit FormRow(const Field &field, QWidget *parent = nullptr);

    [[nodiscard]] const Field &field() const { return m_field; }
    [[nodiscard]] QString key() const;
    /// What stands in the control, as typed.
    [[nodiscard]] QString text() const;
    /// Does not emit edited().
    void setText(const QString &text);
    /// Marks the value as different from the preset's, which is shown in the dot's tooltip.
    void setChanged(bool changed, const QString &presetText);
    [[nodiscard]] bool isChanged() const { return m_changed; }
    void setHint(const QString &hint);
    /// The worst issue of this field; nullptr clears. The suggestion becomes a link.
    void setIssue(const Issue *issue);
    [[nodiscard]] bool hasIssue() const { return m_issue.has_value(); }
    /// Disables the control and says why; empty text enables it. The value stays.
    void setDisabledBecause(const QString &reason);
    void setReadOnly(bool on);
    void focusControl();
    [[nodiscard]] bool matches(const QString &search) const;

Q_SIGNALS:
    void edited(const QString &text); ///< while typing
    void committed(const QString &text); ///< Return, focus left, or a choice made
    void resetRequested();
    void undoRequested();
    void redoRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    void takeSuggestion();
    void showIssue();

    const Field &m_field;
    FieldControl *m_control = nullptr;
    QLabel *m_dot = nullptr;
    QLabel *m_label = nullptr;
    QToolButton *m_reset = nullptr;
    QLabel *m_hint = nullptr;
    QLabel *m_message = nullptr;
    QLabel *m_messageIcon = nullptr;
    std::optional<Issue> m_issue;
    bool m_changed = false;
};

} // namespace anneal
