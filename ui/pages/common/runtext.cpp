// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/common/runtext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "style/text.h"

namespace anneal {

double secondsLeft(std::int64_t step, std::int64_t totalSteps, double secondsPerStep)
{
    return totalSteps > 0 && secondsPerStep > 0 ? static_cast<double>(totalSteps - step) * secondsPerStep : -1;
}

QString timeLeftText(const RunSummary &run)
{
    const double seconds = secondsLeft(run.step, run.totalSteps, run.secondsPerStep);
    return seconds < 0 ? QString() : QCoreApplication::translate("RunText", "%1 left").arg(spanText(seconds));
}

QString speedText(const RunSummary &run)
{
    if (run.trainingSeconds <= 0 || run.tokens <= 0)
        return {};
    return QCoreApplication::translate("RunText", "%1 tokens/s")
        .arg(countText(static_cast<double>(run.tokens) / run.trainingSeconds));
}

QString noteLine(const std::string &markdown)
{
    static const QRegularExpression marks(QStringLiteral("\\*\\*|__|`|^\\s*#+\\s+|^\\s*[-*]\\s+"),
                                          QRegularExpression::MultilineOption);
    return qstr(markdown).remove(marks).simplified();
}

} // namespace anneal
