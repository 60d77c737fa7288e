// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace anneal {

/// What a file is when it is not sequences as text.
struct ForeignFormat {
    std::string sentence; ///< "This is a GenBank flat file, not FASTA; …"
    std::int64_t line = 0; ///< 0 for binary content, which has no lines
};

/// What a file is read as.
enum class FileUse { Sequences, Table };

/// Looks at the first bytes of a file (some kilobytes) and recognises what people give by mistake.
/// Nothing when it may be FASTA, FASTQ or plain letters; with Table, also when it may be CSV, TSV or JSON lines.
[[nodiscard]] std::optional<ForeignFormat> recogniseForeign(std::string_view head, FileUse use = FileUse::Sequences);

/// UTF-16 or UTF-32, with or without a byte order mark.
[[nodiscard]] std::optional<ForeignFormat> recogniseWideText(std::string_view head);

/// The way out differs by kind, not by format.
enum class ForeignKind {
    Packed,
    Archive,
    Document,
    Flat,
    Alignment,
    Structure,
    Reads,
    Other,
    WebPage,
    Pointer,
};

struct Signature {
    std::size_t offset;
    std::string_view bytes;
    ForeignKind kind;
    std::string_view name;
};

/// Beginnings of binary files, and of the first line of text files (letters in lower case match both cases).
[[nodiscard]] std::span<const Signature> binarySignatures();
[[nodiscard]] std::span<const Signature> textSignatures();

} // namespace anneal
