// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/runcommands.h"

#include <chrono>
#include <map>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/units.h"
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

void RunCommands::obey(Trainer &trainer, const Command &command)
{
    using Handler = void (RunCommands::*)(Trainer &, const Command &);
    static const std::map<std::string, Handler> handlers{{"set", &RunCommands::set},
                                                         {"stop", &RunCommands::stop},
                                                         {"save", &RunCommands::saveOnWish},
                                                         {"evaluate", &RunCommands::evaluateOnWish},
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
