// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "base/files.h"

namespace anneal {

fs::path executableFolder()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

fs::path resourceFolder()
{
    if (const char *named = std::getenv("ANNEAL_RESOURCES"); named != nullptr && *named != '\0')
        return named;
    std::error_code error;
    const fs::path installed = executableFolder().parent_path() / "share" / "anneal";
    return fs::is_directory(installed, error) ? installed : fs::path(ANNEAL_SOURCE_RESOURCES);
}

void reportFileSizeLimitAsError()
{
    std::signal(SIGXFSZ, SIG_IGN);
}

} // namespace anneal
