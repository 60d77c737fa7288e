// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/context.h"

namespace anneal {

AppContext::AppContext(std::filesystem::path workspace, QObject *parent)
    : QObject(parent)
    , m_service(std::move(workspace))
    , m_actions(m_service)
    , m_edits(m_service, m_actions)
    , m_machine(m_service)
{
    connect(&m_edits, &RunEdits::failed, this, &AppContext::sayError);
}

std::shared_ptr<RunFollower> AppContext::follow(const QString &runId)
{
    return m_followers.follow(m_service.paths(runId.toStdString()));
}

void AppContext::go(const PageRequest &request)
{
    Q_EMIT pageRequested(request);
}

void AppContext::openRun(const QString &runId, std::optional<qint64> step)
{
    go({.page = pagekey::kRuns, .runs = {runId}, .step = step, .preset = {}, .item = {}});
}

void AppContext::newRunFromPreset(const QString &preset, const QString &field)
{
    go({.page = pagekey::kNewRun, .runs = {}, .step = {}, .preset = preset, .item = field});
}

void AppContext::newRunFrom(const QString &runId, std::optional<qint64> step)
{
    go({.page = pagekey::kNewRun, .runs = {runId}, .step = step, .preset = {}, .item = {}});
}

void AppContext::compare(const QStringList &runIds)
{
    go({.page = pagekey::kCompare, .runs = runIds, .step = {}, .preset = {}, .item = {}});
}

void AppContext::compareWhere(const QString &filter)
{
    go({.page = pagekey::kCompare, .runs = {}, .step = {}, .preset = {}, .item = filter});
}

void AppContext::tryOut(const QString &runId, std::optional<qint64> step)
{
    go({.page = pagekey::kTryOut, .runs = {runId}, .step = step, .preset = {}, .item = {}});
}

void AppContext::showNote(const QString &runId, const QString &noteId)
{
    go({.page = pagekey::kNotes, .runs = {runId}, .step = {}, .preset = {}, .item = noteId});
}

void AppContext::addNote(const QString &runId, std::optional<qint64> step)
{
    Q_EMIT noteRequested(runId, step);
}

void AppContext::chooseWorkspace()
{
    Q_EMIT workspaceWanted();
}

void AppContext::say(const QString &sentence)
{
    Q_EMIT said(sentence, false);
}

void AppContext::sayError(const Error &error)
{
    Q_EMIT said(QString::fromStdString(error.text()), true);
}

bool AppContext::underTest()
{
    return qEnvironmentVariableIntValue("ANNEAL_TEST") == 1;
}

} // namespace anneal
