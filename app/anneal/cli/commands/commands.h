// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/units.h"
#include "cli/session.h"

namespace anneal {

/// Declares sub-commands to the parser. One function per family, each in a file of its own.
using AddCommands = void (*)(CLI::App &app, Session &session);
struct CommandFamily {
    const char *heading; ///< in `anneal --help`; families with the same one stand together
    AddCommands add;
};
[[nodiscard]] const std::vector<CommandFamily> &commandTable();

void addRunCommands(CLI::App &app, Session &session); ///< run, branch, resume, quick-start
void addCheck(CLI::App &app, Session &session);
void addChoices(CLI::App &app, Session &session); ///< presets, fields
void addList(CLI::App &app, Session &session);
void addShow(CLI::App &app, Session &session);
void addMetrics(CLI::App &app, Session &session);
void addCompare(CLI::App &app, Session &session);
void addControl(CLI::App &app, Session &session); ///< pause, continue, save, evaluate, stop, set
void addJournal(CLI::App &app, Session &session); ///< note, tag
void addPredict(CLI::App &app, Session &session);
void addTokenizer(CLI::App &app, Session &session); ///< tokenizer train, tokenizer encode
void addExport(CLI::App &app, Session &session);
void addRebuild(CLI::App &app, Session &session);
void addDoctor(CLI::App &app, Session &session);

/// Trains the quick-start preset, compares it with count models and asks it one question.
[[nodiscard]] Result<int> quickStart(const Session &session);

/// Stands for the "-" of a tag to be removed while the command line is parsed.
inline constexpr char kRemovedTag = '\x01';

/// A sub-command: `run` gets its options once the whole command line has been read.
template <typename Options>
CLI::App *addCommand(CLI::App &app, Session &session, const std::string &name, const std::string &help,
                     std::shared_ptr<Options> options, Result<int> (*run)(const Session &, const Options &))
{
    CLI::App *command = app.add_subcommand(name, help);
    command->fallthrough();
    command->callback(
        [&session, options, run] { session.action = [&session, options, run] { return run(session, *options); }; });
    return command;
}

/// What CLI11 takes as a check: the reason why not, or nothing.
inline std::string positiveNumber(const std::string &text)
{
    const auto number = parseNumber(text);
    return number && *number > 0 && std::isfinite(*number) ? "" : "\"" + text + "\" is not a number above 0";
}
inline std::string stepNumber(const std::string &text)
{
    return !text.empty() && text.size() < 19 && text.find_first_not_of("0123456789") == std::string::npos
        ? ""
        : "\"" + text + "\" is not a step";
}

/// The argument that every command on one run has.
inline void addRunArgument(CLI::App &command, std::string &run)
{
    command.add_option("RUN", run, "Id, unique beginning of an id, or unique name")->required();
}

} // namespace anneal
