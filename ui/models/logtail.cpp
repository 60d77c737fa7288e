// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/logtail.h"

#include <fstream>

namespace anneal {

namespace {

constexpr std::uint64_t kTailBytes = 256 * 1024;

QString levelOf(const QString &line)
{
    // "2026-11-30 14:02:51.123 [info] …"
    const qsizetype open = line.indexOf(QLatin1Char('['));
    const qsizetype close = line.indexOf(QLatin1Char(']'), open);
    if (open < 0 || close < 0 || open > 30)
        return {};
    return line.mid(open + 1, close - open - 1);
}

} // namespace

LogTail::LogTail(std::filesystem::path path)
    : m_path(std::move(path))
{
}

LogTail::Lines LogTail::poll()
{
    Lines result;
    std::error_code none;
    const std::uint64_t size = std::filesystem::file_size(m_path, none);
    if (none)
        return result;
    result.restarted = m_started && size < m_offset;
    const bool fromTail = !m_started && size > kTailBytes;
    if (result.restarted)
        m_offset = 0;
    if (fromTail)
        m_offset = size - kTailBytes;
    m_started = true;
    if (size == m_offset)
        return result;

    std::ifstream file(m_path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(m_offset));
    std::string bytes(size - m_offset, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    m_offset += bytes.size();
    m_half = result.restarted ? bytes : m_half + bytes;

    const std::size_t end = m_half.rfind('\n');
    if (end == std::string::npos)
        return result;
    result.lines = QString::fromUtf8(m_half.data(), static_cast<qsizetype>(end)).split(QLatin1Char('\n'));
    m_half.erase(0, end + 1);
    if (fromTail)
        result.lines.removeFirst(); // begins in the middle of a line
    return result;
}

LogModel::LogModel(QObject *parent)
    : QAbstractListModel(parent)
{
}

void LogModel::append(const QStringList &lines, bool restarted)
{
    if (restarted)
        clear();
    const QStringList added = lines.mid(qMax<qsizetype>(0, lines.size() - kMaximumLines));
    if (added.isEmpty())
        return;
    const qsizetype surplus = m_lines.size() + added.size() - kMaximumLines;
    if (surplus > 0) {
        beginRemoveRows({}, 0, static_cast<int>(surplus) - 1);
        m_lines.remove(0, surplus);
        endRemoveRows();
    }
    const int first = static_cast<int>(m_lines.size());
    beginInsertRows({}, first, first + static_cast<int>(added.size()) - 1);
    m_lines += added;
    endInsertRows();
}

void LogModel::clear()
{
    beginResetModel();
    m_lines.clear();
    endResetModel();
}

int LogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant LogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::DisplayRole)
        return m_lines[index.row()];
    if (role == Qt::UserRole)
        return levelOf(m_lines[index.row()]);
    return {};
}

} // namespace anneal
