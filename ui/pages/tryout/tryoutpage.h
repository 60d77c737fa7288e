// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "launch/engineclient.h"
#include "pages/page.h"
#include "pages/tryout/examples.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QStackedWidget;
class QTabWidget;
class QTimer;

namespace anneal {

class BatchPanel;
class CheckpointPicker;
class EmbeddingView;
class MaskView;
class ScoreView;
class SequenceEdit;
class SequenceFacts;
struct AskedCheckpoint;
class ToolAsker;
class ToolView;

/// What can the model do: any checkpoint, a sequence, and a tab for each tool that the checkpoint's model has. The tool
/// in sight asks, also a second checkpoint that is compared; the work runs in a helper process, and training is not
/// touched.
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
    void connectParts();
    void checkpointChanged();
    void fillExamples(bool dna);
    void openFile();
    void readFile(const QString &path);
    void sequenceChanged();
    void askSoon();
    void ask();
    void showTools();
    void connectTool(ToolView *tool);
    [[nodiscard]] QWidget *buildTools();
    void buildBatch();
    void setBatchQuestion();
    void openBatch();
    [[nodiscard]] ToolView *tool() const;
    /// The second checkpoint, or why it cannot be asked what the tool in sight asks.
    [[nodiscard]] AskedCheckpoint compared() const;
    void showStrands();
    [[nodiscard]] nlohmann::json withStrands(nlohmann::json message) const;
    void setEmpty(const QString &text);

    CheckpointPicker *m_picker = nullptr;
    CheckpointPicker *m_compared = nullptr;
    QCheckBox *m_strands = nullptr;
    QComboBox *m_examples = nullptr;
    SequenceEdit *m_sequence = nullptr;
    QStackedWidget *m_stack = nullptr; ///< the tools, or a batch
    QTabWidget *m_tabs = nullptr;
    BatchPanel *m_batch = nullptr;
    QWidget *m_askFile = nullptr;
    QList<ToolView *> m_tools; ///< one a tab
    MaskView *m_masks = nullptr;
    ScoreView *m_scores = nullptr;
    EmbeddingView *m_embeddings = nullptr;
    QWidget *m_liftMasks = nullptr;
    SequenceFacts *m_facts = nullptr;
    QLabel *m_legend = nullptr;
    QTimer *m_typing = nullptr;
    EngineClient m_client;
    ToolAsker *m_asker = nullptr;
    std::vector<ExampleSequence> m_exampleSequences;
    bool m_dna = false;
};

} // namespace anneal
