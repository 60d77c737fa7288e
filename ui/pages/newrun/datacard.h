// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include <QStringList>

#include <QWidget>

#include "config/config.h"
#include "pages/newrun/dataprobe.h"

class QComboBox;
class QLabel;
class QStandardItemModel;
class QTableView;

namespace anneal {

class ClassBars;
class HistogramView;

/// The data as it will be read: the first rows, which column means what (and boxes to say otherwise), what was guessed
/// or left out, how long the sequences are and how the classes are balanced.
class DataCard : public QWidget
{
    Q_OBJECT
public:
    explicit DataCard(QWidget *parent = nullptr);
    void show(const ProbedData &data, const Config &config);
    using QWidget::show;

Q_SIGNALS:
    /// Another column was chosen for a role: "data.label_column", "Class".
    void columnChosen(const QString &key, const QString &column);

private:
    [[nodiscard]] QWidget *buildColumns();
    [[nodiscard]] QWidget *buildTable();
    [[nodiscard]] QWidget *buildCharts();
    void showColumns(const TablePreview &preview, const Config &config);
    void showRows(const TablePreview &preview);
    void showSummary(const ProbedData &data, const QString &unit);
    void showNotes(const ProbedData &data);

    QLabel *m_title = nullptr;
    QWidget *m_columns = nullptr;
    std::map<std::string, QComboBox *> m_boxes; ///< by key of the setting
    std::map<std::string, QLabel *> m_titles;
    QStringList m_shownColumns; ///< what the boxes offer
    QStandardItemModel *m_rows = nullptr;
    QTableView *m_table = nullptr;
    HistogramView *m_lengths = nullptr;
    HistogramView *m_targets = nullptr;
    ClassBars *m_classes = nullptr;
    QLabel *m_notes = nullptr;
};

} // namespace anneal
