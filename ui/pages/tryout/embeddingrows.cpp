// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/embeddingrows.h"

#include <bit>
#include <cstdint>

#include <fmt/format.h>

#include "base/csv.h"
#include "base/files.h"

namespace anneal {

namespace {

constexpr std::size_t kNpyAlignment = 64;
constexpr char kNpyMagic[] = "\x93NUMPY\x01"; // and, as the terminating 0, version 1.0's second figure

void appendLittleEndian(std::string &bytes, std::uint32_t value, int count)
{
    for (int i = 0; i < count; ++i)
        bytes += static_cast<char>(value >> (8 * i) & 0xffU);
}

/// Magic, length and description, padded so that the numbers begin at a multiple of 64.
std::string npyHeader(std::size_t rows, std::size_t width)
{
    std::string text = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", rows, width);
    std::string header(kNpyMagic, sizeof kNpyMagic);
    const std::size_t before = header.size() + 2;
    const std::size_t whole = (before + text.size() + 1 + kNpyAlignment - 1) / kNpyAlignment * kNpyAlignment;
    text.resize(whole - before - 1, ' ');
    text += '\n';
    appendLittleEndian(header, static_cast<std::uint32_t>(text.size()), 2);
    return header + text;
}

std::size_t widthOf(const std::vector<EmbeddingRow> &rows)
{
    return rows.empty() ? 0 : rows.front().numbers.size();
}

std::string namesText(const std::vector<EmbeddingRow> &rows)
{
    std::string text;
    for (const EmbeddingRow &row : rows)
        text += row.name.simplified().toStdString() + '\n';
    return text;
}

} // namespace

Result<void> writeCsv(const QString &path, const std::vector<EmbeddingRow> &rows)
{
    std::string text = "name,length";
    for (std::size_t i = 0; i < widthOf(rows); ++i)
        text += fmt::format(",e{}", i);
    text += '\n';
    for (const EmbeddingRow &row : rows) {
        text += csvField(row.name.toStdString()) + ',' + std::to_string(row.length);
        for (const double number : row.numbers)
            fmt::format_to(std::back_inserter(text), ",{}", static_cast<float>(number));
        text += '\n';
    }
    return writeFileAtomic(path.toStdString(), text);
}

Result<void> writeNpy(const QString &path, const std::vector<EmbeddingRow> &rows)
{
    std::string bytes = npyHeader(rows.size(), widthOf(rows));
    for (const EmbeddingRow &row : rows)
        for (const double number : row.numbers)
            appendLittleEndian(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(number)), sizeof(float));
    if (Result<void> written = writeFileAtomic(path.toStdString(), bytes); !written)
        return written;
    return writeFileAtomic(namesPath(path).toStdString(), namesText(rows));
}

QString namesPath(const QString &npyPath)
{
    const QString ending = QStringLiteral(".npy");
    return (npyPath.endsWith(ending) ? npyPath.chopped(ending.size()) : npyPath) + QStringLiteral(".names.txt");
}

} // namespace anneal
