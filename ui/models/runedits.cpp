// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/runedits.h"

#include <algorithm>

#include <QUndoCommand>

#include "style/text.h"

namespace anneal {

namespace {

constexpr int kMostSteps = 100;

/// A change that is written by the workspace's thread; only its failure comes back.
class RunEdit : public QUndoCommand
{
public:
    RunEdit(const QString &what, std::function<void()> redo, std::function<void()> undo)
        : QUndoCommand(what)
        , m_redo(std::move(redo))
        , m_undo(std::move(undo))
    {
    }
    void redo() override { m_redo(); }
    void undo() override { m_undo(); }

private:
    std::function<void()> m_redo;
    std::function<void()> m_undo;
};

} // namespace

RunEdits::RunEdits(WorkspaceService &service, RunActions &actions, QObject *parent)
    : QObject(parent)
    , m_service(service)
    , m_actions(actions)
{
    m_stack.setUndoLimit(kMostSteps);
}

void RunEdits::push(const QString &what, Change redo, Change undo)
{
    const auto reporting = [this](const Change &change) {
        return [this, change] {
            change([this](Result<void> done) {
                if (!done)
                    Q_EMIT failed(done.error());
            });
        };
    };
    m_stack.push(new RunEdit(what, reporting(redo), reporting(undo)));
}

void RunEdits::rename(const std::string &runId, const std::string &name)
{
    const RunSummary *run = m_service.run(runId);
    if (!run || name.empty() || name == run->name)
        return;
    const auto to = [this, runId](const std::string &wanted) {
        return [this, runId, wanted](RunActions::Done done) { m_actions.rename(runId, wanted, this, std::move(done)); };
    };
    push(tr("rename to %1").arg(qstr(name)), to(name), to(run->name));
}

void RunEdits::setColorSlot(const std::string &runId, int slot)
{
    const RunSummary *run = m_service.run(runId);
    if (!run || slot == run->colorSlot)
        return;
    const auto to = [this, runId](int wanted) {
        return [this, runId, wanted](RunActions::Done done) {
            m_actions.setColorSlot(runId, wanted, this, std::move(done));
        };
    };
    push(tr("colour of %1").arg(qstr(run->name)), to(slot), to(run->colorSlot));
}

void RunEdits::setTag(const std::string &runId, const std::string &tag, bool on)
{
    const RunSummary *run = m_service.run(runId);
    if (!run || tag.empty() || on == (std::find(run->tags.begin(), run->tags.end(), tag) != run->tags.end()))
        return;
    const auto to = [this, runId, tag](bool wanted) {
        return [this, runId, tag, wanted](RunActions::Done done) {
            const std::vector<std::string> tags{tag};
            const std::vector<std::string> none;
            m_actions.setTags(runId, wanted ? tags : none, wanted ? none : tags, this, std::move(done));
        };
    };
    push(on ? tr("add tag %1").arg(qstr(tag)) : tr("remove tag %1").arg(qstr(tag)), to(on), to(!on));
}

void RunEdits::archive(const std::string &runId)
{
    const RunSummary *run = m_service.run(runId);
    if (!run)
        return;
    const auto to = [this, runId](bool wanted) {
        return [this, runId, wanted](RunActions::Done done) {
            m_actions.setArchived(runId, wanted, this, std::move(done));
        };
    };
    push(tr("archive %1").arg(qstr(run->name)), to(true), to(false));
}

void RunEdits::removeNote(const std::string &runId, const std::string &noteId)
{
    push(
        tr("remove a note"),
        [this, runId, noteId](RunActions::Done done) { m_actions.removeNote(runId, noteId, this, std::move(done)); },
        [this, runId, noteId](RunActions::Done done) { m_actions.restoreNote(runId, noteId, this, std::move(done)); });
}

} // namespace anneal
