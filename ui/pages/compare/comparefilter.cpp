// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/comparefilter.h"

#include <algorithm>
#include <iterator>

#include "pages/compare/configstore.h"
#include "style/text.h"
#include "workspace/filter.h"

namespace anneal {

FilteredRuns filterRuns(const RunSummaries &runs, const ConfigStore &configs, const QString &line)
{
    if (line.trimmed().isEmpty())
        return {runs, {}};
    const Result<RunFilter> filter = parseRunFilter(line.toStdString());
    if (!filter)
        return {runs, qstr(filter.error().message)};
    static const Config kDefault;
    FilteredRuns result;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(result.runs), [&](const RunSummary &run) {
        const Config *config = configs.find(run.id);
        return (*filter)(run, config ? *config : kDefault);
    });
    return result;
}

} // namespace anneal
