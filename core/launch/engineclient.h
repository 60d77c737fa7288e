// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <QObject>
#include <QString>
#include <nlohmann/json.hpp>

#include "base/result.h"

namespace anneal {

class LineProcess;

/// Talks to `anneal-train serve` (docs/engine.md) over JSON lines on its standard streams. One helper process, which is
/// told when another checkpoint is to be asked, so that checkpoints on one base share it; requests are queued and
/// answered in order, each exactly once. A newer request with the same `topic`, or another checkpoint, makes older
/// unanswered ones void: their answer is never called. Never blocks. The helper's death answers every open request with
/// an error, and the next request starts it again.
class EngineClient : public QObject
{
    Q_OBJECT
public:
    using Answer = std::function<void(Result<nlohmann::json>)>;

    explicit EngineClient(QObject *parent = nullptr);
    ~EngineClient() override; ///< ends the helper without waiting

    /// The checkpoint folder that requests from now on are about. It is loaded when the first of them comes. A helper
    /// that is busy with the former one for long is replaced.
    void setCheckpoint(const QString &folder);
    [[nodiscard]] QString checkpoint() const;
    /// `checkpoint`: another one that is to be compared with the current one; empty = the current one.
    void request(const QString &topic, nlohmann::json message, Answer answer, const QString &checkpoint = {});

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Runs `anneal-train measure` (a short measured step of a configuration) and hands out its one JSON line. Never
/// blocks.
class StepMeasure : public QObject
{
    Q_OBJECT
public:
    explicit StepMeasure(QObject *parent = nullptr);
    ~StepMeasure() override;
    void start(const nlohmann::ordered_json &config); ///< a running measurement is ended first
    void cancel();
Q_SIGNALS:
    void finished(double secondsPerStep, double tokensPerSecond, qint64 peakMemoryBytes);
    void failed(const QString &message);

private:
    void onReceived(const nlohmann::json &object);
    void finish(const std::string &reason);

    LineProcess *m_process = nullptr; ///< while a measurement runs
};

} // namespace anneal
