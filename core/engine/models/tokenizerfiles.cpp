// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tokenizerfiles.h"

#include <array>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"

namespace anneal {
namespace {

using Json = nlohmann::ordered_json;

Json specialTokens(const Alphabet &alphabet)
{
    return {{"cls_token", alphabet.token(alphabet.cls())},
            {"eos_token", alphabet.token(alphabet.eos())},
            {"mask_token", alphabet.token(alphabet.mask())},
            {"pad_token", alphabet.token(alphabet.pad())},
            {"unk_token", alphabet.token(alphabet.unk())}};
}

std::string vocabularyText(const Alphabet &alphabet)
{
    std::string text;
    for (const std::string &token : alphabet.tokens())
        text += token + "\n";
    return text;
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        lines.push_back(line);
    }
    while (!lines.empty() && lines.back().empty())
        lines.pop_back();
    return lines;
}

} // namespace

Result<void> writeTokenizerFiles(const fs::path &folder, const Alphabet &alphabet, std::int64_t maxLength)
{
    const Json special = specialTokens(alphabet);
    Json settings = special;
    settings["tokenizer_class"] = "EsmTokenizer";
    settings["model_max_length"] = maxLength;
    settings["clean_up_tokenization_spaces"] = false;
    const std::array<std::pair<const char *, std::string>, 3> files{{
        {"vocab.txt", vocabularyText(alphabet)},
        {"tokenizer_config.json", settings.dump(2) + "\n"},
        {"special_tokens_map.json", special.dump(2) + "\n"},
    }};
    for (const auto &[name, text] : files) {
        if (auto written = writeFileAtomic(folder / name, text); !written)
            return written;
    }
    return {};
}

Result<const Alphabet *> readAlphabet(const fs::path &folder, std::int64_t vocabulary)
{
    const fs::path path = folder / "vocab.txt";
    const std::array<const Alphabet *, 2> known{&Alphabet::protein(), &Alphabet::dna()};
    if (!fs::exists(path)) {
        for (const Alphabet *alphabet : known) {
            if (alphabet->size() == vocabulary)
                return alphabet;
        }
        return fail(ErrorCode::Data,
                    fmt::format("there is no vocab.txt, and no known alphabet has {} tokens", vocabulary),
                    folder.string());
    }
    const auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    const std::vector<std::string> tokens = linesOf(*text);
    for (const Alphabet *alphabet : known) {
        if (alphabet->tokens() == tokens && alphabet->size() == vocabulary)
            return alphabet;
    }
    return fail(
        ErrorCode::Data,
        fmt::format("its {} tokens are neither the protein nor the DNA alphabet that the model's {} tokens could be",
                    tokens.size(), vocabulary),
        path.string());
}

} // namespace anneal
