// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/changes.h"

#include "run/jsonfields.h"

namespace anneal {

std::vector<Event> changesInForce(const std::vector<Event> &events)
{
    std::vector<Event> changes;
    for (const Event &event : events) {
        if (event.kind == "live_change" && event.step && event.data.is_object())
            changes.push_back(event);
        if (event.kind != "undo" || !event.data.is_object())
            continue;
        const std::int64_t undone = integerField(event.data, "undone");
        std::erase_if(changes, [&](const Event &change) { return change.timeMicros >= undone; });
    }
    return changes;
}

} // namespace anneal
