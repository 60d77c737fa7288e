// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/stopsignal.h"

#include <csignal>

#include "base/files.h"

namespace anneal {
namespace {

volatile std::sig_atomic_t s_stop = 0;

void raiseFlag(int /*signal*/)
{
    s_stop = 1;
}

} // namespace

void catchStopSignals()
{
    struct sigaction action = {};
    action.sa_handler = raiseFlag;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        sigaction(signal, &action, nullptr);
    reportFileSizeLimitAsError();
}

bool stopSignalled()
{
    return s_stop != 0;
}

} // namespace anneal
