// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "fakeruns.h"
#include "workspace/workspace.h"

using namespace anneal;
using namespace anneal::bench;

namespace {

constexpr int kRuns = 500;
constexpr std::int64_t kSteps = 1000;

void openAndList(const std::filesystem::path &folder, const char *what)
{
    const Span start = now();
    auto workspace = Workspace::open(folder);
    require(workspace);
    const Span opened = now();
    const auto changed = workspace->refresh();
    require(changed);
    const Span refreshed = now();
    require(workspace->runs());
    std::printf("%-12s open %s, refresh %s of %zu changed, list %s\n", what, (opened - start).milliseconds().c_str(),
                (refreshed - opened).milliseconds().c_str(), changed->size(),
                (now() - refreshed).milliseconds().c_str());
}

void print(const char *what, const Span &span)
{
    std::printf("%-24s %s\n", what, span.milliseconds().c_str());
}

} // namespace

int main()
{
    const TemporaryFolder folder;
    for (int number = 1; number <= kRuns; ++number)
        writeFinishedRun(folder.path(), number, kSteps);
    std::printf("%d finished runs of %lld steps\n", kRuns, static_cast<long long>(kSteps));
    openAndList(folder.path(), "first time");
    openAndList(folder.path(), "again");
    auto workspace = Workspace::open(folder.path());
    require(workspace);
    print("refresh of an open one", timeOf([&] { require(workspace->refresh()); }));
    print("journal, newest 1000", timeOf([&] { require(workspace->journal()); }));
    print("rebuild", timeOf([&] { require(workspace->rebuild()); }));
    return 0;
}
