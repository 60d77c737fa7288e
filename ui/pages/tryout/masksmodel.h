// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "pages/tryout/fillmask.h"

namespace anneal {

/// One row for each hidden position: what stood there, what the model expects, how sure it is.
class MasksModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// The last two are what a second model says, "B"; without one they are not there.
    enum Column {
        Position,
        Original,
        First,
        Second,
        Third,
        OriginalProbability,
        ComparedFirst,
        ComparedProbability,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;
    void setMasks(std::vector<MaskAnswer> masks);
    [[nodiscard]] const std::vector<MaskAnswer> &masks() const { return m_masks; }
    void setCompared(bool compared);
    /// The second model's answer at the same positions; other positions are left out.
    void setComparedMasks(const std::vector<MaskAnswer> &masks);
    /// nullptr when there is none.
    [[nodiscard]] const MaskAnswer *comparedMask(int position) const;
    [[nodiscard]] int rowOf(int position) const; ///< −1 when that position is not hidden

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

    /// Tab-separated, with a header line and every probability at full precision.
    [[nodiscard]] QString toTsv() const;

private:
    std::vector<MaskAnswer> m_masks;
    std::vector<MaskAnswer> m_comparedMasks;
    bool m_compared = false;
};

} // namespace anneal
