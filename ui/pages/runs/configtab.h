// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QWidget>

#include "models/runsnapshot.h"

class QLabel;
class QLineEdit;
class QTreeView;

namespace anneal {

class AppContext;
class CommandBox;
class DiffTable;

/// The frozen settings of a run, what differs from its parent, where it ran and the command that would start it again.
class ConfigTab : public QWidget
{
    Q_OBJECT
public:
    explicit ConfigTab(AppContext &app, QWidget *parent = nullptr);
    void setSnapshot(const RunSnapshot &snapshot);
    [[nodiscard]] QLineEdit *finder() const { return m_find; }

private:
    [[nodiscard]] QWidget *makeSettings();
    [[nodiscard]] QWidget *makeSide();
    void fill(const RunRecord &record);
    void showParent(const RunRecord &record);
    void showOrigin(const RunRecord &record);

    AppContext &m_app;
    std::shared_ptr<const RunRecord> m_record;
    QStandardItemModel m_model;
    QSortFilterProxyModel m_shown;
    QLineEdit *m_find = nullptr;
    QTreeView *m_tree = nullptr;
    QLabel *m_parentNote = nullptr;
    DiffTable *m_difference = nullptr;
    QLabel *m_origin = nullptr;
    CommandBox *m_command = nullptr;
};

} // namespace anneal
