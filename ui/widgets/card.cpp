// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "style/look.h"
#include "widgets/elidedlabel.h"

namespace anneal {

namespace {

constexpr int kPadding = 12;

const char *toneName(Tone tone)
{
    static constexpr const char *kNames[] = {"neutral", "neutral", "accent", "ok", "warn", "error"};
    return kNames[static_cast<int>(tone)];
}

} // namespace

Card::Card(const QString &title, QWidget *parent)
    : QFrame(parent)
{
    setProperty("look", QStringLiteral("card"));
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(1, 1, 1, 1);
    outer->setSpacing(0);

    m_header = new QWidget(this);
    m_header->setMinimumHeight(measures().cardHeader);
    auto *header = new QHBoxLayout(m_header);
    header->setContentsMargins(kPadding, 0, 8, 0);
    header->setSpacing(8);
    m_title = makeLabel({}, TextRole::SectionTitle, m_header);
    m_subtitle = new ElidedLabel(m_header);
    m_subtitle->setFont(uiFont(TextRole::Secondary));
    setInk(m_subtitle, Ink::Muted);
    m_tools = new QHBoxLayout;
    m_tools->setSpacing(4);
    header->addWidget(m_title);
    header->addWidget(m_subtitle, 1);
    header->addLayout(m_tools);
    outer->addWidget(m_header);

    m_line = makeLine(Qt::Horizontal, this);
    m_line->hide();
    outer->addWidget(m_line);
    m_body = new QVBoxLayout;
    m_body->setContentsMargins(kPadding, kPadding, kPadding, kPadding);
    m_body->setSpacing(8);
    outer->addLayout(m_body, 1);
    setTitle(title);
}

void Card::setTitle(const QString &title)
{
    m_title->setText(title);
    m_header->setVisible(!title.isEmpty());
    m_body->setContentsMargins(kPadding, title.isEmpty() || m_line->isVisibleTo(this) ? kPadding : 0, kPadding,
                               kPadding);
    if (!title.isEmpty())
        setAccessibleName(title);
}

QString Card::title() const
{
    return m_title->text();
}

void Card::setSubtitle(const QString &subtitle)
{
    m_subtitle->setText(subtitle); // shown even when empty: its stretch keeps the tools at the right end
}

void Card::setHeaderLine(bool on)
{
    m_line->setVisible(on);
    QMargins margins = m_body->contentsMargins();
    margins.setTop(on ? kPadding : 0);
    m_body->setContentsMargins(margins);
}

void Card::setHighlighted(bool on)
{
    setProperty("highlighted", on);
    repolish(this);
}

QHBoxLayout *Card::tools()
{
    return m_tools;
}

void Card::setBodyMargins(int left, int top, int right, int bottom)
{
    m_body->setContentsMargins(left, top, right, bottom);
}

void Card::setNotice(Tone tone, const QString &text)
{
    if (!m_notice) {
        m_notice = new QLabel(this);
        m_notice->setWordWrap(true);
        m_notice->setProperty("look", QStringLiteral("notice"));
        m_notice->setObjectName(objectName() + QStringLiteral(".notice"));
        m_body->insertWidget(0, m_notice);
    }
    m_notice->setProperty("tone", QLatin1String(toneName(tone)));
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
    repolish(m_notice);
}

QFrame *makeLine(Qt::Orientation orientation, QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setProperty("look", QStringLiteral("line"));
    if (orientation == Qt::Horizontal)
        line->setFixedHeight(1);
    else
        line->setFixedWidth(1);
    return line;
}

} // namespace anneal
