// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/sequencemodel.h"
#include "nn/transformerblock.h"

namespace anneal {

/// How a model family names its tensors in published checkpoints. "{}" in `layerPrefix` is the layer's number.
struct TransformerNames {
    std::string embedding, layerPrefix;
    BlockNames block;
    std::string inverseFrequencies; ///< after the layer's prefix
    std::string finalNorm, headDense, headNorm, headBias, decoder;
};

/// A bidirectional encoder with a masked-language-model head, as data.
struct TransformerDescription {
    std::int64_t vocabulary = 0;
    std::int64_t layers = 0;
    BlockDescription block;
    double rotaryBase = 10000;
    std::optional<std::int64_t> droppedToken; ///< token whose embedding is hidden (tokendropout.h)
    bool tiedHead = true;
    TransformerNames names;
    /// Tensors that belong to the family's files but to no part of this module: kept, written back, never trained.
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> passengers;
};

/// The one transformer: builds and runs what a description says.
class Transformer : public SequenceModel
{
public:
    Transformer(const ModelConfig &config, TransformerDescription description, torch::Dtype dtype);

    [[nodiscard]] torch::Tensor hidden(const PackedBatch &batch) override;
    [[nodiscard]] torch::Tensor logits(const torch::Tensor &hiddenRows) override;
    [[nodiscard]] torch::Tensor lossSum(const PackedBatch &batch) override;
    [[nodiscard]] std::vector<std::pair<std::string, torch::Tensor>> namedTensors() override;
    [[nodiscard]] std::vector<FileTensor> fileTensors() override;

    /// Draws every tensor anew, in the order of namedTensors().
    void initialise(std::int64_t seed);

private:
    void registerTensors();
    [[nodiscard]] torch::Tensor embed(const PackedBatch &batch) const;

    TransformerDescription m_description;
    Parameters m_parameters;
    Parameters m_passengers;
    torch::Tensor m_embedding;
    std::vector<TransformerBlock> m_blocks;
    LayerNorm m_finalNorm;
    Linear m_headDense;
    LayerNorm m_headNorm;
    torch::Tensor m_headBias;
    torch::Tensor m_decoder; ///< the embedding itself when the head is tied
    torch::Tensor m_inverseFrequencies;
};

} // namespace anneal
