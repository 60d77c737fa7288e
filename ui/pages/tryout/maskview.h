// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "pages/tryout/masksmodel.h"

class QLabel;
class QPushButton;
class QTableView;
class QToolButton;

namespace anneal {

class Card;
class ProbabilityBars;

/// The answers: a table of the hidden positions, and bars of probabilities for the chosen one.
class MaskView : public QWidget
{
    Q_OBJECT
public:
    explicit MaskView(QWidget *parent = nullptr);
    void setAnswer(FillMaskAnswer answer);
    /// Puts the answers away and says why there are none.
    void setEmpty(const QString &text);
    /// What went wrong, above the answers that still stand, with a way to ask again.
    void setProblem(const QString &sentence);
    /// What is to be known about the answers; empty = nothing.
    void setNotice(const QString &sentence);
    void choosePosition(int position);

Q_SIGNALS:
    void positionChosen(int position);
    void applyRequested(int position, QChar letter);
    void retryRequested();

private:
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
