// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/files.h"
#include "models/esm2.h"
#include "models/huggingfaceconfig.h"
#include "models/tokenizerfiles.h"
#include "tensor/safetensors.h"

namespace anneal {
namespace {

constexpr const char *kWeightsFile = "model.safetensors";
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

/// Name in the file by the name that the model uses.
std::map<std::string, std::string> currentNames(const SafetensorsFile &file)
{
    std::map<std::string, std::string> names;
    for (const auto &[name, entry] : file.entries())
        names.emplace(currentEsm2Name(name), name);
    return names;
}

/// Copies a model's tensors out of one file and accounts for every tensor of that file.
class WeightsReader
{
public:
    WeightsReader(const SafetensorsFile &file, bool tiedHead)
        : m_file(file)
        , m_names(currentNames(file))
        , m_tiedHead(tiedHead)
    {
    }

    Result<void> read(SequenceModel &model)
    {
        for (const FileTensor &target : model.fileTensors()) {
            if (auto copied = copy(target); !copied)
                return copied;
        }
        for (const auto &[name, fileName] : m_names) {
            if (!m_used.count(fileName) && !isUnusedEsm2Tensor(name, m_tiedHead))
                return problem(
                    fmt::format("tensor '{}' belongs to no part of an ESM-2 masked language model", fileName));
        }
        return {};
    }

private:
    Result<void> copy(const FileTensor &target)
    {
        auto found = m_names.find(target.name);
        if (found == m_names.end())
            found = m_names.find(anyLayerName(target.name));
        if (found == m_names.end())
            return target.required ? problem(fmt::format("tensor '{}' is missing from the file", target.name))
                                   : Result<void>{};

        const auto tensor = m_file.tensor(found->second);
        if (!tensor)
            return Failure(tensor.error());
        if (tensor->sizes() != target.tensor.sizes())
            return problem(fmt::format("tensor '{}' has shape {}, but config.json asks for {}", found->second,
                                       shapeText(tensor->sizes()), shapeText(target.tensor.sizes())));
        m_used.insert(found->second);
        return assign(target, *tensor);
    }

    /// Layers share one tensor of rotary frequencies, so a file must not give them different ones.
    Result<void> assign(const FileTensor &target, const torch::Tensor &tensor)
    {
        const torch::NoGradGuard noGrad;
        const torch::Tensor value = tensor.to(target.tensor.options());
        if (!m_filled.insert(target.tensor.unsafeGetTensorImpl()).second && !torch::equal(value, target.tensor))
            return problem(
                fmt::format("tensor '{}' differs from that of the first layer, which is not supported", target.name));
        target.tensor.copy_(value);
        return {};
    }

    [[nodiscard]] Failure problem(std::string message) const
    {
        return fail(ErrorCode::Data, std::move(message), m_file.path().string());
    }

    const SafetensorsFile &m_file;
    std::map<std::string, std::string> m_names;
    bool m_tiedHead;
    std::set<std::string> m_used;
    std::set<const void *> m_filled;
};

std::shared_ptr<Transformer> emptyModel(const ModelConfig &config, const Alphabet &alphabet, torch::Dtype dtype)
{
    return std::make_shared<Transformer>(config, describeEsm2(config, alphabet), dtype);
}

} // namespace

std::int64_t parameterCount(SequenceModel &model)
{
    std::int64_t count = 0;
    for (const auto &[name, tensor] : model.namedTensors())
        count += tensor.numel();
    return count;
}

std::shared_ptr<SequenceModel> makeModel(const ModelConfig &config, const Alphabet &alphabet, std::int64_t seed,
                                         torch::Dtype dtype)
{
    auto model = emptyModel(config, alphabet, dtype);
    model->initialise(seed);
    return model;
}

Result<void> loadWeights(const fs::path &folder, SequenceModel &model)
{
    const auto file = SafetensorsFile::open(folder / kWeightsFile);
    if (!file)
        return Failure(file.error());
    return WeightsReader(*file, model.config().tie_word_embeddings).read(model);
}

Result<LoadedModel> loadModelFolder(const fs::path &folder, torch::Dtype dtype)
{
    const auto config = readHuggingFaceConfig(folder);
    if (!config)
        return Failure(config.error());
    const auto alphabet = readAlphabet(folder, config->vocabulary);
    if (!alphabet)
        return Failure(alphabet.error());
    LoadedModel loaded{emptyModel(config->model, **alphabet, dtype), *alphabet, config->maxLength};
    if (auto read = loadWeights(folder, *loaded.model); !read)
        return Failure(std::move(read.error()));
    loaded.model->eval();
    return loaded;
}

Result<void> saveModelFolder(const fs::path &folder, SequenceModel &model, const Alphabet &alphabet,
                             std::int64_t maxLength)
{
    if (auto made = makeFolder(folder); !made)
        return made;
    NamedTensors tensors;
    for (const FileTensor &entry : model.fileTensors())
        tensors.emplace_back(entry.name, entry.tensor);
    if (auto written = writeSafetensors(folder / kWeightsFile, tensors); !written)
        return written;
    const std::string config = huggingFaceConfigText(model.config(), alphabet, maxLength);
    if (auto written = writeFileAtomic(folder / "config.json", config); !written)
        return written;
    return writeTokenizerFiles(folder, alphabet, maxLength);
}

} // namespace anneal
