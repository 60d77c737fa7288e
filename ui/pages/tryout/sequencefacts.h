// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace anneal {

class SequenceEdit;

/// What is to be known beside the sequence: its length, unknown and hidden letters, who answers, what can be done.
class SequenceFacts : public QWidget
{
    Q_OBJECT
public:
    explicit SequenceFacts(const SequenceEdit &sequence, QWidget *parent = nullptr);
    /// As the sequence is now.
    void refresh();
    void setStatus(const QString &text);
    /// Whether hidden letters have a meaning for the model.
    void setMaskable(bool maskable);

private:
    struct Fact {
        QLabel *name = nullptr;
        QLabel *value = nullptr;
    };
    [[nodiscard]] Fact add(const QString &name);

    const SequenceEdit &m_sequence;
    Fact m_length, m_letters, m_hidden;
    QLabel *m_status = nullptr;
    QLabel *m_hint = nullptr;
};

} // namespace anneal
