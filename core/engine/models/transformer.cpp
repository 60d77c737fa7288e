// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/transformer.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/tokendropout.h"
#include "tensor/streams.h"

namespace anneal {
namespace {

void fill(const Parameters::Entry &entry, double deviation, at::Generator &stream)
{
    const torch::NoGradGuard noGrad;
    if (entry.initial == Initial::Normal) // drawn in fp32, so that every type starts from the same model
        entry.tensor.copy_(torch::normal(0, deviation, entry.tensor.sizes(), stream, torch::kFloat32));
    else
        entry.tensor.fill_(entry.initial == Initial::One ? 1 : 0);
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
    , m_parameters(dtype)
    , m_passengers(dtype)
{
    const TransformerNames &names = m_description.names;
    const std::int64_t width = m_description.block.width;
    m_embedding = m_parameters.tensor(names.embedding, {m_description.vocabulary, width}, Initial::Normal);
    for (std::int64_t layer = 0; layer < m_description.layers; ++layer)
        m_blocks.emplace_back(m_description.block, names.block, fmt::format(fmt::runtime(names.layerPrefix), layer),
                              m_parameters);
    m_finalNorm = m_parameters.layerNorm(names.finalNorm, width, m_description.block.normEps);
    m_headDense = m_parameters.linear(names.headDense, width, width);
    m_headNorm = m_parameters.layerNorm(names.headNorm, width, m_description.block.normEps);
    m_headBias = m_parameters.tensor(names.headBias, {m_description.vocabulary}, Initial::Zero);
    m_decoder = m_description.tiedHead
        ? m_embedding
        : m_parameters.tensor(names.decoder, {m_description.vocabulary, width}, Initial::Normal);
    for (const auto &[name, shape] : m_description.passengers)
        m_passengers.tensor(name, shape, Initial::Zero).zero_();
    m_inverseFrequencies = inverseFrequencies(m_description.rotaryBase, width / m_description.block.heads);
    registerTensors();
}

void Transformer::registerTensors()
{
    for (const Parameters::Entry &entry : m_parameters.entries())
        register_parameter(moduleName(entry.name), entry.tensor);
    for (const Parameters::Entry &entry : m_passengers.entries())
        register_buffer(moduleName(entry.name), entry.tensor);
}

void Transformer::initialise(std::int64_t seed)
{
    at::Generator stream = torchStream(seed, "init");
    for (const Parameters::Entry &entry : m_parameters.entries())
        fill(entry, m_config.initializer_range, stream);
}

torch::Tensor Transformer::embed(const PackedBatch &batch) const
{
    const torch::Tensor x = torch::embedding(m_embedding, batch.tokens);
    if (!m_description.droppedToken)
        return x;
    return x * tokenDropoutFactors(batch, *m_description.droppedToken, m_embedding.scalar_type());
}

torch::Tensor Transformer::hidden(const PackedBatch &batch)
{
    const torch::Dtype angleType = m_embedding.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
    const RotaryAngles angles =
        rotaryAngles(batch.positions, m_inverseFrequencies.to(batch.positions.device()), angleType);
    const Packing packing{batch.boundaries, batch.longest};
    torch::Tensor x = embed(batch);
    for (const TransformerBlock &block : m_blocks)
        x = block.forward(x, angles, packing, is_training());
    return m_finalNorm(x);
}

torch::Tensor Transformer::logits(const torch::Tensor &hiddenRows)
{
    return torch::linear(m_headNorm(torch::gelu(m_headDense(hiddenRows))), m_decoder, m_headBias);
}

torch::Tensor Transformer::lossSum(const PackedBatch &batch)
{
    const torch::Tensor rows = hidden(batch).index_select(0, batch.targetRows);
    return torch::cross_entropy_loss(atLeastFloat32(logits(rows)), batch.targets, {}, at::Reduction::Sum);
}

std::vector<std::pair<std::string, torch::Tensor>> Transformer::namedTensors()
{
    std::vector<std::pair<std::string, torch::Tensor>> named;
    for (const Parameters::Entry &entry : m_parameters.entries())
        named.emplace_back(entry.name, entry.tensor);
    return named;
}

std::vector<FileTensor> Transformer::fileTensors()
{
    std::vector<FileTensor> all;
    for (const Parameters::Entry &entry : m_parameters.entries())
        all.push_back({entry.name, entry.tensor, true});
    for (const Parameters::Entry &entry : m_passengers.entries())
        all.push_back({entry.name, entry.tensor, false});
    for (std::int64_t layer = 0; layer < m_description.layers; ++layer)
        all.push_back(
            {fmt::format(fmt::runtime(m_description.names.layerPrefix), layer) + m_description.names.inverseFrequencies,
             m_inverseFrequencies, false});
    return all;
}

} // namespace anneal
