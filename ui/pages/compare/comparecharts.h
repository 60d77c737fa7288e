// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>

#include "models/runfollower.h"
#include "pages/common/throttle.h"
#include "widgets/card.h"

class QComboBox;

namespace anneal {

class AppContext;
class ChartCard;
class ChartGroup;
struct ChartLine;

/// The ticked runs over each other: validation loss and one metric of choice, a run's colour everywhere the same.
class CompareCharts : public QWidget
{
    Q_OBJECT
public:
    explicit CompareCharts(AppContext &app, QWidget *parent = nullptr);
    void setRuns(const QStringList &runIds);
    /// Draws what came in while the page was not shown.
    void refresh() { m_throttle.flush(); }
    [[nodiscard]] std::shared_ptr<const RunSnapshot> snapshot(const QString &runId) const;
    void setHighlighted(const QString &runId);
    [[nodiscard]] ChartGroup *group() { return m_group; }
    [[nodiscard]] QString metric() const;
    void setMetric(const QString &series);

Q_SIGNALS:
    void changed(); ///< followed runs were read anew; at most twice a second, and only while this is seen

private:
    void build();
    void update();
    void addMetric(const QString &series);
    void updateMetrics();
    void updateExtent();
    [[nodiscard]] QString emptyText() const;
    [[nodiscard]] std::vector<ChartLine> lines(const QString &series) const;
    void show(ChartCard *card, const QString &series);

    AppContext &m_app;
    QStringList m_order;
    std::map<QString, std::shared_ptr<RunFollower>> m_followers;
    ChartGroup *m_group = nullptr;
    ChartCard *m_loss = nullptr;
    ChartCard *m_other = nullptr;
    QComboBox *m_metric = nullptr;
    std::map<ChartCard *, QStringList> m_shown; ///< what makes the lines of each card what they are
    Throttle m_throttle;
};

} // namespace anneal
