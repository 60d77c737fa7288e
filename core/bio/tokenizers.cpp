// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/tokenizers.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "bio/bpefile.h"
#include "bio/bytetokenizer.h"
#include "bio/kmertokenizer.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

/// The published k-mer vocabularies count in this order.
constexpr std::string_view kKmerOrder = "ATCG";

void appendKmers(int k, std::vector<std::string> &tokens)
{
    for (std::size_t number = 0; number < (std::size_t{1} << (2 * k)); ++number) {
        std::string kmer;
        for (int place = k - 1; place >= 0; --place)
            kmer += kKmerOrder[(number >> (2 * place)) & 3];
        tokens.push_back(std::move(kmer));
    }
}

Vocabulary alphabetVocabulary(const Alphabet &alphabet)
{
    Vocabulary vocabulary;
    vocabulary.tokens = alphabet.tokens();
    vocabulary.special = {alphabet.cls(), alphabet.pad(), alphabet.eos(), alphabet.unk(), alphabet.mask()};
    vocabulary.start = alphabet.cls();
    vocabulary.end = alphabet.eos();
    vocabulary.alphabet = &alphabet;
    markSpecial(vocabulary);
    return vocabulary;
}

Vocabulary kmerVocabulary(NucleotideTransformer version, int k)
{
    Vocabulary vocabulary;
    const bool isSecond = version == NucleotideTransformer::V2;
    vocabulary.tokens = {"<unk>", "<pad>", "<mask>", "<cls>"};
    const auto append = [&](std::initializer_list<const char *> more) {
        vocabulary.tokens.insert(vocabulary.tokens.end(), more.begin(), more.end());
    };
    if (isSecond)
        append({"<eos>", "<bos>"});
    appendKmers(k, vocabulary.tokens);
    append({"A", "T", "C", "G", "N"});
    if (!isSecond)
        append({"<eos>", "<bos>"});
    vocabulary.special = {WideTokenId{3}, WideTokenId{1}, vocabulary.find("<eos>"), WideTokenId{0}, WideTokenId{2}};
    vocabulary.start = WideTokenId{3};
    vocabulary.alphabet = &Alphabet::dna();
    markSpecial(vocabulary, {"<bos>"});
    return vocabulary;
}

Failure notForKmers(const std::string &name)
{
    return fail(ErrorCode::Config,
                fmt::format("The tokenizer '{}' needs DNA; choose the DNA alphabet, or letters.", displayText(name)),
                "data.tokenizer");
}

Result<TokenizerPtr> makeKmers(const TokenizerRequest &request, const Alphabet &alphabet)
{
    if (&alphabet != &Alphabet::dna())
        return notForKmers(request.name);
    if (request.kmer < KmerTokenizer::kShortest || request.kmer > KmerTokenizer::kLongest) {
        return fail(ErrorCode::Config,
                    fmt::format("A k-mer of {} letters is not supported; choose {} to {}.", request.kmer,
                                KmerTokenizer::kShortest, KmerTokenizer::kLongest),
                    "data.kmer");
    }
    return request.name == "kmer" ? kmerTokenizer(request.kmer) : dnabertTokenizer(request.kmer);
}

Result<TokenizerPtr> makeBpe(const TokenizerRequest &request, const Alphabet &alphabet)
{
    if (request.file.empty()) {
        return fail(ErrorCode::Config,
                    "Byte pair encoding needs a tokenizer.json; name it, or train one with `anneal tokenizer train`.",
                    "data.tokenizer_file");
    }
    std::filesystem::path path = request.file;
    if (std::error_code ignored; std::filesystem::is_directory(path, ignored))
        path /= "tokenizer.json";
    return readBpeFile(path, &alphabet);
}

} // namespace

TokenizerPtr letterTokenizer(const Alphabet &alphabet)
{
    const auto make = [](const Alphabet &letters) -> TokenizerPtr {
        return std::make_shared<TrieTokenizer>(TokenizerKind::Letters, alphabetVocabulary(letters),
                                               UnknownText::OnePerPiece);
    };
    static const TokenizerPtr protein = make(Alphabet::protein());
    static const TokenizerPtr dna = make(Alphabet::dna());
    static const TokenizerPtr rna = make(Alphabet::rna());
    return &alphabet == &Alphabet::dna() ? dna : &alphabet == &Alphabet::rna() ? rna : protein;
}

