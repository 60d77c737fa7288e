// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/runlistmodel.h"
#include "pages/page.h"

class QBoxLayout;
class QGridLayout;
class QLabel;
class QStackedWidget;

namespace anneal {

class AttentionCard;
class Card;
class RunTable;
class RunningCard;

/// What runs now and what needs a person: the first page.
class HomePage : public Page
{
    Q_OBJECT
public:
    explicit HomePage(AppContext &app, QWidget *parent = nullptr);

    void activate() override;
    void deactivate() override;
    [[nodiscard]] QList<QWidget *> regions() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void placeRight();
    [[nodiscard]] QWidget *makeDaily();
    [[nodiscard]] QWidget *makeHeader();
    [[nodiscard]] QWidget *makeLeft();
    [[nodiscard]] QWidget *makeRight();
    [[nodiscard]] Card *makeRecent();
    void refresh();
    void refreshRunning(const RunSummaries &runs);

    RunListModel m_model;
    bool m_active = false;
    QStackedWidget *m_stack = nullptr;
    QLabel *m_subtitle = nullptr;
    QLabel *m_runningCount = nullptr;
    QLabel *m_nothing = nullptr;
    QGridLayout *m_running = nullptr;
    std::map<std::string, RunningCard *> m_cards;
    AttentionCard *m_attention = nullptr;
    RunTable *m_recent = nullptr;
    QBoxLayout *m_columns = nullptr;
    QWidget *m_left = nullptr;
    QWidget *m_right = nullptr;
};

} // namespace anneal
