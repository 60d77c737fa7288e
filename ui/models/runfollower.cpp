// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/runfollower.h"

#include "models/followworker.h"
#include "run/control.h"

namespace anneal {

namespace {

constexpr int kPatienceMs = 10000;

std::shared_ptr<RunSnapshot> emptySnapshot(const std::string &id)
{
    auto snapshot = std::make_shared<RunSnapshot>();
    snapshot->id = id;
    snapshot->events = std::make_shared<const std::vector<Event>>();
    snapshot->annotations = std::make_shared<const RunAnnotations>();
    snapshot->checkpoints = std::make_shared<const std::vector<CheckpointInfo>>();
    return snapshot;
}

} // namespace

RunFollower::RunFollower(RunPaths paths, QThread *thread)
    : m_runId(paths.id())
    , m_paths(std::move(paths))
    , m_snapshot(emptySnapshot(m_runId))
    , m_worker(new FollowWorker(m_paths))
{
    m_worker->moveToThread(thread);
    connect(m_worker, &FollowWorker::looked, this, &RunFollower::accept);
    connect(m_worker, &FollowWorker::logged, this, &RunFollower::logLines);
    connect(m_worker, &FollowWorker::replied, this,
            [](const FollowWorker::Reply &reply, const QPointer<QObject> &context) {
                if (context)
                    reply();
            });
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->begin(); });
}

void RunFollower::letGo()
{
    m_worker->disconnect(this);
    m_worker->deleteLater();
    m_worker = nullptr;
    deleteLater();
}

void RunFollower::accept(std::shared_ptr<const RunSnapshot> snapshot)
{
    m_snapshot = std::move(snapshot);
    matchAnswers();
    Q_EMIT changed();
}

void RunFollower::onWorker(std::function<std::function<void()>(FollowWorker &)> work, QObject *context)
{
    QMetaObject::invokeMethod(m_worker,
                              [worker = m_worker, work = std::move(work), context = QPointer<QObject>(context)] {
                                  worker->reply(work(*worker), context);
                              });
}

int RunFollower::post(const std::string &verb, const nlohmann::json &arguments, const std::string &reason)
{
    const int index = static_cast<int>(m_commands.size());
    m_commands.push_back({{}, verb, arguments, CommandStage::Posting, 0, {}});
    onWorker(
        [this, verb, arguments, reason, index](FollowWorker &worker) -> std::function<void()> {
            auto id = postCommand(worker.paths(), verb, arguments, reason);
            return [this, index, id = std::move(id)] {
                if (!id) {
                    setStage(index, CommandStage::Refused, id.error().text());
                    return;
                }
                m_commands[static_cast<std::size_t>(index)].id = *id;
                setStage(index, CommandStage::Sent);
            };
        },
        this);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->hurry(); });
    QTimer::singleShot(kPatienceMs, this, [this, index] {
        if (m_commands[static_cast<std::size_t>(index)].stage == CommandStage::Sent)
            setStage(index, CommandStage::WaitingForTrainer);
    });
    return index;
}

void RunFollower::setStage(int index, CommandStage stage, const std::string &message)
{
    CommandProgress &command = m_commands[static_cast<std::size_t>(index)];
    command.stage = stage;
    command.message = message;
    Q_EMIT commandChanged(index);
}

void RunFollower::matchAnswers()
{
    const std::vector<Event> &events = *m_snapshot->events;
    for (; m_eventsMatched < events.size(); ++m_eventsMatched) {
        const Event &event = events[m_eventsMatched];
        if (event.kind != "answer" || !event.data.is_object())
            continue;
        const std::string id = event.data.value("command", std::string());
        for (std::size_t i = 0; i < m_commands.size(); ++i) {
            if (m_commands[i].id != id || id.empty())
                continue;
            m_commands[i].step = event.step.value_or(0);
            setStage(static_cast<int>(i), event.data.value("ok", false) ? CommandStage::InForce : CommandStage::Refused,
                     event.data.value("message", event.text));
        }
    }
}

void RunFollower::followLog(bool on)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, on] { worker->followLog(on); });
}

void RunFollower::lookSoon()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->look(); });
}

FollowerHub::FollowerHub(QObject *parent)
    : QObject(parent)
{
    for (QThread &thread : m_threads) {
        thread.setObjectName(QStringLiteral("follow"));
        thread.start();
    }
}

FollowerHub::~FollowerHub()
{
    for (QThread &thread : m_threads)
        thread.quit();
    for (QThread &thread : m_threads)
        thread.wait();
}

std::shared_ptr<RunFollower> FollowerHub::follow(const RunPaths &paths)
{
    std::weak_ptr<RunFollower> &known = m_followers[paths.id()];
    if (auto follower = known.lock())
        return follower;
    // The worker goes at once, while its thread is there; the follower a little later, because the last page may let go
    // inside one of its signals.
    std::shared_ptr<RunFollower> follower(new RunFollower(paths, &m_threads[m_next]),
                                          [](RunFollower *f) { f->letGo(); });
    m_next = (m_next + 1) % kThreads;
    known = follower;
    return follower;
}

} // namespace anneal
