// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/tryout/toolview.h"

class QLabel;
class QPlainTextEdit;

namespace anneal {

class Card;
class ProbabilityBars;

/// What a classifier says of a sequence: bars of probabilities, or numbers.
class ClassView : public ToolView
{
    Q_OBJECT
public:
    explicit ClassView(QWidget *parent = nullptr);

    [[nodiscard]] QString task() const override { return QStringLiteral("classify"); }
    [[nodiscard]] QString title() const override { return tr("Classify"); }
    [[nodiscard]] std::optional<nlohmann::json> question(const QString &letters, const QVector<int> &hidden) override;
    void take(const nlohmann::json &answer, const QString &letters) override;
    void setEmpty(const QString &text) override;
    void setProblem(const QString &sentence) override;

private:
    void showValues(const nlohmann::json &answer);

    Card *m_card = nullptr;
    QLabel *m_empty = nullptr;
    ProbabilityBars *m_bars = nullptr;
    QPlainTextEdit *m_text = nullptr;
};

} // namespace anneal
