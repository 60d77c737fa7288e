// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/scoreview.h"

#include <cmath>

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"

namespace anneal {

namespace {

constexpr QSize kCell{12, 14};

} // namespace

ScoreView::ScoreView(QWidget *parent)
    : ToolView(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_card = new Card(tr("Position by position"));
    m_hide = new QCheckBox(tr("Hide each residue while it is scored"));
    m_hide->setObjectName(QStringLiteral("tryOut.scan.pseudo"));
    m_hide->setAccessibleName(m_hide->text());
    m_hide->setToolTip(tr("Slower, one pass for each residue; without it the model sees what it is asked about."));
    auto *copy = makeFlatButton(tr("Copy table"), QStringLiteral("tryOut.scan.copy"), QStringLiteral("copy"));
    m_card->tools()->addWidget(m_hide);
    m_card->tools()->addWidget(copy);
    m_summary = makeLabel({}, TextRole::Body);
    m_summary->setObjectName(QStringLiteral("tryOut.scan.summary"));
    m_cell = makeLabel({}, TextRole::Secondary);
    m_cell->setObjectName(QStringLiteral("tryOut.scan.cell"));
    m_empty = makeLabel({}, TextRole::Secondary);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_map = new HeatMapView;
    m_map->setObjectName(QStringLiteral("tryOut.scan.heatMap"));
    m_map->setAccessibleName(tr("Effect of each letter at each position"));
    m_map->setCellSize(kCell);
    m_scroll = new QScrollArea;
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(m_map);
    m_map->setBackgroundRole(QPalette::Base);
    for (QWidget *part : {static_cast<QWidget *>(m_summary), static_cast<QWidget *>(m_cell)})
        m_card->body()->addWidget(part);
    m_card->body()->addWidget(m_empty, 1);
    m_card->body()->addWidget(m_scroll, 1);
    layout->addWidget(m_card);
    connect(m_hide, &QCheckBox::toggled, this, &ToolView::askWanted);
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(scoresTsv(m_scores)); });
    connect(m_map, &HeatMapView::cellChanged, this, &ScoreView::showCell);
    connect(m_map, &HeatMapView::cellActivated, this, [this](int, int column) { Q_EMIT positionChosen(column); });
    setEmpty({});
}

std::optional<nlohmann::json> ScoreView::question(const QString &letters, const QVector<int> & /*hidden*/)
{
    nlohmann::json message = options();
    message.update({{"task", "score"}, {"sequence", letters.toStdString()}});
    return message;
}

nlohmann::json ScoreView::options() const
{
    return {{"pseudo", m_hide->isVisibleTo(this) && m_hide->isChecked()}};
}

void ScoreView::take(const nlohmann::json &answer, const QString &letters)
{
    Result<SequenceScores> scores = readScores(answer, letters);
    if (!scores)
        return setProblem(qstr(scores.error().message));
    m_scores = std::move(*scores);
    showScores();
}

void ScoreView::showScores()
{
    m_empty->hide();
    m_summary->show();
    m_summary->setText(
        tr("Loss %1 nats per residue, perplexity %2").arg(lossText(m_scores.loss), perplexityText(m_scores.loss)));
    const bool hasMap = !m_scores.residues.empty();
    m_scroll->setVisible(hasMap);
    m_map->setMap(m_scores.effects);
    m_cell->setVisible(true);
    if (hasMap)
        showCell(m_map->row(), m_map->column());
    else
        m_cell->setText(tr("This model reads several letters as one token, so single letters have no score."));
}

/// "Position 34: W has 2.1 %, L would have 34.0 % (+2.78); likeliest is L with 34.0 %"
void ScoreView::showCell(int row, int column)
{
    const ResidueScore &one = m_scores.residues[static_cast<std::size_t>(column)];
    const double effect = static_cast<double>(m_scores.effects.at(row, column));
    const QString likeliest = tr("likeliest is %1 with %2").arg(one.best).arg(percentText(one.bestProbability));
    if (std::isnan(effect))
        return m_cell->setText(
            tr("Position %1: %2 is no letter of the model; %3").arg(column + 1).arg(one.letter).arg(likeliest));
    const QString text = tr("Position %1: %2 has %3, %4 would have %5 (%6 nats); %7")
                             .arg(column + 1)
                             .arg(one.letter)
                             .arg(percentText(one.probability), m_scores.effects.rowNames[row],
                                  percentText(one.probability * std::exp(effect)), signedLossText(effect), likeliest);
    m_cell->setText(text);
    m_map->setAccessibleDescription(text);
}

void ScoreView::setEmpty(const QString &text)
{
    m_scores = {};
    m_map->setMap({});
    m_empty->setText(text);
    m_empty->show();
    for (QWidget *part :
         {static_cast<QWidget *>(m_summary), static_cast<QWidget *>(m_cell), static_cast<QWidget *>(m_scroll)})
        part->hide();
}

void ScoreView::setProblem(const QString &sentence)
{
    m_card->setNotice(Tone::Error, sentence);
}

void ScoreView::setCanHide(bool can)
{
    m_hide->setVisible(can);
}

void ScoreView::choosePosition(int position)
{
    if (position < 0 || position >= m_map->map().columns)
        return;
    m_map->setCell(m_map->row(), position);
    m_scroll->ensureVisible(position * kCell.width() + kCell.width(), 0, 80, 0);
}

} // namespace anneal
