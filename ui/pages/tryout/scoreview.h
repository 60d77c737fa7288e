// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/tryout/scores.h"
#include "pages/tryout/toolview.h"

class QCheckBox;
class QLabel;
class QScrollArea;

namespace anneal {

class Card;

/// How likely the model finds the sequence, position by position, and what every other letter would do there.
class ScoreView : public ToolView
{
    Q_OBJECT
public:
    explicit ScoreView(QWidget *parent = nullptr);
    [[nodiscard]] QString task() const override { return QStringLiteral("score"); }
    [[nodiscard]] QString title() const override { return tr("Scores"); }
    [[nodiscard]] std::optional<nlohmann::json> question(const QString &letters, const QVector<int> &hidden) override;
    [[nodiscard]] nlohmann::json options() const override;
    void take(const nlohmann::json &answer, const QString &letters) override;
    void takeCompared(const nlohmann::json &answer, const QString &letters) override;
    [[nodiscard]] bool hasStrands() const override { return true; }
    void setEmpty(const QString &text) override;
    void setProblem(const QString &sentence) override;
    /// Whether the model can hide a residue while it is scored; one that only looks back need not.
    void setCanHide(bool can);
    void choosePosition(int position);

Q_SIGNALS:
    void positionChosen(int position);
    void applyRequested(int position, QChar letter);

private:
    [[nodiscard]] QWidget *buildMaps();
    [[nodiscard]] HeatMapView *addMap(const char *name, const QString &accessibleName);
    [[nodiscard]] QString cellText(const SequenceScores &scores, int row, int column) const;
    [[nodiscard]] QString summaryText(const SequenceScores &scores) const;
    void showCell(int row, int column);
    void showScores();

    Card *m_card = nullptr;
    QCheckBox *m_hide = nullptr;
    QLabel *m_summary = nullptr;
    QLabel *m_cell = nullptr;
    QLabel *m_empty = nullptr;
    QScrollArea *m_scroll = nullptr;
    HeatMapView *m_map = nullptr;
    HeatMapView *m_comparedMap = nullptr; ///< below the other, in step with it
    QLabel *m_letterA = nullptr;
    QLabel *m_letterB = nullptr;
    SequenceScores m_scores;
    std::optional<SequenceScores> m_compared; ///< of the second checkpoint
};

} // namespace anneal
