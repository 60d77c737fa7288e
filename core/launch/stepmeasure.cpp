// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTimer>

#include "launch/engineclient.h"
#include "launch/lineprocess.h"

namespace anneal {

namespace {

double number(const nlohmann::json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>() : 0.0;
}

std::string errorText(const nlohmann::json &object)
{
    const auto found = object.find("error");
    return found != object.end() && found->is_string() ? found->get<std::string>()
                                                       : "The engine could not measure a step.";
}

} // namespace

StepMeasure::StepMeasure(QObject *parent)
    : QObject(parent)
{
}

StepMeasure::~StepMeasure()
{
    cancel();
}

void StepMeasure::start(const nlohmann::ordered_json &config)
{
    cancel();
    m_process = new LineProcess(this);
    connect(m_process, &LineProcess::received, this, &StepMeasure::onReceived);
    connect(m_process, &LineProcess::ended, this, [this](const Error &reason) { finish(reason.text()); });
    const auto call = measureCall();
    if (!call) {
        // From the event loop, like every other ending.
        QTimer::singleShot(0, m_process, [this, reason = call.error().text()] { finish(reason); });
        return;
    }
    m_process->start(*call);
    m_process->write(config);
    m_process->closeInput();
}

void StepMeasure::onReceived(const nlohmann::json &object)
{
    if (object.value("ok", nlohmann::json(false)) != true)
        return finish(errorText(object));
    cancel();
    Q_EMIT finished(number(object, "seconds_per_step"), number(object, "tokens_per_second"),
                    static_cast<qint64>(number(object, "peak_memory_bytes")));
}

void StepMeasure::finish(const std::string &reason)
{
    cancel();
    Q_EMIT failed(QString::fromStdString(reason));
}

void StepMeasure::cancel()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    m_process->stop();
    m_process->deleteLater();
    m_process = nullptr;
}

} // namespace anneal
