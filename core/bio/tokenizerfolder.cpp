// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/tokenizerfolder.h"

#include <algorithm>
#include <array>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "bio/bpefile.h"
#include "bio/bpejson.h"
#include "bio/bytetokenizer.h"
#include "bio/kmertokenizer.h"
#include "bio/tokenizers.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char *kBytesClass = "CharLevelTokenizer";
constexpr const char *kEsmClass = "EsmTokenizer";

const std::array<const Alphabet *, 3> &alphabets()
{
    static const std::array<const Alphabet *, 3> all{&Alphabet::protein(), &Alphabet::dna(), &Alphabet::rna()};
    return all;
}

/// The two small files about a tokenizer; either may be missing.
struct Settings {
    Json config = Json::object();
    Json map = Json::object();

    /// A token is a text, or an object with its text as "content".
    [[nodiscard]] std::string tokenName(const char *key) const
    {
        for (const Json *file : {&map, &config}) {
            const auto found = file->find(key);
            if (found != file->end() && found->is_string())
                return found->get<std::string>();
            if (found != file->end() && found->is_object() && found->contains("content"))
                return found->at("content").is_string() ? found->at("content").get<std::string>() : std::string();
        }
        return {};
    }
    [[nodiscard]] SpecialNames names() const
    {
        return {tokenName("cls_token"), tokenName("pad_token"),
                tokenName("eos_token").empty() ? tokenName("sep_token") : tokenName("eos_token"),
                tokenName("unk_token"), tokenName("mask_token")};
    }
    [[nodiscard]] std::string className() const
    {
        const auto found = config.find("tokenizer_class");
        return found != config.end() && found->is_string() ? found->get<std::string>() : std::string();
    }
    /// Written down as null: nothing stands after a sequence.
    [[nodiscard]] bool hasNoEnd() const { return config.contains("eos_token") && config.at("eos_token").is_null(); }
};

Result<Json> readJson(const fs::path &path)
{
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return Json::object();
    const auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    Json json = Json::parse(*text, nullptr, false);
    if (!json.is_object())
        return fail(ErrorCode::Data, "This is no JSON object; get the file again.", displayPath(path));
    return json;
}

Result<Settings> readSettings(const fs::path &folder)
{
    auto config = readJson(folder / "tokenizer_config.json");
    if (!config)
        return Failure(config.error());
    auto map = readJson(folder / "special_tokens_map.json");
    if (!map)
        return Failure(map.error());
    return Settings{std::move(*config), std::move(*map)};
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

bool isKmer(std::string_view token)
{
    return token.size() >= 2 && token.find_first_not_of("ACGT") == std::string_view::npos;
}

/// Letters of the k-mers that a vocabulary holds all of; 0 when it does not.
int kmerLength(const Vocabulary &vocabulary)
{
    const auto first = std::find_if(vocabulary.tokens.begin(), vocabulary.tokens.end(), isKmer);
    if (first == vocabulary.tokens.end())
        return 0;
    const std::size_t length = first->size();
    const auto count = std::count_if(vocabulary.tokens.begin(), vocabulary.tokens.end(),
                                     [&](const std::string &token) { return isKmer(token) && token.size() == length; });
    return length <= KmerTokenizer::kLongest && count == 1 << (2 * length) ? static_cast<int>(length) : 0;
}

bool hasOnlyLetters(const Vocabulary &vocabulary)
{
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id)
        if (!vocabulary.isSpecial[id] && vocabulary.tokens[id].size() != 1)
            return false;
    return true;
}

/// Everything but letters and k-mers: "<cls>", "[MASK]", "<null_1>".
std::vector<std::string> namesIn(const std::vector<std::string> &tokens)
{
    std::vector<std::string> names;
    std::copy_if(tokens.begin(), tokens.end(), std::back_inserter(names),
                 [](const std::string &token) { return token.size() > 1 && (token[0] == '<' || token[0] == '['); });
    return names;
}

/// Tokens of one letter without merges are letters, which are found faster than pairs.
TokenizerPtr asLetters(const Vocabulary &vocabulary, bool lowersCase)
{
    return std::make_shared<TrieTokenizer>(TokenizerKind::Letters, vocabulary, UnknownText::OnePerLetter, lowersCase);
}

Result<TokenizerPtr> fromJson(const fs::path &path, const Settings &settings)
{
    auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    auto bpe = parseBpe(std::move(*text), displayPath(path), nullptr, settings.names());
    if (!bpe)
        return Failure(bpe.error());
    const BpeDescription &description = (*bpe)->description();
    if (description.merges.empty() && !description.byteLevel && hasOnlyLetters((*bpe)->vocabulary()))
        return asLetters((*bpe)->vocabulary(), description.lowersCase);
    return TokenizerPtr(std::move(*bpe));
}

