// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QSortFilterProxyModel>
#include <QWidget>

#include "models/logtail.h"
#include "models/runfollower.h"

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QListView;

namespace anneal {

/// Level and text filter over a LogModel.
class LogFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setLeastLevel(int level);
    void setText(const QString &text);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    int m_level = 0;
    QString m_text;
};

/// The end of the trainer's text log, growing. Scrolling up stops it from moving; Follow goes on.
class LogTab : public QWidget
{
    Q_OBJECT
public:
    explicit LogTab(QWidget *parent = nullptr);
    void setFollower(std::shared_ptr<RunFollower> follower);
    [[nodiscard]] QLineEdit *finder() const { return m_find; }

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildTools(QHBoxLayout *row);
    void addLines(const QStringList &lines, bool restarted);

    std::shared_ptr<RunFollower> m_follower;
    LogModel m_model;
    LogFilter m_shown;
    QComboBox *m_level = nullptr;
    QLineEdit *m_find = nullptr;
    QCheckBox *m_follow = nullptr;
    QListView *m_list = nullptr;
    QLabel *m_empty = nullptr;
};

} // namespace anneal
