// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/livecommand.h"

#include <optional>
#include <thread>

#include "base/clock.h"
#include "base/units.h"
#include "cli/follow.h"
#include "run/control.h"
#include "run/state.h"

namespace anneal {

namespace {

Failure notAlive(const RunTarget &run, const RunEvidence &evidence)
{
    const std::string next = evidence.phase == RunPhase::Finished
        ? "`anneal branch " + run.summary.id + "@last` trains it further."
        : "`anneal resume " + run.summary.id + "` starts it again.";
    return fail(ErrorCode::Config, "The run is not alive (" + phaseText(evidence.phase, evidence.reason) + "); " + next,
                run.summary.name);
}

std::optional<Event> answerTo(const std::string &id, const std::vector<nlohmann::json> &lines)
{
    for (const nlohmann::json &line : lines) {
        Event event = eventFromJson(line);
        if (event.kind == "answer" && event.data.value("command", nlohmann::json()) == id)
            return event;
    }
    return {};
}

Result<Event> judged(const RunTarget &run, const Event &answer)
{
    if (answer.data.value("ok", nlohmann::json(false)) == true)
        return answer;
    const auto message = answer.data.find("message");
    const bool says = message != answer.data.end() && message->is_string();
    return fail(ErrorCode::Config, "The trainer refused: " + (says ? message->get<std::string>() : answer.text),
                run.summary.name);
}

} // namespace

Result<Event> sendCommand(const RunTarget &run, const LiveCommand &command)
{
    constexpr auto kLookEvery = std::chrono::milliseconds(20);
    if (const RunEvidence evidence = judgeRun(run.paths, wallMicros()); !evidence.alive())
        return notAlive(run, evidence);
    JsonlReader events(run.paths.events());
    if (auto earlier = events.poll(); !earlier)
        return tl::unexpected(earlier.error());
    const auto id = postCommand(run.paths, command.verb, command.arguments, command.reason);
    if (!id)
        return tl::unexpected(id.error());
    const auto deadline = std::chrono::steady_clock::now() + command.timeout;
    while (true) {
        // Before the events, so that an answer written just before the end is still seen.
        const RunEvidence evidence = judgeRun(run.paths, wallMicros());
        const auto lines = events.poll();
        if (!lines)
            return tl::unexpected(lines.error());
        if (const auto answer = answerTo(*id, *lines))
            return judged(run, *answer);
        if (!evidence.alive())
            return notAlive(run, evidence);
        if (std::chrono::steady_clock::now() > deadline)
            return fail(ErrorCode::Device,
                        "The trainer has not answered in " + formatSpan(command.timeout.count())
                            + ". It will obey when it comes to it; wait longer with --timeout S, or end it now with "
                              "`anneal stop "
                            + run.summary.id + " --kill`.",
                        run.summary.name);
        std::this_thread::sleep_for(kLookEvery);
    }
}

} // namespace anneal
