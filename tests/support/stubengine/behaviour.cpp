// SPDX-License-Identifier: GPL-3.0-or-later
#include "behaviour.h"

#include <cstdlib>
#include <map>

namespace anneal::stub {

std::optional<Behaviour> behaviourNamed(const std::string &name)
{
    static const std::map<std::string, Behaviour> kNames = {
        {"ok", Behaviour::Ok},
        {"slow", Behaviour::Slow},
        {"exit3", Behaviour::Exit3},
        {"full-disk", Behaviour::FullDisk},
        {"diverges", Behaviour::Diverges},
        {"crash", Behaviour::Crash},
        {"abort", Behaviour::Abort},
        {"killed", Behaviour::Killed},
        {"ignores-sigterm", Behaviour::IgnoresSigterm},
        {"ignores-commands", Behaviour::IgnoresCommands},
        {"refuses", Behaviour::Refuses},
        {"silent", Behaviour::Silent},
        {"stale", Behaviour::Stale},
        {"half-line", Behaviour::HalfLine},
        {"wrong-json", Behaviour::WrongJson},
        {"slow-answer", Behaviour::SlowAnswer},
        {"dies-while-answering", Behaviour::DiesWhileAnswering},
    };
    const auto found = kNames.find(name);
    return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

int stepMilliseconds(Behaviour behaviour)
{
    if (const char *chosen = std::getenv("ANNEAL_STUB_STEP_MS"))
        return std::atoi(chosen);
    switch (behaviour) {
    case Behaviour::Slow:
    case Behaviour::IgnoresSigterm:
    case Behaviour::IgnoresCommands:
    case Behaviour::Refuses:
        return 20;
    default:
        return 0;
    }
}

} // namespace anneal::stub
