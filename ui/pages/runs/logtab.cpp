// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/logtab.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QUrl>

#include "style/fonts.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"

namespace anneal {

namespace {

/// 0 everything, 1 warnings and errors, 2 errors. A line without a level goes with its neighbours: it is shown with
/// everything.
int rankOf(const QString &level)
{
    if (level.startsWith(QLatin1String("err")) || level.startsWith(QLatin1String("crit")))
        return 2;
    return level.startsWith(QLatin1String("warn")) ? 1 : 0;
}

} // namespace

void LogFilter::setLeastLevel(int level)
{
    m_level = level;
    invalidateFilter();
}

void LogFilter::setText(const QString &text)
{
    m_text = text;
    invalidateFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    return (m_level == 0 || rankOf(index.data(Qt::UserRole).toString()) >= m_level)
        && (m_text.isEmpty() || index.data().toString().contains(m_text, Qt::CaseInsensitive));
}

LogTab::LogTab(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("run.log"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(8);
    auto *tools = new QHBoxLayout;
    tools->setSpacing(8);
    buildTools(tools);
    column->addLayout(tools);
    column->addWidget(m_empty = makeLabel(tr("No log yet. It begins when the trainer has started.")));
    m_shown.setSourceModel(&m_model);
    auto *card = new Card({}, this);
    card->setBodyMargins(1, 1, 1, 1);
    m_list = new QListView(card);
    m_list->setObjectName(QStringLiteral("run.log.lines"));
    m_list->setAccessibleName(tr("Log lines"));
    m_list->setFont(monoFont());
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setModel(&m_shown);
    card->body()->addWidget(m_list);
    column->addWidget(card, 1);
    connect(m_list->verticalScrollBar(), &QScrollBar::sliderMoved, this,
            [this](int value) { m_follow->setChecked(value == m_list->verticalScrollBar()->maximum()); });
}

void LogTab::buildTools(QHBoxLayout *row)
{
    m_find = new QLineEdit(this);
    m_find->setObjectName(QStringLiteral("run.log.find"));
    m_find->setAccessibleName(tr("Find in the log"));
    m_find->setPlaceholderText(tr("Find in the log"));
    m_find->setClearButtonEnabled(true);
    m_find->setMaximumWidth(360);
    connect(m_find, &QLineEdit::textChanged, &m_shown, &LogFilter::setText);
    row->addWidget(m_find, 1);
    m_level = new QComboBox(this);
    m_level->setObjectName(QStringLiteral("run.log.level"));
    m_level->setAccessibleName(tr("Lines to show"));
    m_level->addItems({tr("All lines"), tr("Warnings and errors"), tr("Errors")});
    connect(m_level, &QComboBox::currentIndexChanged, &m_shown, &LogFilter::setLeastLevel);
    row->addWidget(m_level);
    m_follow = new QCheckBox(tr("Follow"), this);
    m_follow->setObjectName(QStringLiteral("run.log.follow"));
    m_follow->setAccessibleName(tr("Follow the log"));
    m_follow->setChecked(true);
    row->addWidget(m_follow);
    row->addStretch(1);
    QPushButton *folder = makeButton(tr("Open folder"), QStringLiteral("run.log.folder"));
    connect(folder, &QPushButton::clicked, this, [this] {
        if (m_follower)
            QDesktopServices::openUrl(QUrl::fromLocalFile(qstr(m_follower->paths().logs().string())));
    });
    row->addWidget(folder);
}

void LogTab::setFollower(std::shared_ptr<RunFollower> follower)
{
    if (m_follower) {
        m_follower->followLog(false);
        m_follower->disconnect(this);
    }
    m_follower = std::move(follower);
    m_model.clear();
    m_empty->show();
    if (!m_follower)
        return;
    connect(m_follower.get(), &RunFollower::logLines, this, &LogTab::addLines);
    m_follower->followLog(isVisible());
}

void LogTab::addLines(const QStringList &lines, bool restarted)
{
    m_model.append(lines, restarted);
    m_empty->setVisible(m_model.rowCount() == 0);
    if (m_follow->isChecked())
        m_list->scrollToBottom();
}

void LogTab::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_follower)
        m_follower->followLog(true);
}

void LogTab::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (m_follower)
        m_follower->followLog(false);
}

} // namespace anneal
