// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "launch/enginecalls.h"

class QProcess;

namespace anneal {

/// A child that speaks one JSON object a line on its standard streams. Never blocks. Ends in exactly one `ended`; the
/// child is killed with this object.
class LineProcess : public QObject
{
    Q_OBJECT
public:
    explicit LineProcess(QObject *parent = nullptr);
    ~LineProcess() override;

    void start(const EngineCall &call);
    void write(const nlohmann::json &object);
    void closeInput();
    /// Ends the child; `ended` does not follow.
    void stop();

Q_SIGNALS:
    void received(const nlohmann::json &object);
    /// Why it is over, in a sentence; also when it ended as it should.
    void ended(const anneal::Error &reason);

private:
    void readLines();
    void takeLine(const QByteArray &line);
    void keepErrorText();
    void onFinished();
    void end(const Error &reason);
    [[nodiscard]] QByteArray lastWords() const;

    QProcess *m_process;
    QByteArray m_pending;
    QByteArray m_errorText; ///< the end of what it wrote to standard error
    bool m_ended = false;
};

} // namespace anneal
