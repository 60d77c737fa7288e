// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/recentworkspaces.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace anneal {

namespace {

constexpr int kKept = 8;

QString listPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation)
        + QStringLiteral("/anneal/workspaces.txt");
}

} // namespace

QStringList recentWorkspaces()
{
    QFile file(listPath());
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return {};
    QStringList folders = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    folders.erase(std::remove_if(folders.begin(), folders.end(),
                                 [](const QString &folder) { return !QFileInfo(folder).isDir(); }),
                  folders.end());
    return folders;
}

void rememberWorkspace(const QString &folder)
{
    QStringList folders = recentWorkspaces();
    folders.removeAll(folder);
    folders.prepend(folder);
    QDir().mkpath(QFileInfo(listPath()).path());
    QSaveFile file(listPath());
    if (!file.open(QIODevice::WriteOnly | QIODevice::Text))
        return;
    file.write(folders.mid(0, kKept).join(QLatin1Char('\n')).toUtf8());
    file.commit();
}

QString workspaceName(const QString &folder)
{
    const QString name = QDir(folder).dirName();
    return name.isEmpty() ? folder : name;
}

} // namespace anneal
