// SPDX-License-Identifier: GPL-3.0-or-later
#include <thread>

#include "base/clock.h"
#include "cli/commands/commands.h"
#include "cli/follow.h"
#include "cli/livecommand.h"
#include "cli/output.h"
#include "config/configio.h"
#include "launch/launcher.h"
#include "run/record.h"
#include "run/state.h"

namespace anneal {

namespace {

struct ControlOptions {
    std::string verb;
    std::string run;
    double timeout = 30;
    bool freeMemory = false; ///< pause
    bool discard = false, terminate = false, kill = false; ///< stop
    std::vector<std::string> assignments; ///< set
    std::int64_t steps = 0; ///< decay
    std::string why;
};

LiveCommand liveCommand(const ControlOptions &options, nlohmann::json arguments)
{
    return {options.verb, std::move(arguments), options.why, std::chrono::duration<double>(options.timeout)};
}

Result<int> send(const Session &session, const RunTarget &target, const LiveCommand &command)
{
    const auto answer = sendCommand(target, command);
    if (!answer)
        return tl::unexpected(answer.error());
    if (session.json)
        printJson({{"id", target.summary.id},
                   {"verb", command.verb},
                   {"step", answer->step ? Json(*answer->step) : Json()},
                   {"message", answer->text}});
    else
        std::cout << answer->text << (answer->step ? " (in force from step " + std::to_string(*answer->step) + ")" : "")
                  << '\n';
    return 0;
}

Result<int> control(const Session &session, const ControlOptions &options)
{
    const auto target = findRun(session, options.run);
    if (!target)
        return tl::unexpected(target.error());
    nlohmann::json arguments = nlohmann::json::object();
    if (options.verb == "pause")
        arguments["free_memory"] = options.freeMemory;
    if (options.verb == "decay")
        arguments["steps"] = options.steps;
    if (options.verb == "stop")
        arguments["save"] = !options.discard;
    return send(session, *target, liveCommand(options, arguments));
}

/// Waits until the signalled process is gone.
Result<int> signalAndWait(const Session &session, const RunTarget &target, const ControlOptions &options)
{
    if (auto sent = signalRun(target.paths, options.kill); !sent)
        return tl::unexpected(sent.error());
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.timeout);
    RunEvidence evidence = judgeRun(target.paths, wallMicros());
    while (evidence.alive()) {
        if (std::chrono::steady_clock::now() > deadline)
            return fail(ErrorCode::Device,
                        "The trainer is still alive. `anneal stop " + target.summary.id + " --kill` ends it at once.",
                        target.summary.name);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        evidence = judgeRun(target.paths, wallMicros());
    }
    if (session.json)
        printJson({{"id", target.summary.id}, {"state", phaseWord(evidence.phase)}, {"reason", evidence.reason}});
    else
        std::cout << phaseText(evidence.phase, evidence.reason) << '\n';
    return 0;
}

Result<int> stop(const Session &session, const ControlOptions &options)
{
    if (!options.terminate && !options.kill)
        return control(session, options);
    const auto target = findRun(session, options.run);
    if (!target)
        return tl::unexpected(target.error());
    return signalAndWait(session, *target, options);
}

/// Checked here too, so that a wrong value is said at once and with its field.
Result<nlohmann::json> changes(const RunTarget &target, const std::vector<std::string> &assignments)
{
    const auto record = readRunRecord(target.paths);
    if (!record)
        return tl::unexpected(record.error());
    Config config = record->config;
    nlohmann::json values = nlohmann::json::object();
    for (const std::string &assignment : assignments) {
        if (const auto issues = applyAssignment(config, assignment); hasErrors(issues))
            return issuesFailure(issues);
        const Field *field = findField(assignment.substr(0, assignment.find('=')));
        if (!field || !field->live)
            return fail(ErrorCode::Config,
                        "This setting cannot be changed while the run trains. `anneal fields` marks those that can.",
                        field ? field->key : assignment);
        values[field->key] = std::visit([](const auto &value) { return nlohmann::json(value); }, field->get(config));
    }
    return values;
}

Result<int> set(const Session &session, const ControlOptions &options)
{
    const auto target = findRun(session, options.run);
    if (!target)
        return tl::unexpected(target.error());
    const auto values = changes(*target, options.assignments);
    if (!values)
        return tl::unexpected(values.error());
    return send(session, *target, liveCommand(options, *values));
}

using Action = Result<int> (*)(const Session &, const ControlOptions &);

struct Added {
    CLI::App *command;
    std::shared_ptr<ControlOptions> options;
};
Added add(CLI::App &app, Session &session, const std::string &verb, const std::string &help, Action action = control)
{
    auto options = std::make_shared<ControlOptions>();
    options->verb = verb;
    CLI::App *command = addCommand(app, session, verb, help, options, action);
    addRunArgument(*command, options->run);
    command->add_option("--timeout", options->timeout, "Seconds to wait for the trainer's answer [30]")
        ->type_name("S")
        ->check(positiveNumber);
    return {command, options};
}

} // namespace

void addControl(CLI::App &app, Session &session)
{
    const Added pause = add(app, session, "pause", "Pause a run that trains");
    pause.command->add_flag("--free-memory", pause.options->freeMemory,
                            "Save and give the memory back until it continues");
    add(app, session, "continue", "Go on with a paused run");
    add(app, session, "save", "Write a checkpoint now");
    add(app, session, "evaluate", "Evaluate now");

    const Added stopping = add(app, session, "stop", "Stop a run and save it", stop);
    stopping.command->add_flag("--discard", stopping.options->discard, "Do not save first");
    stopping.command->add_flag("--terminate", stopping.options->terminate,
                               "Signal its process to save and stop (SIGTERM)");
    stopping.command->add_flag("--kill", stopping.options->kill,
                               "End its process at once (SIGKILL); what was not saved is lost");

    const Added setting = add(app, session, "set", "Change settings of a run that trains", set);
    setting.command->add_option("SETTING", setting.options->assignments, "Settings marked live in `anneal fields`")
        ->required()
        ->type_name("KEY=VALUE");
    setting.command->add_option("--why", setting.options->why, "The reason; kept in the journal")->required();

    const Added undoing = add(app, session, "undo", "Go back to before the last change, with the settings of then");
    const Added decaying = add(app, session, "decay", "Let the learning rate fall to 0 now, then end the run");
    decaying.command->add_option("--steps", decaying.options->steps, "Steps of the fall")
        ->required()
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    for (const Added &added : {undoing, decaying})
        added.command->add_option("--why", added.options->why, "The reason; kept in the journal");
}

} // namespace anneal
