// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/exitcodes.h"
#include "base/hardware.h"
#include "base/log.h"
#include "base/units.h"
#include "config/validate.h"
#include "plan/datacounts.h"
#include "run/events.h"
#include "train/checkpointkeeper.h"
#include "train/device.h"
#include "train/memorycheck.h"
#include "train/runcommands.h"
#include "train/stopsignal.h"

namespace anneal {

TrainingSession::TrainingSession(std::filesystem::path runFolder)
    : m_folder{RunPaths{(std::filesystem::current_path() / runFolder).lexically_normal()}, {}, {}, {}}
{
    if (!m_folder.paths.root.has_filename()) // "folder/" names the same run
        m_folder.paths.root = m_folder.paths.root.parent_path();
}

Result<TrainingEnd> TrainingSession::run()
{
    if (const auto opened = open(); !opened)
        return Failure(opened.error());
    if (const auto checked = checkConfig(); !checked)
        return Failure(checked.error());
    prepareProcess(m_record.config.device);
    const auto device = chooseDevice(m_record.config.device);
    if (!device)
        return Failure(device.error());
    m_folder.heartbeat->update([&](RunState &state) { state.device = describeDevice(*device); });
    const auto dataset = loadData();
    if (!dataset && stopSignalled())
        return TrainingEnd::StoppedUnsaved;
    if (!dataset)
        return Failure(dataset.error());
    if (device->is_cpu())
        if (const auto enough = checkMemory(m_record.config, countData(*dataset)); !enough)
            return Failure(enough.error());
    return train(*dataset, *device);
}

Result<void> TrainingSession::open()
{
    // A mistyped folder must not get a state.json.
    auto record = readRunRecord(m_folder.paths);
    if (!record)
        return Failure(record.error());
    m_record = std::move(*record);
    auto lock = EngineLock::take(m_folder.paths);
    if (!lock)
        return Failure(lock.error());
    m_lock = std::move(*lock);
    auto heartbeat = Heartbeat::start(m_folder.paths);
    if (!heartbeat)
        return Failure(heartbeat.error());
    m_folder.heartbeat = std::move(*heartbeat);
    if (const auto logging = logToFile(m_folder.paths.log(), /*alsoStderr=*/false); !logging)
        return logging;
    return m_folder.openJournal();
}

Result<void> TrainingSession::checkConfig()
{
    for (const Issue &issue : validate(m_record.config, localHardware())) {
        if (issue.severity == Severity::Error)
            return fail(ErrorCode::Config, issue.message, issue.key);
        m_folder.journal->alert({}, issue.key + ": " + issue.message);
    }
    return {};
}

Result<Dataset> TrainingSession::loadData()
{
    announce("loading data");
    return loadDataset(dataRequest(m_record.config), {[this](double share) {
                           m_folder.heartbeat->update([&](RunState &state) {
                               state.phase = "loading data " + std::to_string(std::lround(share * 100)) + " %";
                           });
                           return !stopSignalled();
                       }});
}

Result<TrainingEnd> TrainingSession::train(const Dataset &dataset, torch::Device device)
{
    announce("building the model");
    const Tokenizer &tokenizer = dataset.usedTokenizer();
    const auto rebuild = [&] { return makeTrainState(m_record.config, tokenizer, device, dataset.labels); };
    auto state = rebuild();
    if (!state)
        return Failure(state.error());
    const TaskSpec &task = state->model->task();
    if (const auto known = checkMeasure(task); !known)
        return Failure(known.error());
    if (const auto opened = m_folder.openMetrics(task, !dataset.testSamples.empty()); !opened)
        return Failure(opened.error());
    CheckpointKeeper keeper(m_folder, tokenizer, m_record.config);
    RunCommands commands(m_folder, keeper, rebuild);
    removePartialCheckpoints(m_folder.paths);
    Trainer trainer(m_record.config, dataset, device, std::move(*state), commands);
    RunRecorder recorder(m_folder, trainer.config().logging.every_steps);
    trainer.observe(recorder);
    const auto resumed = keeper.restore(trainer);
    if (!resumed)
        return Failure(resumed.error());
    tellStart(trainer, dataset, *resumed);
    auto end = trainer.run();
    if (end && *end == TrainingEnd::Finished)
        testOnce(trainer, dataset, keeper, recorder);
    return end;
}

/// Only now is it known whether labels are states of secondary structure.
Result<void> TrainingSession::checkMeasure(const TaskSpec &task) const
{
    const std::string &chosen = m_record.config.checkpoint.metric_for_best_model;
    const std::vector<std::string> names = qualityNames(task);
    if (chosen == "loss" || std::find(names.begin(), names.end(), chosen) != names.end())
        return {};
    return fail(ErrorCode::Config,
                fmt::format("These labels have no {}, so it cannot tell the best checkpoint: use loss or one of {}.",
                            chosen, fmt::join(names, ", ")),
                "checkpoint.metric_for_best_model");
}

/// Whoever looks at the test part again and again chooses by it; so it is scored when all choices are made.
void TrainingSession::testOnce(Trainer &trainer, const Dataset &dataset, CheckpointKeeper &keeper,
                               RunRecorder &recorder)
{
    const auto events = readEvents(m_folder.paths.events());
    const auto isTest = [](const Event &event) { return event.kind == "test"; };
    if (dataset.testSamples.empty() || (events && std::any_of(events->begin(), events->end(), isTest)))
        return;
    const auto best = keeper.loadBest(trainer);
    if (!best)
        return m_folder.journal->alert(trainer.progress().step, "The test part was not scored: " + best.error().text());
    if (const auto report = trainer.test(ValidationData(dataset, trainer.config(), HeldOut::Test)))
        recorder.tested(*report, *best);
    else
        m_folder.journal->alert(trainer.progress().step,
                                "The test part was not scored, because the run was asked to stop; resume it for that.");
}

void TrainingSession::tellStart(Trainer &trainer, const Dataset &dataset, bool resumed)
{
    const Progress &progress = trainer.progress();
    m_folder.heartbeat->announce([&](RunState &state) {
        state.state = "running";
        state.step = progress.step;
        state.tokens = progress.tokens;
        state.trainingSeconds = progress.trainingSeconds;
        state.totalSteps = trainer.schedule().expectedUpdates(trainer.place());
    });
    for (const ReadWarning &warning : dataset.warnings)
        m_folder.journal->alert(progress.step, warning.message, /*lost=*/false, {{"data", warning.kind}});
    const TrainedParameters parameters = countParameters(*trainer.state().model);
    nlohmann::json facts{{"parameters", parameters.all},
                         {"trained_parameters", parameters.trained},
                         {"device", describeDevice(trainer.device())},
                         {"train_sequences", dataset.train.size()},
                         {"train_tokens", dataset.trainTokens()},
                         {"validation_sequences", dataset.validation.size()},
                         {"test_sequences", dataset.test.size()},
                         {"data_hash", std::to_string(dataset.hash)}};
    if (!resumed)
        return m_folder.journal->add("start", progress.step,
                                     "Started; trains " + trainedText(parameters) + " parameters", std::move(facts));
    facts["checkpoint"] = m_folder.paths.checkpoint(progress.step).filename().string();
    m_folder.journal->add("resume", progress.step,
                          "Resumed from step " + formatCount(static_cast<double>(progress.step)), std::move(facts));
}

void TrainingSession::announce(const std::string &phase)
{
    m_folder.heartbeat->announce([&](RunState &state) { state.phase = phase; });
}

int TrainingSession::finish(const Result<TrainingEnd> &outcome)
{
    int code = 0;
    std::string state = "finished", message = "Finished";
    if (!outcome) {
        code = static_cast<int>(exitCodeFor(outcome.error().code));
        state = "failed";
        message = outcome.error().text();
    } else if (*outcome != TrainingEnd::Finished) {
        code = static_cast<int>(ExitCode::StoppedAfterSaving);
        state = "stopped";
        message = *outcome == TrainingEnd::StoppedSaved ? "Stopped after saving" : "Stopped without saving";
    }
    if (!m_folder.heartbeat)
        return code; // never began: the folder belongs to someone else
    if (m_folder.metrics)
        if (const auto drained = m_folder.metrics->drain(); !drained && code == 0) {
            code = static_cast<int>(ExitCode::Storage);
            state = "failed";
            message = "The last metrics could not be written: " + drained.error().text();
        }
    m_lock->freeReserve();
    if (m_folder.journal)
        m_folder.journal->add("end", {}, message, {{"exit_code", code}, {"message", message}, {"state", state}});
    m_folder.heartbeat->end(state, code, message);
    return code;
}

} // namespace anneal
