// SPDX-License-Identifier: GPL-3.0-or-later
// What a window remembers in its workspace: geometry, the page in view and what each page keeps.
#include <QCloseEvent>
#include <QJsonArray>
#include <QJsonDocument>

#include "pages/frame/mainwindow.h"
#include "pages/frame/recentworkspaces.h"
#include "pages/frame/themesetting.h"
#include "pages/page.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr const char *kWindowSetting = "window.state";

struct StoredWindow {
    QString state;
    QString theme;
};

QJsonObject toJson(const PageRequest &request)
{
    return {{QStringLiteral("page"), request.page},
            {QStringLiteral("runs"), QJsonArray::fromStringList(request.runs)},
            {QStringLiteral("item"), request.item}};
}

PageRequest requestFrom(const QJsonObject &object)
{
    PageRequest request;
    request.page = object[QStringLiteral("page")].toString();
    for (const QJsonValue &run : object[QStringLiteral("runs")].toArray())
        request.runs.append(run.toString());
    request.item = object[QStringLiteral("item")].toString();
    return request;
}

Result<StoredWindow> readStored(Workspace &workspace)
{
    const auto state = workspace.setting(kWindowSetting);
    if (!state)
        return tl::unexpected(state.error());
    const auto theme = workspace.setting(kThemeSetting);
    if (!theme)
        return tl::unexpected(theme.error());
    return StoredWindow{qstr(state->value_or("")), qstr(theme->value_or(""))};
}

} // namespace

void MainWindow::askState()
{
    m_app.workspace().ask<StoredWindow>(this, readStored, [this](Result<StoredWindow> stored) {
        if (stored) {
            Theme::instance().choose(themeFromKey(stored->theme));
            restore(QJsonDocument::fromJson(stored->state.toUtf8()).object());
        }
        m_restored = true;
        Q_EMIT restored();
    });
}

void MainWindow::restore(const QJsonObject &state)
{
    if (state.isEmpty())
        return;
    restoreGeometry(QByteArray::fromBase64(state[QStringLiteral("geometry")].toString().toLatin1()));
    m_pageStates = state[QStringLiteral("pages")].toObject();
    for (const auto &[key, page] : m_pages)
        if (m_pageStates.contains(key))
            page->restoreState(m_pageStates[key].toObject());
    const PageRequest last = requestFrom(state[QStringLiteral("current")].toObject());
    if (last.page != m_current.page)
        go(last);
}

void MainWindow::saveState()
{
    for (const auto &[key, page] : m_pages)
        m_pageStates[key] = page->saveState();
    const QJsonObject state{{QStringLiteral("geometry"), QString::fromLatin1(saveGeometry().toBase64())},
                            {QStringLiteral("pages"), m_pageStates},
                            {QStringLiteral("current"), toJson(m_current)}};
    m_app.workspace().saveSetting(kWindowSetting, QJsonDocument(state).toJson(QJsonDocument::Compact).toStdString());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveState();
    if (!AppContext::underTest())
        rememberWorkspace(qstr(m_app.workspaceFolder().string()));
    event->accept();
}

} // namespace anneal
