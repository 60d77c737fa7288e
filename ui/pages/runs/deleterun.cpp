// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/deleterun.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

#include "pages/context.h"
#include "style/text.h"

namespace anneal {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("DeleteRun", text);
}

void deleteNow(AppContext &app, const std::string &runId, const QString &name)
{
    app.actions().deleteFiles(runId, &app, [&app, name](Result<void> done) {
        done ? app.say(tr("The files of %1 are deleted.").arg(name)) : app.sayError(done.error());
    });
}

void ask(AppContext &app, const std::string &runId, const RunActions::FolderSize &size, QWidget *parent)
{
    const RunSummary *run = app.workspace().run(runId);
    const QString name = run ? qstr(run->name) : qstr(runId);
    auto *box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("run.delete"));
    box->setIcon(QMessageBox::Warning);
    box->setWindowTitle(tr("Delete the files of %1?").arg(name));
    box->setText(tr("Delete the files of %1?").arg(name));
    box->setInformativeText(tr("%1 files, %2, with all checkpoints and notes, in %3. This cannot be undone.")
                                .arg(countText(static_cast<double>(size.files)),
                                     fileSizeText(static_cast<double>(size.bytes)),
                                     qstr(app.workspace().paths(runId).root.string())));
    QPushButton *yes = box->addButton(tr("Delete the files"), QMessageBox::DestructiveRole);
    yes->setObjectName(QStringLiteral("run.delete.yes"));
    QPushButton *no = box->addButton(tr("Keep the run"), QMessageBox::RejectRole);
    no->setObjectName(QStringLiteral("run.delete.no"));
    box->setDefaultButton(no);
    box->setEscapeButton(no);
    QObject::connect(yes, &QPushButton::clicked, box, [&app, runId, name] { deleteNow(app, runId, name); });
    box->open();
}

} // namespace

void askToDelete(AppContext &app, const QString &runId, QWidget *parent)
{
    const std::string id = runId.toStdString();
    const RunSummary *run = app.workspace().run(id);
    if (run && run->endedMicros == 0)
        return app.say(tr("%1 still has a process. Stop it before you delete its files.").arg(qstr(run->name)));
    app.actions().folderSize(id, parent, [&app, id, parent](Result<RunActions::FolderSize> size) {
        size ? ask(app, id, *size, parent) : app.sayError(size.error());
    });
}

} // namespace anneal
