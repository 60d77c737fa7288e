// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/runlistmodel.h"
#include "pages/page.h"

class QLabel;
class QSplitter;
class QStackedWidget;

namespace anneal {

class RunListPanel;
class RunView;

/// The list of runs and one run.
class RunsPage : public Page
{
    Q_OBJECT
public:
    explicit RunsPage(AppContext &app, QWidget *parent = nullptr);

    void open(const PageRequest &request) override;
    void activate() override;
    [[nodiscard]] QList<QWidget *> regions() const override;
    [[nodiscard]] QWidget *finder() const override;
    [[nodiscard]] PageRequest noteTarget() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addActions();
    void addRunAction(const QString &text, const QString &keys, std::function<void()> act);
    void addListAction(const QString &text, const QString &keys, std::function<void()> act);
    void showNewestIfNone();

    RunListModel m_model;
    QString m_wanted; ///< from an earlier session
    bool m_listHidden = false;
    QSplitter *m_splitter = nullptr;
    RunListPanel *m_list = nullptr;
    QStackedWidget *m_stack = nullptr;
    RunView *m_view = nullptr;
    QLabel *m_empty = nullptr;
};

} // namespace anneal
