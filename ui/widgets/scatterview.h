// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

namespace anneal {

struct ScatterPoint {
    QString name;
    double x = 0;
    double y = 0;
};

/// Named points on a plane. One may be chosen: by a click, or by the arrow keys, which walk in the order of x (left and
/// right) or y (up and down). The pointer is told the name of what it is over.
class ScatterView : public QWidget
{
    Q_OBJECT
    Q_PROPERTY(int chosen READ chosen WRITE choose NOTIFY chosenChanged)
    Q_PROPERTY(int count READ count)
public:
    explicit ScatterView(QWidget *parent = nullptr);
    void setPoints(std::vector<ScatterPoint> points, const QString &xTitle, const QString &yTitle);
    /// Takes the points away and says why there are none.
    void setEmpty(const QString &text);
    void choose(int point); ///< −1 = none
    [[nodiscard]] int chosen() const { return m_chosen; }
    [[nodiscard]] int count() const { return static_cast<int>(m_points.size()); }
    [[nodiscard]] QPointF position(int point) const; ///< in pixels
    [[nodiscard]] int pointAt(const QPointF &pixel) const; ///< the nearest within reach, else −1
    [[nodiscard]] QSize sizeHint() const override { return {420, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 140}; }

Q_SIGNALS:
    void chosenChanged(int point);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    [[nodiscard]] QRectF plotArea() const;
    [[nodiscard]] QPointF toPixel(double x, double y) const;
    [[nodiscard]] QString pointText(int point) const;
    [[nodiscard]] int neighbour(bool alongX, int step) const;
    void paintAxes(QPainter &painter) const;
    void paintPoints(QPainter &painter) const;
    void paintName(QPainter &painter, int point) const;
    void hover(int point);
    void describe();

    std::vector<ScatterPoint> m_points;
    QRectF m_range; ///< of the points, and (0, 0), with some room around
    QString m_xTitle;
    QString m_yTitle;
    QString m_empty;
    int m_chosen = -1;
    int m_hovered = -1;
};

} // namespace anneal
