// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tagbar.h"

#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "style/look.h"

namespace anneal {

namespace {

constexpr int kShownTags = 3;
constexpr int kFieldWidth = 120;

} // namespace

TagBar::TagBar(const QString &objectName, QWidget *parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
{
    setObjectName(objectName);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(4);
    m_field = new QLineEdit(this);
    m_field->setObjectName(objectName + QStringLiteral(".field"));
    m_field->setAccessibleName(tr("New tag"));
    m_field->setPlaceholderText(tr("Tag"));
    m_field->setFixedWidth(kFieldWidth);
    m_field->installEventFilter(this);
    m_field->hide();
    m_add = makeIconButton(QStringLiteral("tag"), tr("Add tag"), objectName + QStringLiteral(".add"), this);
    m_row->addWidget(m_field);
    m_row->addWidget(m_add);
    connect(m_add, &QToolButton::clicked, this, &TagBar::beginAdd);
    connect(m_field, &QLineEdit::editingFinished, this, [this] { finishAdd(true); });
    rebuild();
}

void TagBar::setTags(const QStringList &tags)
{
    if (tags == m_tags)
        return;
    m_tags = tags;
    rebuild();
}

void TagBar::setKnown(const QStringList &tags)
{
    auto *completer = new QCompleter(tags, m_field);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    delete m_field->completer();
    m_field->setCompleter(completer);
}

void TagBar::rebuild()
{
    if (m_chips)
        m_chips->deleteLater(); // one of its menus may be the sender
    m_chips = new QWidget(this);
    auto *row = new QHBoxLayout(m_chips);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    for (const QString &tag : m_tags.mid(0, kShownTags))
        row->addWidget(makeTag(tag));
    if (m_tags.size() > kShownTags) {
        const QStringList rest = m_tags.mid(kShownTags);
        QToolButton *more = makeFlatButton(tr("+%1").arg(rest.size()), objectName() + QStringLiteral(".more"));
        more->setAccessibleName(tr("%1 more tags").arg(rest.size()));
        more->setProperty("look", QStringLiteral("tag"));
        more->setPopupMode(QToolButton::InstantPopup);
        auto *menu = new QMenu(more);
        for (const QString &tag : rest)
            menu->addAction(tr("Remove “%1”").arg(tag), this, [this, tag] { Q_EMIT removed(tag); });
        more->setMenu(menu);
        more->setToolTip(rest.join(QStringLiteral(", ")));
        row->addWidget(more);
    }
    m_row->insertWidget(0, m_chips);
    m_chips->setVisible(!m_tags.isEmpty());
}

QToolButton *TagBar::makeTag(const QString &tag)
{
    QToolButton *chip = makeFlatButton(tag, objectName() + QStringLiteral(".tag.") + tag);
    chip->setAccessibleName(tr("Tag %1").arg(tag));
    chip->setProperty("look", QStringLiteral("tag"));
    chip->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(chip);
    menu->addAction(tr("Compare runs with this tag"), this, [this, tag] { Q_EMIT followed(tag); });
    menu->addAction(tr("Remove tag"), this, [this, tag] { Q_EMIT removed(tag); });
    chip->setMenu(menu);
    return chip;
}

void TagBar::beginAdd()
{
    m_field->clear();
    m_field->show();
    m_add->hide();
    m_field->setFocus(Qt::OtherFocusReason);
}

void TagBar::finishAdd(bool keep)
{
    if (!m_field->isVisibleTo(this))
        return;
    const QString tag = m_field->text().simplified();
    m_field->hide();
    m_add->show();
    if (keep && !tag.isEmpty() && !m_tags.contains(tag))
        Q_EMIT added(tag);
}

bool TagBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        finishAdd(false);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace anneal
