// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/runfolder.h"

#include <array>
#include <cmath>
#include <utility>

#include "base/units.h"

namespace anneal {

namespace {

std::vector<double> rowOf(const EvaluationReport &report)
{
    std::vector<double> row{report.loss};
    for (const auto &[name, value] : report.quality)
        row.push_back(value);
    return row;
}

nlohmann::json factsOf(const EvaluationReport &report)
{
    nlohmann::json facts{{"loss", jsonNumber(report.loss)}, {"targets", report.targets}, {"seconds", report.seconds}};
    for (const auto &[name, value] : report.quality)
        facts[name] = jsonNumber(value);
    if (!report.classes.is_null())
        facts["classes"] = report.classes;
    return facts;
}

} // namespace

Result<void> RunFolder::openJournal()
{
    auto opened = RunJournal::open(paths.events());
    if (!opened)
        return Failure(opened.error());
    journal = std::move(*opened);
    return {};
}

Result<void> RunFolder::openMetrics(const TaskSpec &task, bool hasTest)
{
    std::vector<std::string> measures = qualityNames(task);
    measures.insert(measures.begin(), "loss");
    auto opened = MetricsSink::open(paths.metrics(), measures, hasTest, [this](const Error &error) {
        journal->alert({}, "Metrics wait in memory because they cannot be written: " + error.text(), /*lost=*/true);
    });
    if (!opened)
        return Failure(opened.error());
    metrics = std::move(*opened);
    return {};
}

void RunRecorder::phaseChanged(const std::string &phase)
{
    const auto change = [&](RunState &state) { state.phase = phase; };
    // "evaluating 41 %" after "evaluating 40 %" can wait for the next beat.
    const std::string word = phase.substr(0, phase.find(' '));
    if (std::exchange(m_phaseWord, word) == word)
        m_folder.heartbeat->update(change);
    else
        m_folder.heartbeat->announce(change);
}

void RunRecorder::stepDone(const StepReport &report)
{
    m_folder.heartbeat->update([&](RunState &state) {
        state.step = report.step;
        state.tokens = report.tokens;
        state.trainingSeconds += report.seconds;
        state.stepSeconds = state.stepSeconds > 0 ? 0.9 * state.stepSeconds + 0.1 * report.seconds : report.seconds;
    });
    if (m_logEverySteps > 0 && report.step % m_logEverySteps == 0)
        m_folder.metrics->append(
            MetricKind::Training, report.step, report.tokens,
            std::array{report.loss, report.learningRate, report.gradientNorm, report.tokensPerSecond});
    if (report.norms)
        m_folder.metrics->append(MetricKind::Norms, report.step, report.tokens,
                                 std::array{report.norms->parameters, report.norms->change / report.norms->parameters});
}

void RunRecorder::evaluated(const EvaluationReport &report)
{
    m_folder.heartbeat->update([&](RunState &state) { state.trainingSeconds += report.seconds; });
    m_folder.metrics->append(MetricKind::Validation, report.step, report.tokens, rowOf(report));
    m_folder.journal->add("evaluation", report.step, "Validation loss " + formatLoss(report.loss), factsOf(report));
}

void RunRecorder::tested(const EvaluationReport &report, std::int64_t checkpointStep)
{
    m_folder.metrics->append(MetricKind::Test, report.step, report.tokens, rowOf(report));
    nlohmann::json facts = factsOf(report);
    facts["checkpoint"] = m_folder.paths.checkpoint(checkpointStep).filename().string();
    const std::string step = formatCount(static_cast<double>(checkpointStep));
    m_folder.journal->add("test", report.step,
                          "Test loss " + formatLoss(report.loss) + " with the checkpoint of step " + step
                              + ". The test part was used this once.",
                          std::move(facts));
}

void RunRecorder::diverged(const DivergenceReport &report)
{
    m_folder.metrics->append(MetricKind::Training, report.step, report.tokens,
                             std::array{report.loss, report.learningRate, report.gradientNorm, std::nan("")});
    const std::string what = std::isfinite(report.loss) ? "Non-finite gradient" : "Non-finite loss";
    m_folder.journal->alert(report.step, what + "; the step was not applied. Sequences: " + report.samples,
                            /*lost=*/true,
                            {{"loss", jsonNumber(report.loss)},
                             {"grad_norm", jsonNumber(report.gradientNorm)},
                             {"lr", report.learningRate},
                             {"epoch", report.epoch},
                             {"samples", report.samples}});
}

} // namespace anneal
