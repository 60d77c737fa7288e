// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/checklist.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "style/icons.h"
#include "style/look.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

bool sameIssue(const Issue &a, const Issue &b)
{
    return a.severity == b.severity && a.key == b.key && a.message == b.message;
}

} // namespace

CheckList::CheckList(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(8);
    connect(&Theme::instance(), &Theme::changed, this, [this] { setChecks(std::exchange(m_checks, {})); });
}

void CheckList::setChecks(const std::vector<Issue> &checks)
{
    if (std::equal(checks.begin(), checks.end(), m_checks.begin(), m_checks.end(), sameIssue) && m_layout->count() > 0)
        return;
    m_checks = checks;
    while (QLayoutItem *item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int number = 0;
    for (const Issue &issue : m_checks)
        m_layout->addWidget(makeRow(issue, number++));
    if (m_checks.empty())
        m_layout->addWidget(makeLabel(tr("Nothing to say against it."), TextRole::Secondary, this));
}

QWidget *CheckList::makeRow(const Issue &issue, int number)
{
    const bool error = issue.severity == Severity::Error;
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *mark = new QLabel;
    mark->setPixmap(iconPixmap(error ? QStringLiteral("state-failed") : QStringLiteral("warning"), 16,
                               inkColor(error ? Ink::Error : Ink::Warn), devicePixelRatioF()));
    mark->setAccessibleName(error ? tr("Error") : tr("Warning"));
    auto *text = makeLabel(qstr(issue.message));
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(mark, 0, Qt::AlignTop);
    layout->addWidget(text, 1);
    if (!issue.key.empty()) {
        auto *link = makeLink(tr("Go to"), QStringLiteral("newRun.preflight.check%1").arg(number));
        link->setAccessibleName(tr("Go to %1").arg(qstr(issue.key)));
        link->setToolTip(qstr(issue.key));
        connect(link, &QToolButton::clicked, this, [this, key = qstr(issue.key)] { Q_EMIT goTo(key); });
        layout->addWidget(link, 0, Qt::AlignTop);
    }
    return row;
}

} // namespace anneal
