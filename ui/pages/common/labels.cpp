// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/common/labels.h"

#include "style/look.h"

namespace anneal {

ElidedLabel *makeElided(const QString &text, TextRole role, Ink ink, QWidget *parent)
{
    auto *label = new ElidedLabel(parent);
    label->setFont(uiFont(role));
    setInk(label, ink);
    label->setText(text);
    return label;
}

} // namespace anneal
