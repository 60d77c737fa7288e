// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/comparefilter.h"

#include <algorithm>
#include <iterator>

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include "pages/compare/configstore.h"
#include "style/text.h"
#include "workspace/filter.h"

namespace anneal {

namespace {

RunSummaries matching(const RunSummaries &runs, const ConfigStore &configs, const RunFilter &filter)
{
    static const Config kDefault;
    RunSummaries left;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(left), [&](const RunSummary &run) {
        const Config *config = configs.find(run.id);
        return filter(run, config ? *config : kDefault);
    });
    return left;
}

/// The terms joined by "and" outside parentheses.
QStringList conjuncts(const QString &line)
{
    static const QRegularExpression kAnd(QStringLiteral("\\s+and\\s+"), QRegularExpression::CaseInsensitiveOption);
    QStringList terms;
    for (const QString &part : line.trimmed().split(kAnd, Qt::SkipEmptyParts)) {
        const bool open = !terms.isEmpty() && terms.last().count(u'(') > terms.last().count(u')');
        if (open)
            terms.last() += QStringLiteral(" and ") + part;
        else
            terms << part;
    }
    return terms;
}

QString strictestTerm(const RunSummaries &runs, const ConfigStore &configs, const QString &line)
{
    QString strictest;
    std::size_t fewest = runs.size() + 1;
    for (const QString &term : conjuncts(line)) {
        const Result<RunFilter> filter = parseRunFilter(term.toStdString());
        const std::size_t left = filter ? matching(runs, configs, *filter).size() : fewest;
        if (left < fewest) {
            fewest = left;
            strictest = term;
        }
    }
    return QCoreApplication::translate("Compare", "No run matches. “%1” alone leaves %2 of %3.")
        .arg(strictest)
        .arg(fewest)
        .arg(runs.size());
}

} // namespace

FilteredRuns filterRuns(const RunSummaries &runs, const ConfigStore &configs, const QString &line)
{
    if (line.trimmed().isEmpty())
        return {runs, {}, {}};
    const Result<RunFilter> filter = parseRunFilter(line.toStdString());
    if (!filter)
        return {runs, qstr(filter.error().message), {}};
    FilteredRuns result{matching(runs, configs, *filter), {}, {}};
    if (result.runs.empty() && !runs.empty())
        result.emptyReason = strictestTerm(runs, configs, line);
    return result;
}

} // namespace anneal
