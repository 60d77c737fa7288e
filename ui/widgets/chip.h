// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include "run/state.h"
#include "style/tokens.h"

class QPainter;

namespace anneal {

/// What a chip shows: icon + word on the soft colour of its tone. No icon: a plain tag.
struct ChipLook {
    QString icon;
    QString word;
    Tone tone = Tone::Neutral;
};

/// Word, icon and colour of a run's state (ui.md table of run states).
[[nodiscard]] ChipLook phaseLook(RunPhase phase);

[[nodiscard]] QSize chipSize(const ChipLook &look, const QFont &font);
/// For delegates: paints the chip at the left of `rect`, centred vertically.
void paintChip(QPainter *painter, const QRect &rect, const ChipLook &look, const QFont &font);
/// For narrow lists: the icon alone.
void paintChipIcon(QPainter *painter, const QRect &rect, const ChipLook &look);

/// A state chip or a tag. Accessible name = the word; the reason is the tooltip.
class StateChip : public QWidget
{
    Q_OBJECT

public:
    explicit StateChip(QWidget *parent = nullptr);
    explicit StateChip(const ChipLook &look, QWidget *parent = nullptr);
    void setLook(const ChipLook &look, const QString &reason = {});
    void setPhase(RunPhase phase, const QString &reason = {}) { setLook(phaseLook(phase), reason); }
    [[nodiscard]] const ChipLook &look() const { return m_look; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ChipLook m_look;
};

} // namespace anneal
