// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chip.h"

#include <QFontMetrics>
#include <QPainter>

#include "style/fonts.h"
#include "style/icons.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kIcon = 14;
constexpr int kPadding = 6;
constexpr int kGap = 4;
constexpr int kVerticalPadding = 2;

} // namespace

ChipLook phaseLook(RunPhase phase)
{
    const QString word = QString::fromStdString(phaseWord(phase));
    switch (phase) {
    case RunPhase::Starting:
        return {QStringLiteral("state-queued"), word, Tone::Accent};
    case RunPhase::Running:
        return {QStringLiteral("state-running"), word, Tone::Accent};
    case RunPhase::Paused:
        return {QStringLiteral("pause"), word, Tone::Warn};
    case RunPhase::Stopping:
        return {QStringLiteral("stop-save"), word, Tone::Accent};
    case RunPhase::Stopped:
        return {QStringLiteral("stop"), word, Tone::Neutral};
    case RunPhase::Finished:
        return {QStringLiteral("state-finished"), word, Tone::Ok};
    case RunPhase::Diverged:
        return {QStringLiteral("state-diverged"), word, Tone::Error};
    case RunPhase::Failed:
        return {QStringLiteral("state-failed"), word, Tone::Error};
    case RunPhase::NotResponding:
        return {QStringLiteral("state-lost"), word, Tone::Warn};
    }
    return {{}, word, Tone::Neutral};
}

QSize chipSize(const ChipLook &look, const QFont &font)
{
    const QFontMetrics metrics(font);
    const int icon = look.icon.isEmpty() ? 0 : kIcon + kGap;
    return {metrics.horizontalAdvance(look.word) + icon + 2 * kPadding, metrics.height() + 2 * kVerticalPadding};
}

void paintChip(QPainter *painter, const QRect &rect, const ChipLook &look, const QFont &font)
{
    const QSize size = chipSize(look, font).boundedTo(rect.size());
    QRect chip(QPoint(rect.left(), rect.top() + (rect.height() - size.height()) / 2), size);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(inkColor(toneSoftInk(look.tone)));
    painter->drawRoundedRect(chip, measures().chipRadius, measures().chipRadius);
    chip.adjust(kPadding, 0, -kPadding, 0);
    if (!look.icon.isEmpty()) {
        paintChipIcon(painter, QRect(chip.left(), chip.top(), kIcon, chip.height()), look);
        chip.setLeft(chip.left() + kIcon + kGap);
    }
    painter->setFont(font);
    painter->setPen(inkColor(toneInk(look.tone)));
    painter->drawText(chip, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(font).elidedText(look.word, Qt::ElideRight, chip.width() + 1));
    painter->restore();
}

void paintChipIcon(QPainter *painter, const QRect &rect, const ChipLook &look)
{
    const int side = qMin(kIcon + 2, qMin(rect.width(), rect.height()));
    const Tone tone = look.tone == Tone::Neutral ? Tone::Muted : look.tone;
    const QPixmap pixmap = iconPixmap(look.icon, side, inkColor(toneInk(tone)), painter->device()->devicePixelRatioF());
    painter->drawPixmap(rect.left() + (rect.width() - side) / 2, rect.top() + (rect.height() - side) / 2, pixmap);
}

StateChip::StateChip(QWidget *parent)
    : QWidget(parent)
{
    setFont(uiFont(TextRole::Secondary));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

StateChip::StateChip(const ChipLook &look, QWidget *parent)
    : StateChip(parent)
{
    setLook(look);
}

void StateChip::setLook(const ChipLook &look, const QString &reason)
{
    m_look = look;
    setAccessibleName(look.word);
    setAccessibleDescription(reason);
    setToolTip(reason.isEmpty() ? look.word : reason);
    updateGeometry();
    update();
}

QSize StateChip::sizeHint() const
{
    return chipSize(m_look, font());
}

void StateChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintChip(&painter, rect(), m_look, font());
}

} // namespace anneal
