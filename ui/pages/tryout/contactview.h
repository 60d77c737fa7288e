// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/tryout/toolview.h"

class QLabel;
class QStandardItemModel;
class QTableView;

namespace anneal {

class Card;
class HeatMapView;

/// Which residues the model believes to touch: a map, and the strongest pairs that are not neighbours. What a second
/// checkpoint believes stands below the map's diagonal and in a column of its own.
class ContactView : public ToolView
{
    Q_OBJECT
public:
    explicit ContactView(QWidget *parent = nullptr);
    [[nodiscard]] QString task() const override { return QStringLiteral("contacts"); }
    [[nodiscard]] QString title() const override { return tr("Contacts"); }
    [[nodiscard]] std::optional<nlohmann::json> question(const QString &letters, const QVector<int> &hidden) override;
    void take(const nlohmann::json &answer, const QString &letters) override;
    void takeCompared(const nlohmann::json &answer, const QString &letters) override;
    void setEmpty(const QString &text) override;
    void setProblem(const QString &sentence) override;

private:
    [[nodiscard]] QString csv() const;
    [[nodiscard]] QString chance(int first, int second) const;
    void showMap();
    void fillTable();
    void showCell(int row, int column);

    Card *m_mapCard = nullptr;
    Card *m_tableCard = nullptr;
    QLabel *m_empty = nullptr;
    QLabel *m_cell = nullptr;
    HeatMapView *m_map = nullptr;
    QStandardItemModel *m_pairs = nullptr;
    QTableView *m_table = nullptr;
    QString m_letters;
    bool m_hasCompared = false;
};

} // namespace anneal
