// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "config/issue.h"

namespace anneal {

using Json = nlohmann::ordered_json;

/// The one JSON document of a command, on standard output.
void printJson(const Json &document);
/// One object of a command that prints one object a line.
void printJsonLine(const Json &object);
/// Words for people while a command works, on standard error.
void say(const std::string &sentence);
/// Prints the error, if any, as one line, and gives the process' exit code.
[[nodiscard]] int finish(const Result<int> &result);

/// How a person calls this program from the current folder: "anneal" where the PATH finds it, else its path.
[[nodiscard]] std::string programCommand();

/// JSON has no NaN and no infinity: they are the strings "nan", "inf" and "-inf". No value is null.
[[nodiscard]] Json jsonNumber(double value);
[[nodiscard]] Json jsonNumber(const std::optional<double> &value);

[[nodiscard]] std::string issueText(const Issue &issue);
[[nodiscard]] Json issueJson(const Issue &issue);

/// All errors of a configuration as one error, a line each.
[[nodiscard]] Failure issuesFailure(const std::vector<Issue> &issues);

} // namespace anneal
