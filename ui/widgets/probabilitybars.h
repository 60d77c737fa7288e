// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

namespace anneal {

struct ProbabilityRow {
    QString label; ///< "S"
    double probability = 0;
    bool current = false; ///< what stands in the sequence now
    std::optional<double> other = {}; ///< what a second model says, "B"
};

/// Rows of letter, bar and percentage, largest first as given; two bars, "A" and "B", where a second model answers too.
/// Arrow keys choose, Enter or a double click applies.
class ProbabilityBars : public QWidget
{
    Q_OBJECT

public:
    explicit ProbabilityBars(QWidget *parent = nullptr);
    void setRows(const std::vector<ProbabilityRow> &rows);
    [[nodiscard]] int currentRow() const { return m_current; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void currentRowChanged(int row);
    void activated(int row);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void choose(int row);
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] QString words(const ProbabilityRow &row) const;
    void paintBar(QPainter &painter, const QRect &line, const QString &letter, double probability, int color) const;

    std::vector<ProbabilityRow> m_rows;
    int m_current = -1;
    int m_labelWidth = 0;
    bool m_isCompared = false;
};

} // namespace anneal
