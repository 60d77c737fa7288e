// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/bpejson.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace anneal {

namespace {

using Json = nlohmann::json; // sorted: the ordered kind searches all tokens for each one

std::size_t idOf(const std::vector<std::string> &tokens, const std::string &token)
{
    return static_cast<std::size_t>(std::find(tokens.begin(), tokens.end(), token) - tokens.begin());
}

Json addedTokens(const std::vector<std::string> &tokens, const std::vector<std::string> &special)
{
    Json added = Json::array();
    for (const std::string &name : special)
        added.push_back({{"id", idOf(tokens, name)},
                         {"content", name},
                         {"single_word", false},
                         {"lstrip", false},
                         {"rstrip", false},
                         {"normalized", false},
                         {"special", true}});
    return added;
}

Json specialPiece(const std::string &name, int type)
{
    return {{"SpecialToken", {{"id", name}, {"type_id", type}}}};
}

Json sequencePiece(const char *name, int type)
{
    return {{"Sequence", {{"id", name}, {"type_id", type}}}};
}

Json pieces(const BpeFileEnds &ends, bool isPair)
{
    Json list = Json::array();
    if (!ends.before.empty())
        list.push_back(specialPiece(ends.before, 0));
    list.push_back(sequencePiece("A", 0));
    if (!ends.after.empty())
        list.push_back(specialPiece(ends.after, 0));
    if (isPair)
        list.push_back(sequencePiece("B", 1));
    if (isPair && !ends.after.empty())
        list.push_back(specialPiece(ends.after, 1));
    return list;
}

Json postProcessor(const std::vector<std::string> &tokens, const BpeFileEnds &ends)
{
    Json special = Json::object();
    for (const std::string &name : {ends.before, ends.after})
        if (!name.empty())
            special[name] = {{"id", name}, {"ids", Json::array({idOf(tokens, name)})}, {"tokens", Json::array({name})}};
    return {{"type", "TemplateProcessing"},
            {"single", pieces(ends, false)},
            {"pair", pieces(ends, true)},
            {"special_tokens", special}};
}

Json model(const std::vector<std::string> &tokens, const std::vector<TokenPair> &merges, const BpeFileEnds &ends)
{
    Json vocabulary = Json::object();
    for (std::size_t id = 0; id < tokens.size(); ++id)
        vocabulary[tokens[id]] = id;
    Json pairs = Json::array();
    for (const TokenPair &pair : merges)
        pairs.push_back(Json::array({tokens[pair.left], tokens[pair.right]}));
    return {{"type", "BPE"},
            {"dropout", nullptr},
            {"unk_token", ends.unknown.empty() ? Json() : Json(ends.unknown)},
            {"continuing_subword_prefix", nullptr},
            {"end_of_word_suffix", nullptr},
            {"fuse_unk", false},
            {"byte_fallback", false},
            {"ignore_merges", false},
            {"vocab", vocabulary},
            {"merges", pairs}};
}

} // namespace

const std::vector<std::string> &bpeSpecialNames()
{
    static const std::vector<std::string> names{"[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]"};
    return names;
}

std::string bpeFileText(const std::vector<std::string> &tokens, const std::vector<TokenPair> &merges,
                        const std::vector<std::string> &special, const BpeFileEnds &ends)
{
    const Json lower = {{"type", "Lowercase"}};
    const Json file = {{"version", "1.0"},
                       {"truncation", nullptr},
                       {"padding", nullptr},
                       {"added_tokens", addedTokens(tokens, special)},
                       {"normalizer", ends.lowersCase ? lower : Json()},
                       {"pre_tokenizer", {{"type", "Whitespace"}}},
                       {"post_processor", postProcessor(tokens, ends)},
                       {"decoder", nullptr},
                       {"model", model(tokens, merges, ends)}};
    return file.dump(2) + "\n";
}

} // namespace anneal
