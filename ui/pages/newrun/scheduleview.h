// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "config/config.h"

namespace anneal {

/// Learning rate over the run as the settings plan it, with the parent's dashed behind it.
class ScheduleView : public QWidget
{
    Q_OBJECT
public:
    explicit ScheduleView(QWidget *parent = nullptr);
    void setPlan(const Config &config, const std::optional<Config> &parent);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QRectF plotArea() const;
    void paintAxes(QPainter &painter, const QRectF &plot) const;
    [[nodiscard]] QPolygonF curve(const Config &config, const QRectF &plot) const;
    [[nodiscard]] double topRate() const;
    [[nodiscard]] double lastStep() const;

    Config m_config;
    std::optional<Config> m_parent;
};

} // namespace anneal
