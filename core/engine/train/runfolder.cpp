// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/runfolder.h"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

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

std::string guardSentence(const GuardReport &report)
{
    std::string text = guardWords(report.verdict);
    if (!report.tensor.empty())
        text += " (first in " + report.tensor + ")";
    switch (report.verdict.action) {
    case GuardAction::Skip:
        text += "; the step was left out";
        break;
    case GuardAction::RollBack:
        text += fmt::format("; went back to step {} with the learning rate × {:.3g}", report.backTo, report.newRateScale);
        break;
    case GuardAction::Stop:
        text += "; the step was not applied";
        break;
    default:
        break;
    }
    return text + ". Sequences: " + report.samples;
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
        state.totalSteps = report.expectedSteps;
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

void RunRecorder::guarded(const GuardReport &report)
{
    const GuardAction action = report.verdict.action;
    if (action != GuardAction::Note) // a noted step is logged when it is done
        m_folder.metrics->append(MetricKind::Training, report.step, report.tokens,
                                 std::array{report.loss, report.learningRate, report.gradientNorm, std::nan("")});
    nlohmann::json facts{{"guard", report.verdict.kind},
                         {"action", guardActionName(action)},
                         {"loss", jsonNumber(report.loss)},
                         {"grad_norm", jsonNumber(report.gradientNorm)},
                         {"lr", report.learningRate},
                         {"epoch", report.epoch},
                         {"samples", report.samples}};
    if (report.verdict.deviation > 0)
        facts["deviations"] = report.verdict.deviation;
    if (!report.tensor.empty())
        facts["tensor"] = report.tensor;
    if (report.backTo >= 0) {
        facts["to_step"] = report.backTo;
        facts["lr_scale"] = report.newRateScale;
    }
    m_folder.journal->alert(report.step, guardSentence(report), /*lost=*/action == GuardAction::Stop, std::move(facts));
    if (report.backTo >= 0)
        m_folder.heartbeat->announce([&](RunState &state) { state.step = report.backTo; });
}

void RunRecorder::plateaued(const PlateauReport &report)
{
    m_folder.journal->add("live_change", report.step + 1,
                          "optimizer.lr " + formatRate(report.before) + " → " + formatRate(report.after),
                          {{"key", "optimizer.lr"},
                           {"old", report.before},
                           {"new", report.after},
                           {"reason", fmt::format("plateau: no better evaluation in {}", report.evaluations + 1)}});
}

} // namespace anneal
