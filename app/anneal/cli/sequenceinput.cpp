// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/sequenceinput.h"

#include <nlohmann/json.hpp>

#include "bio/sequencefile.h"

namespace anneal {

namespace {

/// By the size of the vocabulary, which every config.json says.
Result<const Alphabet *> alphabetOf(const fs::path &model)
{
    const fs::path file = model / "config.json";
    const auto text = readFile(file);
    if (!text)
        return tl::unexpected(text.error());
    const auto config = nlohmann::json::parse(*text, nullptr, false);
    const auto size = config.is_object() ? config.find("vocab_size") : config.end();
    if (config.is_object() && size != config.end() && *size == Alphabet::dna().size())
        return &Alphabet::dna();
    return &Alphabet::protein();
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
    const auto alphabet = alphabetOf(model);
    if (!alphabet)
        return tl::unexpected(alphabet.error());
    if (source.file.empty()) {
        auto named = typed(source.sequences);
        for (const NamedSequence &sequence : named)
            if (auto encoded = (*alphabet)->encode(sequence.letters); !encoded)
                return fail(ErrorCode::Data, encoded.error().text(), sequence.name);
        return named;
    }
    ReadOptions options;
    options.masks = true;
    const auto set = readSequences(source.file, **alphabet, options);
    if (!set)
        return tl::unexpected(set.error());
    std::vector<NamedSequence> named;
    for (std::size_t i = 0; i < set->size(); ++i)
        named.push_back({std::string(set->name(i)), set->alphabet->decode(set->sequence(i), set->length(i))});
    return named;
}

} // namespace anneal
