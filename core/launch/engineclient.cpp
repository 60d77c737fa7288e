// SPDX-License-Identifier: GPL-3.0-or-later
#include "launch/engineclient.h"

#include <deque>
#include <utility>

#include <QCoreApplication>
#include <QPointer>
#include <QTimer>

#include "launch/lineprocess.h"

namespace anneal {

namespace {

struct OpenRequest {
    std::int64_t id = 0;
    QString topic;
    nlohmann::json message;
    EngineClient::Answer answer; ///< empty once a newer request of its topic has made it void
};

Result<nlohmann::json> resultOf(const nlohmann::json &answer)
{
    if (answer.contains("ok") && answer["ok"].is_boolean() && answer["ok"].get<bool>())
        return answer;
    const auto text = answer.find("error");
    if (text != answer.end() && text->is_string())
        return fail(ErrorCode::Data, text->get<std::string>());
    return fail(ErrorCode::Internal, "The engine's answer has neither a result nor an error.");
}

} // namespace

struct EngineClient::Impl {
    EngineClient *self;
    QString folder;
    LineProcess *process = nullptr;
    bool ready = false;
    bool asked = false; ///< the first of `open` has been sent
    std::deque<OpenRequest> open;
    std::int64_t nextId = 1;

    explicit Impl(EngineClient *client)
        : self(client)
    {
    }

    void stopHelper()
    {
        ready = asked = false;
        LineProcess *stopped = std::exchange(process, nullptr);
        if (!stopped)
            return;
        stopped->disconnect(self);
        stopped->stop();
        // Not at once: an answer that came from its own signal may have led here.
        stopped->deleteLater();
    }

    void startHelper()
    {
        const auto call = serveCall(folder.toStdString());
        if (!call)
            return failAll(call.error());
        process = new LineProcess(QCoreApplication::instance());
        connect(process, &LineProcess::received, self, [this](const nlohmann::json &object) { onReceived(object); });
        connect(process, &LineProcess::ended, self, [this](const Error &reason) { onEnded(reason); });
        process->start(*call);
    }

    void advance()
    {
        while (!asked && !open.empty() && !open.front().answer)
            open.pop_front();
        if (open.empty() || asked)
            return;
        if (!process)
            return startHelper();
        if (!ready)
            return;
        process->write(open.front().message);
        asked = true;
    }

    void onReceived(const nlohmann::json &object)
    {
        if (!ready)
            return onGreeting(object);
        // Something nobody asked for: an answer would be given to the wrong question.
        if (!asked || !object.contains("id") || object["id"] != open.front().id)
            return onEnded({ErrorCode::Internal, "The engine answered out of turn.", {}});
        OpenRequest done = std::move(open.front());
        open.pop_front();
        asked = false;
        const QPointer<EngineClient> alive(self);
        if (done.answer)
            done.answer(resultOf(object));
        if (alive)
            advance();
    }

    void onGreeting(const nlohmann::json &greeting)
    {
        if (greeting.value("ready", nlohmann::json(false)) != true)
            return onEnded(resultOf(greeting).error());
        ready = true;
        advance();
    }

    void onEnded(const Error &reason)
    {
        stopHelper();
        failAll(reason);
    }

    void failAll(const Error &reason)
    {
        std::deque<OpenRequest> failed;
        failed.swap(open);
        const QPointer<EngineClient> alive(self);
        for (OpenRequest &request : failed)
            if (alive && request.answer)
                request.answer(tl::unexpected(reason));
    }
};

EngineClient::EngineClient(QObject *parent)
    : QObject(parent)
    , m_impl(std::make_unique<Impl>(this))
{
}

EngineClient::~EngineClient()
{
    m_impl->stopHelper();
}

void EngineClient::setCheckpoint(const QString &folder)
{
    if (folder == m_impl->folder)
        return;
    m_impl->stopHelper();
    m_impl->open.clear();
    m_impl->folder = folder;
}

QString EngineClient::checkpoint() const
{
    return m_impl->folder;
}

void EngineClient::request(const QString &topic, nlohmann::json message, Answer answer)
{
    for (OpenRequest &older : m_impl->open)
        if (older.topic == topic)
            older.answer = nullptr;
    const std::int64_t id = m_impl->nextId++;
    message["id"] = id;
    m_impl->open.push_back({id, topic, std::move(message), std::move(answer)});
    // From the event loop, so that an answer never comes before this call has returned.
    QTimer::singleShot(0, this, [this] { m_impl->advance(); });
}

} // namespace anneal
