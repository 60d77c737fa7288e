// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"
#include "cli/commands/commands.h"
#include "cli/enginecall.h"
#include "cli/output.h"
#include "cli/sequenceinput.h"
#include "cli/texttable.h"
#include "run/checkpoints.h"

namespace anneal {

namespace {

struct PredictOptions {
    std::string task;
    std::string run, checkpoint = "last", model;
    SequenceSource source;
    std::int64_t top = 5;
    bool pseudo = false;
};

Result<fs::path> modelFolder(const Session &session, const PredictOptions &options)
{
    if (!options.model.empty())
        return fs::absolute(options.model);
    const auto target = findRun(session, options.run);
    if (!target)
        return tl::unexpected(target.error());
    const auto checkpoint = chooseCheckpoint(target->paths, options.checkpoint);
    if (!checkpoint)
        return tl::unexpected(checkpoint.error());
    return checkpoint->folder;
}

nlohmann::json question(const PredictOptions &options, const NamedSequence &sequence)
{
    nlohmann::json asked = {{"task", options.task}, {"sequence", sequence.letters}};
    if (options.task == "fill-mask")
        asked["top"] = options.top;
    else
        asked["pseudo"] = options.pseudo;
    return asked;
}

void printMasks(const NamedSequence &sequence, const nlohmann::json &answer)
{
    std::cout << sequence.name << '\n';
    TextTable table({"POSITION", "RESIDUE", "PROBABILITY"});
    for (const auto &mask : answer.at("masks"))
        for (std::size_t i = 0; i < mask.at("tokens").size(); ++i)
            table.add({i == 0 ? mask.at("position").dump() : "", mask["tokens"][i].get<std::string>(),
                       formatNorm(100 * mask.at("probabilities").at(i).get<double>()) + " %"});
    table.print();
}

void printScore(const NamedSequence &sequence, const nlohmann::json &answer)
{
    std::cout << sequence.name << "  loss " << formatLoss(answer.at("loss").get<double>())
              << " nats per residue, length " << answer.at("length") << '\n';
}

void printAnswer(const Session &session, const PredictOptions &options, const NamedSequence &sequence,
                 const nlohmann::json &answer)
{
    if (session.json) {
        Json line = {{"id", sequence.name}};
        for (const auto &[key, value] : answer.items())
            if (key != "id" && key != "ok")
                line[key] = value;
        return printJsonLine(line);
    }
    if (options.task == "fill-mask")
        printMasks(sequence, answer);
    else
        printScore(sequence, answer);
}

Result<void> checkOptions(const PredictOptions &options)
{
    if (options.run.empty() && options.model.empty())
        return fail(ErrorCode::Config, "Say which model to ask: --run RUN or --model DIR.");
    if (options.source.sequences.empty() && options.source.file.empty())
        return fail(ErrorCode::Config, "Say what to ask about: --sequence S or --input FILE.");
    return {};
}

Result<int> predict(const Session &session, const PredictOptions &options)
{
    if (const auto complete = checkOptions(options); !complete)
        return tl::unexpected(complete.error());
    const auto folder = modelFolder(session, options);
    if (!folder)
        return tl::unexpected(folder.error());
    const auto sequences = readInput(options.source, *folder);
    if (!sequences)
        return tl::unexpected(sequences.error());
    ModelQuestions model(*folder);
    // By itself, so that a model that cannot be loaded is not blamed on a sequence.
    if (const auto ready = model.ask({{"task", "info"}}); !ready)
        return tl::unexpected(ready.error());
    for (const NamedSequence &sequence : *sequences) {
        const auto answer = model.ask(question(options, sequence));
        if (!answer)
            return fail(answer.error().code, answer.error().text(), sequence.name);
        try {
            printAnswer(session, options, sequence, *answer);
        } catch (const nlohmann::json::exception &) {
            return fail(ErrorCode::Internal, "The engine's answer has not the form of docs/engine.md.", sequence.name);
        }
    }
    return 0;
}

void addModelOptions(CLI::App &command, PredictOptions &options)
{
    const char *group = "Which model, one of";
    CLI::Option *run = command.add_option("--run", options.run, "A run")->type_name("RUN")->group(group);
    command.add_option("--model", options.model, "A folder with config.json and model.safetensors")
        ->type_name("DIR")
        ->group(group)
        ->excludes(run);
    command.add_option("--checkpoint", options.checkpoint, "Of the run: a step, best or last [last]")
        ->type_name("STEP|best|last");
}

void addInputOptions(CLI::App &command, SequenceSource &source)
{
    const char *group = "What it is asked about, one of";
    CLI::Option *typed = command.add_option("--sequence", source.sequences, "A sequence; <mask> hides a residue")
                             ->expected(1)
                             ->take_all()
                             ->group(group);
    command.add_option("--input", source.file, "A FASTA file; <mask> hides a residue there too")
        ->type_name("FILE")
        ->group(group)
        ->excludes(typed);
}

CLI::App *addTask(CLI::App &predicting, Session &session, const char *task, const char *help)
{
    const auto options = std::make_shared<PredictOptions>();
    options->task = task;
    CLI::App *command = addCommand(predicting, session, task, help, options, predict);
    addModelOptions(*command, *options);
    addInputOptions(*command, options->source);
    if (options->task == "fill-mask")
        command->add_option("--top", options->top, "How many residues for each mask [5]")->check(CLI::Range(1, 33));
    else
        command->add_flag("--pseudo", options->pseudo, "Hide each residue while it is scored");
    return command;
}

} // namespace

void addPredict(CLI::App &app, Session &session)
{
    CLI::App *predicting = app.add_subcommand("predict", "Ask a model about sequences");
    predicting->fallthrough();
    predicting->require_subcommand(1);
    addTask(*predicting, session, "fill-mask",
            "Probabilities of the residues at <mask>; with --json one object a line");
    addTask(*predicting, session, "score",
            "Log-probability of every token at every residue; with --json one object a line");
}

} // namespace anneal
