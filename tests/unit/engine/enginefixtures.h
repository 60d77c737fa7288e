// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bio/dataset.h"
#include "tensor/safetensors.h"
#include "tensor/streams.h"

namespace anneal::test {

inline nlohmann::json goldenJson(const std::string &name)
{
    std::ifstream file(std::string(ANNEAL_TEST_DATA "/golden/") + name);
    return nlohmann::json::parse(file);
}

inline SafetensorsFile goldenTensors(const std::string &name)
{
    return SafetensorsFile::open(std::string(ANNEAL_TEST_DATA "/golden/") + name).value();
}

inline double largestDifference(const torch::Tensor &a, const torch::Tensor &b)
{
    return (a.detach() - b.detach()).abs().max().item<double>();
}

/// Random proteins of 5 to `longest` residues, named s0, s1, …; the first `held` are the validation part.
inline Dataset randomDataset(std::size_t count, std::size_t longest, std::size_t held = 0)
{
    RandomStream random(7, "test data");
    Dataset data;
    data.sequences.alphabet = &Alphabet::protein();
    const auto &letters = Alphabet::protein().canonical();
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t length = 5 + random.below(longest - 4);
        for (std::size_t k = 0; k < length; ++k)
            data.sequences.tokens.push_back(letters[random.below(letters.size())]);
        data.sequences.offsets.push_back(data.sequences.tokens.size());
        data.sequences.names += "s" + std::to_string(i);
        data.sequences.nameOffsets.push_back(static_cast<std::uint32_t>(data.sequences.names.size()));
        (i < held ? data.validation : data.train).push_back({i, 0, static_cast<std::uint32_t>(length), true, true});
    }
    return data;
}

/// Random DNA of 20 to 60 bases, cut by a tokenizer; all of it is for training.
inline Dataset dnaDataset(const std::string &tokenizer, int k, std::size_t count = 60)
{
    RandomStream random(8, "test bases");
    Dataset data;
    data.sequences.alphabet = &Alphabet::dna();
    const auto &letters = Alphabet::dna().canonical();
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t length = 20 + random.below(41);
        for (std::size_t base = 0; base < length; ++base)
            data.sequences.tokens.push_back(letters[random.below(letters.size())]);
        data.sequences.offsets.push_back(data.sequences.tokens.size());
        data.sequences.names += "s" + std::to_string(i);
        data.sequences.nameOffsets.push_back(static_cast<std::uint32_t>(data.sequences.names.size()));
    }
    if (tokenizer != "letters") {
        data.tokenizer = makeTokenizer({tokenizer, k, {}}, Alphabet::dna()).value();
        data.tokens = tokenize(data.sequences, *data.tokenizer).value();
    }
    const TokenView view = data.trainTokenView();
    for (std::uint32_t i = 0; i < count; ++i)
        data.train.push_back({i, 0, static_cast<std::uint32_t>(view.length(i)),
                              view.tokenizer().startToken().has_value(), view.tokenizer().endToken().has_value()});
    return data;
}

} // namespace anneal::test
