// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "pages/tryout/embeddingrows.h"

namespace anneal {

/// Embeddings of one width: those that were kept, and after them those of the sequence in sight, which come and go with
/// it.
class EmbeddingsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int kShown = 5; ///< numbers of a row that have a column
    enum Column { Name, Length, FirstNumber, Norm = FirstNumber + kShown, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Whether a row of this width may come in; `replacing`: when the rows of the sequence in sight have left.
    [[nodiscard]] bool fits(std::size_t width, bool replacing) const;
    [[nodiscard]] std::size_t width() const { return m_rows.empty() ? 0 : m_rows.front().numbers.size(); }
    [[nodiscard]] const std::vector<EmbeddingRow> &rows() const { return m_rows; }
    [[nodiscard]] int kept() const { return m_kept; }
    void keep(EmbeddingRow row); ///< behind the kept ones; it fits
    void setInSight(std::vector<EmbeddingRow> rows); ///< instead of those before; they fit
    void remove(int row);
    void clear();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    std::vector<EmbeddingRow> m_rows;
    int m_kept = 0;
};

} // namespace anneal
