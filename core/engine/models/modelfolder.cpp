// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "base/files.h"
#include "bio/tokenizerfolder.h"
#include "models/adapterfolder.h"
#include "models/describe.h"
#include "models/family.h"
#include "models/huggingfaceconfig.h"
#include "models/modelshelf.h"
#include "models/weightfiles.h"
#include "tensor/safetensors.h"

namespace anneal {
namespace {

std::shared_ptr<Transformer> emptyModel(const ModelConfig &config, std::int64_t vocabulary,
                                        std::optional<std::int64_t> maskToken, torch::Dtype dtype,
                                        const FineTuning &fineTuning)
{
    return std::make_shared<Transformer>(config, describeTransformer(config, vocabulary, maskToken, fineTuning), dtype);
}

} // namespace

std::int64_t parameterCount(SequenceModel &model)
{
    std::int64_t count = 0;
    for (const auto &[name, tensor] : model.namedTensors())
        count += tensor.numel();
    return count;
}

std::shared_ptr<SequenceModel> makeModel(const ModelConfig &config, const Tokenizer &tokenizer, std::int64_t seed,
                                         torch::Dtype dtype, const FineTuning &fineTuning, std::int64_t vocabulary)
{
    auto model = emptyModel(config, std::max<std::int64_t>(tokenizer.size(), vocabulary), tokenizer.special().mask, dtype, fineTuning);
    model->initialise(seed);
    return model;
}

Result<void> loadWeights(const fs::path &folder, SequenceModel &model)
{
    return readWeights(folder, model, /*anyHead=*/false).map([](bool) {});
}

Result<bool> loadTrunk(const fs::path &folder, SequenceModel &model)
{
    return readWeights(folder, model, /*anyHead=*/true);
}

namespace {

Result<std::shared_ptr<SequenceModel>> modelOf(const HuggingFaceConfig &config, const fs::path &folder,
                                               torch::Dtype dtype, const SharedTensors &shared = {})
{
    auto model = emptyModel(config.model, config.vocabulary, config.maskToken, dtype, {.task = config.task});
    if (auto read = readWeights(folder, *model, /*anyHead=*/false, shared); !read)
        return Failure(std::move(read.error()));
    model->eval();
    return std::shared_ptr<SequenceModel>(std::move(model));
}

} // namespace

Result<std::shared_ptr<SequenceModel>> loadModel(const fs::path &folder, torch::Dtype dtype)
{
    return readHuggingFaceConfig(folder).and_then(
        [&](const HuggingFaceConfig &config) { return modelOf(config, folder, dtype); });
}

namespace {

bool isAdapterFolder(const fs::path &folder)
{
    std::error_code error;
    return fs::exists(folder / "adapter_config.json", error) && !hasWeights(folder);
}

/// A folder with an adapter may describe the model and its tokens itself; else its base does.
Result<LoadedModel> loadAdapterFolder(const fs::path &folder, torch::Dtype dtype, const SharedTensors &shared)
{
    const auto base = baseFolderOf(folder);
    if (!base)
        return Failure(base.error());
    auto model = loadAdapted(*base, folder, dtype, shared);
    if (!model)
        return Failure(std::move(model.error()));
    std::error_code error;
    const fs::path described = fs::exists(folder / "config.json", error) ? folder : *base;
    const auto config = readHuggingFaceConfig(described);
    const auto tokenizer = readTokenizer(described, config->vocabulary);
    if (!tokenizer)
        return Failure(tokenizer.error());
    return LoadedModel{std::move(*model), *tokenizer, config->maxLength};
}

} // namespace

Result<fs::path> baseFolderOf(const fs::path &folder)
{
    if (!isAdapterFolder(folder))
        return folder;
    const auto spec = readAdapterSpec(folder);
    if (!spec)
        return Failure(spec.error());
    const fs::path named = spec->baseModel;
    fs::path base = named.is_absolute() ? named : folder / named;
    std::error_code error;
    if (named.empty() || !fs::is_directory(base, error))
        return fail(ErrorCode::Data,
                    fmt::format("the adapter's base model, \"{}\" (base_model_name_or_path), is not there: put it back "
                                "or change the path",
                                spec->baseModel),
                    (folder / "adapter_config.json").string());
    return base;
}

Result<LoadedModel> loadModelFolder(const fs::path &folder, torch::Dtype dtype, const SharedTensors &shared)
{
    if (isAdapterFolder(folder))
        return loadAdapterFolder(folder, dtype, shared);
    const auto config = readHuggingFaceConfig(folder);
    if (!config)
        return Failure(config.error());
    const auto tokenizer = readTokenizer(folder, config->vocabulary);
    if (!tokenizer)
        return Failure(tokenizer.error());
    auto model = modelOf(*config, folder, dtype, shared);
    if (!model)
        return Failure(std::move(model.error()));
    return LoadedModel{std::move(*model), *tokenizer, config->maxLength};
}

Result<LoadedModel> loadModelFolder(const fs::path &folder, torch::Dtype dtype)
{
    return loadModelFolder(folder, dtype, {});
}

Result<void> saveModelDescription(const fs::path &folder, const SequenceModel &model, const Tokenizer &tokenizer,
                                  std::int64_t maxLength)
{
    const std::string config = huggingFaceConfigText(model, tokenizer, maxLength);
    if (auto written = writeFileAtomic(folder / "config.json", config); !written)
        return written;
    return writeTokenizer(folder, tokenizer, maxLength);
}

Result<void> saveModelFolder(const fs::path &folder, SequenceModel &model, const Tokenizer &tokenizer,
                             std::int64_t maxLength)
{
    if (auto made = makeFolder(folder); !made)
        return made;
    NamedTensors tensors;
    for (const FileTensor &entry : model.fileTensors())
        if (entry.written)
            tensors.emplace_back(entry.name, entry.tensor);
    if (auto written = writeSafetensors(folder / "model.safetensors", tensors); !written)
        return written;
    return saveModelDescription(folder, model, tokenizer, maxLength);
}

} // namespace anneal
