// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/home/attentioncard.h"

#include <QHBoxLayout>
#include <QLabel>

#include "pages/context.h"
#include "style/icons.h"
#include "style/look.h"
#include "style/theme.h"

namespace anneal {

AttentionCard::AttentionCard(AppContext &app, QWidget *parent)
    : Card(tr("Needs a look"), parent)
    , m_app(app)
{
    setObjectName(QStringLiteral("home.attention"));
    setHeaderLine(true);
    setBodyMargins(0, 0, 0, 0);
    hide();
    connect(&Theme::instance(), &Theme::changed, this, &AttentionCard::rebuild); // icons have the theme's colours
}

void AttentionCard::setItems(const std::vector<AttentionItem> &items)
{
    if (items == m_items)
        return;
    m_items = items;
    rebuild();
}

void AttentionCard::setDone(const QSet<QString> &ids)
{
    m_done = ids;
    rebuild();
}

void AttentionCard::putAway(const QString &id)
{
    m_done.insert(id);
    rebuild();
}

void AttentionCard::rebuild()
{
    if (m_rows)
        m_rows->deleteLater(); // one of its buttons may be the sender
    m_rows = new QWidget(this);
    auto *column = new QVBoxLayout(m_rows);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    int count = 0;
    for (const AttentionItem &item : m_items) {
        if (m_done.contains(item.id))
            continue;
        if (count++ > 0)
            column->addWidget(makeLine());
        column->addWidget(makeRow(item, count));
    }
    body()->addWidget(m_rows);
    setSubtitle(QString::number(count));
    setVisible(count > 0);
}

QWidget *AttentionCard::makeRow(const AttentionItem &item, int number)
{
    auto *row = new QWidget(m_rows);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(12);
    auto *mark = new QLabel(row);
    mark->setPixmap(iconPixmap(item.icon, 16, inkColor(toneInk(item.tone)), devicePixelRatioF()));
    layout->addWidget(mark, 0, Qt::AlignTop);
    auto *text = new QVBoxLayout;
    text->setSpacing(2);
    text->addWidget(makeLabel(item.title, TextRole::SectionTitle));
    QLabel *detail = makeLabel(item.detail, TextRole::Secondary);
    detail->setWordWrap(true);
    text->addWidget(detail);
    layout->addLayout(text, 1);
    const QString name = QStringLiteral("home.attention.%1.").arg(number);
    if (!item.runId.isEmpty()) {
        QPushButton *open = makeButton(tr("Show"), name + QStringLiteral("show"));
        open->setAccessibleName(tr("Show: %1").arg(item.title));
        connect(open, &QPushButton::clicked, this, [this, run = item.runId] { m_app.openRun(run); });
        layout->addWidget(open);
    }
    QToolButton *done = makeFlatButton(tr("Done"), name + QStringLiteral("done"));
    done->setAccessibleName(tr("Done: %1").arg(item.title));
    connect(done, &QToolButton::clicked, this, [this, id = item.id] { putAway(id); });
    layout->addWidget(done);
    return row;
}

} // namespace anneal
