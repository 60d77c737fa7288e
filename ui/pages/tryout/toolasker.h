// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>
#include <QString>
#include <QStringList>
#include <nlohmann/json.hpp>

#include "base/result.h"

namespace anneal {

class EngineClient;
class ToolView;

/// A checkpoint that a tool is asked about.
struct AskedCheckpoint {
    QString folder; ///< empty: it is not asked
    QString name; ///< "step 1,200 of mlm-01"
    QString problem; ///< why it is not, when it should be
};

/// Takes a tool's question to one checkpoint, or to two, and the answers back to the tool.
class ToolAsker : public QObject
{
    Q_OBJECT
public:
    explicit ToolAsker(EngineClient &client, QObject *parent = nullptr);
    /// Whatever was asked before is not waited for. The second checkpoint has no say when the first has no answer.
    void ask(ToolView *tool, const nlohmann::json &question, const QString &letters, const AskedCheckpoint &first,
             const AskedCheckpoint &second);

Q_SIGNALS:
    void statusChanged(const QString &text); ///< who is asked, who has answered

private:
    struct Round;
    void askOne(const std::shared_ptr<Round> &round, bool isSecond);
    void take(Round &round, const Result<nlohmann::json> &answer, bool isSecond);

    EngineClient &m_client;
};

} // namespace anneal
