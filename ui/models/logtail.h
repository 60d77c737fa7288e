// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <QAbstractListModel>
#include <QStringList>

namespace anneal {

/// Whole new lines of a growing text file; starts within the last 256 KiB of a long one.
class LogTail
{
public:
    explicit LogTail(std::filesystem::path path);
    struct Lines {
        QStringList lines;
        bool restarted = false; ///< the file shrank and is read from its start again
    };
    [[nodiscard]] Lines poll();

private:
    std::filesystem::path m_path;
    std::uint64_t m_offset = 0;
    std::string m_half;
    bool m_started = false;
};

/// The newest 20,000 lines of a log. Qt::UserRole is the level: "info", "warning", "error" or "".
class LogModel : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit LogModel(QObject *parent = nullptr);
    void append(const QStringList &lines, bool restarted);
    void clear();
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    static constexpr int kMaximumLines = 20000;
    QStringList m_lines;
};

} // namespace anneal
