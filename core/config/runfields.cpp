// SPDX-License-Identifier: GPL-3.0-or-later
#include <cctype>

#include "config/fieldbuilder.h"
#include "config/measures.h"

namespace anneal {

namespace {

std::vector<Field> machineFields()
{
    const FieldBuilder device("device", &Config::device);
    const FieldBuilder stability("stability", &Config::stability);
    return {
        device.choice(&DeviceConfig::kind, {{"auto", "GPU if there is one"}, {"cpu", "CPU"}, {"cuda", "NVIDIA GPU"}},
                      {"kind", "Device", "What the run is computed on.", kNoise}),
        device.integer(&DeviceConfig::index, {0, 63},
                       {"index", "GPU number", "Which GPU, counted from 0. Not used on the CPU.", kExpert | kNoise}),
        device.integer(&DeviceConfig::threads, {0, 4096, "threads"},
                       {"threads", "CPU threads",
                        "Threads of the engine. 0 = one for each core. Fewer leave room for other work.",
                        kExpert | kNoise}),
        stability.real(&StabilityConfig::max_grad_norm, {0, 1e6},
                       {"max_grad_norm", "Gradient clip",
                        "Gradients whose global norm is larger are scaled down to it. Usually 1.0; 0 = no clipping.",
                        kLive}),
    };
}

std::vector<Field> guardFields()
{
    using S = StabilityConfig;
    const FieldBuilder stability("stability", &Config::stability);
    const FieldChoice skip{"skip", "Leave the step out"}, back{"roll_back", "Go back to a checkpoint"},
        stop{"stop", "Stop"};
    return {
        stability.choice(&S::on_nonfinite, {back, skip, stop},
                         {"on_nonfinite", "On NaN or infinity",
                          "What happens when loss or gradient is not finite. Such a step is never applied. Going back "
                          "loads the newest checkpoint and lowers the learning rate.",
                          kLive}),
        stability.choice(&S::on_spike, {{"note", "Note it"}, skip, back, stop},
                         {"on_spike", "On a spike",
                          "What happens when loss or gradient norm leaps far above what it was before.", kLive}),
        stability.real(&S::spike_threshold, {0, 1e6, "deviations"},
                       {"spike_threshold", "Spike from",
                        "How far above the median counts as a spike, in robust standard deviations (1.4826 × the median "
                        "absolute deviation) of the last steps. 0 = nobody looks.",
                        kExpert | kLive}),
        stability.integer(&S::spike_window, {20, 100000, "steps"},
                          {"spike_window", "Spike window", "Steps that median and deviation are taken over.",
                           kExpert | kLive}),
        stability.real(&S::roll_back_lr_factor, {0.01, 1},
                       {"roll_back_lr_factor", "Rate after going back",
                        "What the learning rate is multiplied by each time the run goes back.", kExpert | kLive}),
        stability.integer(&S::max_roll_backs, {0, 1000, "times"},
                          {"max_roll_backs", "Goes back at most",
                           "How often the run may go back by itself; after that it stops.", kExpert | kLive}),
    };
}

std::string capitalised(std::string text)
{
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

std::vector<FieldChoice> measureChoices()
{
    std::vector<FieldChoice> choices;
    for (const Measure &measure : allMeasures())
        choices.push_back({measure.name, capitalised(measure.label)});
    return choices;
}

std::vector<Field> checkpointFields()
{
    using C = CheckpointConfig;
    const FieldBuilder checkpoint("checkpoint", &Config::checkpoint);
    return {
        checkpoint.integer(
            &C::every_steps, {1, kMaxSteps, "steps"},
            {"every_steps", "Save every",
             "Steps between two checkpoints. A crash loses at most this much; the last step is always saved.", kLive}),
        checkpoint.integer(&C::keep_last, {1, 1000, "checkpoints"},
                           {"keep_last", "Keep newest", "How many of the newest checkpoints stay on disk.", kExpert}),
        checkpoint.integer(
            &C::keep_best, {0, 1000, "checkpoints"},
            {"keep_best", "Keep best", "How many of the best checkpoints stay besides the newest.", kExpert}),
        checkpoint.choice(&C::metric_for_best_model, measureChoices(),
                          {"metric_for_best_model", "Best by",
                           "Which figure of the validation part makes a checkpoint the best one: the lowest loss, or "
                           "the best accuracy, rank correlation and so on, as far as the task has it."}),
        checkpoint.boolean(&C::before_live_changes,
                           {"before_live_changes", "Save before changes",
                            "Saves before a setting is changed while the run trains, so that the change can be undone.",
                            kExpert | kLive}),
    };
}

std::vector<Field> loggingFields()
{
    using L = LoggingConfig;
    const FieldBuilder logging("logging", &Config::logging);
    return {
        logging.integer(
            &L::every_steps, {1, kMaxSteps, "steps"},
            {"every_steps", "Log every", "Steps between two points of the training curves.", kExpert | kLive}),
        logging.integer(&L::eval_every_steps, {1, kMaxSteps, "steps"},
                        {"eval_every_steps", "Evaluate every",
                         "Steps between two evaluations on the validation sequences; also at the start and at the end.",
                         kLive}),
        logging.integer(&L::norms_every_steps, {1, kMaxSteps, "steps"},
                        {"norms_every_steps", "Norms every",
                         "Steps between two readings of parameter norm and update ratio.", kExpert | kLive}),
    };
}

std::vector<Field> noteFields()
{
    const FieldBuilder note("note", &Config::note);
    return {
        note.text(&NoteConfig::name, {"name", "Name", "What the run is called. Empty: a name is made up.", kNoise}),
        note.text(
            &NoteConfig::why,
            {"why", "Why this run?", "One line on what you want to find out. It is kept in the journal.", kNoise}),
        note.text(&NoteConfig::tags, {"tags", "Tags", "Words to find and group runs by, separated by commas.", kNoise}),
    };
}

} // namespace

std::vector<Field> runFields()
{
    std::vector<Field> fields = machineFields();
    for (auto part : {guardFields(), checkpointFields(), loggingFields(), noteFields()})
        fields.insert(fields.end(), part.begin(), part.end());
    return fields;
}

} // namespace anneal
