// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "models/machinemonitor.h"
#include "models/workspaceservice.h"
#include "style/tokens.h"

namespace anneal {

/// Something a person should know about: one line with one thing to do.
struct AttentionItem {
    QString id;    ///< stable, so that "Done" can be remembered
    QString runId; ///< empty when it is about the machine
    QString icon;
    Tone tone = Tone::Warn;
    QString title;
    QString detail;
    bool operator==(const AttentionItem &) const = default;
};

/// Failures, divergence and silence of the last seven days, long pauses, folders that cannot be read, a full disk. Pure.
[[nodiscard]] std::vector<AttentionItem> attentionItems(const RunSummaries &runs, const MachineLoad &load, std::int64_t nowMicros);

} // namespace anneal
