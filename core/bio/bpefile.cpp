// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/bpefile.h"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

using Json = nlohmann::json;

/// The member, or null when there is none.
const Json &member(const Json &object, const char *key)
{
    static const Json null;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() ? *found : null;
}

bool isTrue(const Json &object, const char *key, bool otherwise = false)
{
    const Json &value = member(object, key);
    return value.is_boolean() ? value.get<bool>() : otherwise;
}

std::string textOf(const Json &object, const char *key)
{
    const Json &value = member(object, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

/// Reads one tokenizer.json, part by part.
class Reader
{
public:
    Reader(const Json &file, const std::string &where)
        : m_file(file)
        , m_where(where)
    {
    }

    Result<BpeDescription> read(const Alphabet *alphabet, const SpecialNames &names)
    {
        for (const auto part :
             {&Reader::readModel, &Reader::readAdded, &Reader::readNormalizer, &Reader::readSplit, &Reader::readMerges})
            if (auto done = (this->*part)(); !done)
                return Failure(done.error());
        Vocabulary &vocabulary = m_description.vocabulary;
        vocabulary.special = findSpecialTokens(vocabulary, names);
        if (const auto unknown = vocabulary.find(textOf(member(m_file, "model"), "unk_token")))
            vocabulary.special.unk = unknown;
        if (auto done = readTemplate(member(m_file, "post_processor")); !done)
            return Failure(done.error());
        markSpecial(vocabulary, m_specialNames);
        for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id)
            vocabulary.isSpecial[id] = vocabulary.isSpecial[id] || vocabulary.tokens[id].empty(); // a number left out
        vocabulary.alphabet = alphabet != nullptr ? alphabet : guessAlphabet(vocabulary);
        return std::move(m_description);
    }

private:
    [[nodiscard]] Failure refuse(const std::string &sentence) const { return fail(ErrorCode::Data, sentence, m_where); }

    /// Says what is not supported, in the words of the file.
    [[nodiscard]] Failure notSupported(const char *part, const std::string &value) const
    {
        return refuse(
            fmt::format("The {} '{}' is not supported; use a tokenizer without it.", part, displayText(value)));
    }

    Result<void> readModel()
    {
        const Json &model = member(m_file, "model");
        const std::string type = textOf(model, "type");
        if (!type.empty() && type != "BPE")
            return notSupported("model type", type);
        const Json &ids = member(model, "vocab");
        if (!ids.is_object() || ids.empty())
            return refuse("There is no list of tokens (model.vocab); this is no tokenizer.json of byte pair encoding.");
        for (const char *key : {"continuing_subword_prefix", "end_of_word_suffix"})
            if (const std::string value = textOf(model, key); !value.empty())
                return notSupported(key, value);
        if (member(model, "dropout").is_number() && member(model, "dropout").get<double>() > 0)
            return refuse("Merges are left out at random (model.dropout); set it to null.");
        if (isTrue(model, "byte_fallback"))
            return notSupported("setting", "byte_fallback");
        m_description.joinsUnknown = isTrue(model, "fuse_unk");
        m_description.wholeWordsFirst = isTrue(model, "ignore_merges");
        for (const auto &[token, id] : ids.items())
            if (auto added = addToken(token, id); !added)
                return added;
        return {};
    }

    Result<void> addToken(const std::string &token, const Json &id)
    {
        if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= Vocabulary::kMostTokens)
            return refuse(fmt::format("The token '{}' has no id below {}; larger vocabularies are not supported.",
                                      displayText(token), Vocabulary::kMostTokens));
        const auto place = id.get<std::size_t>();
        std::vector<std::string> &tokens = m_description.vocabulary.tokens;
        if (place >= tokens.size())
            tokens.resize(place + 1);
        if (!tokens[place].empty() && tokens[place] != token)
            return refuse(fmt::format("The tokens '{}' and '{}' have the same id {}; correct one of them.",
                                      displayText(tokens[place]), displayText(token), place));
        tokens[place] = token;
        m_ids.emplace(token, static_cast<WideTokenId>(place));
        return {};
    }

    Result<void> readAdded()
    {
        for (const Json &added : member(m_file, "added_tokens")) {
            const std::string text = textOf(added, "content");
            if (text.empty())
                return refuse("One of added_tokens has no content; remove it.");
            if (auto known = addToken(text, member(added, "id")); !known)
                return known;
            if (isTrue(added, "single_word"))
                return refuse(fmt::format("The token '{}' counts between words only (single_word); set that to false.",
                                          displayText(text)));
            m_description.added.push_back({text, m_ids.at(text), isTrue(added, "lstrip"), isTrue(added, "rstrip")});
            if (isTrue(added, "special"))
                m_specialNames.push_back(text);
        }
        return {};
    }

    Result<void> readNormalizer() { return addNormalizer(member(m_file, "normalizer")); }

    /// Unicode forms change nothing in letters of sequences.
    Result<void> addNormalizer(const Json &normalizer)
    {
        const std::string type = textOf(normalizer, "type");
        if (normalizer.is_null() || type == "NFC" || type == "NFD" || type == "NFKC" || type == "NFKD")
            return {};
        if (type == "Lowercase") {
            m_description.lowersCase = true;
            return {};
        }
        if (type != "Sequence")
            return notSupported("normalizer", type);
        for (const Json &part : member(normalizer, "normalizers"))
            if (auto added = addNormalizer(part); !added)
                return added;
        return {};
    }

    Result<void> readSplit() { return addSplit(member(m_file, "pre_tokenizer")); }

    Result<void> addSplit(const Json &splitter)
    {
        const std::string type = textOf(splitter, "type");
        if (splitter.is_null())
            return {};
        if (type == "Sequence") {
            for (const Json &part : member(splitter, "pretokenizers"))
                if (auto added = addSplit(part); !added)
                    return added;
            return {};
        }
        if (type == "ByteLevel") {
            m_description.byteLevel = true;
            m_description.spaceBefore = isTrue(splitter, "add_prefix_space", true);
            return isTrue(splitter, "use_regex", true) ? setSplit(WordSplit::Gpt2, type) : Result<void>();
        }
        if (type == "Whitespace")
            return setSplit(WordSplit::Words, type);
        if (type == "WhitespaceSplit")
            return setSplit(WordSplit::Blanks, type);
        return notSupported("pre_tokenizer", type);
    }

    Result<void> setSplit(WordSplit split, const std::string &type)
    {
        if (m_description.split != WordSplit::None)
            return notSupported("second pre_tokenizer", type);
        m_description.split = split;
        return {};
    }

    Result<void> readMerges()
    {
        const Json &merges = member(member(m_file, "model"), "merges");
        for (std::size_t rank = 0; rank < merges.size(); ++rank) {
            const auto [left, right] = sidesOf(merges[rank]);
            const auto first = m_ids.find(left), second = m_ids.find(right), merged = m_ids.find(left + right);
            if (left.empty() || right.empty())
                return refuse(fmt::format("Merge {} does not name two tokens; correct it.", rank + 1));
            if (first == m_ids.end() || second == m_ids.end() || merged == m_ids.end())
                return refuse(fmt::format("Merge {} of '{}' and '{}' needs a token that is not in the vocabulary; "
                                          "correct one of them.",
                                          rank + 1, displayText(left), displayText(right)));
            m_description.merges.push_back(
                {{first->second, second->second}, merged->second, static_cast<std::uint32_t>(rank)});
        }
        return {};
    }

    /// ["A", "C"], or "A C" in older files.
    static std::pair<std::string, std::string> sidesOf(const Json &merge)
    {
        if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
            return {merge[0].get<std::string>(), merge[1].get<std::string>()};
        const std::string text = merge.is_string() ? merge.get<std::string>() : std::string();
        const std::size_t space = text.find(' ');
        return space == std::string::npos ? std::pair<std::string, std::string>()
                                          : std::pair(text.substr(0, space), text.substr(space + 1));
    }

    Result<void> readTemplate(const Json &processor)
    {
        const std::string type = textOf(processor, "type");
        if (processor.is_null() || type == "ByteLevel")
            return {};
        if (type == "Sequence") {
            for (const Json &part : member(processor, "processors"))
                if (auto done = readTemplate(part); !done)
                    return done;
            return {};
        }
        if (type == "RobertaProcessing" || type == "BertProcessing")
            return setEnds(firstOf(member(processor, "cls")), firstOf(member(processor, "sep")));
        if (type != "TemplateProcessing")
            return notSupported("post_processor", type);
        return readPieces(member(processor, "single"));
    }

    /// [{"SpecialToken": {"id": "[CLS]"}}, {"Sequence": …}, {"SpecialToken": …}]
    Result<void> readPieces(const Json &pieces)
    {
        std::vector<std::string> before, after;
        bool isAfter = false;
        for (const Json &piece : pieces) {
            const Json &token = member(piece, "SpecialToken");
            if (token.is_object())
                (isAfter ? after : before).push_back(textOf(token, "id"));
            isAfter = isAfter || piece.contains("Sequence");
        }
        if (before.size() > 1 || after.size() > 1)
            return refuse("More than one token stands before or after a sequence (post_processor); that is not "
                          "supported, use a template with one of each.");
        return setEnds(before.empty() ? std::string() : before[0], after.empty() ? std::string() : after[0]);
    }

    static std::string firstOf(const Json &tokenAndId)
    {
        const bool isPair = tokenAndId.is_array() && !tokenAndId.empty() && tokenAndId[0].is_string();
        return isPair ? tokenAndId[0].get<std::string>() : std::string();
    }

    Result<void> setEnds(const std::string &before, const std::string &after)
    {
        Vocabulary &vocabulary = m_description.vocabulary;
        for (const auto &[name, end] : {std::pair{&before, &vocabulary.start}, std::pair{&after, &vocabulary.end}}) {
            if (name->empty())
                continue;
            *end = vocabulary.find(*name);
            if (!*end)
                return refuse(fmt::format("The token '{}' of post_processor is not in the vocabulary; add it.",
                                          displayText(*name)));
        }
        return {};
    }

    const Json &m_file;
    const std::string &m_where;
    BpeDescription m_description;
    std::unordered_map<std::string, WideTokenId> m_ids;
    std::vector<std::string> m_specialNames;
};

