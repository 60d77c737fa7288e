// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/follow.h"
#include "cli/output.h"
#include "cli/start.h"
#include "launch/launcher.h"

namespace anneal {

namespace {

struct RunOptions {
    ConfigArguments config;
    std::string parent;
    bool wait = false;
};

Json identity(const std::string &id, const std::string &name, const RunPaths &paths)
{
    return {{"id", id}, {"name", name}, {"folder", paths.root.string()}};
}

/// "Failed: storage: No space left on device …", "Stopped after saving"
std::string lastWords(const RunEvidence &end)
{
    const std::string phase = phaseText(end.phase, end.reason);
    const std::string message = end.state ? end.state->message : std::string();
    if (message.starts_with(phase))
        return message;
    return message.empty() ? phase : phase + ": " + message;
}

/// Waits for the end when that was asked for; else only until training begins, so that data which cannot be used is
/// told at once.
Result<FollowedRun> watch(const RunPaths &paths, bool wait)
{
    return wait ? followRun(paths) : Result<FollowedRun>(watchStart(paths));
}

/// Says that it runs, or how it ended.
Result<int> report(const Session &session, Json document, const RunPaths &paths, bool wait)
{
    if (!session.json)
        std::cout << document["id"].get<std::string>() << std::endl;
    const auto followed = watch(paths, wait);
    if (!followed)
        return tl::unexpected(followed.error());
    const RunEvidence &end = followed->evidence;
    if (wait || !followed->left)
        document.update({{"phase", phaseWord(end.phase)},
                         {"reason", end.reason},
                         {"step", end.state ? end.state->step : 0},
                         {"exit_code", followed->exitCode}});
    if (session.json)
        printJson(document);
    if (!followed->left)
        say(lastWords(end));
    else if (wait)
        say("The run goes on; `anneal show " + paths.id() + "` says how it is.");
    return followed->exitCode;
}

Result<int> start(const Session &session, const StartArguments &arguments, bool wait)
{
    const auto workspace = openWorkspace(session);
    if (!workspace)
        return tl::unexpected(workspace.error());
    const auto started = startRun(*workspace, arguments);
    if (!started)
        return tl::unexpected(started.error());
    Json document = identity(started->id, started->name, started->paths);
    document["warnings"] = Json::array();
    for (const Issue &issue : started->warnings) {
        document["warnings"].push_back(issueJson(issue));
        say("warning: " + issueText(issue));
    }
    return report(session, document, started->paths, wait);
}

Result<int> run(const Session &session, const RunOptions &options)
{
    if (options.config.source.empty() && options.config.assignments.empty())
        return fail(ErrorCode::Config, "Say what to run: a configuration file or a preset of `anneal presets`.");
    return start(session, {options.config, options.parent}, options.wait);
}

Result<int> branch(const Session &session, const RunOptions &options)
{
    if (splitRunAtStep(options.parent).step.empty())
        return fail(ErrorCode::Config, "Name the checkpoint to start from: RUN@STEP, RUN@best or RUN@last.",
                    options.parent);
    return start(session, {options.config, options.parent, true}, options.wait);
}

struct ResumeOptions {
    std::string run;
    bool wait = false;
};

Result<int> resume(const Session &session, const ResumeOptions &options)
{
    const auto target = findRun(session, options.run);
    if (!target)
        return tl::unexpected(target.error());
    if (auto resumed = resumeRun(session.workspace, target->summary.id); !resumed)
        return tl::unexpected(resumed.error());
    return report(session, identity(target->summary.id, target->summary.name, target->paths), target->paths,
                  options.wait);
}

struct NoOptions {
};

Result<int> trainAndTry(const Session &session, const NoOptions &)
{
    return quickStart(session);
}

constexpr const char *kWaitHelp = "Follow the run with a progress bar and end with its exit code";

} // namespace

void addRunCommands(CLI::App &app, Session &session)
{
    const auto options = std::make_shared<RunOptions>();
    CLI::App *command = addCommand(app, session, "run", "Check, freeze and start a run; print its id", options, run);
    addConfigSource(*command, options->config);
    command
        ->add_option("--parent", options->parent,
                     "The run it comes from; with @STEP, @best or @last it starts from that checkpoint")
        ->type_name("RUN[@STEP]");
    command->add_flag("--wait", options->wait, kWaitHelp);

    const auto branching = std::make_shared<RunOptions>();
    command = addCommand(app, session, "branch", "Start a run from another one's checkpoint, with its settings",
                         branching, branch);
    command->add_option("RUN@STEP", branching->parent, "The run and its checkpoint: a step, best or last")->required();
    addConfigChanges(*command, branching->config);
    command->add_flag("--wait", branching->wait, kWaitHelp);

    const auto resuming = std::make_shared<ResumeOptions>();
    command = addCommand(app, session, "resume",
                         "Go on with a run that has no process any more, from its newest checkpoint", resuming, resume);
    addRunArgument(*command, resuming->run);
    command->add_flag("--wait", resuming->wait, kWaitHelp);

    addCommand(app, session, "quick-start",
               "Train the quick-start preset, compare it with count models and ask it a question",
               std::make_shared<NoOptions>(), trainAndTry);
}

} // namespace anneal
