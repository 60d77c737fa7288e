// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

class QLabel;
class QLineEdit;
class QSplitter;

namespace anneal {

class CompareCharts;
class CompareModel;
class CompareTable;
class ConfigStore;
class DifferencesCard;
class FilterCompleter;
class SavedFilters;

/// Which run is better, and why: a filterable table, the ticked runs over each other, and only what differs.
class ComparePage : public Page
{
    Q_OBJECT
public:
    explicit ComparePage(AppContext &app, QWidget *parent = nullptr);
    void open(const PageRequest &request) override;
    void activate() override;
    [[nodiscard]] QList<QWidget *> regions() const override;
    [[nodiscard]] QWidget *finder() const override;
    [[nodiscard]] PageRequest noteTarget() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;

private:
    [[nodiscard]] QWidget *buildHeader();
    [[nodiscard]] QWidget *buildLower();
    void showRuns();
    void showChecked();
    void showDifferences();
    void tickNewest();

    ConfigStore *m_configs = nullptr;
    CompareModel *m_model = nullptr;
    CompareTable *m_table = nullptr;
    FilterCompleter *m_completer = nullptr;
    SavedFilters *m_saved = nullptr;
    QLineEdit *m_filter = nullptr;
    QLabel *m_count = nullptr;
    QLabel *m_problem = nullptr;
    CompareCharts *m_charts = nullptr;
    DifferencesCard *m_differences = nullptr;
    QSplitter *m_splitter = nullptr;
    bool m_chosen = false; ///< somebody decided what is ticked
};

} // namespace anneal