TokenizerPtr fromVocabulary(Vocabulary vocabulary, const Settings &settings, int k)
{
    const SpecialTokens &special = vocabulary.special;
    const bool hasSingleBases = vocabulary.find("A").has_value();
    vocabulary.start = special.cls;
    if (k > 0 && hasSingleBases) {
        if (settings.config.contains("eos_token") && !settings.hasNoEnd())
            vocabulary.end = special.eos;
        return std::make_shared<TrieTokenizer>(TokenizerKind::Kmers, std::move(vocabulary), UnknownText::OnePerPiece);
    }
    if (!settings.hasNoEnd())
        vocabulary.end = special.eos;
    if (k > 0)
        return std::make_shared<KmerTokenizer>(k, std::move(vocabulary));
    const bool lowersCase = vocabulary.find("a") && !vocabulary.find("A");
    const UnknownText unknown =
        settings.className() == kEsmClass ? UnknownText::OnePerPiece : UnknownText::OnePerLetter;
    return std::make_shared<TrieTokenizer>(TokenizerKind::Letters, std::move(vocabulary), unknown, lowersCase);
}

Result<TokenizerPtr> fromVocabularyFile(const fs::path &path, const Settings &settings)
{
    const auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    Vocabulary vocabulary;
    vocabulary.tokens = linesOf(*text);
    for (const Alphabet *alphabet : alphabets())
        if (alphabet->tokens() == vocabulary.tokens)
            return letterTokenizer(*alphabet);
    if (vocabulary.tokens == hyenaDnaTokenizer()->tokens())
        return hyenaDnaTokenizer();
    if (vocabulary.tokens.empty() || vocabulary.tokens.size() > Vocabulary::kMostTokens)
        return fail(ErrorCode::Data,
                    fmt::format("A vocabulary of {} tokens is not supported; {} is the most.", vocabulary.tokens.size(),
                                Vocabulary::kMostTokens),
                    displayPath(path));
    vocabulary.special = findSpecialTokens(vocabulary, settings.names());
    markSpecial(vocabulary, namesIn(vocabulary.tokens));
    vocabulary.alphabet = guessAlphabet(vocabulary);
    const int k = kmerLength(vocabulary);
    const bool overlaps = k > 0 && !vocabulary.find("A");
    if (overlaps && !(vocabulary.special.unk && vocabulary.special.mask))
        return fail(ErrorCode::Data, "Overlapping k-mers need a token for unknown ones and one that hides; add them.",
                    displayPath(path));
    if (k == 0 && !hasOnlyLetters(vocabulary))
        return fail(
            ErrorCode::Data,
            "Its tokens are neither letters nor all k-mers of one length; give the tokenizer.json of the model.",
            displayPath(path));
    return fromVocabulary(std::move(vocabulary), settings, k);
}

/// By the number of rows alone; nothing when no known tokenizer has so many.
TokenizerPtr bySize(std::int64_t size)
{
    for (const Alphabet *alphabet : alphabets())
        if (alphabet->size() == size)
            return letterTokenizer(*alphabet);
    for (int k = KmerTokenizer::kShortest; k <= KmerTokenizer::kLongest; ++k)
        if (size == 5 + (std::int64_t{1} << (2 * k)))
            return dnabertTokenizer(k);
    switch (size) {
    case 12:
    case 16: // padded to a multiple of 8
        return hyenaDnaTokenizer();
    case ByteTokenizer::kVocabularySize:
        return std::make_shared<ByteTokenizer>();
    case 4107:
        return nucleotideTransformerTokenizer(NucleotideTransformer::V2);
    default:
        return nullptr;
    }
}

Result<TokenizerPtr> fromFiles(const fs::path &folder, const Settings &settings, std::int64_t vocabularySize)
{
    std::error_code ignored;
    const fs::path json = folder / "tokenizer.json", list = folder / "vocab.txt";
    const bool hasList = fs::exists(list, ignored);
    if (fs::exists(json, ignored)) {
        auto made = fromJson(json, settings);
        if (made || !hasList) // a list of tokens beside it may say it in a way that is supported
            return made;
    }
    if (hasList)
        return fromVocabularyFile(list, settings);
    if (settings.className() == kBytesClass)
        return std::make_shared<ByteTokenizer>();
    if (TokenizerPtr known = bySize(vocabularySize))
        return known;
    return fail(
        ErrorCode::Data,
        fmt::format("There is no tokenizer.json and no vocab.txt{}; copy the tokenizer's files into the folder.",
                    vocabularySize > 0 ? fmt::format(", and no known tokenizer has {} tokens", vocabularySize)
                                       : std::string()),
        displayPath(folder));
}

