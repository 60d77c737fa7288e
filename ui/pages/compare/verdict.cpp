// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/verdict.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "config/field.h"
#include "pages/compare/comparability.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr double kNoDifference = 0.0005; ///< below what three decimals show
constexpr double kAsManyTokens = 1.05;
constexpr qsizetype kNamedSettings = 4;

QString tr(const char *text)
{
    return QCoreApplication::translate("Compare", text);
}

bool hasLoss(const ComparedRun &run)
{
    return run.loss && std::isfinite(*run.loss);
}

QString namesOf(const std::vector<const ComparedRun *> &runs)
{
    QStringList names;
    for (const ComparedRun *run : runs)
        names << run->name;
    return names.join(QStringLiteral(", "));
}

/// The runs that have a loss, best first; of equal ones the one that stands first.
std::vector<const ComparedRun *> ranked(const std::vector<ComparedRun> &runs)
{
    std::vector<const ComparedRun *> order;
    for (const ComparedRun &run : runs)
        if (hasLoss(run))
            order.push_back(&run);
    std::stable_sort(order.begin(), order.end(),
                     [](const ComparedRun *a, const ComparedRun *b) { return *a->loss < *b->loss; });
    return order;
}

/// What is logged, kept or computed where does not make a model better.
bool mayExplain(const DiffRow &row)
{
    for (const char *section : {"logging.", "checkpoint.", "device."})
        if (row.key.startsWith(QLatin1String(section)))
            return false;
    return true;
}

QString whatDiffers(const ComparedRun &best, const ComparedRun &next)
{
    std::vector<DiffRow> rows = differenceRows({next, best}, true);
    std::erase_if(rows, [](const DiffRow &row) { return !mayExplain(row); });
    if (rows.empty())
        return tr("No setting that matters differs from %1: this much comes from chance.").arg(next.name);
    if (rows.size() == 1)
        return tr("Only %1 differs from %2: %3 instead of %4.")
            .arg(rows[0].key, next.name, rows[0].values[1], rows[0].values[0]);
    QStringList keys;
    for (const DiffRow &row : rows)
        keys << row.key;
    const QString named = keys.mid(0, kNamedSettings).join(QStringLiteral(", "));
    return tr("%1 settings differ from %2, so none of them alone explains it: %3.")
        .arg(rows.size())
        .arg(next.name, keys.size() > kNamedSettings ? named + QStringLiteral(", …") : named);
}

QString tokensSeen(const ComparedRun &best, const ComparedRun &next)
{
    const auto mine = static_cast<double>(best.tokens);
    const auto theirs = static_cast<double>(next.tokens);
    if (mine <= 0 || theirs <= 0 || std::max(mine, theirs) < kAsManyTokens * std::min(mine, theirs))
        return {};
    return (mine > theirs ? tr("It saw more tokens (%1 against %2), which helps it.")
                          : tr("It saw fewer tokens (%1 against %2), so it also learns faster."))
        .arg(countText(mine), countText(theirs));
}

} // namespace

Verdict verdict(const std::vector<ComparedRun> &runs)
{
    if (runs.size() < 2)
        return {};
    if (const Comparability allowed = comparability(runs); !allowed.comparable)
        return {tr("No run can be called better."), allowed.sentence, Tone::Warn};
    const std::vector<const ComparedRun *> order = ranked(runs);
    if (order.size() < 2)
        return {tr("No run can be called better yet."), tr("At least two of them need a validation loss."),
                Tone::Muted};
    const ComparedRun &best = *order[0];
    const ComparedRun &next = *order[1];
    const double gain = *best.loss - *next.loss;
    QStringList why{whatDiffers(best, next)};
    if (std::abs(gain) < kNoDifference)
        return {tr("%1 and %2 are equally good: %3.").arg(best.name, next.name, lossText(*best.loss)), why.join(u' '),
                Tone::Neutral};
    why << tokensSeen(best, next);
    if (best.alive || next.alive)
        why << tr("Training goes on, so this may change.");
    why.removeAll(QString());
    const QString others =
        order.size() > 2 ? tr("Behind them: %1.").arg(namesOf({order.begin() + 2, order.end()})) : QString();
    if (!others.isEmpty())
        why << others;
    return {tr("%1 is better: %2 against %3 (%4) of %5.")
                .arg(best.name, lossText(*best.loss), lossText(*next.loss), signedLossText(gain), next.name),
            why.join(u' '), Tone::Ok};
}

} // namespace anneal
