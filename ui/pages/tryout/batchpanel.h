// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/common/throttle.h"
#include "pages/tryout/batchrun.h"
#include "widgets/card.h"

class QPushButton;
class QTableView;
class QToolButton;

namespace anneal {

class BatchModel;
class ElidedLabel;
class ProgressLine;

/// A tool of Try out asked about all sequences of a file: how far it is, a table that grows, a CSV file of it.
class BatchPanel : public Card
{
    Q_OBJECT
public:
    explicit BatchPanel(EngineClient &client, QWidget *parent = nullptr);

    /// What a file is asked about from now on; a batch that runs goes on. `options` go into every request.
    void setQuestion(const QString &alphabetName, const QString &task,
                     const nlohmann::json &options = nlohmann::json::object());
    /// Lets a person choose the file and asks about it; nothing when none is chosen.
    void chooseFile();
    void ask(const QString &path);
    void ask(const QString &path, const QString &alphabetName, const QString &task,
             const nlohmann::json &options = nlohmann::json::object());
    [[nodiscard]] const BatchRun &run() const { return *m_run; }
    /// What was answered so far. Storage error when it cannot be written.
    [[nodiscard]] Result<void> saveCsv(const QString &path) const;

Q_SIGNALS:
    void closed(); ///< back to the single sequence; a batch that ran has been cancelled
    /// Of each answer to the task "embed".
    void embedded(const QString &name, const QString &letters, const std::vector<double> &embedding);

protected:
    void keyPressEvent(QKeyEvent *event) override; ///< Esc cancels

private:
    void buildTools();
    void buildProgress();
    void buildTable();
    void fitColumns();
    void leave();
    void askSave();
    void showStage();
    void showProgress();
    void showEnd();
    [[nodiscard]] QString progressText() const;
    [[nodiscard]] QString endText() const;
    [[nodiscard]] QString failuresText() const;

    BatchRun *m_run = nullptr;
    BatchModel *m_model = nullptr;
    ProgressLine *m_line = nullptr;
    ElidedLabel *m_text = nullptr;
    QPushButton *m_cancel = nullptr;
    QToolButton *m_open = nullptr;
    QToolButton *m_save = nullptr;
    QTableView *m_table = nullptr;
    QString m_file; ///< without its folder
    QString m_alphabet;
    QString m_task;
    nlohmann::json m_options = nlohmann::json::object();
    Throttle m_refresh;
};

} // namespace anneal