std::optional<WideTokenId> firstKnown(const Vocabulary &vocabulary, const std::string &given,
                                      std::initializer_list<const char *> usual)
{
    if (!given.empty())
        return vocabulary.find(given);
    for (const char *name : usual)
        if (const auto id = vocabulary.find(name))
            return id;
    return std::nullopt;
}

/// Letters that only proteins have, and those of bases.
bool isBases(std::string_view text)
{
    return text.find_first_not_of("ACGTNRYKMSWBDHVacgtnrykmswbdhv") == std::string_view::npos;
}

} // namespace

SpecialTokens findSpecialTokens(const Vocabulary &vocabulary, const SpecialNames &names)
{
    SpecialTokens special;
    special.cls = firstKnown(vocabulary, names.cls, {"[CLS]", "<cls>", "<s>", "[BOS]", "<bos>"});
    special.pad = firstKnown(vocabulary, names.pad, {"[PAD]", "<pad>"});
    special.eos = firstKnown(vocabulary, names.eos, {"[SEP]", "<eos>", "</s>", "[EOS]", "<|endoftext|>"});
    special.unk = firstKnown(vocabulary, names.unk, {"[UNK]", "<unk>"});
    special.mask = firstKnown(vocabulary, names.mask, {"[MASK]", "<mask>"});
    return special;
}

