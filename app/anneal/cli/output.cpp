// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/output.h"

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "base/exitcodes.h"
#include "base/files.h"
#include "base/units.h"

namespace anneal {

namespace {

std::string dumped(const Json &json, int indent)
{
    // A name read from a file may hold bytes that are not UTF-8.
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace

void printJson(const Json &document)
{
    std::cout << dumped(document, 1) << '\n';
}

void printJsonLine(const Json &object)
{
    std::cout << dumped(object, -1) << std::endl;
}

std::string programCommand()
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const char *path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (fs::equivalent(fs::path(folder) / program.filename(), program, error))
            return program.filename().string();
    }
    const fs::path relative = fs::proximate(program, error);
    if (error || *relative.begin() == "..")
        return program.string();
    return relative.has_parent_path() ? relative.string() : "./" + relative.string();
}

void say(const std::string &sentence)
{
    std::cerr << sentence << std::endl;
}

int finish(const Result<int> &result)
{
    std::cout.flush();
    if (result && !std::cout)
        return finish(fail(ErrorCode::Storage, "The output could not be written."));
    if (result)
        return *result;
    say("anneal: " + result.error().text());
    return static_cast<int>(exitCodeFor(result.error().code));
}

Json jsonNumber(double value)
{
    return std::isfinite(value) ? Json(value) : Json(formatExact(value));
}

Json jsonNumber(const std::optional<double> &value)
{
    return value ? jsonNumber(*value) : Json();
}

std::string issueText(const Issue &issue)
{
    return issue.key.empty() ? issue.message : issue.key + ": " + issue.message;
}

Json issueJson(const Issue &issue)
{
    return {{"severity", issue.severity == Severity::Error ? "error" : "warning"},
            {"field", issue.key},
            {"message", issue.message},
            {"suggestion", issue.suggestion}};
}

Failure issuesFailure(const std::vector<Issue> &issues)
{
    std::string text;
    for (const Issue &issue : issues)
        if (issue.severity == Severity::Error)
            text += (text.empty() ? "" : "\nanneal: ") + issueText(issue);
    return fail(ErrorCode::Config, text);
}

} // namespace anneal
