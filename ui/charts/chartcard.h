// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QPointer>

#include "charts/chartgroup.h"
#include "widgets/card.h"

class QAbstractItemModel;
class QIODevice;

namespace anneal {

class ChartLegend;
class ChartView;
struct ViewOutcome;

/// One chart in a card. Give it lines once and call refresh() when their data grew; points are calculated in a worker
/// and the newest result wins. A card outside the visible part of the page waits until it is seen.
class ChartCard : public Card
{
    Q_OBJECT
    Q_PROPERTY(int visiblePoints READ visiblePoints)
    Q_PROPERTY(QString xRange READ xRangeText)
    Q_PROPERTY(qlonglong nonFiniteCount READ nonFiniteCount)
    Q_PROPERTY(double crosshairStep READ crosshairStep)
    Q_PROPERTY(int replacedPoints READ replacedPoints)

public:
    /// `objectName`: "run.charts.loss". The parts are named after it (….plot, ….menu, ….legend.KEY).
    ChartCard(const QString &title, const QString &objectName, ChartGroup *group, QWidget *parent = nullptr);
    ~ChartCard() override;

    void setUnit(const QString &unit); ///< "nats per target": part of the subtitle
    void setFormat(ValueFormat format);
    void setLines(const std::vector<ChartLine> &lines);
    void setReferences(const std::vector<ReferenceLine> &references);
    void setPlans(const std::vector<PlanLine> &plans);
    void setEmptyText(const QString &text); ///< "No evaluation yet. First one at step 500."
    void setShowLetters(bool on); ///< letter boxes of the marks: the top chart only
    void setLogY(std::optional<bool> logY); ///< nothing = as the group says
    void setIgnoreOutliers(bool on); ///< y range from the 1st to the 99.5th percentile; says how many lie outside
    void setEndLabels(bool on); ///< names at the right ends (compare)
    void setHighlighted(const QString &lineKey); ///< thicker, the rest at 25 %; empty = none
    void setRemovable(bool on);

    /// The data grew or changed. Cheap: at most one calculation is under way.
    void refresh();

    [[nodiscard]] int visiblePoints() const;
    [[nodiscard]] int replacedPoints() const; ///< of the grey ghosts
    [[nodiscard]] QString xRangeText() const; ///< "0 .. 61240"
    [[nodiscard]] qlonglong nonFiniteCount() const;
    [[nodiscard]] double crosshairStep() const; ///< −1 without a crosshair
    [[nodiscard]] bool isLineHidden(const QString &key) const;
    void setLineHidden(const QString &key, bool hidden);
    void isolateLine(const QString &key); ///< again = all lines

    [[nodiscard]] QImage toImage() const;
    /// .png, .svg or .csv (all points). Writes in a worker; exported() follows.
    void exportTo(const QString &path);
    /// All points in a window of its own, once a worker has gathered them.
    void showTable();
    void showFullScreen();

    void setConfigId(const QString &id); ///< stands in exported files

Q_SIGNALS:
    void markActivated(const QString &id);
    void removeRequested();
    void refreshed(); ///< new points are on the screen
    void exported(const QString &path, const QString &whyNot); ///< no reason = it is there

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    void showMenu();
    void startWork();
    void take(const std::shared_ptr<const ViewOutcome> &outcome);
    void redraw();
    void updateHeader();
    void updateDescription();
    void openTable(QAbstractItemModel *model);
    void askExport();
    [[nodiscard]] std::function<bool(QIODevice &)> fileWriter(const QString &path) const;
    void paintForFile(QPainter &painter) const;

    struct State;
    std::unique_ptr<State> m;
};

} // namespace anneal
