// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include <fmt/format.h>

#include "config/presets.h"
#include "config/rules.h"

namespace anneal {

namespace {

namespace fs = std::filesystem;

bool isOfBases(const std::string &tokenizer)
{
    return tokenizer == "characters" || tokenizer == "kmer" || tokenizer == "kmer_overlapping";
}

/// Start and end token.
std::int64_t numSpecials(const std::string &tokenizer)
{
    if (tokenizer == "bytes")
        return 0;
    return tokenizer == "kmer" || tokenizer == "characters" ? 1 : 2;
}

void checkAlphabet(const RuleContext &context)
{
    const DataConfig &data = context.config.data;
    if (isOfBases(data.tokenizer) && data.alphabet != "dna")
        context.error("data.tokenizer",
                      fmt::format("This tokenizer ({}) knows the letters of DNA only; choose the DNA alphabet, or "
                                  "single letters.",
                                  data.tokenizer),
                      "letters");
}

void checkMask(const RuleContext &context)
{
    if (context.config.data.tokenizer == "bytes" && context.config.objective.task == "masked_lm")
        context.error("data.tokenizer",
                      "Bytes have no token that hides others, which masked training needs; choose another tokenizer, "
                      "or a task that predicts the next token.",
                      "letters");
}

void checkTokenizerFile(const RuleContext &context)
{
    const DataConfig &data = context.config.data;
    if (data.tokenizer != "bpe") {
        if (!data.tokenizer_file.empty())
            context.warning("data.tokenizer_file", "This file is read for byte pair encoding only.");
        return;
    }
    if (data.tokenizer_file.empty())
        return context.error("data.tokenizer_file",
                             "Byte pair encoding needs a tokenizer.json; name it, or train one with `anneal tokenizer "
                             "train`.");
    fs::path path = resolveDataPath(data.tokenizer_file);
    if (std::error_code ignored; fs::is_directory(path, ignored))
        path /= "tokenizer.json";
    if (const std::string problem = fileProblem(path); !problem.empty())
        context.error("data.tokenizer_file", problem + ".");
}

void checkWindows(const RuleContext &context)
{
    const DataConfig &data = context.config.data;
    const std::int64_t room = data.max_length - numSpecials(data.tokenizer);
    if (data.long_sequences == "window" && data.window_stride > room)
        context.warning("data.window_stride",
                        fmt::format("Windows of {} {} every {} leave gaps that are never seen.", room,
                                    data.tokenizer == "letters" ? "residues" : "tokens", data.window_stride),
                        std::to_string(room));
}

void checkOtherStrand(const RuleContext &context)
{
    const DataConfig &data = context.config.data;
    if (data.reverse_complement == 0)
        return;
    if (data.alphabet != "dna")
        context.error("data.reverse_complement",
                      "Only DNA has a second strand; set this to 0, or choose the DNA "
                      "alphabet.",
                      "0");
    else if (data.tokenizer == "bpe")
        context.error("data.reverse_complement",
                      "The other strand has another number of byte pairs, which a packed batch has no room for; set "
                      "this to 0, or choose letters or k-mers.",
                      "0");
}

} // namespace

std::vector<Rule> tokenizerRules()
{
    return {
        {{"data.tokenizer", "data.alphabet"}, checkAlphabet},
        {{"data.tokenizer", "objective.task"}, checkMask},
        {{"data.tokenizer"}, checkTokenizerFile},
        {{"data.tokenizer", "data.max_length", "data.long_sequences", "data.window_stride"}, checkWindows},
        {{"data.tokenizer", "data.alphabet", "data.reverse_complement"}, checkOtherStrand},
    };
}

} // namespace anneal
