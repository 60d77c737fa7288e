// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bio/bytesource.h"
#include "bio/foreignformat.h"
#include "bio/gzipsource.h"
#include "bio/sequencefile.h"

namespace anneal {

/// The text of a file, unpacked as its content demands. Refuses at once what cannot be of use.
class TextInput
{
public:
    [[nodiscard]] static Result<TextInput> open(const std::filesystem::path &path, FileUse use = FileUse::Sequences);

    /// How messages name the file: the whole path for errors, its last part for warnings.
    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] const std::string &name() const { return m_name; }
    [[nodiscard]] std::string_view head() const { return m_head; }
    [[nodiscard]] bool isPacked() const { return !m_layers.empty(); }

    [[nodiscard]] Result<std::string_view> next();
    [[nodiscard]] double share() const { return m_file->share(); }
    /// Both are complete once next() has returned an empty block.
    [[nodiscard]] std::uint64_t storedHash() const { return m_file->hash(); }
    [[nodiscard]] std::vector<ReadWarning> warnings() const;
    /// The most letters that are worth reserving room for.
    [[nodiscard]] std::size_t likelySize() const;

private:
    TextInput() = default;
    [[nodiscard]] Result<void> unpackLayers();
    [[nodiscard]] ByteSource &source();

    std::string m_path;
    std::string m_name;
    std::unique_ptr<FileSource> m_file;
    std::vector<std::unique_ptr<GzipSource>> m_layers;
    std::string_view m_head;
    bool m_headTaken = false;
};

/// Data error at a line of a file; line 0 = the file as a whole.
[[nodiscard]] Failure dataError(const std::string &path, std::int64_t line, std::string message);

} // namespace anneal
