// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/checkpoint.h"

#include "base/clock.h"
#include "base/files.h"
#include "models/adapterfolder.h"
#include "run/jsonfields.h"
#include "tensor/safetensors.h"

namespace anneal {
namespace {

constexpr int kTrainerVersion = 1;
const std::string kPartialPrefix = ".partial-";

nlohmann::json trainerJson(const Progress &progress, const std::string &measure, const nlohmann::json &live)
{
    nlohmann::json object{{"version", kTrainerVersion},
                          {"anneal_version", ANNEAL_VERSION},
                          {"time_micros", wallMicros()},
                          {"step", progress.step},
                          {"tokens", progress.tokens},
                          {"training_seconds", progress.trainingSeconds},
                          {"evaluated_step", progress.evaluatedStep},
                          {"live", live}};
    object["metric_for_best_model"] = measure;
    // Only figures of exactly these weights may make this checkpoint the best.
    if (progress.validationLoss && progress.evaluatedStep == progress.step)
        object["validation_loss"] = *progress.validationLoss;
    if (progress.measured && progress.evaluatedStep == progress.step)
        object["metric"] = *progress.measured;
    return object;
}

/// An adapter's folder holds what was trained and names its base, as PEFT's does.
Result<void> saveModel(const fs::path &folder, SequenceModel &model, const Tokenizer &tokenizer, std::int64_t maxLength)
{
    if (!model.adapter())
        return saveModelFolder(folder, model, tokenizer, maxLength);
    if (auto saved = saveAdapter(folder, model); !saved)
        return saved;
    return saveModelDescription(folder, model, tokenizer, maxLength);
}

Result<void> writeParts(const fs::path &folder, const TrainState &state, const Progress &progress, const Config &config,
                        const Tokenizer &tokenizer, const nlohmann::json &live)
{
    if (const auto made = makeFolder(folder); !made)
        return made;
    if (const auto saved = saveModel(folder, *state.model, tokenizer, config.data.max_length); !saved)
        return saved;
    if (const auto saved = writeSafetensors(folder / "optimizer.safetensors", state.optimizer->state()); !saved)
        return saved;
    const std::string text = trainerJson(progress, config.checkpoint.metric_for_best_model, live).dump(1) + '\n';
    if (const auto saved = writeFileAtomic(folder / "trainer.json", text); !saved)
        return saved;
    return writeFileAtomic(folder / "COMPLETE", "");
}

void removeQuietly(const fs::path &path)
{
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

} // namespace

Result<fs::path> saveCheckpoint(const RunPaths &paths, const TrainState &state, const Progress &progress,
                                const Config &config, const Tokenizer &tokenizer, const nlohmann::json &live)
{
    const fs::path final = paths.checkpoint(progress.step);
    const fs::path partial = final.parent_path() / (kPartialPrefix + final.filename().string());
    removeQuietly(partial);
    if (const auto written = writeParts(partial, state, progress, config, tokenizer, live); !written) {
        removeQuietly(partial);
        return Failure(written.error());
    }
    // A folder cannot be renamed over another: an older one of the same step (a save while paused) steps aside first.
    const fs::path older = partial.string() + "-older";
    std::error_code error;
    fs::rename(final, older, error);
    fs::rename(partial, final, error);
    if (error)
        return storageError("create", final, error.value());
    syncFolder(final.parent_path());
    removeQuietly(older);
    return final;
}

Result<LoadedProgress> loadCheckpoint(const fs::path &folder, TrainState &state)
{
    const auto trainer = readJsonObject(folder / "trainer.json");
    if (!trainer)
        return Failure(trainer.error());
    if (integerField(*trainer, "version") > kTrainerVersion)
        return fail(ErrorCode::Data, "This checkpoint was written by a newer Anneal; open it with that version.",
                    folder.string());
    const auto weights =
        state.model->adapter() ? loadAdapterTensors(folder, *state.model) : loadWeights(folder, *state.model);
    if (!weights)
        return Failure(weights.error());

    const auto file = SafetensorsFile::open(folder / "optimizer.safetensors");
    if (!file)
        return Failure(file.error());
    NamedTensors saved;
    for (const auto &[name, entry] : file->entries())
        saved.emplace_back(name, file->tensor(name).value());
    if (const auto loaded = state.optimizer->loadState(saved); !loaded)
        return fail(loaded.error().code, loaded.error().message, file->path().string());

    LoadedProgress result;
    result.progress.step = integerField(*trainer, "step");
    result.progress.tokens = integerField(*trainer, "tokens");
    result.progress.trainingSeconds = realField(*trainer, "training_seconds");
    result.progress.evaluatedStep = integerField(*trainer, "evaluated_step", -1);
    result.progress.validationLoss = optionalReal(*trainer, "validation_loss");
    result.progress.measured = optionalReal(*trainer, "metric");
    result.live = trainer->value("live", nlohmann::json::object());
    return result;
}

Result<void> removeCheckpoint(const fs::path &folder)
{
    std::error_code error;
    fs::remove(folder / "COMPLETE", error);
    if (!error)
        fs::remove_all(folder, error);
    if (error)
        return storageError("remove", folder, error.value());
    return {};
}

void removePartialCheckpoints(const RunPaths &paths)
{
    std::error_code error;
    for (fs::directory_iterator it(paths.checkpoints(), error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        const bool partial = it->path().filename().string().starts_with(kPartialPrefix);
        if (partial || (it->is_directory(ignored) && !fs::exists(it->path() / "COMPLETE", ignored)))
            removeQuietly(it->path());
    }
}

} // namespace anneal
