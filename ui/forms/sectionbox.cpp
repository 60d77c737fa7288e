// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/sectionbox.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include "style/look.h"
#include "widgets/card.h"
#include "widgets/elidedlabel.h"

namespace anneal {

namespace {
constexpr int kTitleColumn = 176;
}

SectionBox::SectionBox(const QString &title, const QString &objectName, QWidget *parent)
    : QFrame(parent)
{
    setObjectName(objectName);
    setProperty("look", QStringLiteral("card"));
    build(title);
    setChangedCount(0);
    setOpen(true);
}

void SectionBox::build(const QString &title)
{
    m_toggle = new QToolButton(this);
    m_toggle->setText(QString(title).replace(u'&', QStringLiteral("&&"))); // a plain & would be a mnemonic
    m_toggle->setObjectName(objectName() + QStringLiteral(".toggle"));
    m_toggle->setAccessibleName(title);
    m_toggle->setFont(uiFont(TextRole::SectionTitle));
    m_toggle->setProperty("look", QStringLiteral("section"));
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setMinimumWidth(kTitleColumn);
    m_summary = new ElidedLabel(this);
    m_summary->setFont(uiFont(TextRole::Secondary));
    setInk(m_summary, Ink::Muted);
    m_changed = makeLabel({}, TextRole::Secondary, this);
    setInk(m_changed, Ink::Accent);
    m_reset = makeFlatButton(tr("Reset section"), objectName() + QStringLiteral(".resetSection"),
                             QStringLiteral("reset"), this);
    m_reset->setAccessibleName(tr("Reset section %1").arg(title));

    auto *head = new QWidget(this);
    head->setMinimumHeight(measures().cardHeader);
    head->installEventFilter(this);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(6, 0, 8, 0);
    row->setSpacing(8);
    row->addWidget(m_toggle);
    row->addWidget(m_summary, 100);
    row->addStretch(1); // holds the right end in place while there is no summary
    row->addWidget(m_changed);
    row->addWidget(m_reset);
    m_content = new QWidget(this);
    auto *content = new QVBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(0);
    content->addWidget(makeLine(Qt::Horizontal, m_content));
    m_body = new QVBoxLayout;
    m_body->setContentsMargins(14, 6, 12, 8);
    m_body->setSpacing(0);
    content->addLayout(m_body);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(head);
    column->addWidget(m_content);

    connect(m_toggle, &QToolButton::clicked, this, [this] { setOpen(!m_open); });
    connect(m_reset, &QToolButton::clicked, this, &SectionBox::resetRequested);
}

void SectionBox::setOpen(bool open)
{
    const bool changed = m_open != open;
    m_open = open;
    m_toggle->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_toggle->setAccessibleDescription(open ? tr("open") : tr("closed"));
    m_content->setVisible(open);
    showHeader();
    if (changed)
        Q_EMIT openChanged(open);
}

void SectionBox::setSummary(const QString &summary)
{
    m_summary->setText(summary);
}

void SectionBox::setChangedCount(int count)
{
    m_count = count;
    m_changed->setText(tr("● %1 changed").arg(count));
    showHeader();
}

QString SectionBox::title() const
{
    return m_toggle->accessibleName();
}

void SectionBox::showHeader()
{
    m_summary->setVisible(!m_open);
    m_changed->setVisible(m_count > 0);
    m_reset->setVisible(m_open && m_count > 0);
}

bool SectionBox::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonRelease && static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton) {
        setOpen(!m_open);
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace anneal
