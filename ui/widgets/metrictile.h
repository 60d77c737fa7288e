// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "style/tokens.h"

class QLabel;

namespace anneal {

/// A small label over a key figure with a muted detail: "Validation loss / 2.418 nats, best".
class MetricTile : public QWidget
{
    Q_OBJECT

public:
    enum class Layout { DetailBeside, DetailBelow };
    explicit MetricTile(const QString &label, QWidget *parent = nullptr, Layout layout = Layout::DetailBeside);
    void setLabel(const QString &label);
    void setFigure(const QString &figure, const QString &detail = {});
    void setTone(Tone tone);
    [[nodiscard]] QString figure() const;

private:
    QLabel *m_label = nullptr;
    QLabel *m_figure = nullptr;
    QLabel *m_detail = nullptr;
};

/// Tiles side by side in one bordered strip with lines between them (pre-flight).
class MetricStrip : public QFrame
{
    Q_OBJECT

public:
    explicit MetricStrip(QWidget *parent = nullptr);
    [[nodiscard]] MetricTile *addTile(const QString &label);
};

} // namespace anneal
