// SPDX-License-Identifier: GPL-3.0-or-later
// Loading a folder of the ESM-2 650M shape against reading its file: time and peak memory, with the file in the page
// cache and without. usage: bench_load [FOLDER to write 2.6 GB to; kept when it has a model]
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "base/files.h"
#include "childprocess.h"
#include "models/sequencemodel.h"
#include "stopwatch.h"

using namespace anneal;

namespace {

constexpr int kRounds = 5;

ModelConfig esm2_650M()
{
    ModelConfig config;
    config.num_hidden_layers = 33;
    config.hidden_size = 1280;
    config.num_attention_heads = 20;
    config.intermediate_size = 5120;
    return config;
}

/// A model's numbers do not matter, only that none of them is a hole in the file.
void writeModel(const fs::path &folder)
{
    const TokenizerPtr tokenizer = letterTokenizer(Alphabet::protein());
    const auto model = makeModel(esm2_650M(), *tokenizer, 0);
    if (const auto saved = saveModelFolder(folder, *model, *tokenizer); !saved) {
        std::fprintf(stderr, "%s\n", saved.error().text().c_str());
        std::exit(1);
    }
}

void dropFromPageCache(const fs::path &file)
{
    const int descriptor = ::open(file.c_str(), O_RDONLY);
    ::fsync(descriptor);
    ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    ::close(descriptor);
}

/// The whole file into memory of its size, as every program must that ends with the weights in its memory.
void readFileOnce(const fs::path &file)
{
    const auto size = static_cast<std::size_t>(fs::file_size(file));
    auto *buffer = static_cast<char *>(std::malloc(size));
    const int descriptor = ::open(file.c_str(), O_RDONLY);
    ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    constexpr std::size_t kChunk = 16 << 20;
    for (std::size_t at = 0; at < size;) {
        const ssize_t count = ::read(descriptor, buffer + at, std::min(kChunk, size - at));
        if (count <= 0)
            std::exit(1);
        at += static_cast<std::size_t>(count);
    }
    ::close(descriptor);
}

int runAsChild(const std::string &part, const fs::path &folder)
{
    if (part == "write")
        return printFigures(fastestSeconds(1, [&] { writeModel(folder); })), 0;
    if (part == "nothing") // what the program needs before it does anything
        return printFigures(fastestSeconds(1, [] { (void)torch::ones({1}); })), 0;
    if (part == "read")
        return printFigures(fastestSeconds(1, [&] { readFileOnce(folder / "model.safetensors"); })), 0;
    std::optional<LoadedModel> loaded;
    const double seconds = fastestSeconds(1, [&] { loaded = loadModelFolder(folder).value(); });
    return printFigures(seconds), 0;
}

void compare(const char *title, const fs::path &folder, bool isCold)
{
    const fs::path file = folder / "model.safetensors";
    ChildFigures read, load;
    read.seconds = load.seconds = 1e9;
    const auto keepFastest = [&](const char *part, ChildFigures &fastest) {
        if (isCold)
            dropFromPageCache(file);
        const ChildFigures one = runPart(std::string(part) + " " + folder.string());
        fastest.seconds = std::min(fastest.seconds, one.seconds);
        fastest.peakBytes = std::max(fastest.peakBytes, one.peakBytes);
    };
    for (int round = 0; round < kRounds; ++round) { // in turns: the machine has better and worse moments
        keepFastest("read", read);
        keepFastest("load", load);
    }
    const double empty = runPart("nothing " + folder.string()).peakBytes;
    std::printf("%s: reading %.2f s, loading %.2f s: %.2f times (at most 1.2); peak %.0f MB above an idle program's "
                "%.0f, %.2f times the file (at most 1.1)\n",
                title, read.seconds, load.seconds, load.seconds / read.seconds, (load.peakBytes - empty) / 1e6,
                empty / 1e6, (load.peakBytes - empty) / static_cast<double>(fs::file_size(file)));
}

} // namespace

int main(int argc, char **argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    if (argc == 3)
        return runAsChild(argv[1], argv[2]);
    const fs::path folder = argc > 1 ? fs::path(argv[1]) : fs::temp_directory_path() / "anneal-bench-load";
    if (!fs::exists(folder / "model.safetensors"))
        (void)runPart("write " + folder.string());
    std::printf("file of %.0f MB, best of %d\n", static_cast<double>(fs::file_size(folder / "model.safetensors")) / 1e6,
                kRounds);
    compare("in the page cache", folder, false);
    compare("not in the page cache", folder, true);
    if (argc == 1)
        fs::remove_all(folder);
    return 0;
}
