// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QList>
#include <QWidget>

#include "pages/context.h"
#include "pages/pagerequest.h"

namespace anneal {

/// One page of the window. Built on the first visit; lives as long as the window.
class Page : public QWidget
{
    Q_OBJECT
public:
    /// `key` is one of pagekey and becomes the objectName.
    Page(const QString &key, AppContext &app, QWidget *parent = nullptr);

    [[nodiscard]] QString key() const { return objectName(); }
    /// Shows what was asked for. Called before activate(), also when the page is visible already.
    virtual void open(const PageRequest &request);
    /// The page came into view: start to follow what it shows.
    virtual void activate();
    /// The page left the view: stop timers and redraws.
    virtual void deactivate();
    /// What F6 cycles through, in reading order.
    [[nodiscard]] virtual QList<QWidget *> regions() const;
    /// What Ctrl+F puts the cursor in; null = nothing to find here.
    [[nodiscard]] virtual QWidget *finder() const;
    /// Ctrl+Z and Ctrl+Shift+Z: what was changed about runs, unless the page has something nearer.
    virtual void undo();
    virtual void redo();
    /// Run and step that a note made now would belong to.
    [[nodiscard]] virtual PageRequest noteTarget() const;
    /// Selection, splitters, column widths: kept per workspace, given back on the first visit.
    [[nodiscard]] virtual QJsonObject saveState() const;
    virtual void restoreState(const QJsonObject &state);

protected:
    [[nodiscard]] AppContext &app() const { return m_app; }

private:
    AppContext &m_app;
};

} // namespace anneal
