// SPDX-License-Identifier: GPL-3.0-or-later
#include "launch/engineclient.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <utility>

#include <QCoreApplication>
#include <QPointer>
#include <QTimer>

#include "launch/lineprocess.h"

namespace anneal {

namespace {

/// How long a question to the former checkpoint may keep the helper busy before a new helper takes its place.
constexpr int kPatienceMs = 2000;

struct OpenRequest {
    std::int64_t id = 0;
    QString topic;
    QString folder; ///< of the checkpoint that is asked
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
    QString folder; ///< what is to be asked
    QString served; ///< what the helper has loaded, or was started with
    LineProcess *process = nullptr;
    bool ready = false;
    bool asked = false; ///< the first of `open` has been sent
    std::optional<std::int64_t> loading; ///< the request to load `loadingFolder` that has been sent
    QString loadingFolder;
    QTimer patience;
    std::deque<OpenRequest> open;
    std::int64_t nextId = 1;

    explicit Impl(EngineClient *client)
        : self(client)
    {
        patience.setSingleShot(true);
        patience.setInterval(kPatienceMs);
        connect(&patience, &QTimer::timeout, self, [this] {
            stopHelper();
            dropVoid();
            advance();
        });
    }

    void stopHelper()
    {
        ready = asked = false;
        loading.reset();
        patience.stop();
        LineProcess *stopped = std::exchange(process, nullptr);
        if (!stopped)
            return;
        stopped->disconnect(self);
        stopped->stop();
        // Not at once: an answer that came from its own signal may have led here.
        stopped->deleteLater();
    }

    /// What is being answered is waited for, but not long; a helper that is still loading is of no use.
    void changeFolder(const QString &changed)
    {
        folder = changed;
        if (!ready || folder.isEmpty())
            stopHelper();
        for (OpenRequest &older : open)
            older.answer = nullptr;
        while (open.size() > (asked ? 1U : 0U))
            open.pop_back();
        if (asked || loading)
            patience.start();
    }

    void startHelper()
    {
        served = open.front().folder;
        const auto call = serveCall(served.toStdString());
        if (!call)
            return failAll(call.error());
        process = new LineProcess(QCoreApplication::instance());
        connect(process, &LineProcess::received, self, [this](const nlohmann::json &object) { onReceived(object); });
        connect(process, &LineProcess::ended, self, [this](const Error &reason) { onEnded(reason); });
        process->start(*call);
    }

    void dropVoid()
    {
        while (!asked && !open.empty() && !open.front().answer)
            open.pop_front();
    }

    void advance()
    {
        dropVoid();
        if (open.empty() || asked || loading)
            return;
        if (!process)
            return startHelper();
        if (!ready)
            return;
        if (served != open.front().folder)
            return askToLoad(open.front().folder);
        process->write(open.front().message);
        asked = true;
    }

    /// The helper keeps what the new checkpoint has in common with the former one, and the current one as a whole.
    void askToLoad(const QString &wanted)
    {
        loading = nextId++;
        loadingFolder = wanted;
        nlohmann::json message = {{"id", *loading}, {"task", "load"}, {"checkpoint", wanted.toStdString()}};
        if (wanted != folder)
            message["beside"] = folder.toStdString();
        process->write(message);
    }

    void onReceived(const nlohmann::json &object)
    {
        if (!ready)
            return onGreeting(object);
        if (loading && object.contains("id") && object["id"] == *loading)
            return onLoaded(object);
        // Something nobody asked for: an answer would be given to the wrong question.
        if (!asked || !object.contains("id") || object["id"] != open.front().id)
            return onEnded({ErrorCode::Internal, "The engine answered out of turn.", {}});
        OpenRequest done = std::move(open.front());
        open.pop_front();
        asked = false;
        patience.stop();
        const QPointer<EngineClient> alive(self);
        if (done.answer)
            done.answer(resultOf(object));
        if (alive)
            advance();
    }

    /// A checkpoint that cannot be loaded leaves the helper with the former one; whoever asked is told why.
    void onLoaded(const nlohmann::json &object)
    {
        const auto loaded = resultOf(object);
        loading.reset();
        patience.stop();
        const QPointer<EngineClient> alive(self);
        if (loaded)
            served = loadingFolder;
        else
            failThose(loaded.error(), [&](const OpenRequest &request) { return request.folder == loadingFolder; });
        if (alive)
            advance();
    }

    void onGreeting(const nlohmann::json &greeting)
    {
        if (greeting.value("ready", nlohmann::json(false)) != true)
            return onRefused(resultOf(greeting).error());
        ready = true;
        advance();
    }

    /// Questions to another checkpoint are asked of a new helper.
    void onRefused(const Error &reason)
    {
        stopHelper();
        const QPointer<EngineClient> alive(self);
        failThose(reason, [&](const OpenRequest &request) { return request.folder == served; });
        if (alive)
            advance();
    }

    void onEnded(const Error &reason)
    {
        stopHelper();
        failAll(reason);
    }

    void failAll(const Error &reason)
    {
        failThose(reason, [](const OpenRequest &) { return true; });
    }

    template <typename Which>
    void failThose(const Error &reason, const Which &which)
    {
        const auto first =
            std::stable_partition(open.begin(), open.end(), [&](const OpenRequest &one) { return !which(one); });
        std::deque<OpenRequest> failed(std::make_move_iterator(first), std::make_move_iterator(open.end()));
        open.erase(first, open.end());
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
    m_impl->changeFolder(folder);
}

QString EngineClient::checkpoint() const
{
    return m_impl->folder;
}

void EngineClient::request(const QString &topic, nlohmann::json message, Answer answer, const QString &checkpoint)
{
    for (OpenRequest &older : m_impl->open)
        if (older.topic == topic)
            older.answer = nullptr;
    const std::int64_t id = m_impl->nextId++;
    message["id"] = id;
    m_impl->open.push_back(
        {id, topic, checkpoint.isEmpty() ? m_impl->folder : checkpoint, std::move(message), std::move(answer)});
    // From the event loop, so that an answer never comes before this call has returned.
    QTimer::singleShot(0, this, [this] { m_impl->advance(); });
}

} // namespace anneal
