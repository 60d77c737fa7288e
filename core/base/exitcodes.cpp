// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/exitcodes.h"

namespace anneal {

ExitCode exitCodeFor(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Config:
        return ExitCode::Config;
    case ErrorCode::Data:
        return ExitCode::Data;
    case ErrorCode::OutOfMemory:
        return ExitCode::OutOfMemory;
    case ErrorCode::Diverged:
        return ExitCode::Diverged;
    case ErrorCode::Storage:
        return ExitCode::Storage;
    case ErrorCode::Device:
        return ExitCode::Device;
    case ErrorCode::Internal:
        return ExitCode::Internal;
    }
    return ExitCode::Internal;
}

std::string exitCodeReason(int code)
{
    switch (static_cast<ExitCode>(code)) {
    case ExitCode::Done:
        return "done";
    case ExitCode::Config:
        return "configuration";
    case ExitCode::Data:
        return "data";
    case ExitCode::OutOfMemory:
        return "out of memory";
    case ExitCode::Diverged:
        return "diverged";
    case ExitCode::Storage:
        return "storage";
    case ExitCode::Device:
        return "device or peer lost";
    case ExitCode::Internal:
        return "internal error";
    case ExitCode::StoppedAfterSaving:
        return "stopped after saving";
    }
    return "exit code " + std::to_string(code);
}

} // namespace anneal
