// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "models/runsnapshot.h"

class QHBoxLayout;
class QLabel;

namespace anneal {

class AppContext;

/// What can be done next with a run that is over, in one line; why it ended, when it did not end well.
class RunOffers : public QFrame
{
    Q_OBJECT
public:
    explicit RunOffers(AppContext &app, QWidget *parent = nullptr);
    void setSnapshot(const RunSnapshot &snapshot);

Q_SIGNALS:
    void logWanted();
    void resumed();

private:
    void rebuild(const RunSnapshot &snapshot);
    void offer(const QString &text, const QString &name, const QString &iconName, std::function<void()> act);
    void resume();

    AppContext &m_app;
    QString m_runId;
    QString m_shownFor; ///< what the offers were made for
    QLabel *m_sentence = nullptr;
    QHBoxLayout *m_buttons = nullptr;
};

} // namespace anneal
