// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/tryout/masksmodel.h"
#include "pages/tryout/toolview.h"

class QLabel;
class QPushButton;
class QTableView;
class QToolButton;

namespace anneal {

class Card;
class ProbabilityBars;

/// The answers: a table of the hidden positions, and bars of probabilities for the chosen one.
class MaskView : public ToolView
{
    Q_OBJECT
public:
    explicit MaskView(QWidget *parent = nullptr);
    [[nodiscard]] QString task() const override { return QStringLiteral("fill-mask"); }
    [[nodiscard]] QString title() const override { return tr("Fill masks"); }
    [[nodiscard]] std::optional<nlohmann::json> question(const QString &letters, const QVector<int> &hidden) override;
    void take(const nlohmann::json &answer, const QString &letters) override;
    void takeCompared(const nlohmann::json &answer, const QString &letters) override;
    void setEmpty(const QString &text) override;
    /// Above the answers that still stand, with a way to ask again.
    void setProblem(const QString &sentence) override;
    /// What is to be known about the answers; empty = nothing.
    void setNotice(const QString &sentence);
    void choosePosition(int position);

Q_SIGNALS:
    void positionChosen(int position);
    void applyRequested(int position, QChar letter);

private:
    void setAnswer(FillMaskAnswer answer);
    [[nodiscard]] QWidget *buildTable();
    [[nodiscard]] QWidget *buildBars();
    void showChosen();
    void showNotice();
    void applyRow(int row);
    [[nodiscard]] const MaskAnswer *chosen() const;

    MasksModel m_model;
    Card *m_tableCard = nullptr;
    Card *m_barsCard = nullptr;
    QTableView *m_table = nullptr;
    QLabel *m_empty = nullptr;
    ProbabilityBars *m_bars = nullptr;
    QPushButton *m_apply = nullptr;
    QToolButton *m_retry = nullptr;
    QString m_problem;
    QString m_notice;
};

} // namespace anneal
