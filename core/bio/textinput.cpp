// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/textinput.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr std::size_t kMostLayers = 2;
/// Pages that are reserved and never touched cost nothing; growing a large block costs a copy.
constexpr std::size_t kRoomForPacked = 64 << 20;

bool nameSaysPacked(std::string_view name)
{
    static constexpr std::array<std::string_view, 8> kEndings{".gz", ".bgz", ".bgzf", ".bz2",
                                                              ".xz", ".zst", ".zip",  ".Z"};
    return std::any_of(kEndings.begin(), kEndings.end(),
                       [name](std::string_view ending) { return name.ends_with(ending); });
}

} // namespace

Failure dataError(const std::string &path, std::int64_t line, std::string message)
{
    return fail(ErrorCode::Data, std::move(message), line > 0 ? fmt::format("{}:{}", path, line) : path);
}

Result<TextInput> TextInput::open(const std::filesystem::path &path, FileUse use)
{
    auto file = FileSource::open(path);
    if (!file)
        return Failure(file.error());
    TextInput input;
    input.m_path = displayPath(path);
    input.m_name = displayPath(path.filename());
    input.m_file = std::move(*file);
    if (auto opened = input.unpackLayers(); !opened)
        return Failure(opened.error());
    if (input.m_head.empty()) {
        const char *what = input.isPacked() ? "The compressed file is empty inside" : "The file is empty";
        return dataError(input.m_path, 0, fmt::format("{}; choose another, or get it again.", what));
    }
    if (auto foreign = recogniseForeign(input.m_head, use))
        return dataError(input.m_path, foreign->line, std::move(foreign->sentence));
    return input;
}

Result<void> TextInput::unpackLayers()
{
    const auto takeHead = [this]() -> Result<void> {
        const auto block = source().next();
        if (!block)
            return Failure(block.error());
        m_head = *block;
        return {};
    };
    auto taken = takeHead();
    while (taken && isGzip(m_head)) {
        if (m_layers.size() == kMostLayers)
            return dataError(m_path, 0, "The file is compressed more than twice; unpack it with gunzip first.");
        m_layers.push_back(std::make_unique<GzipSource>(source(), m_head, m_path));
        taken = takeHead();
    }
    return taken;
}

ByteSource &TextInput::source()
{
    return m_layers.empty() ? static_cast<ByteSource &>(*m_file) : *m_layers.back();
}

Result<std::string_view> TextInput::next()
{
    if (m_headTaken)
        return source().next();
    m_headTaken = true;
    return m_head;
}

std::vector<ReadWarning> TextInput::warnings() const
{
    std::vector<ReadWarning> warnings;
    const auto warn = [&](const char *kind, std::string message, std::int64_t count) {
        warnings.push_back({kind, fmt::format("{}: {}.", m_name, message), 0, count});
    };
    if (!isPacked() && nameSaysPacked(m_name))
        warn("name_says_packed",
             "the name says that the file is compressed, but its content is plain text; it was read as text", 1);
    if (m_layers.size() > 1)
        warn("compressed_twice", "the file is compressed twice; it was read through both layers", 1);
    for (const auto &layer : m_layers) {
        if (layer->extraBytes() > 0) {
            warn("extra_bytes",
                 fmt::format("{} extra bytes after the compressed data were ignored; "
                             "if they should hold sequences, get the file again",
                             layer->extraBytes()),
                 static_cast<std::int64_t>(layer->extraBytes()));
        }
        if (layer->missesEndBlock()) {
            warn("no_end_block",
                 "the block gzip file lacks its empty end block, so it may be cut short; "
                 "check the number of sequences, or get the file again",
                 1);
        }
    }
    return warnings;
}

std::size_t TextInput::likelySize() const
{
    const auto stored = static_cast<std::size_t>(m_file->size());
    return isPacked() ? std::max(stored * 4, kRoomForPacked) : stored;
}

} // namespace anneal
