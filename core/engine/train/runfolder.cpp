// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/runfolder.h"

#include <array>
#include <cmath>
#include <utility>

#include "base/units.h"

namespace anneal {

namespace {

std::vector<std::string> validationSeries(const std::string &task)
{
    std::vector<std::string> series{"validation.loss"};
    for (const std::string &name : qualityNames(task))
        series.push_back("validation." + name);
    return series;
}

} // namespace

Result<void> RunFolder::openLogs(const std::string &task)
{
    auto openedJournal = RunJournal::open(paths.events());
    if (!openedJournal)
        return Failure(openedJournal.error());
    journal = std::move(*openedJournal);
    auto openedMetrics = MetricsSink::open(paths.metrics(), validationSeries(task), [this](const Error &error) {
        journal->alert({}, "Metrics wait in memory because they cannot be written: " + error.text(), /*lost=*/true);
    });
    if (!openedMetrics)
        return Failure(openedMetrics.error());
    metrics = std::move(*openedMetrics);
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
    std::vector<double> row{report.loss};
    row.insert(row.end(), report.quality.begin(), report.quality.end());
    m_folder.metrics->append(MetricKind::Validation, report.step, report.tokens, row);
    nlohmann::json facts{{"loss", jsonNumber(report.loss)}, {"targets", report.targets}, {"seconds", report.seconds}};
    for (std::size_t i = 0; i < report.quality.size(); ++i)
        facts[m_qualityNames[i]] = jsonNumber(report.quality[i]);
    m_folder.journal->add("evaluation", report.step, "Validation loss " + formatLoss(report.loss), std::move(facts));
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
