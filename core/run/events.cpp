// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/events.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/files.h"
#include "run/jsonfields.h"

namespace anneal {

namespace {

/// Held while a line is added. File systems without locks go on without.
class FileLock
{
public:
    explicit FileLock(int fd)
        : m_fd(fd)
    {
        flock(m_fd, LOCK_EX);
    }
    ~FileLock() { flock(m_fd, LOCK_UN); }
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;

private:
    int m_fd;
};

bool endsInHalfLine(int fd, off_t size)
{
    char last = '\n';
    return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

/// The file from `offset` up to and with its last line end.
Result<std::string> readWholeLines(const std::filesystem::path &path, std::uint64_t &offset)
{
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen() && errno == ENOENT)
        return std::string();
    struct stat info {
    };
    if (!file.isOpen() || fstat(file.get(), &info) != 0)
        return storageError("read", path, errno);
    const auto size = static_cast<std::uint64_t>(info.st_size);
    if (size < offset)
        offset = 0;
    std::string text(static_cast<std::size_t>(size - offset), '\0');
    std::size_t have = 0;
    while (have < text.size()) {
        const ssize_t got =
            pread(file.get(), text.data() + have, text.size() - have, static_cast<off_t>(offset + have));
        if (got < 0 && errno != EINTR)
            return storageError("read", path, errno);
        if (got == 0)
            break;
        have += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    const std::size_t end = text.rfind('\n', have);
    text.resize(end == std::string::npos ? 0 : end + 1);
    return text;
}

} // namespace

JsonlWriter::JsonlWriter(FileDescriptor file, std::filesystem::path path)
    : m_file(std::move(file))
    , m_path(std::move(path))
{
}

Result<JsonlWriter> JsonlWriter::open(const std::filesystem::path &path)
{
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!file.isOpen())
        return storageError("open", path, errno);
    return JsonlWriter(std::move(file), path);
}

Result<void> JsonlWriter::append(const nlohmann::json &object)
{
    const FileLock lock(m_file.get());
    struct stat info {
    };
    if (fstat(m_file.get(), &info) != 0)
        return storageError("write", m_path, errno);
    const std::string line = (endsInHalfLine(m_file.get(), info.st_size) ? "\n" : "") + jsonLine(object) + '\n';
    const ssize_t written = ::write(m_file.get(), line.data(), line.size());
    if (written == static_cast<ssize_t>(line.size()))
        return {};
    const int reason = written < 0 ? errno : ENOSPC;
    // Should this fail as well, the half line is ended by the next append.
    [[maybe_unused]] const int ignored = ftruncate(m_file.get(), info.st_size);
    return storageError("write", m_path, reason);
}

JsonlReader::JsonlReader(std::filesystem::path path)
    : m_path(std::move(path))
{
}

Result<std::vector<nlohmann::json>> JsonlReader::poll()
{
    const auto text = readWholeLines(m_path, m_offset);
    if (!text)
        return Failure(text.error());
    m_offset += text->size();
    std::vector<nlohmann::json> objects;
    for (std::size_t from = 0; from < text->size();) {
        const std::size_t end = text->find('\n', from);
        const std::string_view line(text->data() + from, end - from);
        from = end + 1;
        nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
        if (object.is_object())
            objects.push_back(std::move(object));
        else if (!line.empty())
            ++m_damaged;
    }
    return objects;
}

nlohmann::json eventToJson(const Event &event)
{
    nlohmann::json object{{"time_micros", event.timeMicros}, {"kind", event.kind}, {"text", event.text}};
    if (event.step)
        object["step"] = *event.step;
    if (event.data.is_object() && !event.data.empty())
        object["data"] = event.data;
    return object;
}

Event eventFromJson(const nlohmann::json &object)
{
    Event event;
    event.timeMicros = integerField(object, "time_micros");
    event.kind = textField(object, "kind");
    event.step = optionalInteger(object, "step");
    event.text = textField(object, "text");
    const auto data = object.find("data");
    event.data = data != object.end() && data->is_object() ? *data : nlohmann::json::object();
    return event;
}

Result<std::vector<Event>> readEvents(const std::filesystem::path &path)
{
    JsonlReader reader(path);
    const auto objects = reader.poll();
    if (!objects)
        return Failure(objects.error());
    std::vector<Event> events;
    for (const nlohmann::json &object : *objects)
        events.push_back(eventFromJson(object));
    return events;
}

} // namespace anneal
