// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include "pages/frame/dialogs.h"
#include "pages/frame/keyboardmap.h"
#include "style/look.h"

namespace anneal {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Help", text);
}

QTableWidget *makeKeyTable(QWidget *parent)
{
    const auto lines = keyboardMap();
    auto *table = new QTableWidget(static_cast<int>(lines.size()), 2, parent);
    table->setObjectName(QStringLiteral("help.keys"));
    table->setAccessibleName(tr("Keyboard list"));
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->horizontalHeader()->hide();
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    for (int row = 0; row < table->rowCount(); ++row) {
        const KeyLine &line = lines[static_cast<std::size_t>(row)];
        table->setItem(row, 0, new QTableWidgetItem(line.keys));
        table->setItem(row, 1, new QTableWidgetItem(line.does));
    }
    table->resizeColumnToContents(0);
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

} // namespace

void showHelp(QWidget *parent)
{
    QDialog dialog(parent);
    dialog.setObjectName(QStringLiteral("help"));
    dialog.setWindowTitle(tr("Help"));
    dialog.resize(640, 620);
    auto *column = new QVBoxLayout(&dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->addWidget(makeLabel(tr("Keyboard"), TextRole::PageTitle));
    column->addWidget(makeKeyTable(&dialog), 1);
    QLabel *about =
        makeLabel(tr("Anneal %1, GPL-3.0-or-later. A run goes on when this window closes; the window finds it again. "
                     "Everything of a run stands in its folder in the workspace.")
                      .arg(QStringLiteral(ANNEAL_VERSION)),
                  TextRole::Secondary);
    about->setWordWrap(true);
    column->addWidget(about);
    auto *buttons = new QDialogButtonBox(&dialog);
    QPushButton *close = makeButton(tr("Close"), QStringLiteral("help.close"));
    buttons->addButton(close, QDialogButtonBox::RejectRole);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    column->addWidget(buttons);
    dialog.exec();
}

} // namespace anneal
