// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace anneal {

/// What kind of thing went wrong. Each kind has one process exit code (exitcodes.h).
enum class ErrorCode { Config, Data, OutOfMemory, Diverged, Storage, Device, Internal };

/// A failure that a user, file, disk or child process can cause.
/// `message` is one sentence for people: what happened and what to do. `where` names the file,
/// "file:line" or configuration key it belongs to; empty when the message says it all.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message;
    std::string where;

    /// "where: message", or just the message.
    [[nodiscard]] std::string text() const { return where.empty() ? message : where + ": " + message; }
};

/// The value or the reason there is none. Nothing else in the project names tl::expected.
template <typename T>
using Result = tl::expected<T, Error>;

using Failure = tl::unexpected<Error>;

[[nodiscard]] inline Failure fail(ErrorCode code, std::string message, std::string where = {})
{
    return Failure(Error{code, std::move(message), std::move(where)});
}

} // namespace anneal
