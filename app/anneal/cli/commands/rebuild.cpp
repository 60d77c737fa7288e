// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/output.h"

namespace anneal {

namespace {

struct NoOptions {
};

Result<int> rebuild(const Session &session, const NoOptions &)
{
    auto workspace = Workspace::open(session.workspace);
    if (!workspace)
        return tl::unexpected(workspace.error());
    if (workspace->readOnly())
        return readOnlyFailure(*workspace);
    if (auto rebuilt = workspace->rebuild(); !rebuilt)
        return tl::unexpected(rebuilt.error());
    const auto runs = workspace->runs(true);
    if (!runs)
        return tl::unexpected(runs.error());
    Json damaged = Json::array();
    for (const RunSummary &run : *runs)
        if (!run.damaged.empty()) {
            damaged.push_back({{"id", run.id}, {"reason", run.damaged}});
            say("warning: " + run.damaged);
        }
    if (session.json)
        printJson({{"runs", runs->size()}, {"damaged", damaged}});
    else
        std::cout << "Read " << runs->size() << (runs->size() == 1 ? " run folder" : " run folders") << " again.\n";
    return 0;
}

} // namespace

void addRebuild(CLI::App &app, Session &session)
{
    addCommand(app, session, "rebuild", "Make the index of the workspace again from the run folders",
               std::make_shared<NoOptions>(), rebuild);
}

} // namespace anneal
