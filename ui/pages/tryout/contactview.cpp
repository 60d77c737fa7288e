// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/contactview.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QStandardItemModel>
#include <QTableView>
#include <QToolButton>

#include "pages/common/tables.h"
#include "pages/tryout/unreadable.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"
#include "widgets/heatmapview.h"

namespace anneal {

namespace {

constexpr int kNearest = 6; ///< residues closer in the chain than this touch anyway
constexpr std::size_t kMostPairs = 200;

struct Pair {
    int first, second;
    float probability;
};

/// Pairs at least kNearest apart, strongest first.
std::vector<Pair> strongest(const HeatMap &map)
{
    std::vector<Pair> pairs;
    for (int i = 0; i < map.rows; ++i)
        for (int j = i + kNearest; j < map.columns; ++j)
            pairs.push_back({i, j, map.at(i, j)});
    const auto count = static_cast<std::ptrdiff_t>(std::min(pairs.size(), kMostPairs));
    std::partial_sort(pairs.begin(), pairs.begin() + count, pairs.end(),
                      [](const Pair &a, const Pair &b) { return a.probability > b.probability; });
    pairs.resize(static_cast<std::size_t>(count));
    return pairs;
}

HeatMap readMap(const nlohmann::json &answer, qsizetype length)
{
    HeatMap map;
    const auto rows = answer.at("contacts").get<std::vector<std::vector<float>>>();
    map.rows = map.columns = static_cast<int>(rows.size());
    for (const std::vector<float> &row : rows) {
        if (row.size() != rows.size() || static_cast<qsizetype>(rows.size()) != length)
            throw std::length_error("not one row and column a residue");
        map.values.insert(map.values.end(), row.begin(), row.end());
    }
    return map;
}

} // namespace

ContactView::ContactView(QWidget *parent)
    : ToolView(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    m_mapCard = new Card(tr("Contact map"));
    auto *copy = makeFlatButton(tr("Copy as CSV"), QStringLiteral("tryOut.contacts.copy"), QStringLiteral("copy"));
    m_mapCard->tools()->addWidget(copy);
    m_map = new HeatMapView;
    m_map->setObjectName(QStringLiteral("tryOut.contacts.map"));
    m_map->setAccessibleName(tr("Probability that two residues touch"));
    m_empty = makeLabel({}, TextRole::Secondary);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_cell = makeLabel({}, TextRole::Secondary);
    m_cell->setObjectName(QStringLiteral("tryOut.contacts.cell"));
    m_mapCard->body()->addWidget(m_empty, 1);
    m_mapCard->body()->addWidget(m_map, 1);
    m_mapCard->body()->addWidget(m_cell);
    m_tableCard = new Card(tr("Strongest pairs"));
    m_tableCard->setSubtitle(tr("at least %1 apart").arg(kNearest));
    m_tableCard->setBodyMargins(1, 0, 1, 1);
    m_pairs = new QStandardItemModel(this);
    setHeaders(*m_pairs, {tr("Residue"), tr("Residue"), tr("Probability")}, 2);
    m_table =
        makeTable(m_pairs, QStringLiteral("tryOut.contacts.table"), tr("Strongest pairs of residues"), {110, 110, 0});
    m_tableCard->body()->addWidget(m_table);
    layout->addWidget(m_mapCard, 3);
    layout->addWidget(m_tableCard, 2);
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(csv()); });
    connect(m_map, &HeatMapView::cellChanged, this, &ContactView::showCell);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &row) {
        if (row.isValid())
            m_map->setCell(row.siblingAtColumn(0).data(Qt::UserRole).toInt(),
                           row.siblingAtColumn(1).data(Qt::UserRole).toInt());
    });
    setEmpty({});
}

std::optional<nlohmann::json> ContactView::question(const QString &letters, const QVector<int> & /*hidden*/)
{
    return nlohmann::json{{"task", "contacts"}, {"sequence", letters.toStdString()}};
}

void ContactView::take(const nlohmann::json &answer, const QString &letters)
{
    try {
        HeatMap map = readMap(answer, letters.size());
        m_letters = letters;
        m_map->setMap(std::move(map));
    } catch (const std::exception &) {
        return setProblem(unreadableAnswer());
    }
    m_empty->hide();
    m_map->show();
    m_cell->show();
    fillTable();
    showCell(m_map->row(), m_map->column());
}

void ContactView::fillTable()
{
    m_pairs->removeRows(0, m_pairs->rowCount());
    const auto residue = [this](int position) {
        auto *item = new QStandardItem(m_letters[position] + countText(position + 1));
        item->setData(position, Qt::UserRole);
        item->setEditable(false);
        return item;
    };
    for (const Pair &pair : strongest(m_map->map())) {
        auto *probability = new QStandardItem(percentText(static_cast<double>(pair.probability)));
        probability->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        probability->setEditable(false);
        m_pairs->appendRow({residue(pair.first), residue(pair.second), probability});
    }
}

void ContactView::showCell(int row, int column)
{
    if (row >= m_letters.size() || column >= m_letters.size())
        return;
    const QString text = tr("%1%2 and %3%4: %5")
                             .arg(m_letters[row])
                             .arg(row + 1)
                             .arg(m_letters[column])
                             .arg(column + 1)
                             .arg(percentText(static_cast<double>(m_map->map().at(row, column))));
    m_cell->setText(text);
    m_map->setAccessibleDescription(text);
}

/// One line a pair of the upper triangle.
QString ContactView::csv() const
{
    QString text = QStringLiteral("i,j,probability\n");
    const HeatMap &map = m_map->map();
    for (int i = 0; i < map.rows; ++i)
        for (int j = i + 1; j < map.columns; ++j)
            text +=
                QStringLiteral("%1,%2,%3\n").arg(i + 1).arg(j + 1).arg(static_cast<double>(map.at(i, j)), 0, 'g', 9);
    return text;
}

void ContactView::setEmpty(const QString &text)
{
    m_letters.clear();
    m_map->setMap({});
    m_pairs->removeRows(0, m_pairs->rowCount());
    m_empty->setText(text);
    m_empty->show();
    m_map->hide();
    m_cell->hide();
}

void ContactView::setProblem(const QString &sentence)
{
    m_mapCard->setNotice(Tone::Error, sentence);
}

} // namespace anneal
