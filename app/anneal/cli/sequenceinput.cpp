// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/sequenceinput.h"

#include <nlohmann/json.hpp>

#include "bio/sequencefile.h"
#include "bio/tokenizerfolder.h"
#include "bio/tokenizers.h"

namespace anneal {

namespace {

Result<nlohmann::json> readObject(const fs::path &file)
{
    const auto text = readFile(file);
    if (!text)
        return tl::unexpected(text.error());
    auto object = nlohmann::json::parse(*text, nullptr, false);
    return object.is_object() ? std::move(object) : nlohmann::json::object();
}

/// An adapter's folder holds no vocabulary and names the folder of its base.
Result<fs::path> folderWithVocabulary(const fs::path &model)
{
    std::error_code error;
    if (fs::exists(model / "config.json", error) || !fs::exists(model / "adapter_config.json", error))
        return model;
    return readObject(model / "adapter_config.json").map([&](const nlohmann::json &adapter) {
        return model / adapter.value("base_model_name_or_path", std::string());
    });
}

/// A folder whose tokenizer cannot be used is told by the size of its vocabulary here; the engine says what is wrong
/// with it.
Result<TokenizerPtr> tokenizerOf(const fs::path &model)
{
    const auto folder = folderWithVocabulary(model);
    if (!folder)
        return tl::unexpected(folder.error());
    const auto config = readObject(*folder / "config.json");
    if (!config)
        return tl::unexpected(config.error());
    const auto found = config->find("vocab_size");
    const std::int64_t size = found != config->end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
    if (auto tokenizer = readTokenizer(*folder, size))
        return tokenizer;
    return letterTokenizer(size == Alphabet::dna().size() ? Alphabet::dna() : Alphabet::protein());
}

std::vector<NamedSequence> typed(const std::vector<std::string> &sequences)
{
    std::vector<NamedSequence> named;
    for (const std::string &letters : sequences)
        named.push_back({"sequence " + std::to_string(named.size() + 1), letters});
    return named;
}

} // namespace

Result<std::vector<NamedSequence>> readInput(const SequenceSource &source, const fs::path &model)
{
    const auto tokenizer = tokenizerOf(model);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    if (source.file.empty()) {
        auto named = typed(source.sequences);
        const bool isLetters = (*tokenizer)->kind() == TokenizerKind::Letters && (*tokenizer)->alphabet() != nullptr;
        for (const NamedSequence &sequence : named) {
            if (!isLetters) // the engine cuts other vocabularies and says what it cannot
                break;
            if (auto encoded = (*tokenizer)->alphabet()->encode(sequence.letters); !encoded)
                return fail(ErrorCode::Data, encoded.error().text(), sequence.name);
        }
        return named;
    }
    ReadOptions options;
    options.masks = true;
    const Alphabet *alphabet = (*tokenizer)->alphabet();
    const auto set = readSequences(source.file, alphabet != nullptr ? *alphabet : Alphabet::protein(), options);
    if (!set)
        return tl::unexpected(set.error());
    std::vector<NamedSequence> named;
    for (std::size_t i = 0; i < set->size(); ++i)
        named.push_back({std::string(set->name(i)), set->alphabet->decode(set->sequence(i), set->length(i))});
    return named;
}

} // namespace anneal
