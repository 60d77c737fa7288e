// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

namespace anneal {

struct MemoryPart {
    QString name;
    double bytes = 0;
    int slot = 1; ///< run palette slot
};

/// A bar of parts against a capacity, with a legend in two columns. Parts beyond the capacity are shown in the error
/// colour.
class MemoryBar : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryBar(QWidget *parent = nullptr);
    void setParts(const std::vector<MemoryPart> &parts, double capacityBytes);
    [[nodiscard]] double total() const;
    [[nodiscard]] bool fits() const { return total() <= m_capacity; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintBar(QPainter &painter, const QRect &bar) const;
    void paintLegend(QPainter &painter, int top) const;
    [[nodiscard]] int legendRows() const;

    std::vector<MemoryPart> m_parts;
    double m_capacity = 0;
};

} // namespace anneal
