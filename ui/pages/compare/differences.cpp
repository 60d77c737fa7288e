// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/differences.h"

#include <algorithm>

#include "config/field.h"
#include "pages/compare/comparability.h"
#include "style/text.h"

namespace anneal {

namespace {

QStringList valuesOf(const Field &field, const std::vector<ComparedRun> &runs)
{
    QStringList values;
    for (const ComparedRun &run : runs)
        values << qstr(displayValue(field.get(run.config)));
    return values;
}

bool allSame(const Field &field, const std::vector<ComparedRun> &runs)
{
    return std::all_of(runs.begin(), runs.end(), [&](const ComparedRun &run) {
        return sameValue(field.get(run.config), field.get(runs.front().config));
    });
}

bool isInForce(const Field &field, const std::vector<ComparedRun> &runs)
{
    return std::any_of(runs.begin(), runs.end(),
                       [&](const ComparedRun &run) { return decides(field.key, run.config); });
}

QString jsonText(const nlohmann::json &value)
{
    return qstr(value.is_string() ? value.get<std::string>() : value.dump());
}

/// "optimizer.lr @ 42,000", with the new value in the column of the run that was changed.
void addLiveChanges(const std::vector<ComparedRun> &runs, std::vector<DiffRow> &rows)
{
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (const Event &event : runs[i].events) {
            if (event.kind != "live_change" || !event.data.is_object() || !event.data.contains("key"))
                continue;
            DiffRow row;
            row.key = QStringLiteral("live: %1 @ %2")
                          .arg(jsonText(event.data["key"]), countText(static_cast<double>(event.step.value_or(0))));
            for (std::size_t column = 0; column < runs.size(); ++column)
                row.values << (column == i ? jsonText(event.data.value("new", nlohmann::json())) : missingText());
            row.note = jsonText(event.data.value("reason", nlohmann::json("")));
            rows.push_back(row);
        }
}

} // namespace

std::vector<DiffRow> differenceRows(const std::vector<ComparedRun> &runs, bool hideNoise)
{
    std::vector<DiffRow> rows;
    if (runs.size() < 2)
        return rows;
    for (const Field &field : fields())
        if (!(hideNoise && field.noise) && isInForce(field, runs) && !allSame(field, runs))
            rows.push_back({qstr(field.key), valuesOf(field, runs), {}});
    addLiveChanges(runs, rows);
    return rows;
}

} // namespace anneal
