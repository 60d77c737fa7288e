// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <torch/types.h>

#include "base/result.h"

namespace anneal {

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// Where one tensor lies in a safetensors file.
struct TensorEntry {
    torch::Dtype dtype = torch::kFloat32;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0; ///< bytes from the start of the data section
    std::uint64_t end = 0;
};

/// A safetensors file, mapped into memory and checked whole when it is opened: every byte of the data section belongs
/// to exactly one tensor.
class SafetensorsFile
{
public:
    /// Data error in one sentence for anything that is not a complete file; Storage error when it cannot be read.
    [[nodiscard]] static Result<SafetensorsFile> open(const std::filesystem::path &path);

    /// By name, ascending.
    [[nodiscard]] const std::map<std::string, TensorEntry> &entries() const { return m_entries; }
    [[nodiscard]] const std::map<std::string, std::string> &metadata() const { return m_metadata; }
    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }
    [[nodiscard]] bool contains(const std::string &name) const { return m_entries.count(name) != 0; }
    /// A copy, which outlives the file. Data error naming the file and the tensor when there is none of that name.
    [[nodiscard]] Result<torch::Tensor> tensor(const std::string &name) const;
    /// The same without a copy where the file's bytes lie as the type wants them. To be read from only, and not kept: a
    /// program that shortens the file would end this one.
    [[nodiscard]] Result<torch::Tensor> view(const std::string &name) const;
    /// Gives back the memory into which the file's bytes of this tensor were mapped. They are mapped again when used.
    void release(const std::string &name) const;

private:
    [[nodiscard]] Result<TensorEntry> entry(const std::string &name) const;
    void advise(const TensorEntry &entry, int advice) const;

    std::filesystem::path m_path;
    std::map<std::string, TensorEntry> m_entries;
    std::map<std::string, std::string> m_metadata;
    std::shared_ptr<const std::byte> m_data; ///< start of the data section; keeps the mapping
};

/// Replaces the file atomically. The same tensors give the same bytes: widest types first, then by name.
[[nodiscard]] Result<void> writeSafetensors(const std::filesystem::path &path, const NamedTensors &tensors,
                                            const std::map<std::string, std::string> &metadata = {{"format", "pt"}});

} // namespace anneal