TokenizerPtr hyenaDnaTokenizer(bool startToken)
{
    Vocabulary vocabulary;
    vocabulary.tokens = {"[CLS]", "[SEP]", "[BOS]", "[MASK]", "[PAD]", "[RESERVED]", "[UNK]", "A", "C", "G", "T", "N"};
    vocabulary.special = {WideTokenId{0}, WideTokenId{4}, WideTokenId{1}, WideTokenId{6}, WideTokenId{3}};
    vocabulary.end = WideTokenId{1};
    if (startToken)
        vocabulary.start = WideTokenId{0};
    vocabulary.alphabet = &Alphabet::dna();
    markSpecial(vocabulary, {"[BOS]", "[RESERVED]"});
    return std::make_shared<TrieTokenizer>(TokenizerKind::Letters, std::move(vocabulary), UnknownText::OnePerLetter);
}

TokenizerPtr dnabertTokenizer(int k)
{
    Vocabulary vocabulary;
    vocabulary.tokens = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
    appendKmers(k, vocabulary.tokens);
    vocabulary.special = {WideTokenId{2}, WideTokenId{0}, WideTokenId{3}, WideTokenId{1}, WideTokenId{4}};
    vocabulary.start = WideTokenId{2};
    vocabulary.end = WideTokenId{3};
    vocabulary.alphabet = &Alphabet::dna();
    markSpecial(vocabulary);
    return std::make_shared<KmerTokenizer>(k, std::move(vocabulary));
}

TokenizerPtr nucleotideTransformerTokenizer(NucleotideTransformer version, UnknownText unknown)
{
    constexpr int kPublished = 6;
    return std::make_shared<TrieTokenizer>(TokenizerKind::Kmers, kmerVocabulary(version, kPublished), unknown);
}

TokenizerPtr kmerTokenizer(int k)
{
    return std::make_shared<TrieTokenizer>(TokenizerKind::Kmers, kmerVocabulary(NucleotideTransformer::V2, k),
                                           UnknownText::OnePerPiece);
}

Result<TokenizerPtr> makeTokenizer(const TokenizerRequest &request, const Alphabet &alphabet)
{
    if (request.name == "letters")
        return letterTokenizer(alphabet);
    if (request.name == "bytes")
        return std::make_shared<ByteTokenizer>(&alphabet);
    if (request.name == "kmer" || request.name == "kmer_overlapping")
        return makeKmers(request, alphabet);
    if (request.name == "characters")
        return &alphabet == &Alphabet::dna() ? Result<TokenizerPtr>(hyenaDnaTokenizer()) : notForKmers(request.name);
    if (request.name == "bpe")
        return makeBpe(request, alphabet);
    return fail(ErrorCode::Config,
                fmt::format("There is no tokenizer '{}'; choose letters, bytes, characters, kmer, kmer_overlapping or "
                            "bpe.",
                            displayText(request.name)),
                "data.tokenizer");
}

int tokenizerSize(const TokenizerRequest &request, const Alphabet &alphabet)
{
    constexpr int kKmerSpecials = 6, kSingleBases = 5, kOverlappingSpecials = 5;
    const int k = std::clamp(request.kmer, KmerTokenizer::kShortest, KmerTokenizer::kLongest);
    if (request.name == "letters")
        return alphabet.size();
    if (request.name == "bytes")
        return ByteTokenizer::kVocabularySize;
    if (request.name == "kmer")
        return kKmerSpecials + (1 << (2 * k)) + kSingleBases;
    if (request.name == "kmer_overlapping")
        return kOverlappingSpecials + (1 << (2 * k));
    const auto made = makeTokenizer(request, alphabet);
    return made ? (*made)->size() : alphabet.size();
}

} // namespace anneal
