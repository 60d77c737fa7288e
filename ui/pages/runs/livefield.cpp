// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/livefield.h"

#include <cmath>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

#include "base/units.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kWidth = 72;

/// "8.89e-5", as a person would type it.
/// The exact value where the field has room for it ("0.002"), else three digits of it ("1.11e-4").
QString fieldText(double value)
{
    constexpr int kRoom = 6;
    QString text = exactText(value);
    if (text.size() > kRoom)
        text = std::abs(value) < 1e-2 ? QString::number(value, 'e', 2) : QString::number(value, 'g', 3);
    return text.replace(QLatin1String("e-0"), QLatin1String("e-"));
}

} // namespace

LiveField::LiveField(const QString &label, const QString &objectName, QWidget *parent)
    : QWidget(parent)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(makeLabel(label, TextRole::Secondary));
    m_edit = new QLineEdit(this);
    m_edit->setObjectName(objectName);
    m_edit->setAccessibleName(label);
    m_edit->setFixedWidth(kWidth);
    m_edit->installEventFilter(this);
    connect(m_edit, &QLineEdit::textEdited, this, &LiveField::edited);
    connect(m_edit, &QLineEdit::returnPressed, this, &LiveField::apply);
    row->addWidget(m_edit);
    m_apply = makeLink(tr("Apply"), objectName + QStringLiteral(".apply"));
    m_apply->setAccessibleName(tr("Apply: %1").arg(label));
    m_apply->hide();
    connect(m_apply, &QToolButton::clicked, this, &LiveField::apply);
    row->addWidget(m_apply);
}

void LiveField::setValue(double value)
{
    m_value = value;
    if (!m_typing && !m_waiting)
        m_edit->setText(fieldText(value));
}

void LiveField::edited()
{
    m_typing = true;
    setInk(m_edit, Ink::Text);
    m_apply->show();
}

void LiveField::apply()
{
    const auto value = parseNumber(m_edit->text().toStdString());
    if (!value) {
        setInk(m_edit, Ink::Error);
        m_edit->setToolTip(tr("“%1” is not a number. Type one like 1e-4 or 0.0001.").arg(m_edit->text()));
        return;
    }
    m_edit->setToolTip({});
    m_typing = false;
    m_waiting = true;
    m_apply->hide();
    setInk(m_edit, Ink::Accent);
    Q_EMIT applied(*value);
}

void LiveField::settle()
{
    m_waiting = false;
    setInk(m_edit, Ink::Text);
}

void LiveField::revert()
{
    m_typing = false;
    m_apply->hide();
    setInk(m_edit, Ink::Text);
    m_edit->setText(fieldText(m_value));
}

bool LiveField::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape && m_typing) {
        revert();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace anneal
