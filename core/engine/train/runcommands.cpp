// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/runcommands.h"

#include <chrono>
#include <map>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include "base/units.h"
#include "run/changes.h"
#include "run/events.h"
#include "run/jsonfields.h"
#include "train/device.h"
#include "train/livesettings.h"
#include "train/stopsignal.h"

namespace anneal {
namespace {

constexpr auto kPausePoll = std::chrono::milliseconds(50);

std::string readable(const std::string &key, const nlohmann::json &value)
{
    return key == "optimizer.lr" ? formatRate(value.get<double>())
        : value.is_string()      ? value.get<std::string>()
                                 : value.dump();
}

} // namespace

RunCommands::RunCommands(RunFolder &folder, CheckpointKeeper &keeper, Rebuild rebuild)
    : m_folder(folder)
    , m_keeper(keeper)
    , m_rebuild(std::move(rebuild))
    , m_watch(folder.paths)
{
}

void RunCommands::poll(Trainer &trainer)
{
    if (stopSignalled() && !std::exchange(m_signalTold, true)) {
        m_folder.journal->add("stop", trainer.progress().step, "Asked to stop by a signal; saving first");
        trainer.wishStop(true);
    }
    std::vector<Command> commands;
    if (!trainer.evaluating())
        commands.swap(m_later);
    if (m_watch.changed())
        for (Command &command : takeCommands(m_folder.paths))
            commands.push_back(std::move(command));
    for (const Command &command : commands)
        obey(trainer, command);
}

Result<void> RunCommands::save(Trainer &trainer)
{
    return m_keeper.save(trainer);
}

Result<std::int64_t> RunCommands::goBack(Trainer &trainer)
{
    // What failed again from there before a newer one was saved may have been saved too late.
    auto loaded = m_keeper.goBack(trainer, m_lastBack > 0 && m_lastBack == m_keeper.newestStep()
                                      ? std::optional(m_lastBack - 1)
                                      : std::nullopt);
    if (!loaded && m_lastBack >= 0)
        loaded = m_keeper.goBack(trainer);
    if (!loaded)
        return Failure(loaded.error());
    m_lastBack = trainer.progress().step;
    return m_lastBack;
}

void RunCommands::obey(Trainer &trainer, const Command &command)
{
    using Handler = void (RunCommands::*)(Trainer &, const Command &);
    static const std::map<std::string, Handler> handlers{{"set", &RunCommands::set},
                                                         {"stop", &RunCommands::stop},
                                                         {"save", &RunCommands::saveOnWish},
                                                         {"evaluate", &RunCommands::evaluateOnWish},
                                                         {"decay", &RunCommands::decay},
                                                         {"undo", &RunCommands::undo},
                                                         {"pause", &RunCommands::pause}};
    const auto handler = handlers.find(command.verb);
    if (handler != handlers.end()) {
        (this->*handler->second)(trainer, command);
    } else if (command.verb == "continue") {
        const bool wasPaused = std::exchange(m_paused, false);
        answer(command, wasPaused, trainer.progress().step, wasPaused ? "Training goes on" : "The run is not paused");
    } else if (command.verb == "damaged") {
        m_folder.journal->alert(trainer.progress().step,
                                "A damaged command was removed: " + textField(command.arguments, "file"));
    } else {
        answer(command, false, trainer.progress().step,
               "This engine does not know the command \"" + command.verb + "\"");
    }
}

void RunCommands::set(Trainer &trainer, const Command &command)
{
    const std::int64_t firstStep = trainer.progress().step + 1;
    saveBeforeChange(trainer);
    std::string told;
    for (const auto &[key, value] : command.arguments.items()) {
        const auto change = applyLiveSetting(trainer, key, value);
        if (!change)
            return answer(command, false, firstStep, told + change.error().text());
        const std::string text = key + " " + readable(key, change->before) + " → " + readable(key, change->after);
        told += text + ". ";
        m_folder.journal->add("live_change", firstStep, text,
                              {{"key", key},
                               {"old", change->before},
                               {"new", change->after},
                               {"reason", command.reason},
                               {"command", command.id}});
    }
    answer(command, !told.empty(), firstStep, told.empty() ? "No setting was named" : told.substr(0, told.size() - 1));
}

/// A failure is an alert already; the change is made all the same.
void RunCommands::saveBeforeChange(Trainer &trainer)
{
    const bool canSave = trainer.state().model != nullptr && trainer.progress().step > 0;
    if (!canSave || !trainer.config().checkpoint.before_live_changes)
        return;
    m_keeper.keepForUndo(trainer.progress().step);
    if (!trainer.savedNow())
        std::ignore = trainer.saveNow();
}

void RunCommands::decay(Trainer &trainer, const Command &command)
{
    const std::int64_t firstStep = trainer.progress().step + 1;
    const std::int64_t steps = integerField(command.arguments, "steps");
    if (steps < 1)
        return answer(command, false, firstStep, "The final decay needs a number of steps of at least 1");
    saveBeforeChange(trainer);
    const double before = trainer.schedule().rate(trainer.place());
    trainer.schedule().fallNow(trainer.place(), steps);
    const std::string text = "Final decay: " + formatRate(before) + " → 0 over "
        + formatCount(static_cast<double>(steps)) + " steps, then the run ends";
    m_folder.journal->add("live_change", firstStep, text,
                          {{"key", kFinalDecayKey},
                           {"old", nullptr},
                           {"new", steps},
                           {"reason", command.reason},
                           {"command", command.id}});
    answer(command, true, firstStep, text);
}

/// Back to where the newest change that is not undone yet was made, with the settings of then.
void RunCommands::undo(Trainer &trainer, const Command &command)
{
    const std::int64_t step = trainer.progress().step;
    const auto changes = readEvents(m_folder.paths.events()).map(changesInForce);
    if (!changes || changes->empty())
        return answer(command, false, step, "No change is left to undo");
    const Event &change = changes->back();
    if (trainer.state().model == nullptr)
        return answer(command, false, step, "The run's memory is freed; continue it first");
    const auto loaded = m_keeper.goBack(trainer, *change.step - 1);
    if (!loaded)
        return answer(command, false, step, "It cannot be undone: " + loaded.error().text());
    restoreLiveSettings(trainer, loaded->live);
    trainer.goneBack();
    const std::int64_t to = trainer.progress().step;
    const std::string text = "Undone: " + change.text + ". The run goes on from step " + formatCount(static_cast<double>(to));
    m_folder.journal->add(
        "undo", to, text,
        {{"undone", change.timeMicros}, {"from_step", step}, {"reason", command.reason}, {"command", command.id}});
    answer(command, true, to, text);
}

void RunCommands::stop(Trainer &trainer, const Command &command)
{
    const bool save = boolField(command.arguments, "save", true);
    trainer.wishStop(save);
    m_folder.heartbeat->announce([](RunState &state) { state.state = "stopping"; });
    m_folder.journal->add("stop", trainer.progress().step, save ? "Stop and save" : "Stop without saving",
                          {{"reason", command.reason}, {"save", save}});
    answer(command, true, trainer.progress().step, save ? "Saving, then stopping" : "Stopping");
}

void RunCommands::saveOnWish(Trainer &trainer, const Command &command)
{
    const std::int64_t step = trainer.progress().step;
    if (trainer.state().model == nullptr) // paused with its memory freed, which saved it
        return answer(command, true, step, "Step " + formatCount(static_cast<double>(step)) + " is saved already");
    const auto saved = trainer.saveNow();
    answer(command, saved.has_value(), step,
           saved ? "Saved step " + formatCount(static_cast<double>(step))
                 : "The checkpoint could not be saved: " + saved.error().text());
}

void RunCommands::evaluateOnWish(Trainer &trainer, const Command &command)
{
    const std::int64_t step = trainer.progress().step;
    if (!trainer.canEvaluate())
        return answer(command, false, step, "This run has no validation data");
    trainer.wishEvaluation();
    answer(command, true, step, m_paused ? "Evaluation follows when the run continues" : "Evaluating");
}

void RunCommands::pause(Trainer &trainer, const Command &command)
{
    const std::int64_t step = trainer.progress().step;
    if (m_paused)
        return answer(command, true, step, "The run is paused already");
    const bool freeing = boolField(command.arguments, "free_memory");
    if (freeing && trainer.evaluating()) { // the evaluation still needs the model
        m_later.push_back(command);
        return;
    }
    if (freeing && !freeMemory(trainer, command))
        return;
    m_paused = true;
    m_folder.heartbeat->announce([&](RunState &state) {
        state.state = "paused";
        state.phase = freeing ? "paused, memory freed" : "paused";
    });
    m_folder.journal->add("pause", step, freeing ? "Paused, memory freed" : "Paused",
                          {{"reason", command.reason}, {"free_memory", freeing}});
    answer(command, true, step, "Paused");
    waitWhilePaused(trainer);
    if (freeing && !stopping(trainer))
        takeMemoryAgain(trainer);
}

void RunCommands::waitWhilePaused(Trainer &trainer)
{
    while (m_paused && !stopping(trainer)) {
        poll(trainer);
        std::this_thread::sleep_for(kPausePoll);
    }
    m_paused = false;
    if (stopping(trainer))
        return;
    m_folder.heartbeat->announce([](RunState &state) { state.state = "running"; });
    m_folder.journal->add("continue", trainer.progress().step, "Continued");
}

bool RunCommands::freeMemory(Trainer &trainer, const Command &command)
{
    if (const auto saved = trainer.saveNow(); !saved) {
        answer(command, false, trainer.progress().step,
               "Memory is kept and the run goes on, because the checkpoint could not be saved: "
                   + saved.error().text());
        return false;
    }
    trainer.state() = {};
    releaseCachedMemory(trainer.device());
    return true;
}

void RunCommands::takeMemoryAgain(Trainer &trainer)
{
    trainer.announce("loading the model");
    auto state = m_rebuild();
    Result<void> loaded;
    if (state) {
        trainer.state() = std::move(*state);
        loaded = m_keeper.reload(trainer);
    } else {
        loaded = Failure(state.error());
    }
    // The loop cannot go on without its weights; the checkpoint holds everything for a resume.
    if (!loaded)
        throw std::runtime_error("The model that a pause had freed could not be loaded again: "
                                 + loaded.error().text());
    trainer.announce("training");
}

void RunCommands::answer(const Command &command, bool ok, std::int64_t step, const std::string &message)
{
    m_folder.journal->add("answer", step, message,
                          {{"command", command.id}, {"verb", command.verb}, {"ok", ok}, {"message", message}});
}

bool RunCommands::stopping(Trainer &trainer)
{
    return trainer.stopWished() || stopSignalled();
}

} // namespace anneal
