// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/enginecall.h"

#include <QEventLoop>
#include <QProcess>

#include "config/configio.h"
#include "launch/enginecalls.h"
#include "launch/lineprocess.h"

namespace anneal {

EventLoopOwner::EventLoopOwner()
    : m_program(m_argumentCount, m_arguments)
{
}

ModelQuestions::ModelQuestions(const std::filesystem::path &checkpoint)
{
    m_client.setCheckpoint(QString::fromStdString(checkpoint.string()));
}

Result<nlohmann::json> ModelQuestions::ask(const nlohmann::json &question)
{
    Result<nlohmann::json> result = fail(ErrorCode::Internal, "The engine gave no answer.");
    QEventLoop loop;
    m_client.request("ask", question, [&](Result<nlohmann::json> answer) {
        result = std::move(answer);
        loop.quit();
    });
    loop.exec();
    return result;
}

namespace {

/// The one line of a call that prints one, or why there is none.
Result<nlohmann::json> lineOf(const Result<EngineCall> &call)
{
    if (!call)
        return tl::unexpected(call.error());
    const EventLoopOwner program;
    Result<nlohmann::json> result = fail(ErrorCode::Internal, "The engine gave no answer.");
    QEventLoop loop;
    LineProcess process;
    QObject::connect(&process, &LineProcess::received, &loop, [&](const nlohmann::json &object) { result = object; });
    QObject::connect(&process, &LineProcess::ended, &loop, [&](const Error &reason) {
        if (!result)
            result = tl::unexpected(reason);
        loop.quit();
    });
    process.start(*call);
    loop.exec();
    return result;
}

} // namespace

Result<nlohmann::json> engineDevices()
{
    return lineOf(devicesCall());
}

Result<nlohmann::json> engineExport(const std::filesystem::path &from, const std::filesystem::path &to,
                                    const std::string &layout)
{
    return lineOf(exportCall(from, to, layout)).and_then([](const nlohmann::json &line) {
        return line.value("ok", false) ? Result<nlohmann::json>(line)
                                       : fail(ErrorCode::Data, line.value("error", "The engine said nothing more."));
    });
}

Result<MeasuredStep> measureStep(const Config &config)
{
    const EventLoopOwner program;
    Result<MeasuredStep> result = fail(ErrorCode::Internal, "The measurement was broken off.");
    QEventLoop loop;
    StepMeasure measure;
    QObject::connect(&measure, &StepMeasure::finished, &loop, [&](double seconds, double tokens, qint64 memory) {
        result = MeasuredStep{seconds, tokens, memory};
        loop.quit();
    });
    QObject::connect(&measure, &StepMeasure::failed, &loop, [&](const QString &message) {
        result = fail(ErrorCode::Device, message.toStdString());
        loop.quit();
    });
    measure.start(configToJson(config));
    loop.exec();
    return result;
}

} // namespace anneal
