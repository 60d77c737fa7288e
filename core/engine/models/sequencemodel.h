// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <torch/torch.h>

#include "base/result.h"
#include "batch/packedbatch.h"
#include "bio/tokenizers.h"
#include "config/config.h"
#include "models/adapterspec.h"
#include "models/taskhead.h"
#include "nn/keyvaluecache.h"

namespace anneal {

/// One tensor of a checkpoint file.
struct FileTensor {
    std::string name;
    torch::Tensor tensor;
    bool required = true; ///< a file without it is refused; otherwise the model keeps what it has
    bool isHead = false;
    bool written = true; ///< false: read where old files have it, never written
};

/// A transformer as described by ModelConfig, in any floating type. C = width, V = vocabulary, T, N as in PackedBatch.
class SequenceModel : public torch::nn::Module
{
public:
    /// [T, C]: the last hidden state (after the final norm).
    [[nodiscard]] virtual torch::Tensor hidden(const PackedBatch &batch) = 0;
    /// [layers, H, T, T]: attention probabilities of a batch of one sequence.
    [[nodiscard]] virtual torch::Tensor attention(const PackedBatch &batch) = 0;
    /// [B·n, C]: the last hidden state of the n next tokens of B sequences, tokens [B, n]. Causal models only.
    [[nodiscard]] virtual torch::Tensor extend(const torch::Tensor &tokens, KeyValueCache &cache) = 0;
    /// An empty cache for B sequences of at most `capacity` tokens, on the model's device and in its type.
    [[nodiscard]] virtual KeyValueCache makeCache(std::int64_t sequences, std::int64_t capacity) const = 0;
    /// [N, C] → [N, V]: the language-model head on chosen rows.
    [[nodiscard]] virtual torch::Tensor logits(const torch::Tensor &hiddenRows) = 0;
    /// [N, K]: what the head says at the batch's targets (logits of a language model). Without target rows: of every
    /// token, or of every sequence for a task about sequences.
    [[nodiscard]] virtual torch::Tensor scores(const PackedBatch &batch) = 0;
    /// Scalar Σ of the task's loss over the batch's targets, in fp32 or wider. The head runs on target rows only.
    [[nodiscard]] torch::Tensor lossSum(const PackedBatch &batch)
    {
        return taskLossSum(scores(batch), batch, task().problem);
    }
    [[nodiscard]] virtual const TaskSpec &task() const = 0;
    /// V: rows of the embedding. Published models often have a few more than their tokenizer has tokens.
    [[nodiscard]] virtual std::int64_t vocabulary() const = 0;
    /// Trainable tensors by their Hugging Face name, each once.
    [[nodiscard]] virtual std::vector<std::pair<std::string, torch::Tensor>> namedTensors() = 0;
    [[nodiscard]] virtual const std::optional<AdapterSpec> &adapter() const = 0;
    /// What an adapter's file holds, under PEFT's names: low-rank updates and everything else that is trained.
    [[nodiscard]] virtual std::vector<FileTensor> adapterTensors() = 0;
    /// Puts the updates into the matrices; the model's answers stay, the adapter does nothing from then on.
    virtual void mergeAdapter() = 0;
    /// DoRA's magnitudes as they are before training: to be called when the base's weights were replaced.
    virtual void resetMagnitudes() = 0;
    /// Everything that a checkpoint of the whole model holds: its own tensors, without adapters, and those that it only
    /// carries along.
    [[nodiscard]] virtual std::vector<FileTensor> fileTensors() = 0;
    [[nodiscard]] const ModelConfig &config() const { return m_config; }

protected:
    explicit SequenceModel(ModelConfig config)
        : m_config(std::move(config))
    {
    }
    ModelConfig m_config;
};

/// What part of a model is trained.
enum class TrainedPart {
    All,
    Head, ///< everything else is frozen, its dropout off
    UpperLayers, ///< all but the embeddings and the first `frozenLayers` blocks
};

/// Everything about a model that its shape does not say: what its head is for and what is trained of it.
struct FineTuning {
    TaskSpec task = {};
    std::optional<AdapterSpec> adapter = {}; ///< low-rank updates are trained instead
    TrainedPart part = TrainedPart::All;
    std::int64_t frozenLayers = 0;
};

/// Trainable numbers.
[[nodiscard]] std::int64_t parameterCount(SequenceModel &model);

/// Fresh weights from the stream (seed, "init"): normal(0, initializer_range) for matrices and embeddings, 0 biases, 1
/// norms. `vocabulary`: rows of the embedding; 0 = one for each token.
[[nodiscard]] std::shared_ptr<SequenceModel> makeModel(const ModelConfig &config, const Tokenizer &tokenizer,
                                                       std::int64_t seed, torch::Dtype dtype = torch::kFloat32,
                                                       const FineTuning &fineTuning = {}, std::int64_t vocabulary = 0);

struct LoadedModel {
    std::shared_ptr<SequenceModel> model;
    TokenizerPtr tokenizer;
    std::int64_t maxLength = 1024; ///< tokens of one sequence, <cls> and <eos> included
};
/// Reads a model of a known family (family.h) without its tokenizer: config.json and its weights, whole or in shards.
/// Data error naming file and tensor.
[[nodiscard]] Result<std::shared_ptr<SequenceModel>> loadModel(const std::filesystem::path &folder,
                                                               torch::Dtype dtype = torch::kFloat32);
/// The same with the tokenizer that the folder holds.
[[nodiscard]] Result<LoadedModel> loadModelFolder(const std::filesystem::path &folder,
                                                  torch::Dtype dtype = torch::kFloat32);
/// Writes model.safetensors (hub names, tied tensors once), config.json, vocab.txt, tokenizer_config.json,
/// special_tokens_map.json.
[[nodiscard]] Result<void> saveModelFolder(const std::filesystem::path &folder, SequenceModel &model,
                                           const Tokenizer &tokenizer, std::int64_t maxLength = 1024);
/// All of that but the weights: what an adapter's folder needs beside the adapter to be asked.
[[nodiscard]] Result<void> saveModelDescription(const std::filesystem::path &folder, const SequenceModel &model,
                                                const Tokenizer &tokenizer, std::int64_t maxLength = 1024);
/// Copies weights of a folder into an existing model of the same shape (resume).
[[nodiscard]] Result<void> loadWeights(const std::filesystem::path &folder, SequenceModel &model);

/// The same for a model whose head may be made for another task (model.init_from): the head's tensors are read where
/// the folder has them and stay as they are where it has not. → whether the folder's head was used.
[[nodiscard]] Result<bool> loadTrunk(const std::filesystem::path &folder, SequenceModel &model);

} // namespace anneal
