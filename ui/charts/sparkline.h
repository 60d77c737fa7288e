// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QColor>
#include <QWidget>

class QPainter;

namespace anneal {

struct SparklineLook {
    int slot = 1;
    bool endDot = true;
    bool baseline = false; ///< axis line below
    double width = 1.75;
};

/// For delegates: the values (oldest first) as one line in `rect`. Non-finite values break it and are marked with a red
/// triangle.
void paintSparkline(QPainter *painter, const QRectF &rect, const std::vector<float> &values, const SparklineLook &look);

/// A small curve without axes (Home cards, samples).
class Sparkline : public QWidget
{
    Q_OBJECT

public:
    explicit Sparkline(QWidget *parent = nullptr);
    void setValues(std::vector<float> values);
    void setSlot(int slot);
    void setLook(const SparklineLook &look);
    /// Smallest and largest value at the left edge ("2.9", "2.4").
    void setShowScale(bool on);
    void setEmptyText(const QString &text);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<float> m_values;
    SparklineLook m_look;
    bool m_scale = false;
    QString m_empty;
};

} // namespace anneal
