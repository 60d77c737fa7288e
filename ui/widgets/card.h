// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "style/tokens.h"

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace anneal {

/// A bordered surface with an optional header: title, muted subtitle, tools at the right.
class Card : public QFrame
{
    Q_OBJECT

public:
    explicit Card(const QString &title = {}, QWidget *parent = nullptr);

    void setTitle(const QString &title); ///< empty hides the header
    [[nodiscard]] QString title() const;
    void setSubtitle(const QString &subtitle);
    void setHeaderLine(bool on); ///< line between header and body
    void setHighlighted(bool on); ///< accent border: selected, or the one to begin with
    [[nodiscard]] QHBoxLayout *tools(); ///< right end of the header
    /// Body layout. Margins are the card padding; setBodyMargins(0) for tables that reach the border.
    [[nodiscard]] QVBoxLayout *body() { return m_body; }
    void setBodyMargins(int left, int top, int right, int bottom);

    /// At most one inline note: what happened, what still works. Empty text removes it.
    void setNotice(Tone tone, const QString &text);

private:
    QWidget *m_header = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_subtitle = nullptr;
    QHBoxLayout *m_tools = nullptr;
    QFrame *m_line = nullptr;
    QLabel *m_notice = nullptr;
    QVBoxLayout *m_body = nullptr;
};

/// A 1 px separator in the border colour.
[[nodiscard]] QFrame *makeLine(Qt::Orientation orientation = Qt::Horizontal, QWidget *parent = nullptr);

} // namespace anneal
