// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/arguments.h"

#include <algorithm>
#include <iostream>

#include "base/exitcodes.h"
#include "cli/commands/commands.h"
#include "config/fieldvalue.h"

namespace anneal {

namespace {

void addGlobalOptions(CLI::App &app, Session &session, WindowArguments &window)
{
    app.set_version_flag("--version", std::string("anneal ") + ANNEAL_VERSION);
    app.add_option("--workspace", session.workspace, "Folder of the runs [$ANNEAL_WORKSPACE, else ~/Anneal]")
        ->type_name("DIR");
    app.add_flag("--json", session.json, "Print one JSON document");
    app.add_flag("--gallery", window.gallery, "Window: show every widget in one page");
    app.add_flag("--measure-start", window.measureStart,
                 "Window: print the milliseconds to the first painted page, then quit");
    app.add_option("--screenshots", window.screenshots,
                   "Window: write a picture of every page to this folder, then quit")
        ->type_name("DIR");
}

/// Where the first word stands that is neither an option nor an option's value.
std::size_t commandPlace(const std::vector<std::string> &words)
{
    std::size_t at = 0;
    while (at < words.size() && words[at].starts_with("-"))
        at += words[at] == "--workspace" || words[at] == "--screenshots" ? 2 : 1;
    return std::min(at, words.size());
}

/// `anneal help run` is `anneal run --help`.
void askForHelp(std::vector<std::string> &words)
{
    const std::size_t at = commandPlace(words);
    if (at == words.size() || words[at] != "help")
        return;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
    words.push_back("--help");
}

/// `anneal tag RUN +a -b`: -b is a tag to take away, not an option.
void protectRemovedTags(std::vector<std::string> &words)
{
    std::size_t at = commandPlace(words);
    if (at == words.size() || words[at] != "tag")
        return;
    for (; at < words.size(); ++at)
        if (words[at].size() > 1 && words[at].starts_with("-") && !words[at].starts_with("--") && words[at] != "-h")
            words[at].front() = kRemovedTag;
}

std::string oneLine(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    while (text.ends_with(' '))
        text.pop_back();
    return text;
}

/// The command that was understood last: "anneal predict score".
std::string commandLine(const CLI::App &app)
{
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app.get_name() : app.get_name() + " " + commandLine(*chosen.front());
}

std::string didYouMean(const std::string &word, const std::vector<std::string> &known, const std::string &otherwise)
{
    const auto nearest = nearestWord(word, known);
    return nearest ? "; did you mean \"" + *nearest + "\"?" : "; " + otherwise;
}

/// Options of a command and of those above it.
std::vector<std::string> optionNames(const CLI::App &app)
{
    std::vector<std::string> names;
    for (const CLI::Option *option : app.get_options())
        if (option->nonpositional() && !option->get_lnames().empty())
            names.push_back("--" + option->get_lnames().front());
    for (const CLI::App *below : app.get_subcommands([](const CLI::App *) { return true; }))
        if (below->parsed())
            for (const std::string &name : optionNames(*below))
                names.push_back(name);
    return names;
}

/// A word that should be a command and is none, explained.
std::optional<std::string> unknownCommand(const CLI::App &app, const std::vector<std::string> &words)
{
    const CLI::App *level = &app;
    std::string path;
    for (std::size_t at = commandPlace(words); at < words.size(); ++at) {
        std::vector<std::string> known;
        for (const CLI::App *command : level->get_subcommands([](const CLI::App *) { return true; }))
            if (!command->get_name().empty())
                known.push_back(command->get_name());
        if (known.empty() || words[at].starts_with("-"))
            return {};
        if (std::find(known.begin(), known.end(), words[at]) == known.end())
            return "There is no command \"" + path + words[at] + "\""
                + didYouMean(words[at], known, "`anneal help` lists them all.");
        level = level->get_subcommand(words[at]);
        path += words[at] + " ";
    }
    return {};
}

std::string reasonOf(const CLI::App &app, const CLI::ParseError &error)
{
    const std::string command = commandLine(app);
    const std::string help = "`" + command + " --help` explains it.";
    const auto left = app.remaining(true);
    if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError) || left.empty())
        return oneLine(error.what()) + "; " + help;
    const std::string word = left.front();
    if (word.starts_with("-"))
        return "`" + command + "` has no option \"" + word + "\"" + didYouMean(word, optionNames(app), help);
    return "\"" + word + "\" is one word too many for `" + command + "`; " + help;
}

int explain(const CLI::App &app, const CLI::ParseError &error)
{
    if (error.get_exit_code() == 0) // --help, --version
        return app.exit(error);
    std::cerr << "anneal: " << reasonOf(app, error) << std::endl;
    return static_cast<int>(ExitCode::Config);
}

/// Families under their headings; `help` is only there to be listed.
void addCommands(CLI::App &app, Session &session)
{
    std::size_t known = 0;
    for (const CommandFamily &family : commandTable()) {
        family.add(app, session);
        const auto commands = app.get_subcommands([](const CLI::App *) { return true; });
        for (; known < commands.size(); ++known)
            app.get_subcommand(commands[known]->get_name())->group(family.heading);
    }
    app.add_subcommand("help", "Explain a command: anneal help COMMAND")->group("Care");
}

} // namespace

std::optional<int> parseArguments(int argc, char **argv, Session &session, WindowArguments &window)
{
    session.workspace = defaultWorkspaceFolder();
    CLI::App app("Trains and tries protein and DNA language models. Without a command it opens the window.", "anneal");
    app.require_subcommand(0, 1);
    addGlobalOptions(app, session, window);
    addCommands(app, session);
    std::vector<std::string> words(argv + 1, argv + argc);
    askForHelp(words);
    if (const auto unknown = unknownCommand(app, words)) {
        std::cerr << "anneal: " << *unknown << std::endl;
        return static_cast<int>(ExitCode::Config);
    }
    protectRemovedTags(words);
    std::reverse(words.begin(), words.end()); // the order that CLI11 wants
    try {
        app.parse(std::move(words));
    } catch (const CLI::ParseError &error) {
        return explain(app, error);
    }
    return {};
}

} // namespace anneal
