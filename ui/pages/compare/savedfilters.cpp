// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/savedfilters.h"

#include <QMenu>

#include "style/icons.h"

namespace anneal {

SavedFilters::SavedFilters(const QString &objectName, QWidget *parent)
    : QToolButton(parent)
{
    setObjectName(objectName);
    setText(tr("Saved filters"));
    setAccessibleName(text());
    setToolTip(tr("Keep the filter line, or use one that was kept"));
    setIcon(anneal::icon(QStringLiteral("pin")));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setPopupMode(QToolButton::InstantPopup);
    setMenu(new QMenu(this));
    connect(menu(), &QMenu::aboutToShow, this, &SavedFilters::fill);
}

void SavedFilters::setCurrent(const QString &line)
{
    m_current = line.trimmed();
}

void SavedFilters::setKept(const QStringList &lines)
{
    m_kept = lines;
}

void SavedFilters::fill()
{
    menu()->clear();
    for (const QString &line : m_kept) {
        QAction *use = menu()->addAction(line, this, [this, line] { Q_EMIT chosen(line); });
        use->setCheckable(true);
        use->setChecked(line == m_current);
    }
    menu()->addSeparator();
    const bool known = m_kept.contains(m_current);
    QAction *keep = known ? menu()->addAction(tr("Forget this filter"), this, [this] { m_kept.removeAll(m_current); })
                          : menu()->addAction(tr("Keep this filter"), this, [this] { m_kept.append(m_current); });
    keep->setEnabled(!m_current.isEmpty());
}

} // namespace anneal
