// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QTimer>

#include "pages/tryout/embeddingrows.h"
#include "pages/tryout/pca.h"
#include "widgets/card.h"

namespace anneal {

class ScatterView;

/// Embeddings on a plane: similar sequences stand close together. The plane is calculated in a worker; of several
/// requests only the newest is shown.
class EmbeddingMap : public Card
{
    Q_OBJECT
public:
    explicit EmbeddingMap(QWidget *parent = nullptr);
    ~EmbeddingMap() override;
    /// The map follows these rows, which outlive it or the next call, soon after. Call it after every change of them.
    void follow(const std::vector<EmbeddingRow> &rows);
    void choose(int row); ///< −1 = none

Q_SIGNALS:
    void chosenChanged(int row);

private:
    void start();
    void finish();
    void show(const Result<Pca> &pca);

    ScatterView *m_scatter = nullptr;
    const std::vector<EmbeddingRow> *m_rows = nullptr;
    QTimer m_soon; ///< many rows that come at once are one calculation
    QFutureWatcher<Result<Pca>> m_watcher;
    bool m_underway = false;
    bool m_outdated = false; ///< the rows have changed since the calculation began
    int m_chosen = -1; ///< also while its point is being calculated
};

} // namespace anneal
