// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/dump.h"

#include <fmt/format.h>

#include "base/units.h"

namespace anneal {

namespace {

std::string dumpRun(const RunSummary &run)
{
    const auto number = [](const std::optional<double> &value) {
        return value ? formatExact(*value) : std::string("-");
    };
    std::string line = fmt::format(
        "run {} \"{}\" color {} created {} ended {} {} \"{}\" \"{}\" step {}/{} tokens {} seconds {} {} ", run.id,
        run.name, run.colorSlot, run.createdMicros, run.endedMicros, phaseWord(run.phase), run.reason, run.detail,
        run.step, run.totalSteps, run.tokens, formatExact(run.secondsPerStep), formatExact(run.trainingSeconds));
    line += fmt::format(
        "loss {} {} {} tags [{}] why \"{}\" note {} \"{}\" parent {}@{} device \"{}\" archived {} damaged \"{}\" curve",
        number(run.trainLoss), number(run.validationLoss), number(run.bestValidationLoss), fmt::join(run.tags, ", "),
        run.why, run.lastNoteMicros, run.lastNote, run.parentRun, run.parentStep.value_or(-1), run.device, run.archived,
        run.damaged);
    for (const float point : run.sparkline)
        line += ' ' + formatExact(point);
    return line + '\n';
}

std::string dumpEntry(const JournalEntry &entry)
{
    return fmt::format("entry {} {} step {} {} {} \"{}\" \"{}\"\n", entry.runId, entry.timeMicros,
                       entry.step.value_or(-1), entry.kind, entry.noteId, entry.text, entry.reason);
}

} // namespace

std::string dumpIndex(const std::vector<RunSummary> &runs, const std::vector<JournalEntry> &entries)
{
    std::string text;
    for (const RunSummary &run : runs)
        text += dumpRun(run);
    for (const JournalEntry &entry : entries)
        text += dumpEntry(entry);
    return text;
}

} // namespace anneal
