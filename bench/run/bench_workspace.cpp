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
    double open = 0;
    double refresh = 0;
    std::size_t changed = 0;
    const double all = secondsOf([&] {
        const double start = now();
        auto workspace = Workspace::open(folder);
        require(workspace);
        open = now() - start;
        const auto ids = workspace->refresh();
        require(ids);
        changed = ids->size();
        refresh = now() - start - open;
        require(workspace->runs());
    });
    std::printf("%-28s open %6.1f ms, refresh %7.1f ms (%zu changed), all with list %7.1f ms\n", what, open * 1e3,
                refresh * 1e3, changed, all * 1e3);
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
    std::printf("refresh of an open one       %6.1f ms\n", secondsOf([&] { require(workspace->refresh()); }) * 1e3);
    std::printf("journal, newest 1000         %6.1f ms\n", secondsOf([&] { require(workspace->journal()); }) * 1e3);
    std::printf("rebuild                      %6.1f ms\n", secondsOf([&] { require(workspace->rebuild()); }) * 1e3);
    return 0;
}
