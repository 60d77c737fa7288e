// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "pages/newrun/origin.h"
#include "pages/newrun/preflight.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace anneal {

class CheckList;
class CommandBox;
class DiffTable;
class MemoryBar;
class MetricTile;
class StateChip;

/// Right of the form: what the run will need, what is to be said about it, what differs from the parent, why it is
/// started.
class PreflightRail : public QWidget
{
    Q_OBJECT
public:
    explicit PreflightRail(QWidget *parent = nullptr);
    void show(const Preflight &facts, const ProbedData &data, const Config &config);
    void showMeasured(const std::optional<MeasuredStep> &measured);
    void setMeasuring(bool on);
    /// Why there is no measurement; empty clears.
    void setMeasureProblem(const QString &sentence);
    void showDifferences(const Config &config, const Config &preset, const Origin &origin);
    void setCommand(const QString &command);
    void setStarting(bool on);
    void setStartProblem(const QString &sentence);
    [[nodiscard]] QLineEdit *why() { return m_why; }

Q_SIGNALS:
    void measureRequested();
    void startRequested();
    void goTo(const QString &key);

private:
    [[nodiscard]] QWidget *buildHeader();
    void buildFigures(QVBoxLayout *column);
    void buildChecks(QVBoxLayout *column);
    void buildReasons(QVBoxLayout *column);
    [[nodiscard]] QWidget *buildFooter();
    void showFigures(const Preflight &facts, const ProbedData &data, const Config &config);
    void showMemory(const Preflight &facts);
    void showVerdict(const Preflight &facts, const ProbedData &data);

    StateChip *m_verdict = nullptr;
    QToolButton *m_measure = nullptr;
    MetricTile *m_parameters = nullptr;
    MetricTile *m_tokens = nullptr;
    MetricTile *m_steps = nullptr;
    QLabel *m_memoryTitle = nullptr;
    QLabel *m_memoryTotal = nullptr;
    MemoryBar *m_memory = nullptr;
    QLabel *m_source = nullptr;
    MetricTile *m_time = nullptr;
    MetricTile *m_padding = nullptr;
    MetricTile *m_disk = nullptr;
    CheckList *m_checks = nullptr;
    QLabel *m_differencesTitle = nullptr;
    DiffTable *m_differences = nullptr;
    QLineEdit *m_why = nullptr;
    CommandBox *m_command = nullptr;
    QLabel *m_startProblem = nullptr;
    QPushButton *m_start = nullptr;
    std::optional<MeasuredStep> m_measured;
    bool m_ready = false;
};

} // namespace anneal
