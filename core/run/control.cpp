// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/control.h"

#include <algorithm>
#include <cstdio>

#include <sys/stat.h>

#include <spdlog/spdlog.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/ids.h"
#include "run/jsonfields.h"

namespace anneal {

namespace {

constexpr std::size_t kTimeDigits = 20;

/// "00001764511371123456-k3f9….json": in order of time when sorted by name.
std::string commandFileName(const Command &command)
{
    char time[32];
    std::snprintf(time, sizeof time, "%020lld", static_cast<long long>(command.timeMicros));
    return std::string(time) + '-' + command.id + ".json";
}

bool isCommandFile(const fs::path &path)
{
    const std::string name = path.filename().string();
    return name.size() > kTimeDigits && name[kTimeDigits] == '-' && path.extension() == ".json"
        && std::all_of(name.begin(), name.begin() + kTimeDigits, [](char c) { return c >= '0' && c <= '9'; });
}

std::int64_t timeOfFile(const fs::path &path)
{
    return std::strtoll(path.filename().string().substr(0, kTimeDigits).c_str(), nullptr, 10);
}

std::vector<fs::path> commandFiles(const fs::path &folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (isCommandFile(it->path()))
            files.push_back(it->path());
    std::sort(files.begin(), files.end());
    return files;
}

Command readCommand(const fs::path &file)
{
    Command command;
    command.timeMicros = timeOfFile(file);
    const auto object = readJsonObject(file);
    command.verb = object ? textField(*object, "verb") : std::string();
    if (command.verb.empty()) {
        command.verb = "damaged";
        command.arguments = {{"file", file.filename().string()}};
        return command;
    }
    command.id = textField(*object, "id");
    command.reason = textField(*object, "reason");
    const auto arguments = object->find("arguments");
    if (arguments != object->end() && arguments->is_object())
        command.arguments = *arguments;
    return command;
}

} // namespace

Result<std::string> postCommand(const RunPaths &paths, const std::string &verb, const nlohmann::json &arguments,
                                const std::string &reason)
{
    if (const auto made = makeFolder(paths.control()); !made)
        return Failure(made.error());
    Command command{newShortId(), wallMicros(), verb, arguments, reason};
    // After what waits already, even when the clock was set back in between.
    if (const auto waiting = commandFiles(paths.control()); !waiting.empty())
        command.timeMicros = std::max(command.timeMicros, timeOfFile(waiting.back()) + 1);
    const nlohmann::json object{{"id", command.id}, {"verb", verb}, {"arguments", arguments}, {"reason", reason}};
    const auto written = writeFileAtomic(paths.control() / commandFileName(command), jsonLine(object) + '\n');
    if (!written)
        return Failure(written.error());
    return command.id;
}

std::vector<Command> takeCommands(const RunPaths &paths)
{
    std::vector<Command> commands;
    for (const fs::path &file : commandFiles(paths.control())) {
        Command command = readCommand(file);
        std::error_code error;
        // Obeyed only when it is gone, or it would be obeyed again at every step.
        if (fs::remove(file, error))
            commands.push_back(std::move(command));
        else if (error)
            spdlog::warn("{}: the command is not obeyed because its file cannot be removed: {}", file.string(),
                         error.message());
    }
    return commands;
}

std::vector<Command> waitingCommands(const RunPaths &paths)
{
    std::vector<Command> commands;
    for (const fs::path &file : commandFiles(paths.control()))
        commands.push_back(readCommand(file));
    return commands;
}

ControlWatch::ControlWatch(const RunPaths &paths)
    : m_folder(paths.control())
{
}

bool ControlWatch::changed()
{
    struct stat info {
    };
    if (stat(m_folder.c_str(), &info) != 0)
        return false;
    if (info.st_mtim.tv_sec == m_seconds && info.st_mtim.tv_nsec == m_nanoseconds)
        return false;
    // Time stamps are coarse: a second command may arrive within the tick of the first. Only a stamp of some age is
    // believed.
    const bool settled = wallMicros() / 1'000'000 - info.st_mtim.tv_sec > 2;
    m_seconds = settled ? info.st_mtim.tv_sec : -1;
    m_nanoseconds = info.st_mtim.tv_nsec;
    return true;
}

} // namespace anneal
