// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/livevalues.h"

#include <algorithm>

#include "run/changes.h"

namespace anneal {

std::optional<LiveChange> lastLiveChange(const RunSnapshot &snapshot, const std::string &key)
{
    const auto isIt = [&](const Event &event) {
        return event.data.value("key", std::string()) == key && event.data.contains("new") && event.data["new"].is_number();
    };
    const std::vector<Event> changes = changesInForce(*snapshot.events);
    const auto found = std::find_if(changes.rbegin(), changes.rend(), isIt);
    if (found == changes.rend())
        return std::nullopt;
    return LiveChange{found->step.value_or(0), found->data["new"].get<double>()};
}

double clipInForce(const RunSnapshot &snapshot)
{
    if (const auto change = lastLiveChange(snapshot, kClipKey))
        return change->value;
    return snapshot.record ? snapshot.record->config.stability.max_grad_norm : 0;
}

} // namespace anneal
