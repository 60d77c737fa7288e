// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/arguments.h"

#include <algorithm>
#include <iostream>

#include "base/exitcodes.h"
#include "cli/commands/commands.h"

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

/// `anneal tag RUN +a -b`: -b is a tag to take away, not an option.
void protectRemovedTags(std::vector<std::string> &words)
{
    const auto isOption = [](const std::string &word) { return word.starts_with("-"); };
    auto word = std::find_if_not(words.begin(), words.end(), isOption);
    if (word == words.end() || *word != "tag")
        return;
    for (; word != words.end(); ++word)
        if (word->size() > 1 && word->starts_with("-") && !word->starts_with("--") && *word != "-h")
            word->front() = kRemovedTag;
}

std::string oneLine(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    while (text.ends_with(' '))
        text.pop_back();
    return text;
}

int explain(const CLI::App &app, const CLI::ParseError &error)
{
    if (error.get_exit_code() == 0) // --help, --version
        return app.exit(error);
    std::cerr << "anneal: " << oneLine(error.what()) << "; see `anneal --help`" << std::endl;
    return static_cast<int>(ExitCode::Config);
}

} // namespace

std::optional<int> parseArguments(int argc, char **argv, Session &session, WindowArguments &window)
{
    session.workspace = defaultWorkspaceFolder();
    CLI::App app("Trains and tries protein and DNA language models. Without a command it opens the window.", "anneal");
    app.require_subcommand(0, 1);
    addGlobalOptions(app, session, window);
    for (const auto add : commandTable())
        add(app, session);
    std::vector<std::string> words(argv + 1, argv + argc);
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
