// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/rundot.h"

#include <QGridLayout>
#include <QMenu>
#include <QPainter>
#include <QWidgetAction>

#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kHitTarget = 24;
constexpr int kSwatchColumns = 6;

void paintFocusRing(QPainter *painter, const QRect &rect)
{
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(inkColor(Ink::Accent), 2));
    painter->drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), measures().radius, measures().radius);
}

/// One choice of the colour menu.
class Swatch : public QAbstractButton
{
public:
    Swatch(int slot, bool current, QWidget *parent)
        : QAbstractButton(parent)
        , m_slot(slot)
    {
        setObjectName(QStringLiteral("runDot.swatch.%1").arg(slot));
        setAccessibleName(Theme::runName(slot));
        setToolTip(Theme::runName(slot));
        setCheckable(true);
        setChecked(current);
        setFixedSize(kHitTarget + 4, kHitTarget + 4);
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isChecked() || hasFocus())
            paintFocusRing(&painter, rect());
        paintRunDot(&painter, rect(), m_slot, 16);
    }

private:
    int m_slot;
};

} // namespace

void paintRunDot(QPainter *painter, const QRectF &rect, int slot, double diameter)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(runColor(slot));
    painter->drawEllipse(rect.center(), diameter / 2, diameter / 2);
    painter->restore();
}

RunDot::RunDot(QWidget *parent)
    : QAbstractButton(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setEditable(false);
    connect(this, &QAbstractButton::clicked, this, &RunDot::offerSwatches);
    setSlot(1);
}

void RunDot::setSlot(int slot)
{
    m_slot = slot;
    setAccessibleName(tr("Run colour: %1").arg(Theme::runName(slot)));
    update();
}

void RunDot::setEditable(bool editable)
{
    setAttribute(Qt::WA_TransparentForMouseEvents, !editable);
    setFocusPolicy(editable ? Qt::StrongFocus : Qt::NoFocus);
    setToolTip(editable ? tr("Change the run's colour") : QString());
    updateGeometry();
}

void RunDot::setDiameter(double pixels)
{
    m_diameter = pixels;
    updateGeometry();
    update();
}

QSize RunDot::sizeHint() const
{
    const int side = focusPolicy() == Qt::NoFocus ? qRound(m_diameter) + 2 : kHitTarget;
    return {side, side};
}

void RunDot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus())
        paintFocusRing(&painter, rect());
    paintRunDot(&painter, rect(), m_slot, m_diameter);
}

void RunDot::offerSwatches()
{
    QMenu menu(this);
    auto *panel = new QWidget(&menu);
    auto *grid = new QGridLayout(panel);
    grid->setContentsMargins(4, 4, 4, 4);
    grid->setSpacing(2);
    int chosen = 0;
    for (int slot = 1; slot <= kRunSlots; ++slot) {
        auto *swatch = new Swatch(slot, slot == m_slot, panel);
        grid->addWidget(swatch, (slot - 1) / kSwatchColumns, (slot - 1) % kSwatchColumns);
        connect(swatch, &QAbstractButton::clicked, &menu, [&chosen, &menu, slot] {
            chosen = slot;
            menu.close();
        });
    }
    auto *action = new QWidgetAction(&menu);
    action->setDefaultWidget(panel);
    menu.addAction(action);
    menu.exec(mapToGlobal(QPoint(0, height())));
    if (chosen != 0 && chosen != m_slot)
        Q_EMIT slotChosen(chosen);
}

} // namespace anneal
