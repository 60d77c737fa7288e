// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/look.h"

#include <QStyle>

#include "style/icons.h"

namespace anneal {

namespace {

QToolButton *toolButton(const QString &text, const QString &objectName, const char *look, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setObjectName(objectName);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setProperty("look", QLatin1String(look));
    return button;
}

} // namespace

void repolish(QWidget *widget)
{
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
    widget->update();
}

void setInk(QWidget *widget, Ink ink)
{
    const QString name = QLatin1String(inkName(ink));
    if (widget->property("ink").toString() == name)
        return;
    widget->setProperty("ink", name);
    repolish(widget);
}

QLabel *makeLabel(const QString &text, TextRole role, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setFont(uiFont(role));
    if (role == TextRole::Secondary || role == TextRole::Caption)
        setInk(label, Ink::Muted);
    return label;
}

QPushButton *makeButton(const QString &text, const QString &objectName, const QString &iconName, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(objectName);
    button->setAccessibleName(text);
    if (!iconName.isEmpty())
        button->setIcon(icon(iconName));
    return button;
}

QPushButton *makePrimaryButton(const QString &text, const QString &objectName, QWidget *parent)
{
    QPushButton *button = makeButton(text, objectName, {}, parent);
    QFont font = button->font();
    font.setWeight(QFont::Medium);
    button->setFont(font);
    button->setProperty("look", QStringLiteral("primary"));
    return button;
}

QToolButton *makeFlatButton(const QString &text, const QString &objectName, const QString &iconName, QWidget *parent)
{
    QToolButton *button = toolButton(text, objectName, "flat", parent);
    if (!iconName.isEmpty())
        button->setIcon(icon(iconName));
    return button;
}

QToolButton *makeIconButton(const QString &iconName, const QString &name, const QString &objectName, QWidget *parent)
{
    QToolButton *button = toolButton({}, objectName, "icon", parent);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setIcon(icon(iconName, Ink::Muted));
    button->setToolTip(name);
    button->setAccessibleName(name);
    return button;
}

QToolButton *makeLink(const QString &text, const QString &objectName, QWidget *parent)
{
    QToolButton *button = toolButton(text, objectName, "link", parent);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

QToolButton *makeSegment(const QString &text, const QString &objectName, SegmentPlace place, QWidget *parent)
{
    static constexpr const char *kPlaces[] = {"first", "middle", "last"};
    QToolButton *button = toolButton(text, objectName, "segment", parent);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setCheckable(true);
    button->setProperty("place", QLatin1String(kPlaces[static_cast<int>(place)]));
    return button;
}

} // namespace anneal
