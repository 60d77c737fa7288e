// SPDX-License-Identifier: GPL-3.0-or-later
#include "stubrun.h"

#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <limits>
#include <thread>

#include <unistd.h>

#include "base/clock.h"
#include "base/exitcodes.h"
#include "base/files.h"
#include "base/process.h"
#include "config/configio.h"
#include "run/checkpoints.h"

namespace anneal::stub {

namespace {

constexpr std::int64_t kTokensPerStep = 8192;

volatile std::sig_atomic_t s_terminated = 0;

void installSigterm(Behaviour behaviour)
{
    std::signal(
        SIGTERM, behaviour == Behaviour::IgnoresSigterm ? SIG_IGN : [](int) { s_terminated = 1; });
}

double trainLoss(std::int64_t step)
{
    return 2.6 + 0.4 * std::exp(-static_cast<double>(step) / 50.0);
}

double validationLoss(std::int64_t step)
{
    return trainLoss(step) + 0.05;
}

[[noreturn]] void sleepForEver()
{
    while (true)
        std::this_thread::sleep_for(std::chrono::seconds(1));
}

void pauseBriefly(int milliseconds)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

} // namespace

Result<StubRun> StubRun::open(const fs::path &folder, Behaviour behaviour)
{
    installSigterm(behaviour);
    const RunPaths paths{folder};
    auto record = readRunRecord(paths);
    if (!record)
        return tl::unexpected(record.error());
    auto metrics = MetricsWriter::open(paths.metrics());
    if (!metrics)
        return tl::unexpected(metrics.error());
    auto events = JsonlWriter::open(paths.events());
    if (!events)
        return tl::unexpected(events.error());
    return StubRun(paths, *record, behaviour, std::move(*metrics), std::move(*events));
}

StubRun::StubRun(RunPaths paths, RunRecord record, Behaviour behaviour, MetricsWriter metrics, JsonlWriter events)
    : m_paths(std::move(paths))
    , m_record(std::move(record))
    , m_behaviour(behaviour)
    , m_metrics(std::move(metrics))
    , m_events(std::move(events))
    , m_watch(m_paths)
{
    m_state.pid = getpid();
    m_state.processStartTicks = processStartTicks(getpid());
    m_state.bootId = bootId();
    m_state.host = hostName();
    m_state.state = "running";
    m_state.device = "stub";
    m_state.totalSteps = m_record.config.schedule.total_steps;
    m_state.heartbeatIntervalMs = 200;
    m_trainGroup = m_metrics.group({"train.loss", "optimizer.lr", "grad_norm", "tokens_per_second"}).value_or(0);
    m_validationGroup = m_metrics.group({"validation.loss"}).value_or(0);
    if (const auto present = listCheckpoints(m_paths); present && !present->empty())
        m_state.step = m_savedStep = present->back().step;
    m_state.tokens = m_state.step * kTokensPerStep;
}

int StubRun::train()
{
    if (m_behaviour == Behaviour::Silent)
        sleepForEver();
    tell(m_state.step > 0 ? "resume" : "start", "The stub began at step " + std::to_string(m_state.step) + ".");
    beat("training");
    while (m_state.step < m_state.totalSteps && !m_stop) {
        obey();
        if (!m_paused && !m_stop)
            step();
        pauseBriefly(m_paused ? 5 : stepMilliseconds(m_behaviour));
        if (!m_paused && halfway())
            misbehave();
        if (m_state.exitCode)
            return *m_state.exitCode;
    }
    if (m_stop && m_saveAtStop)
        saveCheckpoint();
    if (m_stop)
        return endWith(static_cast<int>(ExitCode::StoppedAfterSaving), "stopped",
                       m_saveAtStop ? "Stopped after saving." : "Stopped.");
    evaluate();
    saveCheckpoint();
    return endWith(0, "finished", "Done.");
}

void StubRun::step()
{
    ++m_state.step;
    m_state.tokens += kTokensPerStep;
    const Config &config = m_record.config;
    const bool nan = m_behaviour == Behaviour::Diverges && halfway();
    const std::array<double, 4> values{nan ? std::numeric_limits<double>::quiet_NaN() : trainLoss(m_state.step),
                                       config.optimizer.lr, 1.25, 20000.0};
    m_metrics.append(m_trainGroup, m_state.step, m_state.tokens, wallMicros(), values);
    std::ignore = m_metrics.flush();
    beat("training");
    if (m_state.step % config.logging.eval_every_steps == 0)
        evaluate();
    if (m_state.step % config.checkpoint.every_steps == 0)
        saveCheckpoint();
}

void StubRun::evaluate()
{
    const std::array<double, 1> values{validationLoss(m_state.step)};
    m_metrics.append(m_validationGroup, m_state.step, m_state.tokens, wallMicros(), values);
    std::ignore = m_metrics.flush();
    tell("evaluation", "Evaluated.", {{"loss", values[0]}});
}

void StubRun::saveCheckpoint()
{
    if (m_savedStep == m_state.step)
        return;
    const fs::path folder = m_paths.checkpoint(m_state.step);
    std::ignore = makeFolder(folder);
    std::ignore = writeFileAtomic(folder / "model.safetensors", std::string(64, '\0'));
    std::ignore = writeFileAtomic(folder / "config.json", R"({"model_type": "esm"})");
    const nlohmann::json trainer = {{"step", m_state.step},
                                    {"tokens", m_state.tokens},
                                    {"time_micros", wallMicros()},
                                    {"validation_loss", validationLoss(m_state.step)}};
    std::ignore = writeFileAtomic(folder / "trainer.json", trainer.dump());
    std::ignore = writeFileAtomic(folder / "COMPLETE", "");
    m_savedStep = m_state.step;
    tell("checkpoint", "Saved.", {{"folder", folder.filename().string()}});
}

void StubRun::misbehave()
{
    switch (m_behaviour) {
    case Behaviour::Crash:
        return die(SIGSEGV);
    case Behaviour::Abort:
        return die(SIGABRT);
    case Behaviour::Killed:
        return die(SIGKILL);
    case Behaviour::HalfLine:
        leaveHalfLines();
        return die(SIGKILL);
    case Behaviour::Stale:
        sleepForEver();
    case Behaviour::Exit3:
        endWith(static_cast<int>(ExitCode::Data), "failed", "proteins.fasta: record 7 is empty");
        return;
    case Behaviour::FullDisk:
        endWith(static_cast<int>(ExitCode::Storage), "failed", "cannot write checkpoints: No space left on device");
        return;
    case Behaviour::Diverges:
        endWith(static_cast<int>(ExitCode::Diverged), "failed",
                "the loss is not a number at step " + std::to_string(m_state.step));
        return;
    default:
        return;
    }
}

void StubRun::die(int signal)
{
    std::signal(signal, SIG_DFL);
    raise(signal);
}

void StubRun::leaveHalfLines()
{
    std::ofstream(m_paths.events(), std::ios::app) << R"({"time":"2026-11-3)";
    std::string head(5, '\0');
    std::ifstream(m_paths.metrics(), std::ios::binary).read(head.data(), 5);
    std::ofstream(m_paths.metrics(), std::ios::app | std::ios::binary) << head;
}

