// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>

#include "pages/home/attention.h"
#include "widgets/card.h"

namespace anneal {

class AppContext;

/// "Needs a look": hidden while there is nothing. Each line opens its run, or is put away with Done.
class AttentionCard : public Card
{
    Q_OBJECT
public:
    explicit AttentionCard(AppContext &app, QWidget *parent = nullptr);
    void setItems(const std::vector<AttentionItem> &items);
    [[nodiscard]] QSet<QString> done() const { return m_done; }
    void setDone(const QSet<QString> &ids);

private:
    void rebuild();
    [[nodiscard]] QWidget *makeRow(const AttentionItem &item, int number);
    void putAway(const QString &id);

    AppContext &m_app;
    std::vector<AttentionItem> m_items;
    QSet<QString> m_done;
    QWidget *m_rows = nullptr;
};

} // namespace anneal
