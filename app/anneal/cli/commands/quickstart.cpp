// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <fmt/format.h>

#include "base/units.h"
#include "bio/sequencefile.h"
#include "cli/commands/commands.h"
#include "cli/enginecall.h"
#include "cli/follow.h"
#include "cli/metricsview.h"
#include "cli/output.h"
#include "cli/sequenceinput.h"
#include "cli/start.h"
#include "cli/texttable.h"
#include "run/checkpoints.h"

namespace anneal {

namespace {

constexpr const char *kPreset = "quick-start";

/// Losses on the validation part that models reach which only count residues.
struct Baselines {
    double unigram = 0, order3 = 0;
};
Result<Baselines> readBaselines()
{
    const fs::path file = resourceFolder() / "samples/proteins/baselines.json";
    const auto text = readFile(file);
    if (!text)
        return tl::unexpected(text.error());
    try {
        const auto baselines = nlohmann::json::parse(*text).at("baselines");
        return Baselines{baselines.at("unigram").at("validation").get<double>(),
                         baselines.at("order3").at("validation").get<double>()};
    } catch (const nlohmann::json::exception &) {
        return fail(ErrorCode::Storage, "The file is damaged. Get it again with `git checkout resources`.",
                    file.string());
    }
}

struct Losses {
    double first = 0, last = 0;
};
Result<Losses> validationLosses(const RunPaths &paths)
{
    MetricsView metrics(paths);
    if (auto read = metrics.read(); !read)
        return tl::unexpected(read.error());
    const LoggedSeries *loss = metrics.find("validation.loss");
    if (!loss)
        return fail(ErrorCode::Internal, "The run has logged no validation loss.", paths.metrics().string());
    return Losses{loss->values.front(), loss->values.back()};
}

/// One residue in the middle of a bundled protein, hidden.
struct MaskedQuestion {
    std::string name, masked;
    std::size_t position = 0; ///< from 1
    std::string hidden;
};
Result<MaskedQuestion> maskedQuestion()
{
    const auto set = readSequences(resourceFolder() / "samples/proteins/annotated_40.fasta", Alphabet::protein());
    if (!set)
        return tl::unexpected(set.error());
    const std::string letters = set->alphabet->decode(set->sequence(0), set->length(0));
    const std::size_t middle = letters.size() / 2;
    return MaskedQuestion{std::string(set->name(0)), letters.substr(0, middle) + "<mask>" + letters.substr(middle + 1),
                          middle + 1, letters.substr(middle, 1)};
}

struct Answered {
    MaskedQuestion question;
    nlohmann::json masks;
};
Result<Answered> askOnce(const RunPaths &paths)
{
    const auto question = maskedQuestion();
    if (!question)
        return tl::unexpected(question.error());
    const auto checkpoint = chooseCheckpoint(paths, "last");
    if (!checkpoint)
        return tl::unexpected(checkpoint.error());
    ModelQuestions model(checkpoint->folder);
    const auto answer = model.ask({{"task", "fill-mask"}, {"sequence", question->masked}, {"top", 5}});
    if (!answer)
        return tl::unexpected(answer.error());
    return Answered{*question, answer->value("masks", nlohmann::json::array())};
}

/// A digit more than elsewhere: the baselines differ in the third.
std::string lossText(double nats)
{
    return std::isfinite(nats) ? fmt::format("{:.4f}", nats) : formatLoss(nats);
}

void printLosses(const Losses &losses, const Baselines &baselines)
{
    TextTable table({"Validation loss, nats per residue", ""});
    table.add({"  at the first evaluation", lossText(losses.first)});
    table.add({"  at the end", lossText(losses.last)});
    table.add({"  a model that only knows how often each residue is", lossText(baselines.unigram)});
    table.add({"  a model that counts after which three residues it stands", lossText(baselines.order3)});
    table.print();
}

void printAnswered(const Answered &answered)
{
    std::cout << "\nWhich residue stands at position " << answered.question.position << " of " << answered.question.name
              << "? (it is " << answered.question.hidden << ")\n";
    for (const auto &mask : answered.masks)
        for (std::size_t i = 0; i < mask.at("tokens").size(); ++i)
            std::cout << "  " << mask["tokens"][i].get<std::string>() << "  "
                      << formatNorm(100 * mask.at("probabilities").at(i).get<double>()) << " %\n";
}

Json document(const StartedRun &run, const Losses &losses, const Baselines &baselines, const Answered &answered)
{
    return {{"id", run.id},
            {"folder", run.paths.root.string()},
            {"first_validation_loss", jsonNumber(losses.first)},
            {"last_validation_loss", jsonNumber(losses.last)},
            {"baselines", {{"unigram", baselines.unigram}, {"order3", baselines.order3}}},
            {"question",
             {{"sequence", answered.question.masked},
              {"position", answered.question.position},
              {"hidden", answered.question.hidden}}},
            {"masks", answered.masks}};
}

Result<int> summarise(const Session &session, const StartedRun &run)
{
    const auto losses = validationLosses(run.paths);
    if (!losses)
        return tl::unexpected(losses.error());
    const auto baselines = readBaselines();
    if (!baselines)
        return tl::unexpected(baselines.error());
    const auto answered = askOnce(run.paths);
    if (!answered)
        return tl::unexpected(answered.error());
    if (session.json) {
        printJson(document(run, *losses, *baselines, *answered));
        return 0;
    }
    printLosses(*losses, *baselines);
    printAnswered(*answered);
    const std::string command = programCommand();
    std::cout << "\nThe run is in " << run.paths.root.string() << "\n`" << command << " show " << run.id
              << "` tells more about it; with a display, `" << command << "` opens the window.\n";
    return 0;
}

} // namespace

Result<int> quickStart(const Session &session)
{
    const auto workspace = openWorkspace(session);
    if (!workspace)
        return tl::unexpected(workspace.error());
    StartArguments arguments;
    arguments.config.source = kPreset;
    const auto run = startRun(*workspace, arguments);
    if (!run)
        return tl::unexpected(run.error());
    say("Training the preset " + std::string(kPreset) + " as " + run->name + " (" + run->id + ").");
    const auto followed = followRun(run->paths);
    if (!followed)
        return tl::unexpected(followed.error());
    if (followed->left || followed->exitCode != 0) {
        say(followed->left ? "The run goes on; `anneal show " + run->id + "` says how it is."
                           : phaseText(followed->evidence.phase, followed->evidence.reason) + "; see "
                    + run->paths.logs().string());
        return followed->exitCode;
    }
    return summarise(session, *run);
}

} // namespace anneal
