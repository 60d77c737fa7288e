// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/page.h"

#include <QUndoStack>

namespace anneal {

Page::Page(const QString &key, AppContext &app, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
{
    setObjectName(key);
}

void Page::open(const PageRequest &) { }

void Page::activate() { }

void Page::deactivate() { }

QList<QWidget *> Page::regions() const
{
    return {};
}

QWidget *Page::finder() const
{
    return nullptr;
}

PageRequest Page::noteTarget() const
{
    return {};
}

QJsonObject Page::saveState() const
{
    return {};
}

void Page::restoreState(const QJsonObject &) { }

void Page::undo()
{
    QUndoStack &stack = m_app.edits().stack();
    const QString what = stack.undoText();
    m_app.say(stack.canUndo() ? tr("Taken back: %1.").arg(what) : tr("There is nothing to take back."));
    stack.undo();
}

void Page::redo()
{
    QUndoStack &stack = m_app.edits().stack();
    const QString what = stack.redoText();
    m_app.say(stack.canRedo() ? tr("Done again: %1.").arg(what) : tr("There is nothing to do again."));
    stack.redo();
}

} // namespace anneal
