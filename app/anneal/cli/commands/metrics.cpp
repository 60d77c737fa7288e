// SPDX-License-Identifier: GPL-3.0-or-later
#include <fnmatch.h>

#include "base/units.h"
#include "cli/commands/commands.h"
#include "cli/metricsview.h"
#include "cli/output.h"
#include "cli/texttable.h"

namespace anneal {

namespace {

struct MetricsOptions {
    std::string run;
    std::vector<std::string> series;
    bool csv = false;
};

using Selection = std::map<std::string, const LoggedSeries *>;

Result<Selection> select(const MetricsView &metrics, const std::vector<std::string> &globs)
{
    Selection chosen;
    for (const auto &[name, series] : metrics.series())
        if (globs.empty())
            chosen[name] = &series;
    for (const std::string &glob : globs) {
        bool matched = false;
        for (const auto &[name, series] : metrics.series())
            if (fnmatch(glob.c_str(), name.c_str(), 0) == 0) {
                chosen[name] = &series;
                matched = true;
            }
        if (!matched)
            return fail(ErrorCode::Data, "No series has this name. `anneal metrics RUN` lists them.", glob);
    }
    return chosen;
}

/// A line a point. Values are the shortest text that reads back to the same double.
void printCsv(const Selection &chosen)
{
    std::string text = "series,step,tokens,time_us,value\n";
    for (const auto &[name, series] : chosen)
        for (std::size_t i = 0; i < series->size(); ++i) {
            text += name + ',' + std::to_string(series->steps[i]) + ',' + std::to_string(series->tokens[i]) + ','
                + std::to_string(series->wallMicros[i]) + ',' + formatExact(series->values[i]) + '\n';
            if (text.size() > (1U << 20)) {
                std::cout << text;
                text.clear();
            }
        }
    std::cout << text;
}

Json seriesJson(const std::string &name, const LoggedSeries &series)
{
    Json values = Json::array();
    for (const double value : series.values)
        values.push_back(jsonNumber(value));
    return {{"name", name},
            {"steps", series.steps},
            {"tokens", series.tokens},
            {"time_us", series.wallMicros},
            {"values", std::move(values)}};
}

void printSummary(const Selection &chosen)
{
    TextTable table({"SERIES", "POINTS", "FROM STEP", "TO STEP", "FIRST", "LAST"});
    for (const auto &[name, series] : chosen)
        if (series->size() > 0)
            table.add({name, formatCount(static_cast<double>(series->size())),
                       formatCount(static_cast<double>(series->steps.front())),
                       formatCount(static_cast<double>(series->steps.back())), formatExact(series->values.front()),
                       formatExact(series->values.back())});
    table.print();
}

Result<int> printMetrics(const Session &session, const MetricsOptions &options)
{
    const auto target = findRun(session, options.run);
    if (!target)
        return tl::unexpected(target.error());
    MetricsView metrics(target->paths);
    if (auto read = metrics.read(); !read)
        return tl::unexpected(read.error());
    const auto chosen = select(metrics, options.series);
    if (!chosen)
        return tl::unexpected(chosen.error());
    if (metrics.damagedBlocks() > 0)
        say("warning: " + std::to_string(metrics.damagedBlocks()) + " damaged blocks of "
            + target->paths.metrics().string() + " were left out");
    if (session.json) {
        Json all = Json::array();
        for (const auto &[name, series] : *chosen)
            all.push_back(seriesJson(name, *series));
        printJson(
            {{"run", target->summary.id}, {"damaged_blocks", metrics.damagedBlocks()}, {"series", std::move(all)}});
    } else if (options.csv) {
        printCsv(*chosen);
    } else {
        printSummary(*chosen);
    }
    return 0;
}

} // namespace

void addMetrics(CLI::App &app, Session &session)
{
    const auto options = std::make_shared<MetricsOptions>();
    CLI::App *command = addCommand(app, session, "metrics", "Print every logged point, NaN and infinity included",
                                   options, printMetrics);
    addRunArgument(*command, options->run);
    command->add_option("--series", options->series, "Only series of this name; * and ? stand for anything")
        ->type_name("GLOB")
        ->expected(1)
        ->take_all();
    command->add_flag("--csv", options->csv, "A line a point: series,step,tokens,time_us,value");
}

} // namespace anneal
