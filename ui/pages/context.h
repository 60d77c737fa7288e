// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include <QObject>

#include "models/machinemonitor.h"
#include "models/runactions.h"
#include "models/runedits.h"
#include "models/runfollower.h"
#include "models/workspaceservice.h"
#include "pages/pagerequest.h"

namespace anneal {

/// What every page shares: the workspace, the followers, the actions and the ways to other pages. Outlives the pages.
class AppContext : public QObject
{
    Q_OBJECT
public:
    explicit AppContext(std::filesystem::path workspace, QObject *parent = nullptr);

    [[nodiscard]] const std::filesystem::path &workspaceFolder() const { return m_service.folder(); }
    [[nodiscard]] WorkspaceService &workspace() { return m_service; }
    [[nodiscard]] FollowerHub &followers() { return m_followers; }
    [[nodiscard]] RunActions &actions() { return m_actions; }
    /// Changes that can be taken back.
    [[nodiscard]] RunEdits &edits() { return m_edits; }
    [[nodiscard]] MachineMonitor &machine() { return m_machine; }
    [[nodiscard]] std::shared_ptr<RunFollower> follow(const QString &runId);

    /// Go to a page. Every way below is one of these.
    void go(const PageRequest &request);
    void openRun(const QString &runId, std::optional<qint64> step = {});
    void newRunFromPreset(const QString &preset, const QString &field = {});
    /// A new run with this one's settings; with a step it starts from that checkpoint.
    void newRunFrom(const QString &runId, std::optional<qint64> step = {});
    void compare(const QStringList &runIds);
    /// Compare with this filter line.
    void compareWhere(const QString &filter);
    /// Without a step: the newest checkpoint.
    void tryOut(const QString &runId, std::optional<qint64> step = {});
    void showNote(const QString &runId, const QString &noteId);

    /// Opens the note box for a run and step (Ctrl+M does it for the current page's noteTarget()).
    void addNote(const QString &runId, std::optional<qint64> step = {});
    /// Asks for another workspace folder and opens it in this window's place.
    void chooseWorkspace();
    /// One line in the status bar, for things that went well or wrong and need no card of their own.
    void say(const QString &sentence);
    void sayError(const Error &error);

    /// True under ANNEAL_TEST=1: no animation, fixed names.
    [[nodiscard]] static bool underTest();

Q_SIGNALS:
    void pageRequested(const anneal::PageRequest &request);
    void noteRequested(const QString &runId, std::optional<qint64> step);
    void workspaceWanted();
    void said(const QString &sentence, bool isError);

private:
    WorkspaceService m_service;
    FollowerHub m_followers;
    RunActions m_actions;
    RunEdits m_edits;
    MachineMonitor m_machine;
};

} // namespace anneal
