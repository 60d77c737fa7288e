// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/maskview.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"
#include "widgets/probabilitybars.h"

namespace anneal {

MaskView::MaskView(QWidget *parent)
    : ToolView(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(buildTable(), 3);
    layout->addWidget(buildBars(), 2);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        showChosen();
        if (const MaskAnswer *mask = chosen())
            Q_EMIT positionChosen(mask->position);
    });
    connect(m_bars, &ProbabilityBars::activated, this, &MaskView::applyRow);
    connect(m_apply, &QPushButton::clicked, this, [this] { applyRow(std::max(0, m_bars->currentRow())); });
    setEmpty({});
}

QWidget *MaskView::buildTable()
{
    m_tableCard = new Card(tr("Hidden positions"));
    m_tableCard->setBodyMargins(1, 0, 1, 1);
    auto *copy = makeFlatButton(tr("Copy"), QStringLiteral("tryOut.masks.copy"), QStringLiteral("copy"));
    m_retry = makeLink(tr("Ask again"), QStringLiteral("tryOut.masks.retry"));
    m_retry->hide();
    m_tableCard->tools()->addWidget(m_retry);
    m_tableCard->tools()->addWidget(copy);
    connect(m_retry, &QToolButton::clicked, this, &ToolView::askWanted);
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("tryOut.masks.table"));
    m_table->setAccessibleName(tr("Hidden positions and what the model expects there"));
    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setFont(numberFont());
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(measures().tableRow);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_empty = makeLabel({}, TextRole::Secondary);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(16);
    m_tableCard->body()->addWidget(m_empty, 1);
    m_tableCard->body()->addWidget(m_table, 1);
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_model.toTsv()); });
    return m_tableCard;
}

QWidget *MaskView::buildBars()
{
    m_barsCard = new Card(tr("Probabilities"));
    m_bars = new ProbabilityBars;
    m_bars->setObjectName(QStringLiteral("tryOut.masks.bars"));
    m_bars->setAccessibleName(tr("Probability of each letter at the chosen position"));
    m_bars->setBackgroundRole(QPalette::Base); // a scroll area fills what it shows
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_bars);
    m_apply = makeButton(tr("Put into the sequence"), QStringLiteral("tryOut.masks.apply"));
    m_apply->setToolTip(tr("Replaces the hidden letter by the chosen one"));
    m_barsCard->body()->addWidget(scroll, 1);
    m_barsCard->body()->addWidget(m_apply, 0, Qt::AlignLeft);
    return m_barsCard;
}

std::optional<nlohmann::json> MaskView::question(const QString &letters, const QVector<int> &hidden)
{
    if (!hidden.isEmpty())
        return nlohmann::json{{"task", "fill-mask"}, {"sequence", maskedSequence(letters, hidden).toStdString()}};
    setEmpty(tr("Click a letter of the sequence to hide it; what the model expects there appears here."));
    return {};
}

void MaskView::take(const nlohmann::json &answer, const QString &letters)
{
    Result<FillMaskAnswer> masks = readFillMask(answer, letters);
    if (masks)
        setAnswer(std::move(*masks));
    else
        setProblem(qstr(masks.error().text()));
}

void MaskView::takeCompared(const nlohmann::json &answer, const QString &letters)
{
    const Result<FillMaskAnswer> masks = readFillMask(answer, letters);
    if (!masks)
        return setProblem(qstr(masks.error().text()));
    m_model.setComparedMasks(masks->masks);
    showChosen();
}

void MaskView::setAnswer(FillMaskAnswer answer)
{
    const MaskAnswer *before = chosen();
    const int position = before ? before->position : -1;
    m_tableCard->setSubtitle(tr("answered in %1 s").arg(answer.seconds, 0, 'f', 2));
    m_model.setCompared(isCompared());
    m_model.setMasks(std::move(answer.masks));
    m_table->setVisible(true);
    m_empty->setVisible(false);
    m_table->selectRow(std::max(0, m_model.rowOf(position)));
    showChosen();
}

void MaskView::setEmpty(const QString &text)
{
    m_model.setMasks({});
    m_tableCard->setSubtitle({});
    m_empty->setText(text);
    m_empty->setVisible(true);
    m_table->setVisible(false);
    showChosen();
}

void MaskView::setProblem(const QString &sentence)
{
    m_problem = sentence;
    showNotice();
}

void MaskView::setNotice(const QString &sentence)
{
    m_notice = sentence;
    showNotice();
}

void MaskView::showNotice()
{
    const bool failed = !m_problem.isEmpty();
    m_retry->setVisible(failed);
    // A checkpoint that went is often why the engine has no answer: say both.
    const QString both = failed && !m_notice.isEmpty() ? m_problem + u' ' + m_notice : m_problem + m_notice;
    m_tableCard->setNotice(failed ? Tone::Error : Tone::Warn, both);
}

void MaskView::choosePosition(int position)
{
    if (const int row = m_model.rowOf(position); row >= 0)
        m_table->selectRow(row);
}

const MaskAnswer *MaskView::chosen() const
{
    const int row = m_table->currentIndex().row();
    return row < 0 || row >= m_model.rowCount() ? nullptr : &m_model.masks()[static_cast<std::size_t>(row)];
}

void MaskView::showChosen()
{
    const MaskAnswer *mask = chosen();
    const MaskAnswer *other = mask ? m_model.comparedMask(mask->position) : nullptr;
    std::vector<ProbabilityRow> rows;
    if (mask)
        for (const MaskChoice &choice : mask->choices)
            rows.push_back({choice.token, choice.probability, choice.token == mask->original,
                            other ? other->probabilityOf(choice.token) : std::nullopt});
    m_bars->setRows(rows);
    m_barsCard->setSubtitle(mask ? tr("position %1, %2 hidden").arg(mask->position + 1).arg(mask->original)
                                 : QString());
    m_apply->setEnabled(mask);
}

void MaskView::applyRow(int row)
{
    const MaskAnswer *mask = chosen();
    if (mask && row < static_cast<int>(mask->choices.size()))
        Q_EMIT applyRequested(mask->position, mask->choices[static_cast<std::size_t>(row)].token[0]);
}

} // namespace anneal
