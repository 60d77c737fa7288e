// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include <QObject>
#include <QUndoStack>

#include "models/runactions.h"

namespace anneal {

/// What people change about runs after their start – name, colour, tags, archive, a removed note – as steps that can be
/// taken back. One stack for the window.
class RunEdits : public QObject
{
    Q_OBJECT
public:
    RunEdits(WorkspaceService &service, RunActions &actions, QObject *parent = nullptr);

    void rename(const std::string &runId, const std::string &name);
    void setColorSlot(const std::string &runId, int slot);
    void setTag(const std::string &runId, const std::string &tag, bool on);
    void archive(const std::string &runId);
    void removeNote(const std::string &runId, const std::string &noteId);

    [[nodiscard]] QUndoStack &stack() { return m_stack; }

Q_SIGNALS:
    void failed(const anneal::Error &error);

private:
    using Change = std::function<void(RunActions::Done)>;
    void push(const QString &what, Change redo, Change undo);

    WorkspaceService &m_service;
    RunActions &m_actions;
    QUndoStack m_stack;
};

} // namespace anneal