int StubRun::endWith(int code, const std::string &state, const std::string &message)
{
    m_state.exitCode = code;
    m_state.state = state;
    m_state.message = message;
    tell("end", message, {{"exit_code", code}});
    beat("");
    return code;
}

void StubRun::obey()
{
    if (s_terminated)
        m_stop = true;
    if (m_behaviour == Behaviour::IgnoresCommands || !m_watch.changed())
        return;
    for (const Command &command : takeCommands(m_paths))
        obey(command);
}

void StubRun::obey(const Command &command)
{
    const auto refusal = m_behaviour == Behaviour::Refuses ? "the stub was told to refuse" : carryOut(command);
    tell("answer", refusal ? *refusal : command.verb + " done",
         {{"command", command.id}, {"verb", command.verb}, {"ok", !refusal}, {"message", refusal.value_or("")}});
}

std::optional<std::string> StubRun::carryOut(const Command &command)
{
    if (command.verb == "pause" || command.verb == "continue") {
        m_paused = command.verb == "pause";
        m_state.state = m_paused ? "paused" : "running";
        beat(m_paused ? "paused" : "training");
        tell(command.verb, command.verb);
        return {};
    }
    if (command.verb == "save")
        return saveCheckpoint(), std::nullopt;
    if (command.verb == "evaluate")
        return evaluate(), std::nullopt;
    if (command.verb == "set")
        return change(command.arguments, command.reason);
    if (command.verb != "stop")
        return "there is no command \"" + command.verb + "\"";
    m_stop = true;
    m_saveAtStop = command.arguments.value("save", true);
    return {};
}

std::optional<std::string> StubRun::change(const nlohmann::json &values, const std::string &reason)
{
    Config changed = m_record.config;
    for (const auto &[key, value] : values.items()) {
        const Field *field = findField(key);
        if (!field || !field->live)
            return key + " cannot be changed while the run trains";
        if (!setFromText(changed, key, value.is_string() ? value.get<std::string>() : value.dump()).empty())
            return key + " does not take " + value.dump();
    }
    m_record.config = changed;
    for (const auto &[key, value] : values.items())
        tell("live_change", key, {{"key", key}, {"new", value}, {"reason", reason}});
    return {};
}

void StubRun::beat(const std::string &phase)
{
    m_state.phase = phase;
    m_state.heartbeatMicros = wallMicros();
    m_state.stepSeconds = stepMilliseconds(m_behaviour) / 1000.0;
    m_state.trainingSeconds = static_cast<double>(m_state.step) * m_state.stepSeconds;
    std::ignore = writeRunState(m_paths, m_state);
}

void StubRun::tell(const std::string &kind, const std::string &text, const nlohmann::json &data)
{
    std::ignore = m_events.append(eventToJson({wallMicros(), kind, m_state.step, text, data}));
}

} // namespace anneal::stub
