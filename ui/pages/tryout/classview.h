// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <nlohmann/json.hpp>

#include "base/result.h"

class QLabel;
class QPlainTextEdit;

namespace anneal {

class Card;
class ProbabilityBars;

/// What a classifier says: bars of probabilities or numbers for a sequence, or a class below each residue.
class ClassView : public QWidget
{
    Q_OBJECT
public:
    explicit ClassView(QWidget *parent = nullptr);

    /// The engine's answer to "classify" or "label" (docs/engine.md) about these letters.
    void setAnswer(const nlohmann::json &answer, const QString &letters);
    void setEmpty(const QString &text);
    void setProblem(const QString &sentence);

private:
    void showSequence(const nlohmann::json &answer);
    void showResidues(const nlohmann::json &answer, const QString &letters);

    Card *m_card = nullptr;
    QLabel *m_empty = nullptr;
    ProbabilityBars *m_bars = nullptr;
    QPlainTextEdit *m_text = nullptr;
};

} // namespace anneal
