// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QPushButton;
class QSlider;

namespace anneal {

class ChartGroup;

/// X axis, smoothing, range band, log y, event marks, follow, reset zoom of one group. Names: prefix + ".xAxis",
/// ".smoothing", …
class ChartToolBar : public QWidget
{
    Q_OBJECT

public:
    ChartToolBar(ChartGroup *group, const QString &prefix, QWidget *parent = nullptr);
    /// Right end, before Reset zoom: age of the data, Export.
    [[nodiscard]] QHBoxLayout *tail() { return m_tail; }
    void focusSmoothing();

private:
    void build(const QString &prefix);
    void connectControls();
    void readGroup();

    ChartGroup *m_group = nullptr;
    QComboBox *m_axis = nullptr;
    QSlider *m_slider = nullptr;
    QDoubleSpinBox *m_smoothing = nullptr;
    QCheckBox *m_band = nullptr;
    QCheckBox *m_log = nullptr;
    QCheckBox *m_marks = nullptr;
    QCheckBox *m_follow = nullptr;
    QPushButton *m_reset = nullptr;
    QHBoxLayout *m_tail = nullptr;
};

} // namespace anneal
