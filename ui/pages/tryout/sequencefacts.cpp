// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/sequencefacts.h"

#include <QGridLayout>
#include <QLabel>

#include "pages/common/counted.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/sequenceedit.h"

namespace anneal {

SequenceFacts::SequenceFacts(const SequenceEdit &sequence, QWidget *parent)
    : QWidget(parent)
    , m_sequence(sequence)
{
    setFixedWidth(280);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    m_length = add(tr("Length"));
    m_letters = add(tr("Letters"));
    m_hidden = add(tr("Hidden"));
    m_status = makeLabel({}, TextRole::Secondary);
    m_status->setObjectName(QStringLiteral("tryOut.status"));
    m_status->setWordWrap(true);
    m_hint = makeLabel({}, TextRole::Secondary);
    m_hint->setWordWrap(true);
    grid->addWidget(m_status, grid->rowCount(), 0, 1, 2);
    grid->setRowStretch(grid->rowCount(), 1);
    grid->addWidget(m_hint, grid->rowCount(), 0, 1, 2);
    grid->setColumnStretch(1, 1);
}

SequenceFacts::Fact SequenceFacts::add(const QString &name)
{
    auto *grid = static_cast<QGridLayout *>(layout());
    const int row = grid->rowCount();
    const Fact fact{makeLabel(name, TextRole::Secondary), makeLabel({})};
    fact.value->setWordWrap(true);
    fact.value->setAlignment(Qt::AlignRight | Qt::AlignTop);
    grid->addWidget(fact.name, row, 0, Qt::AlignTop);
    grid->addWidget(fact.value, row, 1);
    return fact;
}

void SequenceFacts::refresh()
{
    const int limit = m_sequence.limit();
    const QString length = countText(static_cast<double>(m_sequence.sequence().size()));
    m_length.value->setText(limit > 0 ? tr("%1 of at most %2").arg(length, countText(limit)) : length);
    const qsizetype unknown = m_sequence.unknownPositions().size();
    m_letters.value->setText(unknown > 0 ? tr("%1 unknown").arg(unknown) : tr("all known"));
    setInk(m_letters.value, unknown > 0 ? Ink::Error : Ink::Ok);
    m_hidden.value->setText(counted(m_sequence.maskedPositions().size(), tr("position"), tr("positions")));
}

void SequenceFacts::setStatus(const QString &text)
{
    m_status->setText(text);
}

void SequenceFacts::setMaskable(bool maskable)
{
    m_hidden.name->setVisible(maskable);
    m_hidden.value->setVisible(maskable);
    m_hint->setText(maskable
                        ? tr("Click a letter to hide it, Space hides a selection, paste takes plain text or FASTA.")
                        : tr("Type over letters or at the end; paste takes plain text or FASTA."));
}

} // namespace anneal
