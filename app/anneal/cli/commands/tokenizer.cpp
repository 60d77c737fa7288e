// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "base/units.h"
#include "bio/bpetrainer.h"
#include "bio/tokenizerfolder.h"
#include "cli/commands/commands.h"
#include "cli/output.h"
#include "cli/progressline.h"
#include "config/presets.h"

namespace anneal {

namespace {

struct TrainOptions {
    std::string fasta, folder, alphabet = "dna";
    BpeTraining training;
};

struct EncodeOptions {
    std::string folder;
    std::vector<std::string> sequences;
};

constexpr std::int64_t kMostInput = 512; ///< what is written as the longest input; a model says its own

Result<SequenceSet> readTrainingFile(const TrainOptions &options, ProgressLine &line)
{
    const auto alphabet = Alphabet::byName(options.alphabet);
    if (!alphabet)
        return tl::unexpected(alphabet.error());
    ReadOptions reading;
    reading.progress = [&line](double share) {
        line.show(share, "reading");
        return true;
    };
    auto set = readSequences(resolveDataPath(options.fasta), **alphabet, reading);
    line.clear();
    if (set)
        for (const ReadWarning &warning : set->warnings)
            say("warning: " + warning.message);
    return set;
}

void printTrained(const Session &session, const TrainOptions &options, const SequenceSet &set,
                  const BpeTokenizer &tokenizer)
{
    const std::size_t letters = set.tokens.size();
    if (session.json)
        return printJson({{"folder", options.folder},
                          {"tokens", tokenizer.size()},
                          {"merges", tokenizer.description().merges.size()},
                          {"letters", letters}});
    std::cout << fmt::format("Wrote {} tokens, learnt from {} letters, to {}.\n", tokenizer.size(),
                             formatCount(static_cast<double>(letters)), options.folder);
    if (tokenizer.size() < options.training.vocabularySize)
        std::cout << fmt::format("No other pair occurs {} times.\n", options.training.minimumCount);
}

Result<int> train(const Session &session, const TrainOptions &options)
{
    ProgressLine line;
    const auto set = readTrainingFile(options, line);
    if (!set)
        return tl::unexpected(set.error());
    BpeTraining training = options.training;
    training.progress = [&line](double share) {
        line.show(share, "merging");
        return true;
    };
    const auto tokenizer = trainBpe(*set, training);
    line.clear();
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    if (auto made = makeFolder(options.folder); !made)
        return tl::unexpected(made.error());
    if (auto written = writeTokenizer(options.folder, **tokenizer, kMostInput); !written)
        return tl::unexpected(written.error());
    printTrained(session, options, *set, **tokenizer);
    return 0;
}

Result<int> encode(const Session &session, const EncodeOptions &options)
{
    const auto tokenizer = readTokenizer(options.folder);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    for (const std::string &sequence : options.sequences) {
        const auto ids = (*tokenizer)->encode(sequence);
        if (!ids)
            return tl::unexpected(ids.error());
        Json tokens = Json::array();
        std::string text;
        for (const WideTokenId id : *ids) {
            tokens.push_back((*tokenizer)->token(id));
            text += (text.empty() ? "" : " ") + (*tokenizer)->token(id);
        }
        if (session.json)
            printJsonLine({{"sequence", sequence}, {"ids", *ids}, {"tokens", tokens}});
        else
            std::cout << text << '\n';
    }
    return 0;
}

void addTrain(CLI::App &family, Session &session)
{
    const auto options = std::make_shared<TrainOptions>();
    CLI::App *command = addCommand(family, session, "train",
                                   "Learn byte pair encoding from sequences; writes tokenizer.json", options, train);
    command->add_option("FASTA", options->fasta, "The sequences; sample:NAME is a bundled set")->required();
    command->add_option("--to", options->folder, "Folder to write to")->type_name("DIR")->required();
    command->add_option("--vocab-size", options->training.vocabularySize, "Tokens, single letters included [4096]")
        ->type_name("N");
    command->add_option("--alphabet", options->alphabet, "protein, dna or rna [dna]")->type_name("NAME");
    command->add_option("--min-count", options->training.minimumCount, "Leave rarer pairs as they are [2]")
        ->type_name("N")
        ->check(positiveNumber);
}

void addEncode(CLI::App &family, Session &session)
{
    const auto options = std::make_shared<EncodeOptions>();
    CLI::App *command = addCommand(family, session, "encode",
                                   "Show the tokens of sequences; with --json one object a line", options, encode);
    command->add_option("DIR", options->folder, "Folder with tokenizer.json or vocab.txt")->required();
    command->add_option("SEQUENCE", options->sequences, "Letters as the model gets them")->required();
}

} // namespace

void addTokenizer(CLI::App &app, Session &session)
{
    CLI::App *family = app.add_subcommand("tokenizer", "Make a tokenizer, or see what one does");
    family->fallthrough();
    family->require_subcommand(1);
    addTrain(*family, session);
    addEncode(*family, session);
}

} // namespace anneal
