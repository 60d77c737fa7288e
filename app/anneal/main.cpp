// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <exception>
#include <new>

#include "base/files.h"
#include "base/log.h"
#include "cli/arguments.h"
#include "cli/commands/commands.h"
#include "cli/output.h"
#ifdef ANNEAL_WITH_WINDOW
#include "pages/runwindow.h"
#endif

namespace {

using namespace anneal;

bool hasDisplay()
{
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (const char *value = std::getenv(name); value && *value)
            return true;
    return false;
}

/// What happens without a sub-command.
int openWindow([[maybe_unused]] int &argc, [[maybe_unused]] char **argv, const Session &session,
               const WindowArguments &window)
{
#ifdef ANNEAL_WITH_WINDOW
    if (hasDisplay())
        return runWindow(argc, argv, {session.workspace, window.gallery, window.measureStart, window.screenshots});
#else
    std::ignore = window;
    std::ignore = hasDisplay();
#endif
    return finish(quickStart(session));
}

int obey(int &argc, char **argv)
{
    Session session;
    WindowArguments window;
    if (const auto code = parseArguments(argc, argv, session, window))
        return *code;
    return session.action ? finish(session.action()) : openWindow(argc, argv, session, window);
}

} // namespace

int main(int argc, char **argv)
{
    logToStderr();
    reportFileSizeLimitAsError();
    try {
        return obey(argc, argv);
    } catch (const std::bad_alloc &) {
        return finish(fail(ErrorCode::OutOfMemory, "There is not enough memory; close other programs."));
    } catch (const std::exception &error) { // the library's word for what no Result foresaw
        return finish(fail(ErrorCode::Internal, error.what()));
    }
}
