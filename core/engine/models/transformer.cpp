// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/transformer.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/tokendropout.h"
#include "nn/lowrank.h"
#include "tensor/streams.h"

namespace anneal {
namespace {

AdapterPlan adapterPlan(const TransformerDescription &description)
{
    if (!description.fineTuning.adapter)
        return {};
    return [spec = *description.fineTuning.adapter](const std::string &module) { return spec.shapeOf(module); };
}

void fill(const Parameters::Entry &entry, double deviation, at::Generator &stream)
{
    const torch::NoGradGuard noGrad;
    if (entry.initial.constant)
        entry.tensor.fill_(*entry.initial.constant);
    else if (entry.initial.bound > 0)
        entry.tensor.copy_(torch::rand(entry.tensor.sizes(), stream, torch::kFloat32) * (2 * entry.initial.bound)
                           - entry.initial.bound);
    else // drawn in fp32, so that every type starts from the same model
        entry.tensor.copy_(torch::normal(0, deviation, entry.tensor.sizes(), stream, torch::kFloat32));
}

/// torch's modules do not allow dots in names.
std::string moduleName(std::string name)
{
    std::replace(name.begin(), name.end(), '.', '/');
    return name;
}

} // namespace

Transformer::Transformer(const ModelConfig &config, TransformerDescription description, torch::Dtype dtype)
    : SequenceModel(config)
    , m_description(std::move(description))
    , m_parameters(dtype, adapterPlan(m_description))
    , m_passengers(dtype)
{
    const TransformerNames &names = m_description.names;
    const BlockDescription &block = m_description.block;
    makeEmbeddings();
    for (std::int64_t layer = 0; layer < m_description.layers; ++layer) {
        m_firstTensorOfLayer.push_back(m_parameters.entries().size());
        m_blocks.emplace_back(block, names.block, fmt::format(fmt::runtime(names.layerPrefix), layer), m_parameters);
    }
    m_firstTensorOfLayer.push_back(m_parameters.entries().size());
    if (m_description.finalNorm)
        m_finalNorm = m_parameters.norm(names.finalNorm, block.normShape(block.width));
    makeHead();
    for (const ExtraTensor &extra : m_description.passengers)
        m_passengers.tensor(extra.name, extra.shape, Initial::zero()).zero_();
    if (m_description.positions == Positions::Rotary)
        m_inverseFrequencies = inverseFrequencies(m_description.rotaryBase, block.headWidth);
    if (m_description.positions == Positions::Alibi)
        m_slopes = alibiSlopes(block.heads);
    chooseTrained();
    registerTensors();
}

void Transformer::chooseTrained()
{
    const FineTuning &wanted = m_description.fineTuning;
    if (wanted.part == TrainedPart::All)
        return;
    const auto layers = static_cast<std::size_t>(m_description.layers);
    const bool isHead = wanted.part == TrainedPart::Head;
    m_frozenLayers = isHead ? layers : std::min(layers, static_cast<std::size_t>(wanted.frozenLayers));
    m_frozenTensors = isHead ? m_firstHeadTensor : m_firstTensorOfLayer[m_frozenLayers];
}

void Transformer::makeEmbeddings()
{
    const TransformerNames &names = m_description.names;
    const std::int64_t width = m_description.block.width;
    m_embedding = m_parameters.tensor(names.embedding, {m_description.vocabulary, width}, Initial::normal());
    if (m_description.positions == Positions::Learned)
        m_positions = m_parameters.tensor(names.positions, {m_description.maxPositions, width}, Initial::normal());
    if (m_description.tokenTypes > 0)
        m_tokenTypes = m_parameters.tensor(names.tokenTypes, {m_description.tokenTypes, width}, Initial::normal());
    if (m_description.embeddingNorm)
        m_embeddingNorm = m_parameters.norm(names.embeddingNorm, m_description.block.normShape(width));
}

void Transformer::makeHead()
{
    m_firstHeadTensor = m_parameters.entries().size();
    if (task().isLanguageModel())
        makeLanguageModelHead();
    else
        m_taskHead = TaskHead(task(), m_description.taskHead, m_description.block.width, m_parameters);
}

void Transformer::makeLanguageModelHead()
{
    const TransformerNames &names = m_description.names;
    const std::int64_t width = m_description.block.width;
    if (m_description.headTransform) {
        m_headDense = m_parameters.linear(names.headDense, {width, width});
        m_headNorm = m_parameters.norm(names.headNorm, m_description.block.normShape(width));
    }
    if (m_description.headBias)
        m_headBias = m_parameters.tensor(names.headBias, {m_description.vocabulary}, Initial::zero());
    m_decoder = m_description.tiedHead
        ? m_embedding
        : m_parameters.tensor(names.decoder, {m_description.vocabulary, width}, Initial::normal());
}

/// Of tensor number `entry`. With an adapter its own and what its configuration names.
bool Transformer::trains(std::size_t entry) const
{
    const Parameters::Entry &tensor = m_parameters.entries()[entry];
    if (!adapter() || tensor.isAdapter)
        return entry >= m_frozenTensors;
    const auto &adapted = m_parameters.adapted();
    const bool isAdapted = std::any_of(adapted.begin(), adapted.end(), [&](const auto &layer) {
        return tensor.name == layer.first + ".weight" || tensor.name == layer.first + ".bias";
    });
    return adapter()->trains(tensor.name, isAdapted);
}

void Transformer::registerTensors()
{
    for (std::size_t i = 0; i < m_parameters.entries().size(); ++i)
        register_parameter(moduleName(m_parameters.entries()[i].name), m_parameters.entries()[i].tensor, trains(i));
    for (const Parameters::Entry &entry : m_passengers.entries())
        register_buffer(moduleName(entry.name), entry.tensor);
}

void Transformer::initialise(std::int64_t seed)
{
    at::Generator base = torchStream(seed, "init"), adapters = torchStream(seed, "adapter init");
    for (const Parameters::Entry &entry : m_parameters.entries())
        fill(entry, m_config.initializer_range, entry.isAdapter ? adapters : base);
    resetMagnitudes();
}

void Transformer::resetMagnitudes()
{
    const torch::NoGradGuard noGrad;
    for (const auto &[module, layer] : m_parameters.adapted())
        if (layer.adapter->magnitude.defined())
            layer.adapter->magnitude.copy_(layer.adapter->rowNorms(layer));
}

void Transformer::train(bool on)
{
    SequenceModel::train(on);
    m_parameters.setTraining(on);
}

void Transformer::mergeAdapter()
{
    const torch::NoGradGuard noGrad;
    for (const auto &[module, layer] : m_parameters.adapted()) {
        const torch::Tensor merged = layer.adapter->merged(layer);
        layer.weight.copy_(layer.inputFirst ? merged.t() : merged);
        layer.adapter->up.zero_();
        if (layer.adapter->magnitude.defined())
            layer.adapter->magnitude.copy_(layer.adapter->rowNorms(layer));
    }
}

std::vector<FileTensor> Transformer::adapterTensors()
{
    std::vector<FileTensor> all;
    for (std::size_t i = 0; i < m_parameters.entries().size(); ++i) {
        if (!trains(i))
            continue;
        const Parameters::Entry &entry = m_parameters.entries()[i];
        std::string name = entry.isAdapter ? entry.name : "base_model.model." + entry.name;
        const auto &adapted = m_parameters.adapted();
        for (const auto &[module, layer] : adapted) // PEFT wraps an adapted module, so its bias lies deeper
            if (entry.name == module + ".bias")
                name = "base_model.model." + module + ".base_layer.bias";
        all.push_back({.name = name, .tensor = entry.tensor});
    }
    return all;
}

torch::Tensor Transformer::embed(const PackedBatch &batch) const
{
    torch::Tensor x = torch::embedding(m_embedding, batch.tokens);
    if (m_description.droppedToken)
        x = x * tokenDropoutFactors(batch, *m_description.droppedToken, m_embedding.scalar_type());
    if (m_positions.defined())
        x = x + torch::embedding(m_positions, batch.positions);
    if (m_tokenTypes.defined())
        x = x + (batch.tokenTypes.defined() ? torch::embedding(m_tokenTypes, batch.tokenTypes) : m_tokenTypes[0]);
    if (m_embeddingNorm.present())
        x = m_embeddingNorm(x);
    return dropped(x, m_description.embeddingDropout, is_training() && m_frozenTensors == 0);
}

BlockContext Transformer::blockContext(const PackedBatch &batch, const Packing &packing) const
{
    BlockContext context{packing, {}, m_slopes, {}, is_training(), nullptr};
    if (m_inverseFrequencies.defined()) {
        const torch::Dtype angleType = m_embedding.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
        const torch::Tensor frequencies =
            m_inverseFrequencies.to(batch.positions.device()) / m_description.rotaryFactor;
        context.angles = rotaryAngles(batch.positions, frequencies, angleType);
    }
    return context;
}

torch::Tensor Transformer::runBlocks(const PackedBatch &batch, std::vector<torch::Tensor> *attention) const
{
    const Packing packing{batch.boundaries, batch.longest};
    BlockContext context = blockContext(batch, packing);
    context.attention = attention;
    torch::Tensor x = embed(batch);
    for (std::size_t layer = 0; layer < m_blocks.size(); ++layer) {
        context.training = is_training() && layer >= m_frozenLayers;
        x = m_blocks[layer].forward(x, context);
    }
    return x;
}

torch::Tensor Transformer::hidden(const PackedBatch &batch)
{
    const torch::Tensor x = runBlocks(batch, nullptr);
    return m_finalNorm.present() ? m_finalNorm(x) : x;
}

torch::Tensor Transformer::attention(const PackedBatch &batch)
{
    std::vector<torch::Tensor> layers;
    (void)runBlocks(batch, &layers);
    return torch::stack(layers);
}

KeyValueCache Transformer::makeCache(std::int64_t sequences, std::int64_t capacity) const
{
    const BlockDescription &block = m_description.block;
    KeyValueCache cache{sequences, capacity, {}};
    const std::vector<std::int64_t> shape{sequences, block.keyValueHeads, capacity, block.headWidth};
    for (std::int64_t layer = 0; layer < m_description.layers; ++layer)
        cache.layers.push_back(
            {torch::empty(shape, m_embedding.options()), torch::empty(shape, m_embedding.options())});
    return cache;
}

torch::Tensor Transformer::extend(const torch::Tensor &tokens, KeyValueCache &cache)
{
    const std::int64_t first = cache.length(), sequences = tokens.size(0);
    PackedBatch batch;
    batch.tokens = tokens.flatten();
    batch.positions = torch::arange(first, first + tokens.size(1), tokens.options()).repeat({sequences});
    for (std::int64_t i = 0; i <= sequences; ++i)
        batch.boundaries.push_back(i * tokens.size(1));
    const Packing packing{batch.boundaries, tokens.size(1)};
    const BlockContext context = blockContext(batch, packing);
    torch::Tensor x = embed(batch);
    for (std::size_t layer = 0; layer < m_blocks.size(); ++layer)
        x = m_blocks[layer].forward(x, context, &cache.layers[layer]);
    return m_finalNorm.present() ? m_finalNorm(x) : x;
}

torch::Tensor Transformer::logits(const torch::Tensor &hiddenRows)
{
    torch::Tensor x = hiddenRows;
    if (m_description.headTransform)
        x = m_headNorm(activate(m_headDense(x), m_description.block.activation));
    x = torch::linear(x, m_decoder, m_headBias);
    const double cap = m_description.logitSoftcap;
    return cap > 0 ? cap * torch::tanh(x / cap) : x;
}

torch::Tensor Transformer::scores(const PackedBatch &batch)
{
    const torch::Tensor all = hidden(batch);
    if (!task().isLanguageModel())
        return m_taskHead(all, batch, is_training());
    return logits(batch.targetRows.defined() ? all.index_select(0, batch.targetRows) : all);
}

std::vector<std::pair<std::string, torch::Tensor>> Transformer::namedTensors()
{
    std::vector<std::pair<std::string, torch::Tensor>> named;
    for (std::size_t i = 0; i < m_parameters.entries().size(); ++i)
        if (trains(i))
            named.emplace_back(m_parameters.entries()[i].name, m_parameters.entries()[i].tensor);
    return named;
}

std::vector<FileTensor> Transformer::fileTensors()
{
    std::vector<FileTensor> all;
    for (std::size_t i = 0; i < m_parameters.entries().size(); ++i) {
        const Parameters::Entry &entry = m_parameters.entries()[i];
        if (!entry.isAdapter)
            all.push_back({.name = entry.name, .tensor = entry.tensor, .isHead = i >= m_firstHeadTensor});
    }
    for (const Parameters::Entry &entry : m_passengers.entries())
        all.push_back({.name = entry.name, .tensor = entry.tensor, .required = false});
    const TransformerNames &names = m_description.names;
    const bool hasFrequencies = m_inverseFrequencies.defined() && !names.inverseFrequencies.empty();
    for (std::int64_t layer = 0; hasFrequencies && layer < m_description.layers; ++layer)
        all.push_back({.name = fmt::format(fmt::runtime(names.layerPrefix), layer) + names.inverseFrequencies,
                       .tensor = m_inverseFrequencies,
                       .required = false,
                       .written = names.writesInverseFrequencies});
    return all;
}

} // namespace anneal
