// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/files.h"
#include "bio/tokenizerfolder.h"
#include "models/adapterfolder.h"
#include "models/describe.h"
#include "models/family.h"
#include "models/huggingfaceconfig.h"
#include "models/transformerengine.h"
#include "models/weightfiles.h"
#include "tensor/safetensors.h"

namespace anneal {
namespace {

constexpr std::string_view kAnyLayer = ".layer.*."; // some writers merge what is equal in all layers under this name

std::string shapeText(torch::IntArrayRef shape)
{
    return fmt::format("[{}]", fmt::join(shape.vec(), ", "));
}

/// "esm.encoder.layer.3.x" → "esm.encoder.layer.*.x"
std::string anyLayerName(const std::string &name)
{
    const std::size_t start = name.find(".layer.");
    const std::size_t end = start == std::string::npos ? start : name.find('.', start + 7);
    return end == std::string::npos ? name : name.substr(0, start) + std::string(kAnyLayer) + name.substr(end + 1);
}

/// Copies a model's tensors out of a folder's files and accounts for every tensor in them.
class WeightsReader
{
public:
    /// `anyHead`: the file's head may be made for another task.
    WeightsReader(const WeightFiles &files, const ModelConfig &config, bool anyHead)
        : m_files(files)
        , m_family(familyOf(config))
        , m_config(config)
        , m_anyHead(anyHead)
    {
        for (const std::string &name : files.names())
            m_names.emplace(m_family.currentName(name), name);
    }

    Result<void> read(SequenceModel &model)
    {
        for (const FileTensor &target : model.fileTensors()) {
            if (auto copied = copy(target); !copied)
                return copied;
        }
        for (const auto &[name, fileName] : m_names) {
            if (!m_used.count(fileName) && !m_family.isUnused(name, m_config) && !(m_anyHead && isHeads(name)))
                return problem(fileName,
                               fmt::format("tensor '{}' belongs to no part of this {} model",
                                           m_files.nameInFile(fileName), m_family.name));
        }
        return {};
    }
    [[nodiscard]] bool usedHead() const { return m_usedHead; }

private:
    [[nodiscard]] bool isHeads(const std::string &name) const
    {
        return std::any_of(m_family.headPrefixes.begin(), m_family.headPrefixes.end(),
                           [&](std::string_view prefix) { return name.starts_with(prefix); });
    }

    Result<void> copy(const FileTensor &target)
    {
        const bool mayDiffer = m_anyHead && target.isHead;
        auto found = m_names.find(target.name);
        if (found == m_names.end())
            found = m_names.find(anyLayerName(target.name));
        if (found == m_names.end())
            return target.required && !mayDiffer
                ? problem(target.name, fmt::format("tensor '{}' is missing from the file", target.name))
                : Result<void>{};

        const auto tensor = m_files.tensor(found->second);
        if (!tensor)
            return Failure(tensor.error());
        if (tensor->sizes() != target.tensor.sizes() && mayDiffer)
            return {};
        if (tensor->sizes() != target.tensor.sizes())
            return problem(found->second,
                           fmt::format("tensor '{}' has shape {}, but config.json asks for {}",
                                       m_files.nameInFile(found->second), shapeText(tensor->sizes()),
                                       shapeText(target.tensor.sizes())));
        m_used.insert(found->second);
        m_usedHead |= target.isHead;
        return assign(target, *tensor);
    }

    /// Layers share one tensor of rotary frequencies, so a file must not give them different ones.
    Result<void> assign(const FileTensor &target, const torch::Tensor &tensor)
    {
        const torch::NoGradGuard noGrad;
        const torch::Tensor value = tensor.to(target.tensor.options());
        if (!m_filled.insert(target.tensor.unsafeGetTensorImpl()).second && !torch::equal(value, target.tensor))
            return problem(
                target.name,
                fmt::format("tensor '{}' differs from that of the first layer, which is not supported", target.name));
        target.tensor.copy_(value);
        return {};
    }

    [[nodiscard]] Failure problem(const std::string &name, std::string message) const
    {
        return fail(ErrorCode::Data, std::move(message), m_files.fileOf(name));
    }

