// SPDX-License-Identifier: GPL-3.0-or-later
#include "launch/enginecalls.h"

#include <cstdlib>

#include <unistd.h>

#include "base/files.h"
#include "launch/launcher.h"

namespace anneal {

namespace {

Result<EngineCall> call(std::vector<std::string> arguments)
{
    const fs::path program = enginePath();
    if (access(program.c_str(), X_OK) != 0 || fs::is_directory(program))
        return fail(ErrorCode::Config,
                    "There is no engine to start here. Build it with ./run --build, or set ANNEAL_ENGINE to its path.",
                    program.string());
    return EngineCall{program, std::move(arguments)};
}

} // namespace

fs::path enginePath()
{
    const char *chosen = std::getenv("ANNEAL_ENGINE");
    if (chosen && *chosen)
        return fs::absolute(chosen);
    return executableFolder() / "anneal-train";
}

Result<EngineCall> trainCall(const fs::path &runFolder)
{
    return call({"run", runFolder.string()});
}

Result<EngineCall> serveCall(const fs::path &checkpoint)
{
    return call({"serve", checkpoint.string()});
}

Result<EngineCall> measureCall()
{
    return call({"measure"});
}

Result<EngineCall> devicesCall()
{
    return call({"devices"});
}

Result<EngineCall> exportCall(const fs::path &from, const fs::path &to, const std::string &layout)
{
    return call({"export", from.string(), to.string(), "--layout", layout});
}

} // namespace anneal
