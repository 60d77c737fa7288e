// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/page.h"

namespace anneal {

Page::Page(const QString &key, AppContext &app, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
{
    setObjectName(key);
}

void Page::open(const PageRequest &) { }

void Page::activate() { }

void Page::deactivate() { }

QList<QWidget *> Page::regions() const
{
    return {};
}

QWidget *Page::finder() const
{
    return nullptr;
}

PageRequest Page::noteTarget() const
{
    return {};
}

QJsonObject Page::saveState() const
{
    return {};
}

void Page::restoreState(const QJsonObject &) { }

} // namespace anneal
