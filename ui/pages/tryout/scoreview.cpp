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
    m_scroll = new QScrollArea;
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(buildMaps());
    for (QWidget *part : {static_cast<QWidget *>(m_summary), static_cast<QWidget *>(m_cell)})
        m_card->body()->addWidget(part);
    m_card->body()->addWidget(m_empty, 1);
    m_card->body()->addWidget(m_scroll, 1);
    layout->addWidget(m_card);
    connect(m_hide, &QCheckBox::toggled, this, &ToolView::askWanted);
    connect(copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(scoresTsv(m_scores, m_compared ? &*m_compared : nullptr));
    });
    connect(m_map, &HeatMapView::cellChanged, m_comparedMap, &HeatMapView::setCell);
    connect(m_comparedMap, &HeatMapView::cellChanged, m_map, &HeatMapView::setCell);
    connect(m_map, &HeatMapView::cellChanged, this, &ScoreView::showCell);
    setEmpty({});
}

QWidget *ScoreView::buildMaps()
{
    auto *maps = new QWidget;
    maps->setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(maps);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_map = addMap("tryOut.scan.heatMap", tr("Effect of each letter at each position"));
    m_comparedMap = addMap("tryOut.scan.comparedMap", tr("The same for the second checkpoint"));
    m_letterA = makeLabel(tr("A"), TextRole::Secondary);
    m_letterB = makeLabel(tr("B"), TextRole::Secondary);
    for (QWidget *part : {static_cast<QWidget *>(m_letterA), static_cast<QWidget *>(m_map),
                          static_cast<QWidget *>(m_letterB), static_cast<QWidget *>(m_comparedMap)})
        layout->addWidget(part);
    layout->addStretch(1);
    return maps;
}

HeatMapView *ScoreView::addMap(const char *name, const QString &accessibleName)
{
    auto *map = new HeatMapView;
    map->setObjectName(QLatin1String(name));
    map->setAccessibleName(accessibleName);
    map->setCellSize(kCell);
    connect(map, &HeatMapView::cellActivated, this, [this](int, int column) { Q_EMIT positionChosen(column); });
    return map;
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
    m_compared.reset();
    showScores();
}

void ScoreView::takeCompared(const nlohmann::json &answer, const QString &letters)
{
    Result<SequenceScores> scores = readScores(answer, letters);
    if (!scores)
        return setProblem(qstr(scores.error().message));
    if (scores->residues.size() != m_scores.residues.size() || scores->effects.rows != m_scores.effects.rows)
        return setProblem(tr("B reads other letters as its tokens: its scores are not those of the same positions."));
    m_compared = std::move(*scores);
    showScores();
}

QString ScoreView::summaryText(const SequenceScores &scores) const
{
    return tr("Loss %1 nats per residue, perplexity %2").arg(lossText(scores.loss), perplexityText(scores.loss));
}

void ScoreView::showScores()
{
    m_empty->hide();
    m_summary->show();
    m_summary->setText(m_compared ? tr("A: %1\nB: %2").arg(summaryText(m_scores), summaryText(*m_compared))
                                  : summaryText(m_scores));
    const bool hasMap = !m_scores.residues.empty();
    m_scroll->setVisible(hasMap);
    m_map->setMap(m_scores.effects);
    m_comparedMap->setMap(m_compared ? m_compared->effects : HeatMap{});
    m_comparedMap->setCell(m_map->row(), m_map->column());
    for (QWidget *part :
         {static_cast<QWidget *>(m_letterA), static_cast<QWidget *>(m_letterB), static_cast<QWidget *>(m_comparedMap)})
        part->setVisible(m_compared && hasMap);
    m_cell->setVisible(true);
    if (hasMap)
        showCell(m_map->row(), m_map->column());
    else
        m_cell->setText(tr("This model reads several letters as one token, so single letters have no score."));
}

/// "Position 34: W has 2.1 %, L would have 34.0 % (+2.78); likeliest is L with 34.0 %"
QString ScoreView::cellText(const SequenceScores &scores, int row, int column) const
{
    const ResidueScore &one = scores.residues[static_cast<std::size_t>(column)];
    const double effect = static_cast<double>(scores.effects.at(row, column));
    const QString likeliest = tr("likeliest is %1 with %2").arg(one.best).arg(percentText(one.bestProbability));
    if (std::isnan(effect))
        return tr("Position %1: %2 is no letter of the model; %3").arg(column + 1).arg(one.letter).arg(likeliest);
    return tr("Position %1: %2 has %3, %4 would have %5 (%6 nats); %7")
        .arg(column + 1)
        .arg(one.letter)
        .arg(percentText(one.probability), scores.effects.rowNames[row],
             percentText(one.probability * std::exp(effect)), signedLossText(effect), likeliest);
}

void ScoreView::showCell(int row, int column)
{
    const QString first = cellText(m_scores, row, column);
    const QString text = m_compared ? tr("A: %1\nB: %2").arg(first, cellText(*m_compared, row, column)) : first;
    m_cell->setText(text);
    m_map->setAccessibleDescription(text);
}

void ScoreView::setEmpty(const QString &text)
{
    m_scores = {};
    m_compared.reset();
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
