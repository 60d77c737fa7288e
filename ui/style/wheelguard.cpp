// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>

#include "style/look.h"

namespace anneal {

namespace {

bool changesOnWheel(const QObject *object)
{
    return qobject_cast<const QAbstractSpinBox *>(object) || qobject_cast<const QComboBox *>(object)
        || (qobject_cast<const QAbstractSlider *>(object) && !qobject_cast<const QScrollBar *>(object));
}

/// Hands the wheel of an unfocused control to what scrolls around it.
class WheelGuard : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        auto *widget = qobject_cast<QWidget *>(watched);
        if (event->type() != QEvent::Wheel || !widget || widget->hasFocus())
            return false;
        event->ignore(); // so that Qt offers it to the parent
        return true;
    }
};

void guardOne(QWidget *widget)
{
    static auto *guard = new WheelGuard(qApp);
    if (!changesOnWheel(widget))
        return;
    widget->setFocusPolicy(Qt::StrongFocus); // not by wheel
    widget->removeEventFilter(guard);
    widget->installEventFilter(guard);
}

} // namespace

void guardWheel(QWidget *widget)
{
    guardOne(widget);
    for (QWidget *child : widget->findChildren<QWidget *>())
        guardOne(child);
}

} // namespace anneal
