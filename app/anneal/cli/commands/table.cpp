// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"

namespace anneal {

const std::vector<CommandFamily> &commandTable()
{
    // In the order of `anneal --help`.
    static const std::vector<CommandFamily> kTable = {
        {"Start", addRunCommands},  {"Start", addCheck},
        {"Start", addChoices},      {"Look", addList},
        {"Look", addShow},          {"Look", addMetrics},
        {"Look", addCompare},       {"Change a run that trains", addControl},
        {"Write down", addJournal}, {"Ask a model", addPredict},
        {"Ask a model", addExport}, {"Prepare", addTokenizer},
        {"Care", addRebuild},       {"Care", addDoctor},
    };
    return kTable;
}

} // namespace anneal
