// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/batchrun.h"

#include <QFileInfo>
#include <QFutureWatcher>
#include <QtConcurrent>

#include "pages/common/counted.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kFailuresNamed = 3;

/// Says when the answer it belongs to was dropped unheard, as happens with another checkpoint.
class Dropped
{
public:
    explicit Dropped(std::function<void()> tell)
        : m_tell(std::move(tell))
    {
    }
    ~Dropped()
    {
        if (m_tell)
            m_tell();
    }
    void heard() { m_tell = nullptr; }
    Dropped(const Dropped &) = delete;
    Dropped &operator=(const Dropped &) = delete;

private:
    std::function<void()> m_tell;
};

} // namespace

BatchRun::BatchRun(EngineClient &client, QObject *parent)
    : QObject(parent)
    , m_client(&client)
    , m_rows(std::make_shared<BatchRows>())
{
}

BatchRun::~BatchRun()
{
    if (m_wanted)
        *m_wanted = false;
}

bool BatchRun::running() const
{
    return m_stage == Stage::Reading || m_stage == Stage::Loading || m_stage == Stage::Asking;
}

double BatchRun::secondsLeft() const
{
    if (m_stage != Stage::Asking || m_lettersDone == 0)
        return -1;
    const double perLetter = static_cast<double>(m_asking.elapsed()) / 1000 / static_cast<double>(m_lettersDone);
    return perLetter * static_cast<double>(m_lettersLeft);
}

void BatchRun::start(const QString &path, const QString &alphabetName, const QString &task,
                     const nlohmann::json &options)
{
    cancel();
    ++m_batch;
    m_task = task;
    m_options = options.is_object() ? options : nlohmann::json::object();
    m_sequences.clear();
    m_next = 0;
    m_failures = 0;
    m_firstFailures.clear();
    m_problem.clear();
    m_rows = std::make_shared<BatchRows>(task.toStdString());
    m_stage = Stage::Reading;
    Q_EMIT progress(0, 0);
    readFile(path, alphabetName);
}

void BatchRun::cancel()
{
    if (running())
        end(Stage::Cancelled);
}

void BatchRun::readFile(const QString &path, const QString &alphabetName)
{
    using Read = std::shared_ptr<Result<std::vector<BatchSequence>>>; // moved out of the future, not copied
    m_wanted = std::make_shared<std::atomic<bool>>(true);
    auto *watcher = new QFutureWatcher<Read>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, batch = m_batch] {
        watcher->deleteLater();
        if (batch == m_batch && m_stage == Stage::Reading)
            takeFile(std::move(*watcher->result()));
    });
    const auto work = [file = path.toStdString(), name = alphabetName.toStdString(), wanted = m_wanted] {
        const auto alphabet = Alphabet::byName(name);
        return std::make_shared<Result<std::vector<BatchSequence>>>(
            alphabet ? readBatch(file, **alphabet, [&] { return wanted->load(); }) : tl::unexpected(alphabet.error()));
    };
    watcher->setFuture(QtConcurrent::run(work));
}

void BatchRun::takeFile(Result<std::vector<BatchSequence>> &&sequences)
{
    if (!sequences)
        return end(Stage::Failed, qstr(sequences.error().text()));
    if (sequences->empty())
        return end(Stage::Failed, tr("The file holds no sequence; choose another."));
    m_sequences = std::move(*sequences);
    m_lettersDone = m_lettersLeft = 0;
    for (const BatchSequence &sequence : m_sequences)
        m_lettersLeft += sequence.length;
    m_stage = Stage::Loading;
    Q_EMIT progress(done(), total());
    // By itself, so that a model that cannot be loaded is not blamed on a sequence.
    ask({{"task", "info"}}, &BatchRun::takeModel);
}

/// One request at a time. Its topic is that of the batch alone, so that nobody makes the answer void.
void BatchRun::ask(const nlohmann::json &message, void (BatchRun::*take)(const Result<nlohmann::json> &))
{
    if (!m_client || m_client->checkpoint().isEmpty())
        return end(Stage::Failed, tr("There is no checkpoint to ask; choose one."));
    const QPointer<BatchRun> self(this);
    const auto isOurs = [self, batch = m_batch] { return self && self->m_batch == batch && self->running(); };
    const auto dropped = std::make_shared<Dropped>([self, isOurs] {
        if (isOurs())
            self->endEarly(tr("Another checkpoint was chosen before all were answered."));
    });
    m_client->request(QStringLiteral("batch %1 %2").arg(reinterpret_cast<quintptr>(this)).arg(m_batch), message,
                      [self, isOurs, dropped, take](const Result<nlohmann::json> &answer) {
                          dropped->heard();
                          if (isOurs())
                              (self.data()->*take)(answer);
                      });
}

void BatchRun::takeModel(const Result<nlohmann::json> &info)
{
    if (!info)
        return end(Stage::Failed, qstr(info.error().text()));
    m_stage = Stage::Asking;
    m_asking.start();
    askNext();
}

void BatchRun::askNext()
{
    for (; m_next < m_sequences.size() && !m_sequences[m_next].problem.empty(); ++m_next)
        countFailure(qstr(m_sequences[m_next].problem));
    if (m_next == m_sequences.size())
        return finishAll();
    nlohmann::json message = m_options;
    message["task"] = m_task.toStdString();
    message["sequence"] = m_sequences[m_next].letters;
    ask(message, &BatchRun::takeAnswer);
}

void BatchRun::takeAnswer(const Result<nlohmann::json> &answer)
{
    if (!answer && answer.error().code != ErrorCode::Data) // of the helper, not of the sequence
        return endEarly(qstr(answer.error().text()));
    const BatchSequence &sequence = m_sequences[m_next];
    const Result<void> kept =
        answer ? m_rows->add(sequence.name, sequence.length, *answer) : Result<void>(tl::unexpected(answer.error()));
    if (!kept)
        countFailure(qstr(kept.error().text()));
    m_lettersDone += sequence.length;
    m_lettersLeft -= sequence.length;
    ++m_next;
    const int batch = m_batch;
    if (kept && m_task == QStringLiteral("embed"))
        Q_EMIT embedded(qstr(sequence.name), qstr(sequence.letters), m_rows->rows().back().numbers);
    const auto goesOn = [&] { return running() && batch == m_batch; }; // nobody has cancelled on hearing that
    if (goesOn())
        Q_EMIT progress(done(), total());
    if (goesOn())
        askNext();
}

void BatchRun::endEarly(const QString &sentence)
{
    end(Stage::Failed,
        m_rows->rows().empty() ? sentence : tr("%1 The answers that came before are kept.").arg(sentence));
}

void BatchRun::countFailure(const QString &sentence)
{
    if (++m_failures <= kFailuresNamed)
        m_firstFailures << QStringLiteral("%1: %2").arg(qstr(m_sequences[m_next].name), sentence);
}

void BatchRun::finishAll()
{
    if (m_failures < total())
        return end(Stage::Finished);
    end(Stage::Failed,
        tr("None of the %1 could be answered: %2")
            .arg(counted(total(), tr("sequence"), tr("sequences")), m_firstFailures.first()));
}

void BatchRun::end(Stage stage, const QString &problem)
{
    *m_wanted = false;
    m_stage = stage;
    m_problem = problem;
    Q_EMIT finished();
}

} // namespace anneal
