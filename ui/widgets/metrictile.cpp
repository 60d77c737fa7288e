// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/metrictile.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "style/look.h"
#include "widgets/card.h"

namespace anneal {

MetricTile::MetricTile(const QString &label, QWidget *parent, Layout layout)
    : QWidget(parent)
    , m_label(makeLabel(label, TextRole::Caption, this))
    , m_figure(makeLabel({}, TextRole::Figure, this))
    , m_detail(makeLabel({}, TextRole::Secondary, this))
{
    m_figure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    column->addWidget(m_label);
    if (layout == Layout::DetailBelow) {
        m_detail->setFont(uiFont(TextRole::Caption));
        column->addWidget(m_figure);
        column->addWidget(m_detail);
        return;
    }
    auto *row = new QHBoxLayout;
    row->setSpacing(5);
    row->addWidget(m_figure, 0, Qt::AlignBaseline);
    row->addWidget(m_detail, 0, Qt::AlignBaseline);
    row->addStretch(1);
    column->addLayout(row);
}

void MetricTile::setLabel(const QString &label)
{
    m_label->setText(label);
}

void MetricTile::setFigure(const QString &figure, const QString &detail)
{
    m_figure->setText(figure);
    m_detail->setText(detail);
    setAccessibleName(QStringLiteral("%1: %2 %3").arg(m_label->text(), figure, detail).trimmed());
}

void MetricTile::setTone(Tone tone)
{
    setInk(m_figure, toneInk(tone));
}

QString MetricTile::figure() const
{
    return m_figure->text();
}

MetricStrip::MetricStrip(QWidget *parent)
    : QFrame(parent)
{
    setProperty("look", QStringLiteral("card"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 10, 6);
    row->setSpacing(10);
}

MetricTile *MetricStrip::addTile(const QString &label)
{
    auto *row = qobject_cast<QHBoxLayout *>(layout());
    if (row->count() > 0)
        row->addWidget(makeLine(Qt::Vertical, this));
    auto *tile = new MetricTile(label, this, MetricTile::Layout::DetailBelow);
    row->addWidget(tile, 1);
    return tile;
}

} // namespace anneal
