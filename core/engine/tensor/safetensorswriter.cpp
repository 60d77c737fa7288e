// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "tensor/dtypes.h"
#include "tensor/safetensors.h"

namespace anneal {
namespace {

/// A sibling of the target that takes its place only when complete; removed otherwise.
class ReplacingFile
{
public:
    explicit ReplacingFile(fs::path target)
        : m_target(std::move(target))
        , m_draft(m_target.string() + fmt::format(".{}.part", ::getpid()))
        , m_file(::open(m_draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644))
    {
    }
    ReplacingFile(const ReplacingFile &) = delete;
    ReplacingFile &operator=(const ReplacingFile &) = delete;
    ~ReplacingFile()
    {
        if (m_file >= 0) {
            ::close(m_file);
            ::unlink(m_draft.c_str());
        }
    }

    [[nodiscard]] bool isOpen() const { return m_file >= 0; }

    [[nodiscard]] bool write(const void *bytes, std::size_t count)
    {
        const auto *next = static_cast<const char *>(bytes);
        while (count > 0) {
            const ssize_t written = ::write(m_file, next, count);
            if (written < 0 && errno != EINTR)
                return false;
            if (written > 0) {
                next += written;
                count -= static_cast<std::size_t>(written);
            }
        }
        return true;
    }

    [[nodiscard]] bool commit()
    {
        if (::fsync(m_file) != 0 || ::rename(m_draft.c_str(), m_target.c_str()) != 0)
            return false;
        ::close(m_file);
        m_file = -1;
        syncFolder(m_target.parent_path());
        return true;
    }

private:
    fs::path m_target;
    fs::path m_draft;
    int m_file;
};

NamedTensors inFileOrder(const NamedTensors &tensors)
{
    NamedTensors ordered;
    for (const auto &[name, tensor] : tensors)
        ordered.emplace_back(name, tensor.detach().to(torch::kCPU).contiguous());
    std::sort(ordered.begin(), ordered.end(), [](const auto &a, const auto &b) {
        return std::pair(b.second.element_size(), a.first) < std::pair(a.second.element_size(), b.first);
    });
    return ordered;
}

std::string headerFor(const NamedTensors &tensors, const std::map<std::string, std::string> &metadata)
{
    nlohmann::ordered_json header = nlohmann::ordered_json::object();
    if (!metadata.empty())
        header["__metadata__"] = metadata;
    std::size_t offset = 0;
    for (const auto &[name, tensor] : tensors) {
        header[name] = {{"dtype", dtypeName(tensor.scalar_type())},
                        {"shape", tensor.sizes().vec()},
                        {"data_offsets", {offset, offset + tensor.nbytes()}}};
        offset += tensor.nbytes();
    }
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' '); // keeps the data section aligned
    return text;
}

} // namespace

Result<void> writeSafetensors(const fs::path &path, const NamedTensors &tensors,
                              const std::map<std::string, std::string> &metadata)
{
    const NamedTensors ordered = inFileOrder(tensors);
    for (const auto &[name, tensor] : ordered) {
        if (dtypeName(tensor.scalar_type()).empty())
            return fail(ErrorCode::Internal, fmt::format("tensor '{}' has a type that safetensors cannot hold", name),
                        path.string());
    }
    const std::string header = headerFor(ordered, metadata);
    const std::uint64_t headerBytes = header.size();

    ReplacingFile file(path);
    bool written =
        file.isOpen() && file.write(&headerBytes, sizeof headerBytes) && file.write(header.data(), header.size());
    for (const auto &[name, tensor] : ordered)
        written = written && file.write(tensor.data_ptr(), tensor.nbytes());
    if (!written || !file.commit())
        return storageError("write", path, errno);
    return {};
}

} // namespace anneal
