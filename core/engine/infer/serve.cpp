// SPDX-License-Identifier: GPL-3.0-or-later
#include "infer/serve.h"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/exitcodes.h"
#include "infer/classify.h"
#include "infer/contacts.h"
#include "infer/fillmask.h"
#include "infer/generate.h"
#include "infer/score.h"
#include "models/modelshelf.h"

namespace anneal {
namespace {

using Json = nlohmann::ordered_json;

std::string lineOf(const Json &object)
{
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// A value of the request; a request with the wrong type is a mistake of the asker, said in one sentence.
template <typename T>
Result<T> valueOf(const Json &request, const char *key, T fallback)
{
    const auto found = request.find(key);
    if (found == request.end() || found->is_null())
        return fallback;
    try {
        return found->get<T>();
    } catch (const Json::exception &) {
        return fail(ErrorCode::Data, fmt::format("\"{}\" is {}, which is of the wrong type", key, lineOf(*found)));
    }
}

Result<Strands> strandsOf(const Json &request)
{
    return valueOf<bool>(request, "both_strands", false).map([](bool both) {
        return both ? Strands::Both : Strands::Given;
    });
}

/// What this model can be asked.
std::vector<std::string> tasksOf(SequenceModel &model)
{
    if (model.task().kind == HeadKind::TokenClasses)
        return {"label", "embed"};
    if (model.task().kind == HeadKind::Sequence)
        return {"classify", "embed"};
    if (model.config().is_causal)
        return {"score", "generate", "embed"};
    return {"fill-mask", "score", "embed", "contacts"};
}

Json describe(const LoadedModel &model)
{
    const ModelConfig &config = model.model->config();
    return {{"alphabet", model.tokenizer->alphabet() != nullptr ? model.tokenizer->alphabet()->name() : "text"},
            {"tokens", model.tokenizer->tokens()},
            {"parameters", parameterCount(*model.model)},
            {"max_length", model.maxLength},
            {"tasks", tasksOf(*model.model)},
            {"labels", model.model->task().labels},
            {"num_hidden_layers", config.num_hidden_layers},
            {"hidden_size", config.hidden_size},
            {"num_attention_heads", config.num_attention_heads},
            {"intermediate_size", config.intermediate_size}};
}

Result<Json> answerFillMask(const LoadedModel &model, const Json &request, const std::string &sequence)
{
    const auto top = valueOf<std::int64_t>(request, "top", model.tokenizer->size());
    if (!top)
        return Failure(top.error());
    if (*top < 1)
        return fail(ErrorCode::Data, "\"top\" must be at least 1");
    const auto answers = fillMask(model, sequence);
    if (!answers)
        return Failure(answers.error());
    Json masks = Json::array();
    for (const MaskAnswer &answer : *answers) {
        Json tokens = Json::array();
        Json probabilities = Json::array();
        const auto count = std::min(static_cast<std::size_t>(*top), answer.ranking.size());
        for (std::size_t i = 0; i < count; ++i) {
            tokens.push_back(model.tokenizer->token(answer.ranking[i]));
            probabilities.push_back(answer.probabilities[answer.ranking[i]]);
        }
        masks.push_back({{"position", answer.position}, {"tokens", tokens}, {"probabilities", probabilities}});
    }
    return Json{{"masks", masks}};
}

Result<Json> answerScore(const LoadedModel &model, const Json &request, const std::string &sequence)
{
    const auto pseudo = valueOf<bool>(request, "pseudo", false);
    if (!pseudo)
        return Failure(pseudo.error());
    const auto strands = strandsOf(request);
    if (!strands)
        return Failure(strands.error());
    const auto score = scoreSequence(model, sequence, *pseudo, *strands);
    if (!score)
        return Failure(score.error());
    return Json{{"length", score->length},
                {"loss", score->loss},
                {"tokens", model.tokenizer->tokens()},
                {"log_probs", score->logProbabilities}};
}

Result<GenerateRequest> readGenerate(const Json &request, const std::string &prompt)
{
    GenerateRequest wanted;
    wanted.prompt = prompt;
    Result<void> all;
    const auto read = [&](const char *key, auto &value) {
        const auto found = valueOf(request, key, value);
        if (found)
            value = *found;
        else if (all)
            all = Failure(found.error());
    };
    read("max_new_tokens", wanted.maxNewTokens);
    read("count", wanted.count);
    read("temperature", wanted.temperature);
    read("top_k", wanted.topK);
    read("top_p", wanted.topP);
    read("seed", wanted.seed);
    return all.map([&] { return wanted; });
}

Result<Json> answerGenerate(const LoadedModel &model, const Json &request, const std::string &prompt)
{
    const auto wanted = readGenerate(request, prompt);
    if (!wanted)
        return Failure(wanted.error());
    const auto made = generate(model, *wanted);
    if (!made)
        return Failure(made.error());
    Json sequences = Json::array();
    for (const GeneratedSequence &one : *made)
        sequences.push_back({{"sequence", one.letters}, {"ended", one.ended}, {"log_probs", one.logProbabilities}});
    return Json{{"sequences", sequences}};
}

const char *problemName(Problem problem)
{
    switch (problem) {
    case Problem::MultiLabel:
        return "multi_label_classification";
    case Problem::Regression:
        return "regression";
    case Problem::SingleLabel:
        break;
    }
    return "single_label_classification";
}

Result<Json> answerClassify(const LoadedModel &model, const Json &request, const std::string &sequence)
{
    const auto strands = strandsOf(request);
    if (!strands)
        return Failure(strands.error());
    return classifySequence(model, sequence, *strands).map([&](const SequenceAnswer &answer) {
        const TaskSpec &task = model.model->task();
        return Json{{"problem_type", problemName(task.problem)}, {"labels", task.labels}, {"values", answer.values}};
    });
}

Result<Json> answerLabel(const LoadedModel &model, const Json & /*request*/, const std::string &sequence)
{
    return labelResidues(model, sequence).map([&](const std::vector<std::vector<double>> &probabilities) {
        const std::vector<std::string> &labels = model.model->task().labels;
        Json best = Json::array();
        for (const std::vector<double> &row : probabilities)
            best.push_back(labels[static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin())]);
        return Json{{"labels", labels}, {"residues", best}, {"probabilities", probabilities}};
    });
}

Result<Json> answerEmbed(const LoadedModel &model, const Json &request, const std::string &sequence)
{
    const auto perResidue = valueOf<bool>(request, "per_residue", false);
    if (!perResidue)
        return Failure(perResidue.error());
    const auto strands = strandsOf(request);
    if (!strands)
        return Failure(strands.error());
    if (*perResidue)
        return embedResidues(model, sequence, *strands).map([](const auto &rows) {
            return Json{{"embeddings", rows}};
        });
    return embedSequence(model, sequence, *strands).map([](const auto &row) { return Json{{"embedding", row}}; });
}

Result<Json> answerContacts(const LoadedModel &model, const Json & /*request*/, const std::string &sequence)
{
    return predictContacts(model, sequence).map([](const torch::Tensor &map) {
        const torch::Tensor wide = map.to(torch::kFloat64).contiguous();
        Json rows = Json::array();
        for (std::int64_t i = 0; i < wide.size(0); ++i) {
            const double *row = wide.const_data_ptr<double>() + i * wide.size(1);
            rows.push_back(std::vector<double>(row, row + wide.size(1)));
        }
        return Json{{"contacts", rows}};
    });
}

using Answerer = Result<Json> (*)(const LoadedModel &, const Json &, const std::string &);
constexpr std::pair<std::string_view, Answerer> kTasks[] = {
    {"fill-mask", answerFillMask}, {"score", answerScore}, {"generate", answerGenerate}, {"classify", answerClassify},
    {"label", answerLabel},        {"embed", answerEmbed}, {"contacts", answerContacts}};

Result<Json> answerTask(const LoadedModel &model, const Json &request)
{
    const auto task = valueOf<std::string>(request, "task", "");
    if (!task)
        return Failure(task.error());
    const auto sequence = valueOf<std::string>(request, "sequence", "");
    if (!sequence)
        return Failure(sequence.error());
    if (*task == "info")
        return describe(model);
    const bool isLanguageTask = *task == "fill-mask" || *task == "score" || *task == "generate";
    if (isLanguageTask && !model.model->task().isLanguageModel())
        return fail(ErrorCode::Data,
                    fmt::format("this model has no language-model head: ask it to {}",
                                fmt::join(tasksOf(*model.model), " or to ")));
    for (const auto &[name, answer] : kTasks)
        if (*task == name)
            return answer(model, request, *sequence);
    std::vector<std::string_view> known{"info"};
    for (const auto &[name, answer] : kTasks)
        known.push_back(name);
    return fail(ErrorCode::Data,
                fmt::format("there is no task \"{}\": ask for one of {}", *task, fmt::join(known, ", ")));
}

/// What `answer` finds out, or why not: torch and the standard library throw.
template <typename Answer>
Result<Json> safely(const Answer &answer)
{
    try {
        return answer();
    } catch (const std::bad_alloc &) {
        return fail(ErrorCode::OutOfMemory, "there is not enough memory to answer this: give a shorter sequence");
    } catch (const c10::Error &error) {
        return fail(ErrorCode::Internal, fmt::format("the model failed: {}", error.what_without_backtrace()));
    }
}

/// The line that answers a request, with what `find` makes of it.
template <typename Find>
std::string lineFor(const std::string &request, const Find &find)
{
    const Json parsed = Json::parse(request, nullptr, /*allow_exceptions=*/false);
    if (!parsed.is_object())
        return lineOf({{"id", nullptr}, {"ok", false}, {"error", "the request is not a JSON object on one line"}});
    const std::int64_t start = monotonicMicros();
    const auto body = safely([&] { return find(parsed); });
    Json answer{{"id", parsed.value("id", Json())}, {"ok", body.has_value()}};
    if (!body) {
        answer["error"] = body.error().text();
        return lineOf(answer);
    }
    answer["seconds"] = static_cast<double>(monotonicMicros() - start) / 1e6;
    answer.update(*body);
    return lineOf(answer);
}

/// Answers with the model that was loaded last.
class Server
{
public:
    Result<Json> load(const std::filesystem::path &checkpoint, const std::filesystem::path &beside = {})
    {
        return m_shelf.take(checkpoint, beside).map([&](LoadedModel loaded) {
            m_model = std::move(loaded);
            return describe(m_model);
        });
    }
    std::string answer(const std::string &request)
    {
        return lineFor(request, [&](const Json &parsed) {
            return parsed.value("task", Json()) == "load" ? answerLoad(parsed) : answerTask(m_model, parsed);
        });
    }

private:
    Result<Json> answerLoad(const Json &request)
    {
        const auto beside = valueOf<std::string>(request, "beside", "");
        if (!beside)
            return Failure(beside.error());
        return valueOf<std::string>(request, "checkpoint", "").and_then([&](const std::string &folder) {
            return folder.empty() ? Result<Json>(fail(ErrorCode::Data, "\"checkpoint\" is missing: name a folder"))
                                  : load(folder, *beside);
        });
    }

    ModelShelf m_shelf;
    LoadedModel m_model;
};

} // namespace

std::string answerLine(const LoadedModel &model, const std::string &request)
{
    return lineFor(request, [&](const Json &parsed) { return answerTask(model, parsed); });
}

int serve(const std::filesystem::path &checkpoint, std::istream &requests, std::ostream &answers)
{
    Server server;
    const auto loaded = server.load(checkpoint);
    if (!loaded) {
        answers << lineOf({{"ready", false}, {"error", loaded.error().text()}}) << std::endl;
        return static_cast<int>(exitCodeFor(loaded.error().code));
    }
    Json ready{{"ready", true}};
    ready.update(*loaded);
    answers << lineOf(ready) << std::endl;
    for (std::string line; answers && std::getline(requests, line);) {
        if (line.find_first_not_of(" \t\r") != std::string::npos)
            answers << server.answer(line) << std::endl;
    }
    return static_cast<int>(ExitCode::Done);
}

int serve(const std::filesystem::path &checkpoint, int threads)
{
    if (threads > 0)
        at::set_num_threads(threads);
    return serve(checkpoint, std::cin, std::cout);
}

} // namespace anneal
