// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "launch/engineclient.h"
#include "pages/page.h"
#include "pages/tryout/examples.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QTimer;

namespace anneal {

class CheckpointPicker;
class ClassView;
class GenerateView;
class MaskView;
class SequenceEdit;

/// What can the model do: any checkpoint and a sequence; what the model expects at hidden positions, how it goes on, or
/// which class it sees. The work runs in a helper process; training is not touched.
class TryOutPage : public Page
{
    Q_OBJECT
public:
    explicit TryOutPage(AppContext &app, QWidget *parent = nullptr);
    void open(const PageRequest &request) override;
    void activate() override;
    [[nodiscard]] QList<QWidget *> regions() const override;
    [[nodiscard]] QWidget *finder() const override;
    [[nodiscard]] PageRequest noteTarget() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;

private:
    [[nodiscard]] QWidget *buildHeader();
    [[nodiscard]] QWidget *buildSequence();
    [[nodiscard]] QWidget *buildFacts();
    void connectParts();
    void checkpointChanged();
    void fillExamples(bool dna);
    void openFile();
    void readFile(const QString &path);
    void sequenceChanged();
    void askSoon();
    void ask();
    void askMasks();
    void askClasses(const std::string &task);
    void showTask();
    [[nodiscard]] QString modelName();
    void setProblem(const QString &sentence);
    void setEmpty(const QString &text);
    /// `what`: who was asked, "step 1,200 of mlm-01".
    void answered(const Result<nlohmann::json> &answer, const QString &letters, const QString &what);
    void showFacts();

    CheckpointPicker *m_picker = nullptr;
    QComboBox *m_examples = nullptr;
    SequenceEdit *m_sequence = nullptr;
    QStackedWidget *m_views = nullptr;
    MaskView *m_answers = nullptr;
    GenerateView *m_generate = nullptr;
    ClassView *m_classes = nullptr;
    QLabel *m_length = nullptr;
    QLabel *m_alphabet = nullptr;
    QLabel *m_hidden = nullptr;
    QLabel *m_hint = nullptr;
    QList<QWidget *> m_aboutMasks; ///< what has no meaning for a model that names no hidden letters
    QLabel *m_status = nullptr;
    QLabel *m_legend = nullptr;
    QTimer *m_typing = nullptr;
    EngineClient m_client;
    std::vector<ExampleSequence> m_exampleSequences;
    bool m_dna = false;
};

} // namespace anneal
