// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <nlohmann/json.hpp>

#include "base/result.h"

class QDoubleSpinBox;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace anneal {

class Card;

/// Continues the sequence letter by letter. The engine is asked for a few letters at a time, each time with what there
/// is, so that letters appear as they come and Stop acts at once; the result is that of one long request.
class GenerateView : public QWidget
{
    Q_OBJECT
public:
    explicit GenerateView(QWidget *parent = nullptr);

    /// The letters that the next sequence begins with.
    void setPrompt(const QString &letters);
    void setProblem(const QString &sentence);
    /// The engine's answer to the last request (docs/engine.md).
    void take(const Result<nlohmann::json> &answer);
    /// Puts away what was made with another checkpoint.
    void reset();
    [[nodiscard]] bool running() const { return m_running; }

Q_SIGNALS:
    void requested(const nlohmann::json &message);

private:
    [[nodiscard]] QWidget *buildSettings();
    template <typename Spin>
    Spin *addSpin(class QHBoxLayout *row, const QString &label, const QString &name, Spin *spin);
    void startAll();
    void startNext();
    void askOn();
    void stop();
    void append(const nlohmann::json &sequence);
    void show();

    struct Made {
        QString letters;
        double sum = 0; ///< of log-probabilities
        int count = 0; ///< new letters
        bool ended = false;
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
    QString m_prompt;
    QString m_problem;
    QString m_startedWith;
    std::vector<Made> m_made;
    bool m_running = false;
};

} // namespace anneal