Json specialNames(const Tokenizer &tokenizer)
{
    Json names = Json::object();
    const SpecialTokens &special = tokenizer.special();
    const bool sayEnd = tokenizer.endToken().has_value() || tokenizer.kind() != TokenizerKind::Kmers;
    const auto add = [&](const char *key, std::optional<WideTokenId> id) {
        if (id)
            names[key] = tokenizer.token(*id);
    };
    add("cls_token", special.cls);
    add("eos_token", sayEnd ? special.eos : std::nullopt);
    add("mask_token", special.mask);
    add("pad_token", special.pad);
    if (special.eos && tokenizer.token(*special.eos) == "[SEP]")
        add("sep_token", special.eos);
    add("unk_token", special.unk);
    return names;
}

std::string vocabularyText(const Tokenizer &tokenizer)
{
    std::string text;
    for (const std::string &token : tokenizer.tokens())
        text += token + "\n";
    return text;
}

bool isAlphabet(const Tokenizer &tokenizer)
{
    return std::any_of(alphabets().begin(), alphabets().end(),
                       [&](const Alphabet *alphabet) { return alphabet->tokens() == tokenizer.tokens(); });
}

const char *classOf(const Tokenizer &tokenizer)
{
    switch (tokenizer.kind()) {
    case TokenizerKind::Bytes:
        return kBytesClass;
    case TokenizerKind::Kmers:
        return kEsmClass;
    case TokenizerKind::OverlappingKmers:
        return "BertTokenizer";
    case TokenizerKind::Letters:
        return isAlphabet(tokenizer) ? kEsmClass : "PreTrainedTokenizerFast";
    case TokenizerKind::Bpe:
        break;
    }
    return "PreTrainedTokenizerFast";
}

/// Letters as byte pairs that never merge, which is what transformers can read.
std::string lettersFile(const TrieTokenizer &tokenizer)
{
    const auto name = [&](std::optional<WideTokenId> id) { return id ? tokenizer.token(*id) : std::string(); };
    std::vector<std::string> special;
    for (int id = 0; id < tokenizer.size(); ++id)
        if (tokenizer.isSpecial(static_cast<WideTokenId>(id)))
            special.push_back(tokenizer.token(static_cast<WideTokenId>(id)));
    return bpeFileText(tokenizer.tokens(), {}, special,
                       {name(tokenizer.startToken()), name(tokenizer.endToken()), name(tokenizer.special().unk),
                        tokenizer.lowersCase()});
}

Json configOf(const Tokenizer &tokenizer, const Json &names, std::int64_t maxLength)
{
    Json config = names;
    if (tokenizer.kind() == TokenizerKind::Kmers && !tokenizer.endToken())
        config["eos_token"] = nullptr;
    config["tokenizer_class"] = classOf(tokenizer);
    config["model_max_length"] = maxLength;
    config["clean_up_tokenization_spaces"] = false;
    if (tokenizer.kind() == TokenizerKind::OverlappingKmers)
        config["do_lower_case"] = false;
    if (tokenizer.kind() == TokenizerKind::Bytes)
        config["vocab_size"] = tokenizer.size();
    return config;
}

} // namespace

Result<TokenizerPtr> readTokenizer(const fs::path &folder, std::int64_t vocabularySize)
{
    const auto settings = readSettings(folder);
    if (!settings)
        return Failure(settings.error());
    auto tokenizer = fromFiles(folder, *settings, vocabularySize);
    if (tokenizer && vocabularySize > 0 && (*tokenizer)->size() > vocabularySize)
        return fail(ErrorCode::Data,
                    fmt::format("The tokenizer has {} tokens, but the model only {}; they are not of one model.",
                                (*tokenizer)->size(), vocabularySize),
                    displayPath(folder));
    return tokenizer;
}

Result<void> writeTokenizer(const fs::path &folder, const Tokenizer &tokenizer, std::int64_t maxLength)
{
    const Json names = specialNames(tokenizer);
    std::vector<std::pair<const char *, std::string>> files{
        {"tokenizer_config.json", configOf(tokenizer, names, maxLength).dump(2) + "\n"},
        {"special_tokens_map.json", names.dump(2) + "\n"}};
    if (const auto *bpe = dynamic_cast<const BpeTokenizer *>(&tokenizer))
        files.emplace_back("tokenizer.json", bpe->fileText());
    else if (tokenizer.kind() != TokenizerKind::Bytes)
        files.emplace_back("vocab.txt", vocabularyText(tokenizer));
    if (const auto *letters = dynamic_cast<const TrieTokenizer *>(&tokenizer);
        letters != nullptr && tokenizer.kind() == TokenizerKind::Letters && !isAlphabet(tokenizer))
        files.emplace_back("tokenizer.json", lettersFile(*letters));
    for (const auto &[name, text] : files)
        if (auto written = writeFileAtomic(folder / name, text); !written)
            return written;
    return {};
}

} // namespace anneal
