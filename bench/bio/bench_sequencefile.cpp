// SPDX-License-Identifier: GPL-3.0-or-later
// Time and peak memory of reading sequences. Each case runs in a child of its own, so that peaks do not mix.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <zlib.h>

#include "base/clock.h"
#include "bio/dataset.h"
#include "bio/sequencefile.h"

namespace fs = std::filesystem;
using namespace anneal;

namespace {

struct Case {
    std::string title;
    fs::path file;
    const Alphabet *alphabet;
};

fs::path writeTinyRecords(const fs::path &folder)
{
    const fs::path path = folder / "many_tiny.fasta";
    std::ofstream file(path);
    for (int i = 1; i <= 200'000; ++i)
        file << ">r" << i << "\nMKTAYIAKQRQI\n";
    return path;
}

fs::path writeOneLine(const fs::path &folder)
{
    const fs::path path = folder / "one_line.fna";
    std::ofstream file(path);
    file << ">one\n";
    std::uint64_t state = 1;
    for (int i = 0; i < 5'000'000; ++i)
        file << "ACGT"[(state = state * 6364136223846793005u + 1442695040888963407u) >> 62];
    file << '\n';
    return path;
}

fs::path writeBomb(const fs::path &folder)
{
    const fs::path path = folder / "bomb.fna.gz";
    const std::string line = std::string(60, 'A') + '\n';
    gzFile file = gzopen(path.c_str(), "wb9");
    gzputs(file, ">bomb\n");
    for (int i = 0; i < 1'000'000; ++i)
        gzputs(file, line.c_str());
    gzclose(file);
    return path;
}

long peakKilobytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

int runCase(const Case &oneCase)
{
    constexpr int kRounds = 5;
    double best = 1e9;
    std::size_t records = 0;
    std::size_t letters = 0;
    const long before = peakKilobytes();
    for (int round = 0; round < kRounds; ++round) {
        const std::int64_t start = monotonicMicros();
        const auto set = readSequences(oneCase.file, *oneCase.alphabet);
        if (!set) {
            fmt::print("{}\n", set.error().text());
            return 1;
        }
        best = std::min(best, static_cast<double>(monotonicMicros() - start) * 1e-6);
        records = set->size();
        letters = set->tokens.size();
    }
    fmt::print(
        "{:<34} {:>9} records {:>11} letters  {:7.1f} ms  {:7.1f} M letters/s  {:6.2f} bytes of peak memory a letter\n",
        oneCase.title, records, letters, best * 1e3, static_cast<double>(letters) / best * 1e-6,
        static_cast<double>(peakKilobytes() - before) * 1024.0 / static_cast<double>(letters));
    return 0;
}

int runApart(const Case &oneCase)
{
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const int result = runCase(oneCase);
        std::fflush(stdout);
        _exit(result);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

} // namespace

int main()
{
    std::string pattern = (fs::temp_directory_path() / "bench_sequencefile-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
        return 1;
    const fs::path folder = pattern;
    const Case cases[] = {
        {"10,000 proteins, gzip", fs::path(ANNEAL_BENCH_DATA) / "uniref90_10k.fasta.gz", &Alphabet::protein()},
        {"200,000 records of 12 letters", writeTinyRecords(folder), &Alphabet::protein()},
        {"5 M bases on one line", writeOneLine(folder), &Alphabet::dna()},
        {"60 M bases from a small gzip file", writeBomb(folder), &Alphabet::dna()},
    };
    int failures = 0;
    for (const Case &oneCase : cases)
        failures += runApart(oneCase);
    fs::remove_all(folder);
    return failures;
}
