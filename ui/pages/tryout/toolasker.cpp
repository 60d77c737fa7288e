// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/toolasker.h"

#include "launch/engineclient.h"
#include "pages/tryout/toolview.h"
#include "style/text.h"

namespace anneal {

/// One question, until all who were asked have answered.
struct ToolAsker::Round {
    ToolView *tool;
    nlohmann::json question;
    QString letters;
    AskedCheckpoint first, second;
    bool hasFirst = false; ///< there is something that the second answer can be compared with
    QStringList problems;

    [[nodiscard]] bool isCompared() const { return !second.folder.isEmpty(); }
    /// "step 10 of a", or "A step 10 of a," and below it "B step 5 of b"
    [[nodiscard]] QString names() const
    {
        return isCompared() ? tr("A %1,\nB %2").arg(first.name, second.name) : first.name;
    }
};

ToolAsker::ToolAsker(EngineClient &client, QObject *parent)
    : QObject(parent)
    , m_client(client)
{
}

void ToolAsker::ask(ToolView *tool, const nlohmann::json &question, const QString &letters,
                    const AskedCheckpoint &first, const AskedCheckpoint &second)
{
    const auto round = std::make_shared<Round>(Round{tool, question, letters, first, second, false, {}});
    if (!second.problem.isEmpty())
        round->problems << second.problem;
    const ToolView::Whom whom = round->isCompared() ? tool->whom() : ToolView::Whom::First;
    round->hasFirst = whom == ToolView::Whom::Second;
    Q_EMIT statusChanged(tr("Asking %1…").arg(round->names()));
    if (whom != ToolView::Whom::Second)
        askOne(round, false);
    if (whom != ToolView::Whom::First)
        askOne(round, true);
}

/// A topic each: whatever was asked before, here or in another tab, is not waited for.
void ToolAsker::askOne(const std::shared_ptr<Round> &round, bool isSecond)
{
    m_client.request(
        isSecond ? QStringLiteral("tool, second") : QStringLiteral("tool"), round->question,
        [this, round, isSecond](const Result<nlohmann::json> &answer) { take(*round, answer, isSecond); },
        isSecond ? round->second.folder : QString());
}

void ToolAsker::take(Round &round, const Result<nlohmann::json> &answer, bool isSecond)
{
    if (!answer) {
        const QString text = qstr(answer.error().text());
        round.problems << (isSecond ? tr("B: %1").arg(text) : text);
    }
    if (!answer || !isSecond)
        round.tool->setProblem(round.problems.join(u'\n'));
    Q_EMIT statusChanged(answer ? tr("Answered by %1").arg(round.names()) : QString());
    if (!answer)
        return;
    if (!isSecond) {
        round.hasFirst = true;
        round.tool->take(*answer, round.letters);
    } else if (round.hasFirst) {
        round.tool->takeCompared(*answer, round.letters);
    }
}

} // namespace anneal
