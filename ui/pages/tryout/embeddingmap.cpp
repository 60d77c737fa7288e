// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/embeddingmap.h"

#include <QSignalBlocker>
#include <QtConcurrent>

#include "style/text.h"
#include "widgets/scatterview.h"

namespace anneal {

namespace {

constexpr int kSoonMs = 40;

QString axisTitle(int number, double share)
{
    return EmbeddingMap::tr("PC %1 (%2)").arg(number).arg(percentText(share));
}

} // namespace

EmbeddingMap::EmbeddingMap(QWidget *parent)
    : Card(tr("Map"), parent)
{
    m_scatter = new ScatterView;
    m_scatter->setObjectName(QStringLiteral("tryOut.embeddings.map"));
    m_scatter->setAccessibleName(tr("Map of the embeddings by their first two principal components"));
    body()->addWidget(m_scatter, 1);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &EmbeddingMap::start);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &EmbeddingMap::finish);
    connect(m_scatter, &ScatterView::chosenChanged, this, [this](int row) {
        if (m_outdated || m_underway) // its points may be other rows by now
            return;
        m_chosen = row;
        Q_EMIT chosenChanged(row);
    });
}

EmbeddingMap::~EmbeddingMap() = default;

void EmbeddingMap::follow(const std::vector<EmbeddingRow> &rows)
{
    m_rows = &rows;
    m_outdated = true;
    if (rows.size() < kFewestPcaRows)
        show(fail(ErrorCode::Data, {}));
    if (!m_underway && !m_soon.isActive())
        m_soon.start();
}

void EmbeddingMap::choose(int row)
{
    m_chosen = row;
    const QSignalBlocker quiet(m_scatter);
    m_scatter->choose(row);
}

void EmbeddingMap::start()
{
    m_outdated = false;
    if (m_rows->size() < kFewestPcaRows)
        return;
    std::vector<std::vector<double>> numbers;
    for (const EmbeddingRow &row : *m_rows)
        numbers.push_back(row.numbers);
    m_underway = true;
    m_watcher.setFuture(QtConcurrent::run([numbers = std::move(numbers)] { return principalPlane(numbers); }));
}

void EmbeddingMap::finish()
{
    m_underway = false;
    if (m_outdated) // its points are no longer those of the table
        m_soon.start();
    else
        show(m_watcher.result());
}

void EmbeddingMap::show(const Result<Pca> &pca)
{
    const QSignalBlocker quiet(m_scatter);
    if (!pca) {
        setSubtitle({});
        const QString few = tr("The map needs at least %1 rows in the table; there %2.")
                                .arg(kFewestPcaRows)
                                .arg(m_rows->size() == 1 ? tr("is 1") : tr("are %1").arg(m_rows->size()));
        return m_scatter->setEmpty(m_rows->size() < kFewestPcaRows ? few : qstr(pca.error().text()));
    }
    std::vector<ScatterPoint> points;
    for (std::size_t i = 0; i < m_rows->size(); ++i)
        points.push_back({(*m_rows)[i].name, pca->points[i][0], pca->points[i][1]});
    setSubtitle(tr("two directions that hold %1 of the variance").arg(percentText(pca->share[0] + pca->share[1])));
    m_scatter->setPoints(std::move(points), axisTitle(1, pca->share[0]), axisTitle(2, pca->share[1]));
    m_scatter->choose(m_chosen);
}

} // namespace anneal
