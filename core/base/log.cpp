// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/log.h"

#include <cerrno>
#include <chrono>

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include "base/files.h"

namespace anneal {

Result<void> logToFile(const std::filesystem::path &path, bool alsoStderr)
{
    std::vector<spdlog::sink_ptr> sinks;
    try {
        sinks.push_back(std::make_shared<spdlog::sinks::basic_file_sink_mt>(path.string()));
    } catch (const spdlog::spdlog_ex &) {
        return storageError("open the log", path, errno);
    }
    if (alsoStderr)
        sinks.push_back(std::make_shared<spdlog::sinks::stderr_sink_mt>());
    auto logger = std::make_shared<spdlog::logger>("anneal", sinks.begin(), sinks.end());
    logger->set_level(spdlog::level::info);
    logger->set_pattern("%Y-%m-%d %H:%M:%S.%e [%l] %v");
    logger->flush_on(spdlog::level::warn);
    spdlog::set_default_logger(std::move(logger));
    spdlog::flush_every(std::chrono::seconds(1));
    return {};
}

void logToStderr()
{
    auto logger = std::make_shared<spdlog::logger>("anneal", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    logger->set_level(spdlog::level::warn);
    spdlog::set_default_logger(std::move(logger));
}

} // namespace anneal
