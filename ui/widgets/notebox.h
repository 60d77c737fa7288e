// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace anneal {

/// Inline entry of a note, never a dialog. Grows to six lines; Ctrl+Return keeps it, Esc puts it away.
class NoteBox : public QFrame
{
    Q_OBJECT

public:
    explicit NoteBox(const QString &objectName, QWidget *parent = nullptr);
    /// Shows the box, empty or with `text`, and takes the focus. `about`: "mlm-35M-wsd-07, step 46,800".
    void open(const QString &about, std::optional<std::int64_t> step, const QString &text = {});
    [[nodiscard]] QString text() const;
    [[nodiscard]] std::optional<std::int64_t> step() const { return m_step; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void submitted(const QString &text);
    void cancelled();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void submit();
    void fitHeight();

    QLabel *m_about = nullptr;
    QPlainTextEdit *m_edit = nullptr;
    QPushButton *m_keep = nullptr;
    std::optional<std::int64_t> m_step;
};

} // namespace anneal
