// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/hardware.h"
#include "config/config.h"
#include "config/issue.h"

namespace anneal {

/// What a rule looks at, and where it says what it found.
struct RuleContext {
    const Config &config;
    const Hardware &hardware;
    std::vector<Issue> &issues;

    void error(std::string key, std::string message, std::string suggestion = {}) const
    {
        issues.push_back({Severity::Error, std::move(key), std::move(message), std::move(suggestion)});
    }
    void warning(std::string key, std::string message, std::string suggestion = {}) const
    {
        issues.push_back({Severity::Warning, std::move(key), std::move(message), std::move(suggestion)});
    }
};

/// A rule between fields. It is asked only when every field that it needs is valid on its own.
struct Rule {
    std::vector<std::string_view> needs;
    void (*check)(const RuleContext &context);
};

/// Rules about files: missing, unreadable, empty, a folder, the same one twice.
[[nodiscard]] std::vector<Rule> fileRules();
/// Rules about the tokenizer and what depends on it: alphabet, file, windows, other strand.
[[nodiscard]] std::vector<Rule> tokenizerRules();
/// Rules about the optimizer and the settings that only some have.
[[nodiscard]] std::vector<Rule> optimizerRules();
/// Rules about the learning rate over the run.
[[nodiscard]] std::vector<Rule> scheduleRules();

/// Why a file cannot be read as a whole and what to do, without a full stop; empty when it can.
[[nodiscard]] std::string fileProblem(const std::filesystem::path &path);

} // namespace anneal
