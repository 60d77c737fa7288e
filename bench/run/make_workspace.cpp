// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <cstdio>
#include <cstring>

#include "fakeruns.h"

namespace {

std::int64_t wholeNumber(const char *text)
{
    std::int64_t number = 0;
    const char *end = text + std::strlen(text);
    const auto [stopped, error] = std::from_chars(text, end, number);
    if (error != std::errc() || stopped != end || number < 1)
        anneal::bench::stop(std::string(text) + " is not a number from 1 on");
    return number;
}

} // namespace

/// make_workspace DIR [--runs N] [--steps N]: finished runs as the real writers leave them, for benchmarks and
/// pictures.
int main(int argc, char **argv)
{
    using namespace anneal::bench;
    if (argc < 2 || argc % 2 != 0)
        stop("usage: make_workspace DIR [--runs N] [--steps N]");
    std::int64_t runs = 500;
    std::int64_t steps = 1000;
    for (int i = 2; i < argc; i += 2) {
        const std::string option = argv[i];
        if (option != "--runs" && option != "--steps")
            stop(option + " is not known; there are --runs N and --steps N");
        (option == "--runs" ? runs : steps) = wholeNumber(argv[i + 1]);
    }
    for (int number = 1; number <= runs; ++number)
        writeFinishedRun(argv[1], number, steps);
    std::printf("%lld runs of %lld steps in %s\n", static_cast<long long>(runs), static_cast<long long>(steps),
                argv[1]);
    return 0;
}
