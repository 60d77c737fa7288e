// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/tryout/toolview.h"
#include "widgets/probabilitybars.h"

class QLabel;
class QPlainTextEdit;

namespace anneal {

class Card;

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
    void takeCompared(const nlohmann::json &answer, const QString &letters) override;
    [[nodiscard]] bool hasStrands() const override { return true; }
    void setEmpty(const QString &text) override;
    void setProblem(const QString &sentence) override;

private:
    void showValues();

    Card *m_card = nullptr;
    QLabel *m_empty = nullptr;
    ProbabilityBars *m_bars = nullptr;
    QPlainTextEdit *m_text = nullptr;
    std::vector<ProbabilityRow> m_rows; ///< classes, or numbers that are no probabilities
    bool m_isNumber = false;
};

} // namespace anneal
