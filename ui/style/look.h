// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>

#include "style/fonts.h"
#include "style/tokens.h"

namespace anneal {

/// Re-reads the style sheet after a dynamic property changed.
void repolish(QWidget *widget);
/// Sets the text colour of a label by token ("ink" property of the style sheet); follows the theme.
void setInk(QWidget *widget, Ink ink);

/// Text in one of the roles of the type table. Secondary and Caption are muted.
[[nodiscard]] QLabel *makeLabel(const QString &text, TextRole role = TextRole::Body, QWidget *parent = nullptr);

/// The one filled button of a page ("New run").
[[nodiscard]] QPushButton *makePrimaryButton(const QString &text, const QString &objectName, QWidget *parent = nullptr);
/// Outlined button; `iconName` may be empty.
[[nodiscard]] QPushButton *makeButton(const QString &text, const QString &objectName, const QString &iconName = {},
                                      QWidget *parent = nullptr);
/// Text and icon without outline ("Branch", "Add note").
[[nodiscard]] QToolButton *makeFlatButton(const QString &text, const QString &objectName, const QString &iconName = {},
                                          QWidget *parent = nullptr);
/// Icon only: `name` is tooltip and accessible name.
[[nodiscard]] QToolButton *makeIconButton(const QString &iconName, const QString &name, const QString &objectName,
                                          QWidget *parent = nullptr);
/// Blue text that acts ("All settings").
[[nodiscard]] QToolButton *makeLink(const QString &text, const QString &objectName, QWidget *parent = nullptr);

/// An element of a segmented row ("Full | Head only | LoRA"): place `first` … `last` side by side with no spacing.
enum class SegmentPlace { First, Middle, Last };
[[nodiscard]] QToolButton *makeSegment(const QString &text, const QString &objectName, SegmentPlace place,
                                       QWidget *parent = nullptr);

/// Wheel turns on spin boxes, sliders and closed combos change nothing unless the widget has the focus. Recursive, once
/// per tree.
void guardWheel(QWidget *widget);

} // namespace anneal
