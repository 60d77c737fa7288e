// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QObject>

#include "charts/chartmodel.h"

namespace anneal {

struct XRange {
    double from = 0;
    double to = 0;
    [[nodiscard]] bool valid() const { return to > from; }
    [[nodiscard]] double length() const { return to - from; }
    bool operator==(const XRange &) const = default;
};

/// What all charts of a page share: x axis, zoom, smoothing, log y, marks, crosshair, follow.
class ChartGroup : public QObject
{
    Q_OBJECT

public:
    explicit ChartGroup(QObject *parent = nullptr);

    void setAxis(XAxis axis); ///< drops the zoom: its units are gone
    [[nodiscard]] XAxis axis() const { return m_axis; }
    void setSmoothing(double smoothing); ///< 0 – 0.999
    [[nodiscard]] double smoothing() const { return m_smoothing; }
    void setLogY(bool on);
    [[nodiscard]] bool logY() const { return m_logY; }
    void setRangeBand(bool on);
    [[nodiscard]] bool rangeBand() const { return m_rangeBand; }
    void setShowMarks(bool on);
    [[nodiscard]] bool showMarks() const { return m_showMarks; }
    void setShowReplaced(bool on); ///< what a resume or roll-back took out, as a grey ghost
    [[nodiscard]] bool showReplaced() const { return m_showReplaced; }
    void setFaintRaw(bool faint); ///< compare view: raw lines at 16 %
    [[nodiscard]] bool faintRaw() const { return m_faintRaw; }
    void setFollow(bool on); ///< on = the right edge tracks the newest step, the zoom is dropped
    [[nodiscard]] bool follow() const { return m_follow; }

    /// Where the data begins and ends, and where the run is planned to end (0 = unknown), in axis units.
    void setExtent(XRange data, double plannedEnd);
    [[nodiscard]] double dataEnd() const { return m_data.to; }
    [[nodiscard]] double plannedEnd() const { return m_plannedEnd; }

    void setZoom(XRange zoom); ///< turns follow off; clamped to the whole range
    void resetZoom(); ///< turns follow on
    void zoomAround(double x, double factor);
    void panBy(double share); ///< of the visible width
    [[nodiscard]] bool zoomed() const { return m_zoom.valid(); }
    [[nodiscard]] XRange whole() const;
    [[nodiscard]] XRange visible() const { return m_zoom.valid() ? m_zoom : whole(); }

    void setMarks(std::vector<EventMark> marks);
    [[nodiscard]] const std::vector<EventMark> &marks() const { return m_marks; }

    void setCrosshair(std::optional<double> x);
    [[nodiscard]] std::optional<double> crosshair() const { return m_crosshair; }

    [[nodiscard]] static QString axisName(XAxis axis); ///< "Steps", "Tokens", "Wall time", "Relative time"
    void nextAxis();

Q_SIGNALS:
    void viewChanged(); ///< anything that asks for new points
    void marksChanged();
    void crosshairMoved();
    void settingsChanged(); ///< axis, smoothing, log y, band, marks, follow, zoomed: for a tool bar
    void markActivated(const QString &id);
    void smoothingWanted(); ///< the key that moves the focus to the smoothing slider

private:
    void changed();

    XAxis m_axis = XAxis::Step;
    double m_smoothing = 0.6;
    bool m_logY = false;
    bool m_rangeBand = true;
    bool m_showMarks = true;
    bool m_showReplaced = true;
    bool m_faintRaw = false;
    bool m_follow = true;
    XRange m_data;
    double m_plannedEnd = 0;
    XRange m_zoom;
    std::vector<EventMark> m_marks;
    std::optional<double> m_crosshair;
};

} // namespace anneal
