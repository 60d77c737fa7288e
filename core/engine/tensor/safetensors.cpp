// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/safetensors.h"

#include <bit>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/files.h"
#include "tensor/safetensorsheader.h"

static_assert(std::endian::native == std::endian::little, "safetensors files are little-endian");

namespace anneal {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000; // the format's own limit

struct Mapping {
    std::shared_ptr<const std::byte> bytes;
    std::uint64_t size = 0;
};

Result<Mapping> mapFile(const fs::path &path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return storageError("open", path, errno);
    struct stat status {
    };
    const bool isFile = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    const auto size = static_cast<std::size_t>(isFile ? status.st_size : 0);
    void *start = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
    const int reason = errno;
    ::close(file);
    if (!isFile)
        return fail(ErrorCode::Data, "this is a folder or a device, not a safetensors file", path.string());
    if (start == MAP_FAILED)
        return storageError("map", path, reason);
    const auto unmap = [size](const std::byte *bytes) {
        if (bytes)
            ::munmap(const_cast<std::byte *>(bytes), size);
    };
    return Mapping{std::shared_ptr<const std::byte>(static_cast<const std::byte *>(start), unmap), size};
}

} // namespace

Result<SafetensorsFile> SafetensorsFile::open(const fs::path &path)
{
    auto mapping = mapFile(path);
    if (!mapping)
        return Failure(std::move(mapping.error()));
    if (mapping->size < kLengthBytes)
        return fail(ErrorCode::Data, "the file ends within its first 8 bytes: copy or save it again", path.string());
    std::uint64_t headerBytes = 0;
    std::memcpy(&headerBytes, mapping->bytes.get(), kLengthBytes);
    if (headerBytes > kMaxHeaderBytes || headerBytes > mapping->size - kLengthBytes)
        return fail(
            ErrorCode::Data,
            fmt::format("the file ({} bytes) ends within its header: it is no safetensors file or was cut short",
                        mapping->size),
            path.string());

    const std::byte *start = mapping->bytes.get() + kLengthBytes;
    const std::string_view json(reinterpret_cast<const char *>(start), headerBytes);
    auto header = parseSafetensorsHeader(json, mapping->size - kLengthBytes - headerBytes, path.string());
    if (!header)
        return Failure(std::move(header.error()));
    SafetensorsFile file;
    file.m_path = path;
    file.m_entries = std::move(header->entries);
    file.m_metadata = std::move(header->metadata);
    file.m_data = std::shared_ptr<const std::byte>(mapping->bytes, start + headerBytes);
    return file;
}

Result<TensorEntry> SafetensorsFile::entry(const std::string &name) const
{
    const auto found = m_entries.find(name);
    if (found == m_entries.end())
        return fail(ErrorCode::Data, fmt::format("tensor '{}' is missing from the file", name), m_path.string());
    return found->second;
}

Result<torch::Tensor> SafetensorsFile::tensor(const std::string &name) const
{
    return entry(name).map([&](const TensorEntry &found) {
        torch::Tensor tensor = torch::empty(found.shape, found.dtype);
        if (found.end > found.begin)
            std::memcpy(tensor.data_ptr(), m_data.get() + found.begin, found.end - found.begin);
        return tensor;
    });
}

Result<torch::Tensor> SafetensorsFile::view(const std::string &name) const
{
    const auto found = entry(name);
    if (!found)
        return Failure(found.error());
    const std::byte *start = m_data.get() + found->begin;
    const bool isAligned = reinterpret_cast<std::uintptr_t>(start) % torch::elementSize(found->dtype) == 0;
    if (!isAligned || found->end == found->begin)
        return tensor(name);
    advise(*found, MADV_WILLNEED);
    const auto keepMapped = [data = m_data](void *) {};
    return torch::from_blob(const_cast<std::byte *>(start), found->shape, keepMapped, found->dtype);
}

void SafetensorsFile::release(const std::string &name) const
{
    if (const auto found = entry(name))
        advise(*found, MADV_DONTNEED);
}

/// Tells the kernel about the pages that the tensor's bytes lie in.
void SafetensorsFile::advise(const TensorEntry &entry, int advice) const
{
    static const auto kPage = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto start = reinterpret_cast<std::uintptr_t>(m_data.get()) + entry.begin;
    const std::uintptr_t page = start / kPage * kPage;
    ::madvise(reinterpret_cast<void *>(page), start + (entry.end - entry.begin) - page, advice);
}

} // namespace anneal
