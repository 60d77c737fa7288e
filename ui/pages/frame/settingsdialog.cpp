// SPDX-License-Identifier: GPL-3.0-or-later
#include <QButtonGroup>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QRadioButton>
#include <QVBoxLayout>

#include "pages/context.h"
#include "pages/frame/dialogs.h"
#include "pages/frame/themesetting.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Settings", text);
}

QWidget *makeThemeChoice(AppContext &app, QWidget *parent)
{
    auto *box = new QWidget(parent);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto *group = new QButtonGroup(box);
    for (const ThemeName &theme : themeNames()) {
        auto *button = new QRadioButton(theme.label, box);
        button->setObjectName(QStringLiteral("settings.theme.") + theme.key);
        button->setAccessibleName(tr("Theme: %1").arg(theme.label));
        button->setChecked(Theme::instance().choice() == theme.choice);
        group->addButton(button);
        row->addWidget(button);
        QObject::connect(button, &QRadioButton::clicked, box, [&app, theme] { chooseTheme(app, theme.choice); });
    }
    row->addStretch(1);
    return box;
}

} // namespace

void showSettings(AppContext &app, QWidget *parent)
{
    QDialog dialog(parent);
    dialog.setObjectName(QStringLiteral("settings"));
    dialog.setWindowTitle(tr("Settings"));
    dialog.setMinimumWidth(520);
    auto *column = new QVBoxLayout(&dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(makeLabel(tr("Settings"), TextRole::PageTitle));
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(24);
    form->setVerticalSpacing(12);
    form->addRow(tr("Theme"), makeThemeChoice(app, &dialog));
    QLabel *folder = makeLabel(qstr(app.workspaceFolder().string()));
    folder->setTextInteractionFlags(Qt::TextSelectableByMouse);
    form->addRow(tr("Workspace"), folder);
    column->addLayout(form);
    column->addStretch(1);
    auto *buttons = new QDialogButtonBox(&dialog);
    buttons->addButton(makeButton(tr("Close"), QStringLiteral("settings.close")), QDialogButtonBox::RejectRole);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    column->addWidget(buttons);
    dialog.exec();
}

} // namespace anneal
