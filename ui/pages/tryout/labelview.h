// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/tryout/toolview.h"

class QLabel;
class QTextEdit;

namespace anneal {

class Card;

/// A class for every residue: letters on the colour of their class, with the class's letter below, so that it can be
/// read without colours and copied. Where two checkpoints differ a sign says so.
class LabelView : public ToolView
{
    Q_OBJECT
public:
    explicit LabelView(QWidget *parent = nullptr);
    [[nodiscard]] QString task() const override { return QStringLiteral("label"); }
    [[nodiscard]] QString title() const override { return tr("Residue labels"); }
    [[nodiscard]] std::optional<nlohmann::json> question(const QString &letters, const QVector<int> &hidden) override;
    void take(const nlohmann::json &answer, const QString &letters) override;
    void takeCompared(const nlohmann::json &answer, const QString &letters) override;
    void setEmpty(const QString &text) override;
    void setProblem(const QString &sentence) override;

private:
    /// What one checkpoint says.
    struct Answer {
        QVector<int> classes; ///< of each residue, an index into the names
        QVector<double> probabilities; ///< of that class; empty where the engine does not say
    };
    /// Adds names that are new. An empty answer when it is none about these letters.
    [[nodiscard]] Answer read(const nlohmann::json &answer, const QString &letters);
    void showLabels();
    void appendLine(int first, int count);
    [[nodiscard]] bool differs(int residue) const;
    [[nodiscard]] QString cells(const Answer &answer, int residue) const;
    [[nodiscard]] QString sharesOf(const Answer &answer, int id) const;
    [[nodiscard]] QString tsv() const;
    [[nodiscard]] QString legend() const;

    Card *m_card = nullptr;
    QLabel *m_legend = nullptr;
    QLabel *m_empty = nullptr;
    QTextEdit *m_text = nullptr;
    QString m_letters;
    QStringList m_names; ///< of the classes
    Answer m_answer;
    Answer m_compared; ///< empty without a second checkpoint
};

} // namespace anneal
