// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/foreignformat.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace anneal {

namespace {

constexpr std::size_t kBytesLookedAt = 8192;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlank = " \t\r\n\v\f";

std::string_view wayOut(ForeignKind kind)
{
    switch (kind) {
    case ForeignKind::Packed:
        return "not gzip or plain text; unpack it first, or pack it again with gzip";
    case ForeignKind::Archive:
        return "not a sequence file; unpack it and choose the file inside";
    case ForeignKind::Document:
        return "not FASTA; save it as plain text";
    case ForeignKind::Flat:
        return "not FASTA; download or export the entry as FASTA instead";
    case ForeignKind::Alignment:
        return "not FASTA; export the sequences as FASTA, without gaps";
    case ForeignKind::Structure:
        return "not FASTA; download the sequence of the structure as FASTA";
    case ForeignKind::Reads:
        return "not FASTA; convert it, for example with samtools fasta";
    case ForeignKind::WebPage:
        return "not FASTA: the download failed; get the file again";
    case ForeignKind::Pointer:
        return "not the file itself; fetch it, with 'git lfs pull' or 'git annex get'";
    case ForeignKind::Other:
        break;
    }
    return "not FASTA; choose a file of sequences, or convert it to FASTA";
}

std::string_view wayOutOfTable(ForeignKind kind)
{
    switch (kind) {
    case ForeignKind::Document:
        return "not CSV; export it as CSV (text, one row a line)";
    case ForeignKind::Archive:
        return "not a table; unpack it and choose the file inside";
    case ForeignKind::WebPage:
        return "not a table: the download failed; get the file again";
    case ForeignKind::Packed:
    case ForeignKind::Pointer:
        return wayOut(kind);
    default:
        return "not a table; save it as CSV, TSV or JSON lines";
    }
}

struct Recognised {
    ForeignKind kind;
    std::string_view name;
    std::int64_t line = 0;
};

Recognised foreign(ForeignKind kind, std::string_view name, std::int64_t line)
{
    return {kind, name, line};
}

ForeignFormat described(const Recognised &found, FileUse use)
{
    const std::string_view way = use == FileUse::Table ? wayOutOfTable(found.kind) : wayOut(found.kind);
    return {fmt::format("This is {}, {}.", found.name, way), found.line};
}

bool beginsWith(std::string_view text, const Signature &signature)
{
    if (text.size() < signature.offset)
        return false;
    return text.substr(signature.offset, signature.bytes.size()) == signature.bytes;
}

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char &c : lower) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c + ('a' - 'A'));
    }
    return lower;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

Recognised describeZip(std::string_view head)
{
    if (contains(head, "word/") || contains(head, "[Content_Types].xml"))
        return foreign(ForeignKind::Document,
                       contains(head, "xl/") ? "a spreadsheet workbook (XLSX)" : "an Office document", 0);
    if (contains(head, "xl/"))
        return foreign(ForeignKind::Document, "a spreadsheet workbook (XLSX)", 0);
    if (contains(head, "opendocument"))
        return foreign(ForeignKind::Document, "an OpenDocument file", 0);
    if (contains(head, "data.pkl"))
        return foreign(ForeignKind::Other, "a PyTorch file", 0);
    return foreign(ForeignKind::Archive, "a zip archive", 0);
}

/// Eight bytes of length, then a JSON header.
bool isSafetensors(std::string_view head)
{
    return head.size() > 9 && head[8] == '{' && head.substr(5, 3) == std::string_view("\0\0\0", 3);
}

std::optional<Recognised> recogniseBinary(std::string_view head)
{
    if (head.substr(0, 4) == "PK\x03\x04" || head.substr(0, 4) == "PK\x05\x06")
        return describeZip(head);
    if (isSafetensors(head))
        return foreign(ForeignKind::Other, "a safetensors file of model weights", 0);
    for (const Signature &signature : binarySignatures()) {
        if (beginsWith(head, signature))
            return foreign(signature.kind, signature.name, 0);
    }
    return std::nullopt;
}

struct Line {
    std::string_view text;
    std::int64_t number = 1;
};

/// The first line that is neither blank nor, with `skipComments`, a remark.
Line firstLine(std::string_view head, bool skipComments)
{
    Line line;
    while (!head.empty()) {
        const std::size_t end = std::min(head.find_first_of("\r\n"), head.size());
        line.text = head.substr(0, end);
        line.text.remove_prefix(std::min(line.text.find_first_not_of(kBlank), line.text.size()));
        const bool remark = skipComments && !line.text.empty() && (line.text[0] == '#' || line.text[0] == ';');
        if (!line.text.empty() && !remark)
            return line;
        head.remove_prefix(std::min(head.size(), end + (head.substr(end, 2) == "\r\n" ? 2 : 1)));
        ++line.number;
    }
    return {{}, 0};
}

