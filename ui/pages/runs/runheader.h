// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "models/runsnapshot.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace anneal {

class AppContext;
class ElidedLabel;
class MetricTile;
class ProgressLine;
class RunDot;
class StateChip;
class TagBar;

/// Who this run is and how far it has come.
class RunHeader : public QWidget
{
    Q_OBJECT
public:
    explicit RunHeader(AppContext &app, QWidget *parent = nullptr);
    void setSnapshot(const RunSnapshot &snapshot);
    void beginTag();
    /// F2: the name becomes a field; Return keeps it, Esc does not.
    void beginRename();

Q_SIGNALS:
    void noteWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildTitle(QHBoxLayout *row);
    void buildButtons(QHBoxLayout *row);
    void buildFigures(QHBoxLayout *row);
    void showTags(const std::vector<std::string> &tags);
    [[nodiscard]] QStringList knownTags() const;
    void showFigures(const RunSnapshot &snapshot);
    void finishRename(bool keep);

    AppContext &m_app;
    std::string m_runId;
    RunDot *m_dot = nullptr;
    ElidedLabel *m_name = nullptr;
    QLineEdit *m_rename = nullptr;
    StateChip *m_chip = nullptr;
    TagBar *m_tags = nullptr;
    ElidedLabel *m_why = nullptr;
    QLabel *m_step = nullptr;
    QLabel *m_share = nullptr;
    ProgressLine *m_progress = nullptr;
    MetricTile *m_left = nullptr;
    MetricTile *m_loss = nullptr;
    MetricTile *m_tokens = nullptr;
    MetricTile *m_speed = nullptr;
};

/// Name and colour as people changed them, else as the run was started.
[[nodiscard]] std::string shownName(const RunSnapshot &snapshot);
[[nodiscard]] int shownSlot(const RunSnapshot &snapshot);

} // namespace anneal
