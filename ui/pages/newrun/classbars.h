// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "bio/datasummary.h"

namespace anneal {

/// How often each class occurs: one bar a class, most frequent first, divided into train, validation and test.
class ClassBars : public QWidget
{
    Q_OBJECT
public:
    explicit ClassBars(QWidget *parent = nullptr);
    void setClasses(const std::vector<ClassCount> &classes);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintRow(QPainter &painter, const QRect &line, const ClassCount &one) const;
    void paintLegend(QPainter &painter) const;
    [[nodiscard]] int labelWidth() const;
    [[nodiscard]] int rowHeight() const;

    std::vector<ClassCount> m_shown; ///< the most frequent, and all others as one
    double m_total = 0;
    double m_most = 1;
};

} // namespace anneal
