// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/output.h"
#include "run/notes.h"

namespace anneal {

namespace {

struct NoteOptions {
    std::string run, text;
    std::optional<std::int64_t> step;
};

Result<int> note(const Session &session, const NoteOptions &options)
{
    const auto target = findRun(session, options.run);
    if (!target)
        return tl::unexpected(target.error());
    const auto added = addNote(target->paths, options.text, options.step);
    if (!added)
        return tl::unexpected(added.error());
    if (session.json)
        printJson({{"id", target->summary.id},
                   {"note", added->id},
                   {"step", added->step ? Json(*added->step) : Json()},
                   {"text", added->text}});
    else
        say("Noted on " + target->summary.name + ".");
    return 0;
}

struct TagOptions {
    std::string run;
    std::vector<std::string> changes;
};

Result<int> tag(const Session &session, const TagOptions &options)
{
    const auto target = findRun(session, options.run);
    if (!target)
        return tl::unexpected(target.error());
    std::vector<std::string> add, remove;
    for (const std::string &change : options.changes) {
        if (change.size() < 2 || (change[0] != '+' && change[0] != kRemovedTag))
            return fail(ErrorCode::Config, "Write +tag to add a tag and -tag to take it away.", change);
        (change[0] == '+' ? add : remove).push_back(change.substr(1));
    }
    if (auto set = setTags(target->paths, add, remove); !set)
        return tl::unexpected(set.error());
    const auto annotations = readAnnotations(target->paths);
    if (!annotations)
        return tl::unexpected(annotations.error());
    if (session.json) {
        printJson({{"id", target->summary.id}, {"tags", annotations->tags}});
        return 0;
    }
    std::string text;
    for (const std::string &present : annotations->tags)
        text += " " + present;
    say("Tags of " + target->summary.name + ":" + (text.empty() ? " none" : text));
    return 0;
}

} // namespace

void addJournal(CLI::App &app, Session &session)
{
    const auto noting = std::make_shared<NoteOptions>();
    CLI::App *command = addCommand(app, session, "note", "Write a note on a run or on one of its steps", noting, note);
    addRunArgument(*command, noting->run);
    command->add_option("TEXT", noting->text, "The note")->required();
    command->add_option("--step", noting->step, "The step that it is about")->check(stepNumber);

    const auto tagging = std::make_shared<TagOptions>();
    command = addCommand(app, session, "tag", "Add tags to a run and take them away", tagging, tag);
    addRunArgument(*command, tagging->run);
    command->add_option("TAGS", tagging->changes, "+mlm adds a tag, -mlm takes it away")
        ->required()
        ->type_name("+TAG|-TAG");
}

} // namespace anneal
