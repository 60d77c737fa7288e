// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "base/exitcodes.h"
#include "base/units.h"
#include "bio/datasummary.h"
#include "bio/tablepreview.h"
#include "bio/utf8.h"
#include "cli/commands/commands.h"
#include "cli/configarguments.h"
#include "cli/enginecall.h"
#include "cli/output.h"
#include "cli/texttable.h"
#include "plan/datacounts.h"
#include "plan/trained.h"

namespace anneal {

namespace {

struct CheckOptions {
    ConfigArguments config;
    bool measure = false;
};

/// What is known before a start.
struct Preflight {
    DataCounts data;
    std::optional<TablePreview> preview;
    std::optional<DataSummary> summary;
    std::vector<ReadWarning> notes;
    Plan plan;
    std::optional<MeasuredStep> measured;
};

/// The reader would only say the same again.
bool dataIsWrong(const std::vector<Issue> &issues)
{
    return std::any_of(issues.begin(), issues.end(), [](const Issue &issue) {
        return issue.severity == Severity::Error && issue.key.starts_with("data.");
    });
}

/// The first rows, as far as they can be understood.
std::optional<TablePreview> firstRows(const Config &config)
{
    constexpr std::size_t kRowsShown = 3;
    const auto alphabet = Alphabet::byName(config.data.alphabet);
    if (!alphabet)
        return std::nullopt;
    auto preview = previewTable(config.data.train, **alphabet, dataRequest(config).labels, kRowsShown);
    return preview ? std::optional(std::move(*preview)) : std::nullopt;
}

/// Reads the data; a complaint about it is an issue like any other.
void readData(CheckedConfig &checked, Preflight &found)
{
    if (dataIsWrong(checked.issues))
        return;
    found.preview = firstRows(checked.config);
    const auto data = loadDataset(dataRequest(checked.config));
    if (!data) {
        checked.issues.push_back(dataIssue(checked.config, data.error()));
        return;
    }
    for (const ReadWarning &warning : data->warnings)
        checked.issues.push_back(dataIssue(warning));
    found.notes = data->notes;
    found.summary = summarise(*data);
    found.data = countData(*data);
}

Result<Preflight> lookAhead(CheckedConfig &checked, bool measure, std::uint64_t freeDisk)
{
    Preflight found;
    readData(checked, found);
    if (measure && !hasErrors(checked.issues)) {
        const auto step = measureStep(checked.config);
        if (!step)
            return tl::unexpected(step.error());
        found.measured = *step;
    }
    const auto seconds = found.measured ? std::optional(found.measured->secondsPerStep) : std::nullopt;
    found.plan = makePlan(checked.config, found.data, seconds);
    if (!hasErrors(checked.issues))
        for (const Issue &issue : checkPlan(checked.config, found.plan, localHardware(), freeDisk))
            checked.issues.push_back(issue);
    return found;
}

Json planJson(const Preflight &found)
{
    const Plan &plan = found.plan;
    const MemoryEstimate &memory = plan.memory;
    return {{"parameters", plan.parameters},
            {"trained_parameters", plan.trained},
            {"tokens_per_step", plan.tokensPerStep},
            {"epochs", plan.epochs},
            {"flops_per_step", plan.flopsPerStep},
            {"memory",
             {{"weights", memory.weights},
              {"gradients", memory.gradients},
              {"optimizer", memory.optimizer},
              {"activations", memory.activations},
              {"data", memory.data},
              {"base", memory.base},
              {"total", memory.total()},
              {"measured_peak", found.measured ? Json(found.measured->peakMemoryBytes) : Json()}}},
            {"padding_avoided", plan.paddingAvoided},
            {"seconds_per_step", jsonNumber(plan.secondsPerStep)},
            {"seconds_total", jsonNumber(plan.secondsTotal)},
            {"checkpoint_bytes", plan.checkpointBytes}};
}

Json dataJson(const DataCounts &data)
{
    return {{"train_sequences", data.trainSequences},
            {"train_tokens", data.trainTokens},
            {"validation_sequences", data.validationSequences},
            {"validation_tokens", data.validationTokens},
            {"longest_tokens", data.longestTokens}};
}

Json previewJson(const TablePreview &preview)
{
    Json rows = Json::array();
    for (const PreviewRow &row : preview.rows)
        rows.push_back({{"line", row.line},
                        {"id", row.id},
                        {"sequence", row.sequence},
                        {"length", row.letters},
                        {"label", row.label},
                        {"split", row.split},
                        {"weight", row.weight}});
    const ColumnMap &used = preview.used;
    return {{"format", preview.format},
            {"columns", preview.columns},
            {"used",
             {{"sequence", used.sequence},
              {"label", used.label},
              {"split", used.split},
              {"weight", used.weight},
              {"id", used.id}}},
            {"rows", rows}};
}

Json rangeJson(const ValueRange &range)
{
    return {{"least", range.least}, {"median", range.median}, {"mean", range.mean}, {"most", range.most}};
}

Json binsJson(const std::vector<HistogramBin> &bins)
{
    Json list = Json::array();
    for (const HistogramBin &bin : bins)
        list.push_back({{"from", bin.from}, {"to", bin.to}, {"count", bin.count}});
    return list;
}

Json summaryJson(const DataSummary &summary)
{
    Json classes = Json::array();
    for (const ClassCount &one : summary.classes)
        classes.push_back(
            {{"name", one.name}, {"train", one.train}, {"validation", one.validation}, {"test", one.test}});
    return {{"train_records", summary.trainRecords},
            {"validation_records", summary.validationRecords},
            {"test_records", summary.testRecords},
            {"lengths", rangeJson(summary.lengths)},
            {"length_bins", binsJson(summary.lengthBins)},
            {"classes", classes},
            {"residues_without_label", summary.unlabelled},
            {"targets", summary.targets ? rangeJson(*summary.targets) : Json()},
            {"target_bins", binsJson(summary.targetBins)}};
}

Json notesJson(const std::vector<ReadWarning> &notes)
{
    Json list = Json::array();
    for (const ReadWarning &note : notes)
        list.push_back(note.message);
    return list;
}

std::string count(std::int64_t value)
{
    return formatCount(static_cast<double>(value));
}

std::string memory(std::int64_t bytes)
{
    return formatMemory(static_cast<double>(bytes));
}

void printPlan(const Preflight &found)
{
    const Plan &plan = found.plan;
    TextTable table({"Parameters", count(plan.parameters)});
    table.add({"Trained", trainedText({plan.trained, plan.parameters})});
    table.add({"Training data",
               count(found.data.trainSequences) + " sequences, " + count(found.data.trainTokens) + " tokens"});
    table.add(
        {"Validation data",
         count(found.data.validationSequences) + " sequences, " + count(found.data.validationTokens) + " tokens"});
    table.add({"Tokens per step", count(plan.tokensPerStep)});
    table.add({"Epochs", formatNorm(plan.epochs)});
    table.add({"Memory, estimated",
               memory(plan.memory.total()) + ": weights " + memory(plan.memory.weights) + ", gradients "
                   + memory(plan.memory.gradients) + ", optimizer " + memory(plan.memory.optimizer) + ", activations "
                   + memory(plan.memory.activations) + ", data " + memory(plan.memory.data) + ", program "
                   + memory(plan.memory.base)});
    table.add({"Padding avoided", formatNorm(100 * plan.paddingAvoided) + " %"});
    table.add({"Computing", formatCount(plan.flopsPerStep) + " FLOP per step"});
    table.add({"Checkpoints", formatFileSize(static_cast<double>(plan.checkpointBytes))});
    if (plan.secondsTotal)
        table.add({"Time, from a measured step", formatSpan(*plan.secondsTotal)});
    if (found.measured)
        table.add({"Memory, measured", memory(found.measured->peakMemoryBytes)});
    table.print();
}

std::string rangeText(const ValueRange &range)
{
    return formatExact(range.least) + " to " + formatExact(range.most) + ", median " + formatExact(range.median);
}

void printRows(const TablePreview &preview)
{
    constexpr std::size_t kLetters = 24;
    const auto beginning = [](const std::string &text) {
        std::string cut = text.substr(0, kLetters);
        cut.resize(cut.size() - incompleteTail(cut));
        return text.size() > kLetters ? cut + "…" : text;
    };
    TextTable table({"Line", "Name", "Sequence", "Length", "Label", "Split"});
    for (const PreviewRow &row : preview.rows)
        table.add({std::to_string(row.line), beginning(row.id), beginning(row.sequence), count(row.letters),
                   beginning(row.label), row.split});
    table.print();
    std::cout << '\n';
}

void printData(const Preflight &found)
{
    if (found.preview)
        printRows(*found.preview);
    for (const ReadWarning &note : found.notes)
        std::cout << "note     " << note.message << '\n';
    if (!found.summary)
        return;
    TextTable table({"Sequences",
                     count(found.summary->trainRecords) + " train, " + count(found.summary->validationRecords)
                         + " validation, " + count(found.summary->testRecords) + " test"});
    table.add({"Lengths", rangeText(found.summary->lengths)});
    if (found.summary->targets)
        table.add({"Numbers to predict", rangeText(*found.summary->targets)});
    for (const ClassCount &one : found.summary->classes)
        table.add(
            {"Class " + one.name,
             count(one.train) + " train, " + count(one.validation) + " validation, " + count(one.test) + " test"});
    table.print();
    std::cout << '\n';
}

void printIssues(const std::vector<Issue> &issues)
{
    for (const Issue &issue : issues)
        std::cout << (issue.severity == Severity::Error ? "error    " : "warning  ") << issueText(issue) << '\n';
    if (issues.empty())
        std::cout << "Nothing to complain about.\n";
}

Result<int> check(const Session &session, const CheckOptions &options)
{
    if (options.config.source.empty() && options.config.assignments.empty())
        return fail(ErrorCode::Config, "Say what to check: a configuration file or a preset of `anneal presets`.");
    auto checked = checkedConfig(options.config);
    if (!checked)
        return tl::unexpected(checked.error());
    const auto found = lookAhead(*checked, options.measure, freeBytes(session.workspace));
    if (!found)
        return tl::unexpected(found.error());
    if (session.json) {
        Json issues = Json::array();
        for (const Issue &issue : checked->issues)
            issues.push_back(issueJson(issue));
        printJson({{"ok", !hasErrors(checked->issues)},
                   {"issues", issues},
                   {"data", dataJson(found->data)},
                   {"preview", found->preview ? previewJson(*found->preview) : Json()},
                   {"summary", found->summary ? summaryJson(*found->summary) : Json()},
                   {"notes", notesJson(found->notes)},
                   {"plan", planJson(*found)}});
    } else {
        printIssues(checked->issues);
        std::cout << '\n';
        printData(*found);
        printPlan(*found);
    }
    return hasErrors(checked->issues) ? static_cast<int>(ExitCode::Config) : 0;
}

} // namespace

void addCheck(CLI::App &app, Session &session)
{
    const auto options = std::make_shared<CheckOptions>();
    CLI::App *command =
        addCommand(app, session, "check", "Say all that is wrong with a configuration, and what the run would cost",
                   options, check);
    addConfigSource(*command, options->config);
    command->add_flag("--measure", options->measure, "Also measure a step with the engine, for the time it will take");
}

} // namespace anneal
