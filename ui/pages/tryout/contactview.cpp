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
constexpr int kCompared = 3; ///< column of the second checkpoint

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
    setHeaders(*m_pairs, {tr("Residue"), tr("Residue"), tr("Probability"), tr("B: probability")}, 2);
    m_table = makeTable(m_pairs, QStringLiteral("tryOut.contacts.table"), tr("Strongest pairs of residues"),
                        {110, 110, 0, 0});
    m_table->hideColumn(kCompared);
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
        m_hasCompared = false;
        m_map->setMap(std::move(map));
    } catch (const std::exception &) {
        return setProblem(unreadableAnswer());
    }
    showMap();
}

/// A map is the same above and below its diagonal, so that two of them have place in one.
void ContactView::takeCompared(const nlohmann::json &answer, const QString &letters)
{
    if (letters != m_letters)
        return;
    HeatMap map = m_map->map();
    try {
        const HeatMap other = readMap(answer, letters.size());
        for (int i = 0; i < map.rows; ++i)
            for (int j = 0; j < i; ++j)
                map.values[static_cast<std::size_t>(i * map.columns + j)] = other.at(i, j);
    } catch (const std::exception &) {
        return setProblem(unreadableAnswer());
    }
    m_hasCompared = true;
    m_map->setMap(std::move(map));
    showMap();
}

void ContactView::showMap()
{
    m_mapCard->setSubtitle(m_hasCompared ? tr("A above the diagonal, B below") : QString());
    m_table->setColumnHidden(kCompared, !m_hasCompared);
    m_empty->hide();
    m_map->show();
    m_cell->show();
    fillTable();
    showCell(m_map->row(), m_map->column());
}

/// "50.0 %"
QString ContactView::chance(int first, int second) const
{
    return percentText(static_cast<double>(m_map->map().at(first, second)));
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
    const auto number = [](const QString &text) {
        auto *item = new QStandardItem(text);
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        item->setEditable(false);
        return item;
    };
    for (const Pair &pair : strongest(m_map->map()))
        m_pairs->appendRow({residue(pair.first), residue(pair.second), number(chance(pair.first, pair.second)),
                            number(chance(pair.second, pair.first))});
}

void ContactView::showCell(int row, int column)
{
    if (row >= m_letters.size() || column >= m_letters.size())
        return;
    const QString text =
        tr("%1%2 and %3%4: %5")
            .arg(m_letters[row])
            .arg(row + 1)
            .arg(m_letters[column])
            .arg(column + 1)
            .arg(m_hasCompared && row != column ? tr("A %1, B %2")
                                                      .arg(chance(std::min(row, column), std::max(row, column)),
                                                           chance(std::max(row, column), std::min(row, column)))
                                                : chance(row, column));
    m_cell->setText(text);
    m_map->setAccessibleDescription(text);
}

/// One line a pair of the upper triangle.
QString ContactView::csv() const
{
    QString text =
        m_hasCompared ? QStringLiteral("i,j,probability,probability_b\n") : QStringLiteral("i,j,probability\n");
    const auto number = [](float value) { return u',' + QString::number(static_cast<double>(value), 'g', 9); };
    const HeatMap &map = m_map->map();
    for (int i = 0; i < map.rows; ++i)
        for (int j = i + 1; j < map.columns; ++j)
            text += QStringLiteral("%1,%2").arg(i + 1).arg(j + 1) + number(map.at(i, j))
                + (m_hasCompared ? number(map.at(j, i)) : QString()) + u'\n';
    return text;
}

void ContactView::setEmpty(const QString &text)
{
    m_letters.clear();
    m_hasCompared = false;
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