const Alphabet *guessAlphabet(const Vocabulary &vocabulary)
{
    bool any = false;
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) {
        const std::string &token = vocabulary.tokens[id];
        const bool isName = vocabulary.isSpecial[id] || token.empty() || token[0] == '[' || token[0] == '<';
        if (!isName && !isBases(token))
            return nullptr;
        any = any || !isName;
    }
    return any ? &Alphabet::dna() : nullptr;
}

Result<std::shared_ptr<const BpeTokenizer>> parseBpe(std::string text, const std::string &where,
                                                     const Alphabet *alphabet, const SpecialNames &names)
{
    const Json file = Json::parse(text, nullptr, false);
    if (file.is_discarded())
        return fail(ErrorCode::Data, "This is no JSON; get the file again.", where);
    try {
        auto description = Reader(file, where).read(alphabet, names);
        if (!description)
            return Failure(description.error());
        return std::make_shared<BpeTokenizer>(std::move(*description), std::move(text));
    } catch (const Json::exception &error) { // a part of another type than any reader expects
        return fail(ErrorCode::Data, fmt::format("This is no tokenizer.json: {}.", error.what()), where);
    }
}

Result<TokenizerPtr> readBpeFile(const std::filesystem::path &path, const Alphabet *alphabet, const SpecialNames &names)
{
    auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    auto tokenizer = parseBpe(std::move(*text), displayPath(path), alphabet, names);
    if (!tokenizer)
        return Failure(tokenizer.error());
    return TokenizerPtr(std::move(*tokenizer));
}

} // namespace anneal
