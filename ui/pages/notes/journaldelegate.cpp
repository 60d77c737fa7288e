// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/notes/journaldelegate.h"

#include <QPainter>

#include "models/eventsmodel.h"
#include "pages/common/letterbox.h"
#include "pages/notes/entrylook.h"
#include "pages/notes/journalmodel.h"
#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"
#include "widgets/rundot.h"

namespace anneal {

namespace {

constexpr int kMargin = 12;
constexpr int kBox = 16;

void paintText(QPainter *painter, const QRect &rect, const QString &text, TextRole role, Ink ink,
               int flags = Qt::AlignLeft)
{
    const QFont font = uiFont(role);
    painter->setFont(font);
    painter->setPen(inkColor(ink));
    painter->drawText(rect, flags | Qt::AlignVCenter | Qt::TextSingleLine,
                      QFontMetrics(font).elidedText(text, Qt::ElideRight, rect.width()));
}

Ink groundOf(const QStyleOptionViewItem &option)
{
    if (option.state & QStyle::State_Selected)
        return Ink::Selection;
    return option.state & QStyle::State_MouseOver ? Ink::Hover : Ink::Surface;
}

QString detailOf(const JournalEntry &entry)
{
    const QString step =
        entry.step ? JournalModel::tr("step %1").arg(countText(static_cast<double>(*entry.step))) : QString();
    const QString word =
        entryTitle(entry) == eventKindLabel(entry.kind) || isNote(entry) ? QString() : eventKindLabel(entry.kind);
    QStringList parts{qstr(entry.runName), step, word, qstr(entry.reason).simplified()};
    parts.removeAll(QString());
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace

JournalDelegate::JournalDelegate(const JournalModel *model, const WorkspaceService *runs, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
    , m_runs(runs)
{
}

QSize JournalDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const int line = QFontMetrics(uiFont()).height() + 4;
    return {200, index.data(JournalModel::HeadingRole).toBool() ? line + 12 : 2 * line + 12};
}

void JournalDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    if (index.data(JournalModel::HeadingRole).toBool())
        paintHeading(painter, option.rect, index.data().toString());
    else
        paintEntry(painter, option, index);
    painter->restore();
}

void JournalDelegate::paintHeading(QPainter *painter, const QRect &rect, const QString &text) const
{
    painter->fillRect(rect, inkColor(Ink::Raised));
    paintText(painter, rect.adjusted(kMargin, 4, -kMargin, 0), text, TextRole::SectionTitle, Ink::Muted);
}

void JournalDelegate::paintEntry(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const JournalEntry *entry = m_model->entry(index);
    if (!entry)
        return;
    const QRect rect = option.rect;
    painter->fillRect(rect, inkColor(groundOf(option)));
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), inkColor(Ink::Grid));

    const int half = rect.height() / 2;
    const QRect top(rect.left() + kMargin + kBox + 10, rect.top() + 5, rect.width() - 2 * kMargin - kBox - 10,
                    half - 5);
    paintLetterBox(painter, QRect(rect.left() + kMargin, top.top(), kBox, top.height()), entryLetter(*entry));
    const QString when = whenText(entry->timeMicros);
    const int whenWidth = QFontMetrics(uiFont(TextRole::Secondary)).horizontalAdvance(when) + 8;
    paintText(painter, top.adjusted(0, 0, -whenWidth, 0), entryTitle(*entry), TextRole::SectionTitle, Ink::Text);
    paintText(painter, top, when, TextRole::Secondary, Ink::Muted, Qt::AlignRight);

    const QRect bottom = top.translated(0, half - 5);
    if (const RunSummary *run = m_runs->run(entry->runId))
        paintRunDot(painter, QRectF(bottom.left(), bottom.top(), 10, bottom.height()), run->colorSlot, 8);
    paintText(painter, bottom.adjusted(16, 0, 0, 0), detailOf(*entry), TextRole::Secondary, Ink::Muted);
}

} // namespace anneal