    const WeightFiles &m_files;
    const Family &m_family;
    const ModelConfig &m_config;
    bool m_anyHead;
    bool m_usedHead = false;
    std::map<std::string, std::string> m_names; ///< name in the file by the name that the model uses
    std::set<std::string> m_used;
    std::set<const void *> m_filled;
};

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
                                         torch::Dtype dtype, const FineTuning &fineTuning)
{
    auto model = emptyModel(config, tokenizer.size(), tokenizer.special().mask, dtype, fineTuning);
    model->initialise(seed);
    return model;
}

namespace {

/// A folder's files, whichever layout they have, with the names that the model uses.
Result<WeightFiles> openWeights(const fs::path &folder, SequenceModel &model)
{
    auto files = WeightFiles::open(folder);
    const ModelConfig &config = model.config();
    if (files && familyOf(config).modelType == "esm" && isTransformerEngineLayout(files->names()))
        files->setStored(storedInTransformerEngine(files->names(), config, model.fileTensors().front().tensor.size(0)));
    return files;
}

} // namespace

Result<void> loadWeights(const fs::path &folder, SequenceModel &model)
{
    const auto files = openWeights(folder, model);
    if (!files)
        return Failure(files.error());
    return WeightsReader(*files, model.config(), /*anyHead=*/false).read(model);
}

Result<bool> loadTrunk(const fs::path &folder, SequenceModel &model)
{
    const auto files = openWeights(folder, model);
    if (!files)
        return Failure(files.error());
    WeightsReader reader(*files, model.config(), /*anyHead=*/true);
    return reader.read(model).map([&] { return reader.usedHead(); });
}

namespace {

Result<std::shared_ptr<SequenceModel>> modelOf(const HuggingFaceConfig &config, const fs::path &folder,
                                               torch::Dtype dtype)
{
    auto model = emptyModel(config.model, config.vocabulary, config.maskToken, dtype, {.task = config.task});
    if (auto read = loadWeights(folder, *model); !read)
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

/// A folder with an adapter names the folder of its base, and may describe the model and its tokens itself.
Result<LoadedModel> loadAdapterFolder(const fs::path &folder, torch::Dtype dtype)
{
    const auto spec = readAdapterSpec(folder);
    if (!spec)
        return Failure(spec.error());
    const fs::path named = spec->baseModel;
    const fs::path base = named.is_absolute() ? named : folder / named;
    std::error_code error;
    if (named.empty() || !fs::is_directory(base, error))
        return fail(ErrorCode::Data,
                    fmt::format("the adapter's base model, \"{}\" (base_model_name_or_path), is not there: put it back "
                                "or change the path",
                                spec->baseModel),
                    (folder / "adapter_config.json").string());
    auto model = loadAdapted(base, folder, dtype);
    if (!model)
        return Failure(std::move(model.error()));
    const fs::path described = fs::exists(folder / "config.json", error) ? folder : base;
    const auto config = readHuggingFaceConfig(described);
    const auto tokenizer = readTokenizer(described, config->vocabulary);
    if (!tokenizer)
        return Failure(tokenizer.error());
    return LoadedModel{std::move(*model), *tokenizer, config->maxLength};
}

} // namespace

Result<LoadedModel> loadModelFolder(const fs::path &folder, torch::Dtype dtype)
{
    std::error_code error;
    if (fs::exists(folder / "adapter_config.json", error) && !hasWeights(folder))
        return loadAdapterFolder(folder, dtype);
    const auto config = readHuggingFaceConfig(folder);
    if (!config)
        return Failure(config.error());
    const auto tokenizer = readTokenizer(folder, config->vocabulary);
    if (!tokenizer)
        return Failure(tokenizer.error());
    auto model = modelOf(*config, folder, dtype);
    if (!model)
        return Failure(std::move(model.error()));
    return LoadedModel{std::move(*model), *tokenizer, config->maxLength};
}

Result<void> saveModelDescription(const fs::path &folder, const SequenceModel &model, const Tokenizer &tokenizer,
                                  std::int64_t maxLength)
{
    const std::string config = huggingFaceConfigText(model.config(), tokenizer, maxLength, model.task());
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
