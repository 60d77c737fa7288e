// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace anneal {

/// What a part of a benchmark took in a process of its own, so that its peak of memory is its own.
struct ChildFigures {
    double seconds = 0;
    double peakBytes = 0;
};

/// In the child: prints what runPart() reads.
inline void printFigures(double seconds)
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%.6f %.0f\n", seconds, static_cast<double>(usage.ru_maxrss) * 1024);
}

/// Runs this program again with `arguments`. Ends the benchmark when that fails.
inline ChildFigures runPart(const std::string &arguments)
{
    ChildFigures figures;
    FILE *output = ::popen(("/proc/" + std::to_string(::getpid()) + "/exe " + arguments).c_str(), "r");
    if (output == nullptr || std::fscanf(output, "%lf %lf", &figures.seconds, &figures.peakBytes) != 2
        || ::pclose(output) != 0) {
        std::fprintf(stderr, "the part \"%s\" failed\n", arguments.c_str());
        std::exit(1);
    }
    return figures;
}

} // namespace anneal
