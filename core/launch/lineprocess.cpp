// SPDX-License-Identifier: GPL-3.0-or-later
#include "launch/lineprocess.h"

#include <cstring>

#include <QCoreApplication>
#include <QProcess>

#include "base/exitcodes.h"

namespace anneal {

namespace {

/// Far above any answer: a line that gets this long never ends.
constexpr qsizetype kLongestLine = 256 * 1024 * 1024;
constexpr qsizetype kErrorTextKept = 4096;

/// Holds a killed child until the event loop has collected it, or the program ends.
class KilledChild : public QObject
{
public:
    KilledChild(QProcess *process, QObject *parent)
        : QObject(parent)
        , m_process(process)
    {
        process->setParent(this);
        connect(process, &QProcess::finished, this, &QObject::deleteLater);
    }
    ~KilledChild() override { m_process->waitForFinished(); } // not long: it was killed before

private:
    QProcess *m_process;
};

ErrorCode errorCodeOf(int exitCode)
{
    for (const ErrorCode code : {ErrorCode::Config, ErrorCode::Data, ErrorCode::OutOfMemory, ErrorCode::Diverged,
                                 ErrorCode::Storage, ErrorCode::Device})
        if (static_cast<int>(exitCodeFor(code)) == exitCode)
            return code;
    return ErrorCode::Internal;
}

} // namespace

LineProcess::LineProcess(QObject *parent)
    : QObject(parent)
    , m_process(new QProcess(this))
{
    connect(m_process, &QProcess::readyReadStandardOutput, this, &LineProcess::readLines);
    connect(m_process, &QProcess::readyReadStandardError, this, &LineProcess::keepErrorText);
    connect(m_process, &QProcess::finished, this, &LineProcess::onFinished);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        // Every other error is followed by finished().
        if (error == QProcess::FailedToStart)
            end({ErrorCode::Config, "The engine could not be started: " + m_process->errorString().toStdString() + ".",
                 m_process->program().toStdString()});
    });
}

LineProcess::~LineProcess()
{
    stop();
    m_process->disconnect(this);
    if (m_process->state() == QProcess::NotRunning)
        return;
    QCoreApplication *program = QCoreApplication::instance();
    if (!program) { // the last moment of the program: the child is killed, this does not take long
        m_process->waitForFinished();
        return;
    }
    new KilledChild(m_process, program); // ~QProcess would wait for it here
}

void LineProcess::stop()
{
    m_ended = true;
    m_process->kill();
}

void LineProcess::start(const EngineCall &call)
{
    QStringList arguments;
    for (const std::string &argument : call.arguments)
        arguments << QString::fromStdString(argument);
    m_process->start(QString::fromStdString(call.program.string()), arguments);
}

void LineProcess::write(const nlohmann::json &object)
{
    m_process->write(
        QByteArray::fromStdString(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"));
}

void LineProcess::closeInput()
{
    m_process->closeWriteChannel();
}

void LineProcess::readLines()
{
    m_pending += m_process->readAllStandardOutput();
    qsizetype begin = 0;
    for (qsizetype end = m_pending.indexOf('\n'); end >= 0 && !m_ended; end = m_pending.indexOf('\n', begin)) {
        const QByteArray line = m_pending.mid(begin, end - begin);
        begin = end + 1;
        takeLine(line);
    }
    m_pending.remove(0, begin);
    if (m_pending.size() > kLongestLine)
        end({ErrorCode::Internal, "The engine sent a line without end.", {}});
}

void LineProcess::takeLine(const QByteArray &line)
{
    if (line.trimmed().isEmpty())
        return;
    const auto object = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
    if (!object.is_object())
        return end({ErrorCode::Internal,
                    "The engine answered something that is not JSON: “" + line.left(60).toStdString() + "”",
                    {}});
    Q_EMIT received(object);
}

void LineProcess::keepErrorText()
{
    m_errorText = (m_errorText + m_process->readAllStandardError()).right(kErrorTextKept);
}

QByteArray LineProcess::lastWords() const
{
    const QByteArray text = m_errorText.trimmed();
    return text.mid(text.lastIndexOf('\n') + 1);
}

void LineProcess::onFinished()
{
    readLines();
    keepErrorText();
    const int code = m_process->exitCode();
    const bool crashed = m_process->exitStatus() == QProcess::CrashExit;
    std::string message = crashed ? std::string("The engine crashed (") + strsignal(code) + ")"
                                  : "The engine ended (" + exitCodeReason(code) + ")";
    if (const QByteArray words = lastWords(); !words.isEmpty() && (crashed || code != 0))
        message += ": " + words.toStdString();
    end({crashed ? ErrorCode::Internal : errorCodeOf(code), message, {}});
}

void LineProcess::end(const Error &reason)
{
    if (m_ended)
        return;
    stop();
    Q_EMIT ended(reason);
}

} // namespace anneal
