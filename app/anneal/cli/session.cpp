// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/session.h"

namespace anneal {

Result<Workspace> openWorkspace(const Session &session)
{
    auto workspace = Workspace::open(session.workspace);
    if (!workspace)
        return workspace;
    if (auto changed = workspace->refresh(); !changed)
        return tl::unexpected(changed.error());
    return workspace;
}

Failure readOnlyFailure(const Workspace &workspace)
{
    return fail(ErrorCode::Storage, "The workspace cannot be written to; choose another one with --workspace DIR.",
                workspace.folder().string());
}

Result<RunTarget> findRun(const Workspace &workspace, const std::string &text)
{
    const auto id = workspace.resolve(text);
    if (!id)
        return tl::unexpected(id.error());
    const auto summary = workspace.run(*id);
    if (!summary)
        return tl::unexpected(summary.error());
    if (!*summary)
        return fail(ErrorCode::Data, "There is no such run; `anneal list` shows those that are there.", text);
    if (!(*summary)->damaged.empty())
        return fail(ErrorCode::Storage, (*summary)->damaged);
    return RunTarget{**summary, workspace.paths(*id)};
}

Result<RunTarget> findRun(const Session &session, const std::string &text)
{
    const auto workspace = openWorkspace(session);
    if (!workspace)
        return tl::unexpected(workspace.error());
    return findRun(*workspace, text);
}

RunAtStep splitRunAtStep(const std::string &text)
{
    const std::size_t at = text.rfind('@');
    if (at == std::string::npos)
        return {text, {}};
    return {text.substr(0, at), text.substr(at + 1)};
}

} // namespace anneal
