// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/naming.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace anneal {

namespace {

constexpr int kColorSlots = 12;
constexpr std::size_t kNamedCandidates = 5;

std::string listing(const std::vector<const RunSummary *> &runs)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(runs.size(), kNamedCandidates); ++i)
        text += (i == 0 ? "" : ", ") + runs[i]->id + " (" + runs[i]->name + ')';
    return runs.size() > kNamedCandidates ? text + " and " + std::to_string(runs.size() - kNamedCandidates) + " more"
                                          : text;
}

std::string taskWord(const Config &config)
{
    const std::string &task = config.objective.task;
    return task == "masked_lm" ? "mlm" : task == "causal_lm" ? "clm" : task;
}

/// Weights of the blocks and the head: near enough for a name.
std::string sizeWord(const Config &config)
{
    const auto width = static_cast<double>(config.model.hidden_size);
    const double perLayer =
        4 * width * (width + 1) + (2 * width + 1) * static_cast<double>(config.model.intermediate_size) + 5 * width;
    const double millions =
        (static_cast<double>(config.model.num_hidden_layers) * perLayer + width * (width + 33)) / 1e6;
    if (millions >= 999.5)
        return fmt::format("{:.2g}B", millions / 1000);
    return millions >= 9.95 ? fmt::format("{:.0f}M", millions)
                            : fmt::format("{:.{}f}M", millions, millions < 0.95 ? 1 : 0);
}

} // namespace

Result<std::string> resolveRun(const std::vector<RunSummary> &runs, const std::string &text)
{
    std::vector<const RunSummary *> found;
    for (const RunSummary &run : runs) {
        if (run.id == text)
            return run.id;
        if (!text.empty() && (run.name == text || run.id.starts_with(text)))
            found.push_back(&run);
    }
    if (found.size() == 1)
        return found.front()->id;
    if (found.empty())
        return fail(ErrorCode::Data, "There is no run \"" + text + "\"; `anneal list` shows all of them.");
    return fail(ErrorCode::Data, "\"" + text + "\" may be " + listing(found) + "; give more of the id.");
}

int nextColorSlotAmong(const std::vector<RunSummary> &runs)
{
    std::set<int> taken;
    for (const RunSummary &run : runs)
        if (RunEvidence{run.phase, {}, {}, {}}.alive())
            taken.insert(run.colorSlot);
    const int newest = runs.empty() ? kColorSlots : runs.front().colorSlot;
    for (int i = 0; i < kColorSlots; ++i)
        if (const int slot = (newest + i) % kColorSlots + 1; !taken.contains(slot))
            return slot;
    return newest % kColorSlots + 1;
}

std::string suggestNameAmong(const std::vector<RunSummary> &runs, const Config &config)
{
    std::set<std::string> taken;
    for (const RunSummary &run : runs)
        taken.insert(run.name);
    const std::string base = taskWord(config) + '-' + sizeWord(config);
    for (int number = 1;; ++number)
        if (std::string name = fmt::format("{}-{:02}", base, number); !taken.contains(name))
            return name;
}

} // namespace anneal
