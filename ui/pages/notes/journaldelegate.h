// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace anneal {

class JournalModel;
class WorkspaceService;

/// Paints an entry on two lines: letter, title and time; run and reason below. Headings on one.
class JournalDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    JournalDelegate(const JournalModel *model, const WorkspaceService *runs, QObject *parent = nullptr);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintHeading(QPainter *painter, const QRect &rect, const QString &text) const;
    void paintEntry(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    const JournalModel *m_model;
    const WorkspaceService *m_runs;
};

} // namespace anneal
