// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCompleter>
#include <QStringList>

#include "models/workspaceservice.h"

namespace anneal {

/// Completes the word of a filter line that is being typed: metrics, settings, tags, states.
class FilterCompleter : public QCompleter
{
    Q_OBJECT
public:
    explicit FilterCompleter(QObject *parent = nullptr);
    /// The tags of these runs are offered too.
    void setRuns(const RunSummaries &runs);

    [[nodiscard]] QStringList splitPath(const QString &line) const override;
    [[nodiscard]] QString pathFromIndex(const QModelIndex &index) const override;
};

/// What may stand at the start of a term, in the order in which it is offered.
[[nodiscard]] QStringList filterWords(const RunSummaries &runs);

} // namespace anneal
