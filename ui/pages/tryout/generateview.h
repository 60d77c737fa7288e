// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/tryout/toolview.h"

class QDoubleSpinBox;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace anneal {

class Card;

/// Continues the sequence letter by letter. The engine is asked for a few letters at a time, each time with what there
/// is, so that letters appear as they come and Stop acts at once; the result is that of one long request.
class GenerateView : public ToolView
{
    Q_OBJECT
public:
    explicit GenerateView(QWidget *parent = nullptr);

    [[nodiscard]] QString task() const override { return QStringLiteral("generate"); }
    [[nodiscard]] QString title() const override { return tr("Generate"); }
    [[nodiscard]] bool needsLetters() const override { return false; }
    /// Of the next few letters while something is being made; the letters at its start are what every sequence begins
    /// with.
    [[nodiscard]] std::optional<nlohmann::json> question(const QString &letters, const QVector<int> &hidden) override;
    void take(const nlohmann::json &answer, const QString &letters) override;
    void takeCompared(const nlohmann::json &answer, const QString &letters) override { take(answer, letters); }
    /// Each sequence is made by both, one after the other, with the same seed.
    [[nodiscard]] Whom whom() const override;
    /// Puts away what was made with another checkpoint.
    void setEmpty(const QString &text) override;
    void setProblem(const QString &sentence) override;

private:
    [[nodiscard]] QWidget *buildSettings();
    template <typename Spin>
    Spin *addSpin(class QHBoxLayout *row, const QString &label, const QString &name, Spin *spin);
    void startAll();
    void startNext();
    [[nodiscard]] int number(std::size_t made) const; ///< of a sequence, from 0
    void stop();
    void append(const nlohmann::json &sequence);
    void show();

    struct Made {
        QString letters;
        double sum = 0; ///< of log-probabilities
        int count = 0; ///< new letters
        bool ended = false;
        bool isSecond = false; ///< of the second checkpoint
    };

    Card *m_card = nullptr;
    QSpinBox *m_length = nullptr;
    QSpinBox *m_sequences = nullptr;
    QSpinBox *m_topK = nullptr;
    QSpinBox *m_seed = nullptr;
    QDoubleSpinBox *m_temperature = nullptr;
    QDoubleSpinBox *m_topP = nullptr;
    QPushButton *m_start = nullptr;
    QPushButton *m_stop = nullptr;
    QPlainTextEdit *m_text = nullptr;
    QString m_startedWith;
    std::vector<Made> m_made;
    bool m_running = false;
    bool m_both = false; ///< since the start
};

} // namespace anneal
