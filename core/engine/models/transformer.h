// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/adapterspec.h"
#include "models/sequencemodel.h"
#include "models/taskhead.h"
#include "nn/transformerblock.h"

namespace anneal {

/// How a model family names its tensors in published checkpoints. "{}" in `layerPrefix` is the layer's number.
struct TransformerNames {
    std::string embedding, positions, tokenTypes, embeddingNorm;
    std::string layerPrefix;
    BlockNames block;
    std::string inverseFrequencies; ///< after the layer's prefix; empty = files never hold them
    bool writesInverseFrequencies = false;
    std::string finalNorm, headDense, headNorm, headBias, decoder;
};

enum class Positions { Rotary, Learned, Alibi, None };

struct ExtraTensor {
    std::string name;
    std::vector<std::int64_t> shape;
};

/// A transformer with its head, as data.
struct TransformerDescription {
    std::int64_t vocabulary = 0;
    std::int64_t layers = 0;
    BlockDescription block;
    Positions positions = Positions::Rotary;
    std::int64_t maxPositions = 0; ///< rows of the table of learned positions
    double rotaryBase = 10000;
    double rotaryFactor = 1; ///< positions are divided by it
    std::int64_t tokenTypes = 0; ///< rows of the table of token types; 0 = none
    bool embeddingNorm = false;
    double embeddingDropout = 0;
    bool finalNorm = true;
    std::optional<std::int64_t> droppedToken; ///< token whose embedding is hidden (tokendropout.h)
    bool headTransform = true; ///< dense, activation and norm before the output matrix
    bool headBias = true;
    bool tiedHead = true;
    double logitSoftcap = 0;
    FineTuning fineTuning; ///< the head above is a language model's; another task has `taskHead`
    TaskHeadLayout taskHead;
    TransformerNames names;
    /// Tensors that belong to the family's files but to no part of this module: kept, written back, never trained.
    std::vector<ExtraTensor> passengers;
};

/// The one transformer: builds and runs what a description says.
class Transformer : public SequenceModel
{
public:
    Transformer(const ModelConfig &config, TransformerDescription description, torch::Dtype dtype);

    [[nodiscard]] torch::Tensor hidden(const PackedBatch &batch) override;
    [[nodiscard]] torch::Tensor attention(const PackedBatch &batch) override;
    [[nodiscard]] torch::Tensor extend(const torch::Tensor &tokens, KeyValueCache &cache) override;
    [[nodiscard]] KeyValueCache makeCache(std::int64_t sequences, std::int64_t capacity) const override;
    [[nodiscard]] torch::Tensor logits(const torch::Tensor &hiddenRows) override;
    [[nodiscard]] torch::Tensor scores(const PackedBatch &batch) override;
    [[nodiscard]] const TaskSpec &task() const override { return m_description.fineTuning.task; }
    [[nodiscard]] std::int64_t vocabulary() const override { return m_description.vocabulary; }
    [[nodiscard]] std::vector<std::pair<std::string, torch::Tensor>> namedTensors() override;
    [[nodiscard]] std::vector<FileTensor> fileTensors() override;

    [[nodiscard]] const std::optional<AdapterSpec> &adapter() const override
    {
        return m_description.fineTuning.adapter;
    }
    [[nodiscard]] std::vector<FileTensor> adapterTensors() override;
    void mergeAdapter() override;
    void resetMagnitudes() override;
    void train(bool on = true) override;

    /// Draws every tensor anew, in the order in which they were made; adapters have a stream of their own.
    void initialise(std::int64_t seed);

private:
    void makeEmbeddings();
    void makeHead();
    void makeLanguageModelHead();
    void registerTensors();
    [[nodiscard]] bool trains(std::size_t entry) const;
    void chooseTrained();
    [[nodiscard]] torch::Tensor embed(const PackedBatch &batch) const;
    [[nodiscard]] torch::Tensor runBlocks(const PackedBatch &batch, std::vector<torch::Tensor> *attention) const;
    [[nodiscard]] BlockContext blockContext(const PackedBatch &batch, const Packing &packing) const;

    TransformerDescription m_description;
    Parameters m_parameters;
    Parameters m_passengers;
    torch::Tensor m_embedding;
    torch::Tensor m_positions; ///< [maxPositions, C], only when learned
    torch::Tensor m_tokenTypes; ///< [types, C], or undefined
    Norm m_embeddingNorm;
    std::vector<TransformerBlock> m_blocks;
    Norm m_finalNorm;
    Linear m_headDense;
    Norm m_headNorm;
    torch::Tensor m_headBias;
    TaskHead m_taskHead; ///< of every task but a language model's
    std::vector<std::size_t> m_firstTensorOfLayer; ///< in m_parameters; one more than layers
    std::size_t m_firstHeadTensor = 0;
    std::size_t m_frozenTensors = 0; ///< the first so many are not trained
    std::size_t m_frozenLayers = 0; ///< with the embeddings; their dropout is off
    torch::Tensor m_decoder; ///< the embedding itself when the head is tied
    torch::Tensor m_inverseFrequencies; ///< only when rotary
    torch::Tensor m_slopes; ///< only for ALiBi
};

} // namespace anneal