/// NBRF/PIR looks like FASTA, but its second line is a title: ">P1;CRAB_ANAPL".
bool isPir(std::string_view line)
{
    static constexpr std::array<std::string_view, 9> kTypes{"P1", "F1", "DL", "DC", "RL", "RC", "N1", "N3", "XX"};
    return line.size() > 4 && line[3] == ';'
        && std::find(kTypes.begin(), kTypes.end(), line.substr(1, 2)) != kTypes.end();
}

/// PHYLIP begins with the number of sequences and of columns.
bool isTwoNumbers(std::string_view line)
{
    const auto skip = [&line](std::string_view set) {
        const std::size_t count = std::min(line.find_first_not_of(set), line.size());
        line.remove_prefix(count);
        return count > 0;
    };
    const bool numbers = skip("0123456789") && skip(" \t") && skip("0123456789");
    skip(" \t");
    return numbers && line.empty();
}

std::optional<Recognised> recogniseShape(const Line &line, std::string_view head)
{
    const char first = line.text[0];
    if (isTwoNumbers(line.text))
        return foreign(ForeignKind::Alignment, "a PHYLIP alignment", line.number);
    if (first == '{' || first == '[')
        return foreign(ForeignKind::Other, "JSON", line.number);
    if (first == '<') {
        const bool page = contains(lowerCase(head), "<html");
        return foreign(ForeignKind::WebPage, page ? "a web page" : "XML or an error page", line.number);
    }
    if (first == '(' && contains(head, ";"))
        return foreign(ForeignKind::Other, "a tree (Newick)", line.number);
    for (const char separator : {'\t', ',', ';'}) {
        if (line.text.find(separator) != std::string_view::npos)
            return foreign(ForeignKind::Other, "a table", line.number);
    }
    return std::nullopt;
}

std::optional<Recognised> recogniseLine(const Line &line)
{
    const std::string lower = lowerCase(line.text.substr(0, 64));
    for (const Signature &signature : textSignatures()) {
        if (beginsWith(lower, signature))
            return foreign(signature.kind, signature.name, line.number);
    }
    return std::nullopt;
}

bool hasControlBytes(std::string_view text)
{
    return std::any_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && !contains(kBlank, std::string_view(&c, 1)) && c != '\x1A';
    });
}

std::optional<Recognised> recogniseText(std::string_view head, FileUse use)
{
    if (const Line line = firstLine(head, false); line.number > 0) {
        if (auto known = recogniseLine(line))
            return known;
    }
    const Line line = firstLine(head, true);
    if (line.number == 0 || line.text[0] == '@')
        return std::nullopt;
    if (line.text[0] == '>') {
        if (isPir(line.text))
            return foreign(ForeignKind::Flat, "an NBRF/PIR file", line.number);
        return std::nullopt;
    }
    if (hasControlBytes(head))
        return foreign(ForeignKind::Other, "a binary or damaged file", 0);
    if (auto known = recogniseLine(line))
        return known;
    return use == FileUse::Sequences || line.text[0] == '<' ? recogniseShape(line, head) : std::nullopt;
}

} // namespace

std::optional<ForeignFormat> recogniseWideText(std::string_view head)
{
    using namespace std::string_view_literals;
    head = head.substr(0, 512);
    const auto wide = [](std::string_view name) {
        return ForeignFormat{fmt::format("The text is {}; save it as UTF-8 or plain text.", name), 0};
    };
    if (head.substr(0, 4) == "\xFF\xFE\0\0"sv || head.substr(0, 4) == "\0\0\xFE\xFF"sv)
        return wide("UTF-32");
    if (head.substr(0, 2) == "\xFF\xFE" || head.substr(0, 2) == "\xFE\xFF")
        return wide("UTF-16");
    std::array<std::size_t, 4> zeros{};
    const std::size_t whole = head.size() / 4 * 4;
    for (std::size_t i = 0; i < whole; ++i)
        zeros[i % 4] += head[i] == '\0' ? 1 : 0;
    const auto mostly = [&](std::size_t place) { return whole > 0 && zeros[place] * 4 * 10 >= whole * 8; };
    const auto hardly = [&](std::size_t place) { return zeros[place] * 4 * 10 <= whole; };
    if (mostly(1) && mostly(2) && (mostly(0) != mostly(3)))
        return wide("UTF-32");
    if ((mostly(0) && mostly(2) && hardly(1) && hardly(3)) || (mostly(1) && mostly(3) && hardly(0) && hardly(2)))
        return wide("UTF-16");
    return std::nullopt;
}

std::optional<ForeignFormat> recogniseForeign(std::string_view head, FileUse use)
{
    head = head.substr(0, kBytesLookedAt);
    if (auto wide = recogniseWideText(head))
        return wide;
    auto found = recogniseBinary(head);
    if (!found) {
        if (head.substr(0, kByteOrderMark.size()) == kByteOrderMark)
            head.remove_prefix(kByteOrderMark.size());
        found = recogniseText(head, use);
    }
    return found ? std::optional(described(*found, use)) : std::nullopt;
}

} // namespace anneal
