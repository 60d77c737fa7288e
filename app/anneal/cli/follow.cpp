// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/follow.h"

#include <chrono>
#include <csignal>
#include <iostream>
#include <thread>

#include <unistd.h>

#include "base/clock.h"
#include "base/exitcodes.h"
#include "base/units.h"
#include "cli/metricsview.h"
#include "cli/output.h"
#include "cli/progressline.h"
#include "launch/launcher.h"
#include "run/control.h"

namespace anneal {

namespace {

volatile std::sig_atomic_t s_interrupted = 0;

/// Ctrl-C is a question while this lives.
class InterruptQuestion
{
public:
    InterruptQuestion()
    {
        struct sigaction ask = {};
        ask.sa_handler = [](int) { s_interrupted = 1; };
        sigaction(SIGINT, &ask, &m_before);
    }
    ~InterruptQuestion() { sigaction(SIGINT, &m_before, nullptr); }
    InterruptQuestion(const InterruptQuestion &) = delete;
    InterruptQuestion &operator=(const InterruptQuestion &) = delete;

    [[nodiscard]] static bool pending()
    {
        const bool was = s_interrupted;
        s_interrupted = 0;
        return was;
    }

private:
    struct sigaction m_before = {};
};

enum class Choice { Leave, Stop, Kill };

Choice askWhatToDo()
{
    if (!isatty(STDIN_FILENO))
        return Choice::Leave;
    std::cerr << "\nThe run is still training. [Enter] leave it running, [s] stop and save, [k] kill: " << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    std::cin.clear();
    if (answer == "s" || answer == "S")
        return Choice::Stop;
    return answer == "k" || answer == "K" ? Choice::Kill : Choice::Leave;
}

std::string lastValue(const MetricsView &metrics, const char *series, const char *label)
{
    const LoggedSeries *found = metrics.find(series);
    return found ? std::string("  ") + label + " " + formatLoss(found->values.back()) : std::string();
}

std::string progressText(const RunEvidence &evidence, const MetricsView &metrics)
{
    const RunState &state = *evidence.state;
    if (state.totalSteps == 0) // the engine has not read its configuration yet
        return state.phase;
    std::string text =
        formatCount(static_cast<double>(state.step)) + "/" + formatCount(static_cast<double>(state.totalSteps));
    if (state.state == "running" && state.step > 0 && state.stepSeconds > 0)
        text += "  " + formatNorm(1 / state.stepSeconds) + " steps/s  "
            + formatSpan(static_cast<double>(state.totalSteps - state.step) * state.stepSeconds) + " left";
    text += lastValue(metrics, "train.loss", "loss") + lastValue(metrics, "validation.loss", "validation");
    if (evidence.phase != RunPhase::Running)
        text += "  " + phaseWord(evidence.phase);
    else if (state.phase != "training")
        text += "  " + state.phase;
    return text;
}

void showProgress(ProgressLine &line, const RunEvidence &evidence, MetricsView &metrics)
{
    if (!evidence.state)
        return line.show(0, "starting the engine");
    std::ignore = metrics.read();
    const double total = static_cast<double>(std::max<std::int64_t>(evidence.state->totalSteps, 1));
    line.show(static_cast<double>(evidence.state->step) / total, progressText(evidence, metrics));
}

/// True when the run is to be left alone.
Result<bool> obeyInterrupt(const RunPaths &paths)
{
    switch (askWhatToDo()) {
    case Choice::Leave:
        return true;
    case Choice::Stop:
        if (auto posted = postCommand(paths, "stop", {{"save", true}}, "Ctrl-C"); !posted)
            return tl::unexpected(posted.error());
        return false;
    case Choice::Kill:
        if (auto killed = signalRun(paths, true); !killed)
            return tl::unexpected(killed.error());
        return false;
    }
    return true;
}

} // namespace

Result<FollowedRun> followRun(const RunPaths &paths)
{
    constexpr auto kLookEvery = std::chrono::milliseconds(100);
    const InterruptQuestion interrupts;
    ProgressLine line;
    MetricsView metrics(paths);
    while (true) {
        const RunEvidence evidence = judgeRun(paths, wallMicros());
        if (!evidence.alive())
            return FollowedRun{evidence, false, exitCodeOf(evidence)};
        showProgress(line, evidence, metrics);
        if (InterruptQuestion::pending()) {
            line.clear();
            const auto leave = obeyInterrupt(paths);
            if (!leave)
                return tl::unexpected(leave.error());
            if (*leave)
                return FollowedRun{evidence, true, 0};
        }
        std::this_thread::sleep_for(kLookEvery);
    }
}

FollowedRun watchStart(const RunPaths &paths)
{
    constexpr auto kLookEvery = std::chrono::milliseconds(20);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(4);
    while (true) {
        const RunEvidence evidence = judgeRun(paths, wallMicros());
        if (!evidence.alive())
            return {evidence, false, exitCodeOf(evidence)};
        if (evidence.phase != RunPhase::Starting || std::chrono::steady_clock::now() > deadline)
            return {evidence, true, 0};
        std::this_thread::sleep_for(kLookEvery);
    }
}

int exitCodeOf(const RunEvidence &evidence)
{
    if (evidence.state && evidence.state->exitCode)
        return *evidence.state->exitCode;
    return evidence.phase == RunPhase::Finished ? 0 : static_cast<int>(ExitCode::Internal);
}

std::string phaseText(RunPhase phase, const std::string &reason)
{
    return reason.empty() ? phaseWord(phase) : reason;
}

} // namespace anneal
