// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "models/runsnapshot.h"

class QComboBox;
class QLabel;
class QStandardItemModel;
class QTableView;

namespace anneal {

class Card;
class ConfusionView;

/// The member "classes" of an evaluation's event (docs/run-folder.md), one entry a class.
struct ClassReport {
    QStringList names;
    std::vector<double> precision, recall, f1;
    std::vector<qint64> support;
    std::vector<std::vector<qint64>> confusion; ///< [label][answer]; empty where a record may have several classes
};

/// What each evaluation of a task with classes found: a confusion matrix, and precision, recall and F1 of each class.
class ClassesTab : public QWidget
{
    Q_OBJECT
public:
    explicit ClassesTab(QWidget *parent = nullptr);
    void setSnapshot(const RunSnapshot &snapshot);
    /// Whether some evaluation of the run tells of classes.
    [[nodiscard]] static bool hasClasses(const RunSnapshot &snapshot);

private:
    [[nodiscard]] QWidget *buildHeader();
    void showChosen();
    void fillTable(const ClassReport &report);

    QString m_runId;
    std::vector<Event> m_evaluations; ///< newest first
    QComboBox *m_choice = nullptr;
    QLabel *m_figures = nullptr;
    Card *m_matrixCard = nullptr;
    ConfusionView *m_matrix = nullptr;
    QLabel *m_cell = nullptr;
    QStandardItemModel *m_classes = nullptr;
    QTableView *m_table = nullptr;
};

} // namespace anneal
