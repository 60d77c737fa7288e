// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"

namespace anneal {

const std::vector<AddCommands> &commandTable()
{
    // In the order of `anneal --help`.
    static const std::vector<AddCommands> kTable = {addRunCommands, addCheck,   addChoices, addList,
                                                    addShow,        addMetrics, addCompare, addControl,
                                                    addJournal,     addPredict, addRebuild, addDoctor};
    return kTable;
}

} // namespace anneal
