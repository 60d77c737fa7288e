// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commandbox.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "style/fonts.h"
#include "style/look.h"

namespace anneal {

CommandBox::CommandBox(const QString &title, const QString &objectName, QWidget *parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_copy(makeFlatButton(tr("Copy"), objectName + QStringLiteral(".copy"), QStringLiteral("copy"), this))
{
    setObjectName(objectName);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto *header = new QHBoxLayout;
    header->addWidget(makeLabel(title, TextRole::SectionTitle, this));
    header->addStretch(1);
    header->addWidget(m_copy);
    column->addLayout(header);

    auto *box = new QFrame(this);
    box->setProperty("look", QStringLiteral("sunken"));
    auto *inside = new QVBoxLayout(box);
    inside->setContentsMargins(8, 5, 8, 5);
    m_text->setFont(monoFont(12));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setObjectName(objectName + QStringLiteral(".text"));
    m_text->setAccessibleName(title);
    inside->addWidget(m_text);
    column->addWidget(box);
    m_copy->setAccessibleName(tr("Copy the command"));
    connect(m_copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_command); });
}

void CommandBox::setCommand(const QString &command)
{
    m_command = command;
    // A path without blanks may be wider than the box: let it break after its slashes.
    m_text->setText(QString(command).replace(u'/', QStringLiteral("/\u200b")));
    m_copy->setEnabled(!command.isEmpty());
}

} // namespace anneal
