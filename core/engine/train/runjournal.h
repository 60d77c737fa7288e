// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "run/events.h"

namespace anneal {

/// Writes events.jsonl. An event that cannot be written (full disk) is kept and written before the next one.
/// Thread-safe.
class RunJournal
{
public:
    [[nodiscard]] static Result<std::unique_ptr<RunJournal>> open(const std::filesystem::path &path);

    void add(const std::string &kind, std::optional<std::int64_t> step, const std::string &text,
             nlohmann::json data = nlohmann::json::object());

    /// Something a person should look at. `lost`: work or data is lost or in danger; else it only needs a look.
    void alert(std::optional<std::int64_t> step, const std::string &text, bool lost = false,
               nlohmann::json data = nlohmann::json::object());

private:
    explicit RunJournal(JsonlWriter writer)
        : m_writer(std::move(writer))
    {
    }

    std::mutex m_mutex;
    JsonlWriter m_writer;
    std::vector<nlohmann::json> m_waiting;
};

/// JSON has no NaN: such a number is written as the word NaN, Infinity or -Infinity.
[[nodiscard]] nlohmann::json jsonNumber(double value);

} // namespace anneal
