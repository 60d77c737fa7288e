// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/home/attention.h"

#include <optional>

#include <QCoreApplication>

#include "style/text.h"
#include "widgets/chip.h"

namespace anneal {

namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kWeek = 7 * 24 * 3600 * kSecond;
constexpr double kLowDisk = 0.10;
constexpr std::size_t kMostItems = 5;

QString tr(const char *text)
{
    return QCoreApplication::translate("Attention", text);
}

QString whatHappened(const RunSummary &run)
{
    const QString name = qstr(run.name);
    switch (run.phase) {
    case RunPhase::Failed:
        return tr("%1 failed").arg(name);
    case RunPhase::Diverged:
        return tr("%1 diverged").arg(name);
    case RunPhase::NotResponding:
        return tr("%1 does not respond").arg(name);
    case RunPhase::Paused:
        return tr("%1 is paused").arg(name);
    default:
        return {};
    }
}

QString whatItMeans(const RunSummary &run)
{
    const QString at =
        run.step > 0 ? tr("Step %1").arg(countText(static_cast<double>(run.step))) : tr("Before the first step");
    QStringList parts{at};
    if (!run.reason.empty())
        parts << qstr(run.reason);
    if (!run.detail.empty())
        parts << qstr(run.detail);
    if (run.endedMicros)
        parts << whenText(run.endedMicros);
    return parts.join(QStringLiteral(" · "));
}

std::optional<AttentionItem> itemFor(const RunSummary &run, std::int64_t now)
{
    AttentionItem item;
    item.runId = qstr(run.id);
    item.id = item.runId + QLatin1Char(':') + qstr(phaseWord(run.phase));
    if (!run.damaged.empty()) {
        item.icon = QStringLiteral("warning");
        item.title = tr("%1 cannot be read").arg(item.runId);
        item.detail = qstr(run.damaged);
        return item;
    }
    item.title = whatHappened(run);
    if (item.title.isEmpty() || (run.endedMicros && now - run.endedMicros > kWeek))
        return std::nullopt;
    const ChipLook look = phaseLook(run.phase);
    item.icon = look.icon;
    item.tone = look.tone;
    item.detail = whatItMeans(run);
    return item;
}

} // namespace

std::vector<AttentionItem> attentionItems(const RunSummaries &runs, const MachineLoad &load, std::int64_t nowMicros)
{
    std::vector<AttentionItem> items;
    if (load.diskTotal > 0 && static_cast<double>(load.diskFree) < kLowDisk * static_cast<double>(load.diskTotal))
        items.push_back({QStringLiteral("disk"),
                         {},
                         QStringLiteral("warning"),
                         Tone::Warn,
                         tr("The disk of this workspace is nearly full"),
                         tr("%1 left. Checkpoints need room.").arg(fileSizeText(static_cast<double>(load.diskFree)))});
    for (const RunSummary &run : runs) {
        if (items.size() == kMostItems)
            break;
        if (auto item = itemFor(run, nowMicros))
            items.push_back(std::move(*item));
    }
    return items;
}

} // namespace anneal
