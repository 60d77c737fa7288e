// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/runjournal.h"

#include <cmath>

#include "base/clock.h"
#include "base/log.h"

namespace anneal {

Result<std::unique_ptr<RunJournal>> RunJournal::open(const std::filesystem::path &path)
{
    auto writer = JsonlWriter::open(path);
    if (!writer)
        return Failure(writer.error());
    return std::unique_ptr<RunJournal>(new RunJournal(std::move(*writer)));
}

void RunJournal::add(const std::string &kind, std::optional<std::int64_t> step, const std::string &text,
                     nlohmann::json data)
{
    spdlog::info("{}: {}", kind, text);
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(eventToJson({wallMicros(), kind, step, text, std::move(data)}));
    std::size_t written = 0;
    for (; written < m_waiting.size(); ++written) {
        const auto appended = m_writer.append(m_waiting[written]);
        if (appended)
            continue;
        spdlog::warn("{}", appended.error().text());
        break;
    }
    m_waiting.erase(m_waiting.begin(), m_waiting.begin() + static_cast<std::ptrdiff_t>(written));
}

void RunJournal::alert(std::optional<std::int64_t> step, const std::string &text, bool lost, nlohmann::json data)
{
    data["severity"] = lost ? "error" : "warning";
    add("alert", step, text, std::move(data));
}

nlohmann::json jsonNumber(double value)
{
    if (std::isfinite(value))
        return value;
    return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

} // namespace anneal
