// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include "launch/engineclient.h"
#include "pages/tryout/batchfile.h"
#include "pages/tryout/batchrows.h"

namespace anneal {

/// Asks a model about every sequence of a file, one request after another, so that others get their turn in between and
/// cancel() acts at once. The file is read in a worker. A sequence that cannot be answered fails alone and is counted;
/// the end of the helper, or another checkpoint in it, ends the batch. What was answered stays in any case.
class BatchRun : public QObject
{
    Q_OBJECT
public:
    enum class Stage { Idle, Reading, Loading, Asking, Finished, Cancelled, Failed };

    /// The client must have a checkpoint when a batch starts; it may go before the batch does.
    explicit BatchRun(EngineClient &client, QObject *parent = nullptr);
    ~BatchRun() override;

    /// A batch that runs is cancelled first. `options` go into every request.
    void start(const QString &path, const QString &alphabetName, const QString &task,
               const nlohmann::json &options = nlohmann::json::object());
    void cancel();

    [[nodiscard]] Stage stage() const { return m_stage; }
    [[nodiscard]] bool running() const;
    [[nodiscard]] int done() const { return static_cast<int>(m_next); } ///< sequences, failed ones included
    [[nodiscard]] int total() const { return static_cast<int>(m_sequences.size()); } ///< 0 while the file is read
    /// By the residues that are left and the time that the others took; negative before the first answer.
    [[nodiscard]] double secondsLeft() const;
    [[nodiscard]] int failures() const { return m_failures; }
    [[nodiscard]] const QStringList &firstFailures() const { return m_firstFailures; } ///< three: "name: sentence"
    /// Why the batch as a whole came to nothing or to an early end, in one sentence; empty when it did not.
    [[nodiscard]] const QString &problem() const { return m_problem; }
    /// Grows while the batch runs; nobody writes to it afterwards. Never nullptr.
    [[nodiscard]] std::shared_ptr<const BatchRows> rows() const { return m_rows; }

Q_SIGNALS:
    void progress(int done, int total);
    /// Once for each start(), however it ended.
    void finished();
    /// Of each answer to the task "embed".
    void embedded(const QString &name, const QString &letters, const std::vector<double> &embedding);

private:
    void readFile(const QString &path, const QString &alphabetName);
    void takeFile(Result<std::vector<BatchSequence>> &&sequences);
    void ask(const nlohmann::json &message, void (BatchRun::*take)(const Result<nlohmann::json> &));
    void takeModel(const Result<nlohmann::json> &info);
    void askNext();
    void takeAnswer(const Result<nlohmann::json> &answer);
    void countFailure(const QString &sentence);
    void endEarly(const QString &sentence);
    void end(Stage stage, const QString &problem = {});
    void finishAll();

    QPointer<EngineClient> m_client;
    Stage m_stage = Stage::Idle;
    int m_batch = 0; ///< number of the batch: answers to an older one are nobody's
    std::shared_ptr<std::atomic<bool>> m_wanted; ///< the worker goes on reading
    std::vector<BatchSequence> m_sequences;
    std::size_t m_next = 0; ///< the one that is asked about
    std::int64_t m_lettersLeft = 0, m_lettersDone = 0;
    QElapsedTimer m_asking;
    QString m_task;
    nlohmann::json m_options;
    int m_failures = 0;
    QStringList m_firstFailures;
    QString m_problem;
    std::shared_ptr<BatchRows> m_rows;
};

} // namespace anneal
