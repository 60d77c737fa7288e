// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "charts/chartmodel.h"

class QHBoxLayout;

namespace anneal {

class LegendButton;

/// Swatch, name, latest value of every line. Click hides, double-click isolates.
class ChartLegend : public QWidget
{
    Q_OBJECT

public:
    explicit ChartLegend(QWidget *parent = nullptr);
    /// `prefix` names the buttons: prefix + ".legend." + key.
    void setLines(const std::vector<ChartLine> &lines, const QString &prefix);
    void setValue(const QString &key, const QString &value, bool error);
    void setHidden(const QString &key, bool hidden);

Q_SIGNALS:
    void toggled(const QString &key);
    void isolated(const QString &key);

private:
    QHBoxLayout *m_layout = nullptr;
    std::vector<LegendButton *> m_buttons;
};

} // namespace anneal
