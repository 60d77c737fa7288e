// SPDX-License-Identifier: GPL-3.0-or-later
// Letters a second that each kind of tokenizer reads, on one long sequence and on many short ones, with one more long
// one of twice the length: a time above twice the first is more than linear.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/clock.h"
#include "bio/tokenizers.h"

using namespace anneal;

namespace {

constexpr std::size_t kLong = 2'000'000, kShort = 1000;

std::string randomLetters(std::string_view letters, std::size_t count)
{
    std::string text(count, 'A');
    std::uint64_t state = 1;
    for (char &c : text)
        c = letters[((state = state * 6364136223846793005u + 1442695040888963407u) >> 33) % letters.size()];
    return text;
}

/// Best of three, in seconds; `piece` letters at a time.
double secondsFor(const Tokenizer &tokenizer, std::string_view text, std::size_t piece)
{
    double best = 1e9;
    std::vector<WideTokenId> ids;
    for (int round = 0; round < 3; ++round) {
        ids.clear();
        const std::int64_t start = monotonicMicros();
        for (std::size_t at = 0; at < text.size(); at += piece)
            if (auto read = tokenizer.append(text.substr(at, piece), ids); !read)
                fmt::print("{}\n", read.error().text());
        best = std::min(best, static_cast<double>(monotonicMicros() - start) * 1e-6);
    }
    return best;
}

void print(const char *title, const Tokenizer &tokenizer, const std::string &text)
{
    const std::string_view half = std::string_view(text).substr(0, kLong);
    const double oneLong = secondsFor(tokenizer, half, kLong), many = secondsFor(tokenizer, half, kShort);
    const double twice = secondsFor(tokenizer, text, text.size());
    const double letters = static_cast<double>(kLong) * 1e-6;
    fmt::print("{:<34} {:8.1f} M letters/s of one sequence {:8.1f} of short ones   twice the letters take {:.2f}×\n",
               title, letters / oneLong, letters / many, twice / oneLong);
}

} // namespace

int main()
{
    const std::string bases = randomLetters("ACGT", 2 * kLong);
    const std::string residues = randomLetters("ACDEFGHIKLMNPQRSTVWY", 2 * kLong);
    const auto make = [](const char *name, int k) {
        return *makeTokenizer({name, k, ANNEAL_BENCH_BPE}, Alphabet::dna());
    };
    print("letters of proteins", *letterTokenizer(Alphabet::protein()), residues);
    print("letters of DNA", *letterTokenizer(Alphabet::dna()), bases);
    print("bytes", *make("bytes", 6), bases);
    print("characters (HyenaDNA)", *make("characters", 6), bases);
    print("overlapping 3-mers", *make("kmer_overlapping", 3), bases);
    print("overlapping 6-mers", *make("kmer_overlapping", 6), bases);
    print("6-mers (Nucleotide Transformer)", *make("kmer", 6), bases);
    print("byte pairs, 96 tokens", *make("bpe", 6), bases);
    return 0;
}
