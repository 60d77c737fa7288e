// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/searchbox.h"

#include <QAction>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

#include "style/fonts.h"
#include "style/icons.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kListWidth = 460;
constexpr int kRowHeight = 30;
constexpr int kVisibleRows = 14;
constexpr int kDetailRole = Qt::UserRole;
constexpr int kKindRole = Qt::UserRole + 1;

/// Title, muted detail beside it, kind at the right end.
class HitDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {kListWidth, kRowHeight};
    }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, inkColor(Ink::Selection));
        QRect rect = option.rect.adjusted(12, 0, -12, 0);
        const QString kind = index.data(kKindRole).toString();
        painter->setFont(uiFont(TextRole::Secondary));
        painter->setPen(inkColor(Ink::Muted));
        painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, kind);
        rect.setRight(rect.right() - painter->fontMetrics().horizontalAdvance(kind) - 12);
        paintTitle(painter, rect, index);
    }

private:
    static void paintTitle(QPainter *painter, QRect rect, const QModelIndex &index)
    {
        painter->setFont(uiFont());
        painter->setPen(inkColor(Ink::Text));
        const QString title = painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, rect.width());
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, title);
        rect.setLeft(rect.left() + painter->fontMetrics().horizontalAdvance(title) + 10);
        painter->setFont(uiFont(TextRole::Secondary));
        painter->setPen(inkColor(Ink::Muted));
        const QString detail =
            painter->fontMetrics().elidedText(index.data(kDetailRole).toString(), Qt::ElideRight, rect.width());
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, detail);
    }
};

} // namespace

SearchBox::SearchBox(Find find, QWidget *parent)
    : QLineEdit(parent)
    , m_find(std::move(find))
{
    setObjectName(QStringLiteral("frame.search"));
    setAccessibleName(tr("Search runs, settings, notes and actions"));
    setPlaceholderText(tr("Search runs, settings, notes   (Ctrl+K)"));
    addAction(icon(QStringLiteral("search"), Ink::Muted), QLineEdit::LeadingPosition);
    setProperty("look", QStringLiteral("search"));
    setFixedWidth(300);
    connect(this, &QLineEdit::textEdited, this, &SearchBox::refresh);
}

void SearchBox::begin(Find find)
{
    m_findNow = std::move(find);
    clear();
    if (m_findNow)
        setPlaceholderText(tr("Switch to a run"));
    else
        searchEverything();
    setFocus(Qt::ShortcutFocusReason);
    selectAll();
    refresh();
}

void SearchBox::mousePressEvent(QMouseEvent *event)
{
    QLineEdit::mousePressEvent(event);
    refresh();
}

void SearchBox::refresh()
{
    if (!m_list) {
        // A child of the window, not a popup: a popup would take the keyboard away from this box.
        m_list = new QListWidget(window());
        m_list->setObjectName(QStringLiteral("frame.searchHits"));
        m_list->setAccessibleName(tr("Search results"));
        m_list->setItemDelegate(new HitDelegate(m_list));
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_list->setFocusPolicy(Qt::NoFocus);
        connect(m_list, &QListWidget::itemClicked, this, [this] { choose(m_list->currentRow()); });
        window()->installEventFilter(this);
    }
    m_hits = (m_findNow ? m_findNow : m_find)(text());
    m_list->clear();
    for (const SearchHit &hit : m_hits) {
        auto *item = new QListWidgetItem(hit.title, m_list);
        item->setData(kDetailRole, hit.detail);
        item->setData(kKindRole, hit.kind);
    }
    m_list->setCurrentRow(0);
    m_list->setVisible(!m_hits.empty());
    placeList();
}

void SearchBox::placeList()
{
    if (!m_list || !m_list->isVisible())
        return;
    const int rows = qMin(static_cast<int>(m_hits.size()), kVisibleRows);
    const QPoint below = mapTo(window(), QPoint(width() - kListWidth, height() + 2));
    m_list->setGeometry(qMax(0, below.x()), below.y(), kListWidth, rows * kRowHeight + 2 * m_list->frameWidth());
    m_list->raise();
}

void SearchBox::choose(int row)
{
    if (row < 0 || row >= static_cast<int>(m_hits.size()))
        return;
    const auto go = m_hits[static_cast<std::size_t>(row)].choose;
    finish();
    clear();
    go();
}

void SearchBox::finish()
{
    if (m_list)
        m_list->hide();
    searchEverything();
    clearFocus();
}

void SearchBox::searchEverything()
{
    m_findNow = {};
    setPlaceholderText(tr("Search runs, settings, notes   (Ctrl+K)"));
}

void SearchBox::keyPressEvent(QKeyEvent *event)
{
    const int row = m_list ? m_list->currentRow() : -1;
    switch (event->key()) {
    case Qt::Key_Escape:
        finish();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(row);
        return;
    case Qt::Key_Down:
    case Qt::Key_Up:
        if (m_list && m_list->count() > 0)
            m_list->setCurrentRow(qBound(0, row + (event->key() == Qt::Key_Down ? 1 : -1), m_list->count() - 1));
        return;
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void SearchBox::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    if (m_list && m_list->underMouse())
        return;
    if (m_list)
        m_list->hide();
    searchEverything();
}

bool SearchBox::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == window() && event->type() == QEvent::Resize)
        placeList();
    return QLineEdit::eventFilter(watched, event);
}

} // namespace anneal
