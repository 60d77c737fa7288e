// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/search.h"

#include <algorithm>

#include <QCoreApplication>
#include <QRegularExpression>

#include "config/field.h"
#include "models/runlistmodel.h"
#include "pages/context.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr std::size_t kPerKind = 6;
constexpr std::size_t kRunsToSwitchTo = 10;

QString tr(const char *text)
{
    return QCoreApplication::translate("Search", text);
}

/// The words of a query; each must occur.
class Words
{
public:
    explicit Words(const QString &query)
        : m_words(query.toLower().split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts))
    {
    }
    [[nodiscard]] bool empty() const { return m_words.isEmpty(); }
    [[nodiscard]] bool in(const QString &text) const
    {
        const QString lower = text.toLower();
        return std::all_of(m_words.begin(), m_words.end(), [&](const QString &word) { return lower.contains(word); });
    }

private:
    QStringList m_words;
};

QString runText(const RunSummary &run)
{
    QString text = qstr(run.name) + QLatin1Char(' ') + qstr(run.why) + QLatin1Char(' ') + qstr(run.id);
    for (const std::string &tag : run.tags)
        text += QLatin1Char(' ') + qstr(tag);
    return text;
}

SearchHit hitFor(const RunSummary &run, AppContext &app)
{
    return {tr("Run"), qstr(run.name), stateText(run), [&app, id = qstr(run.id)] { app.openRun(id); }};
}

std::vector<SearchHit> findRuns(const Words &words, AppContext &app)
{
    std::vector<SearchHit> hits;
    for (const RunSummary &run : *app.workspace().runs()) {
        if (hits.size() == kPerKind)
            break;
        if (words.in(runText(run)))
            hits.push_back(hitFor(run, app));
    }
    return hits;
}

std::vector<SearchHit> findSettings(const Words &words, AppContext &app)
{
    std::vector<SearchHit> hits;
    for (const Field &field : fields()) {
        if (hits.size() == kPerKind)
            break;
        if (words.in(qstr(field.label) + QLatin1Char(' ') + qstr(field.key)))
            hits.push_back({tr("Setting"), qstr(field.label), qstr(field.key),
                            [&app, key = qstr(field.key)] { app.newRunFromPreset({}, key); }});
    }
    return hits;
}

std::vector<SearchHit> findNotes(const Words &words, AppContext &app)
{
    std::vector<SearchHit> hits;
    for (const JournalEntry &entry : *app.workspace().journal()) {
        if (hits.size() == kPerKind)
            break;
        if (entry.kind == "note" && words.in(qstr(entry.text)))
            hits.push_back({tr("Note"), qstr(entry.text).simplified(), qstr(entry.runName),
                            [&app, run = qstr(entry.runId), note = qstr(entry.noteId)] { app.showNote(run, note); }});
    }
    return hits;
}

std::vector<SearchHit> findActions(const Words &words, const QList<QAction *> &actions)
{
    std::vector<SearchHit> hits;
    for (QAction *action : actions) {
        if (hits.size() == kPerKind)
            break;
        QString text = action->text();
        text.remove(QLatin1Char('&'));
        if (action->isEnabled() && !text.isEmpty() && words.in(text))
            hits.push_back({tr("Action"), text, action->shortcut().toString(QKeySequence::NativeText),
                            [action] { action->trigger(); }});
    }
    return hits;
}

} // namespace

std::vector<SearchHit> findRunsToSwitchTo(const QString &query, AppContext &app, const QStringList &recent)
{
    const Words words(query);
    const auto runs = app.workspace().runs();
    std::vector<SearchHit> hits;
    for (const QString &id : recent)
        if (const RunSummary *run = app.workspace().run(id.toStdString()); run && words.in(runText(*run)))
            hits.push_back(hitFor(*run, app));
    for (const RunSummary &run : *runs)
        if (!recent.contains(qstr(run.id)) && words.in(runText(run)))
            hits.push_back(hitFor(run, app));
    hits.resize(std::min(hits.size(), kRunsToSwitchTo));
    return hits;
}

std::vector<SearchHit> findEverywhere(const QString &query, AppContext &app, const QList<QAction *> &actions)
{
    const Words words(query);
    std::vector<SearchHit> hits = findRuns(words, app);
    if (words.empty())
        return hits;
    for (const auto &more : {findActions(words, actions), findSettings(words, app), findNotes(words, app)})
        hits.insert(hits.end(), more.begin(), more.end());
    return hits;
}

} // namespace anneal
