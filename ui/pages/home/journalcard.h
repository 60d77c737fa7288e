// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/card.h"
#include "workspace/workspace.h"

namespace anneal {

class AppContext;

/// The last few entries of the journal: what was done, on which run, when.
class JournalCard : public Card
{
    Q_OBJECT
public:
    explicit JournalCard(AppContext &app, QWidget *parent = nullptr);
    void refresh();

private:
    [[nodiscard]] QWidget *makeRow(const JournalEntry &entry, int number);

    AppContext &m_app;
    std::shared_ptr<const std::vector<JournalEntry>> m_shown;
    QWidget *m_rows = nullptr;
};

} // namespace anneal
