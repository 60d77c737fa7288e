// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#include "bio/sequencefile.h"

namespace anneal::test {

/// A folder for files that a test makes.
class Folder
{
public:
    Folder() { m_dir.setAutoRemove(false); }
    // Not by Qt, which cannot name files that are not UTF-8.
    ~Folder() { std::filesystem::remove_all(path()); }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;

    std::string write(const std::string &name, std::string_view bytes) const
    {
        const std::string path = m_dir.path().toStdString() + "/" + name;
        QFile file(QString::fromStdString(path));
        const auto size = static_cast<qint64>(bytes.size());
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), size) != size)
            qFatal("cannot write %s", path.c_str());
        return path;
    }
    std::string path() const { return m_dir.path().toStdString(); }

private:
    QTemporaryDir m_dir;
};

/// The letters of one sequence.
inline std::string letters(const SequenceSet &set, std::size_t i)
{
    return set.alphabet->decode(set.sequence(i), set.length(i));
}

/// "gaps rna": the kinds of all warnings in order.
inline QString kinds(const std::vector<ReadWarning> &warnings)
{
    QStringList words;
    for (const ReadWarning &warning : warnings)
        words << QString::fromStdString(warning.kind);
    return words.join(' ');
}

inline QString text(const std::string &value)
{
    return QString::fromStdString(value);
}

inline std::string gzipped(std::string_view plain)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, plain.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(plain.data()));
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef *>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

} // namespace anneal::test
