// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

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
    nlohmann::json settings = nlohmann::json::object(); ///< of the engine's task, under its keys
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
    else if (options.task == "score")
        asked["pseudo"] = options.pseudo;
    asked.update(options.settings);
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

/// FASTA, so that it can go on into other programs.
void printGenerated(const NamedSequence &prompt, const nlohmann::json &answer)
{
    constexpr std::size_t kLine = 60;
    std::size_t number = 0;
    for (const auto &one : answer.at("sequences")) {
        const auto letters = one.at("sequence").get<std::string>();
        double sum = 0;
        for (const auto &logProbability : one.at("log_probs"))
            sum += logProbability.get<double>();
        const auto made = static_cast<double>(one.at("log_probs").size());
        std::cout << '>' << prompt.name << '_' << ++number << " length=" << letters.size();
        if (made > 0)
            std::cout << " loss=" << formatLoss(-sum / made);
        std::cout << (one.at("ended").get<bool>() ? " ended\n" : " cut\n");
        for (std::size_t first = 0; first < letters.size(); first += kLine)
            std::cout << letters.substr(first, kLine) << '\n';
    }
}

/// Highest first; a model of numbers has them in its own order.
void printClasses(const NamedSequence &sequence, const nlohmann::json &answer)
{
    const bool isNumber = answer.at("problem_type") == "regression";
    std::vector<std::pair<double, std::string>> rows;
    for (std::size_t i = 0; i < answer.at("labels").size(); ++i)
        rows.emplace_back(answer.at("values").at(i).get<double>(), answer["labels"][i].get<std::string>());
    if (!isNumber)
        std::stable_sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::cout << sequence.name << '\n';
    TextTable table({isNumber ? "OUTPUT" : "CLASS", isNumber ? "VALUE" : "PROBABILITY"});
    for (const auto &[value, label] : rows)
        table.add({label, isNumber ? formatNorm(value) : formatNorm(100 * value) + " %"});
    table.print();
}

/// Sequence above, one class a residue below where classes have one letter; else a table.
void printResidueClasses(const NamedSequence &sequence, const nlohmann::json &answer)
{
    const auto classes = answer.at("residues").get<std::vector<std::string>>();
    const bool isOneLetter =
        std::all_of(classes.begin(), classes.end(), [](const std::string &name) { return name.size() == 1; });
    std::cout << sequence.name << '\n';
    if (isOneLetter && sequence.letters.size() == classes.size()) {
        std::cout << sequence.letters << '\n';
        for (const std::string &name : classes)
            std::cout << name;
        std::cout << '\n';
        return;
    }
    TextTable table({"POSITION", "CLASS"});
    for (std::size_t i = 0; i < classes.size(); ++i)
        table.add({std::to_string(i + 1), classes[i]});
    table.print();
}

/// Tab-separated rows of numbers, for other programs.
void printRows(const NamedSequence &sequence, const nlohmann::json &rows)
{
    for (const auto &row : rows) {
        std::cout << sequence.name;
        for (const auto &value : row)
            std::cout << '\t' << formatExact(value.get<double>());
        std::cout << '\n';
    }
}

void printOther(const PredictOptions &options, const NamedSequence &sequence, const nlohmann::json &answer)
{
    if (options.task == "classify")
        printClasses(sequence, answer);
    else if (options.task == "label")
        printResidueClasses(sequence, answer);
    else if (options.task == "contacts")
        printRows(sequence, answer.at("contacts"));
    else if (answer.contains("embeddings"))
        printRows(sequence, answer["embeddings"]);
    else
        printRows(sequence, nlohmann::json::array({answer.at("embedding")}));
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
    else if (options.task == "score")
        printScore(sequence, answer);
    else if (options.task == "generate")
        printGenerated(sequence, answer);
    else
        printOther(options, sequence, answer);
}

Result<void> checkOptions(const PredictOptions &options)
{
    if (options.run.empty() && options.model.empty())
        return fail(ErrorCode::Config, "Say which model to ask: --run RUN or --model DIR.");
    if (options.source.sequences.empty() && options.source.file.empty() && options.task != "generate")
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
    const bool hasInput = !options.source.sequences.empty() || !options.source.file.empty();
    const auto sequences = hasInput ? readInput(options.source, *folder)
                                    : Result<std::vector<NamedSequence>>(std::vector{NamedSequence{"generated", ""}});
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

template <typename Value>
void addSetting(CLI::App &command, PredictOptions &options, const char *flag, const char *key, const char *help)
{
    command.add_option_function<Value>(
        flag, [&options, key](const Value &value) { options.settings[key] = value; }, help);
}

void addGenerateOptions(CLI::App &command, PredictOptions &options)
{
    addSetting<std::int64_t>(command, options, "--length", "max_new_tokens", "At most so many new letters [200]");
    addSetting<std::int64_t>(command, options, "--count", "count", "Sequences for each prompt [1]");
    addSetting<double>(command, options, "--temperature", "temperature", "0 = always the likeliest letter [1]");
    addSetting<std::int64_t>(command, options, "--top-k", "top_k", "Only the K likeliest letters; 0 = all [0]");
    addSetting<double>(command, options, "--top-p", "top_p", "Only letters that together reach this probability [1]");
    addSetting<std::int64_t>(command, options, "--seed", "seed", "The same seed gives the same sequences [0]");
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
    else if (options->task == "score")
        command->add_flag("--pseudo", options->pseudo, "Hide each residue while it is scored");
    else if (options->task == "generate")
        addGenerateOptions(*command, *options);
    else if (options->task == "embed")
        command->add_flag_callback(
            "--per-residue", [options = options.get()] { options->settings["per_residue"] = true; },
            "A row for each residue instead of their mean");
    if (options->task == "score" || options->task == "classify" || options->task == "embed")
        command->add_flag_callback(
            "--both-strands", [options = options.get()] { options->settings["both_strands"] = true; },
            "DNA and RNA: the mean of both strands' answers");
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
    addTask(*predicting, session, "generate",
            "Continues sequences letter by letter, as FASTA; with --json one object a line");
    addTask(*predicting, session, "classify", "What a trained classifier or regressor says of each sequence");
    addTask(*predicting, session, "label", "The class of every residue");
    addTask(*predicting, session, "embed", "The model's last hidden state, tab-separated");
    addTask(*predicting, session, "contacts", "Probability that two residues touch, tab-separated (ESM-2)");
}

} // namespace anneal
