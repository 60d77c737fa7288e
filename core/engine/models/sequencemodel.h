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
#include "bio/alphabet.h"
#include "config/config.h"

namespace anneal {

/// One tensor of a checkpoint file.
struct FileTensor {
    std::string name;
    torch::Tensor tensor;
    bool required = true; ///< a file without it is refused; otherwise the model keeps what it has
};

/// A transformer as described by ModelConfig, in any floating type. C = width, V = vocabulary, T, N as in PackedBatch.
class SequenceModel : public torch::nn::Module
{
public:
    /// [T, C]: the last hidden state (after the final norm).
    [[nodiscard]] virtual torch::Tensor hidden(const PackedBatch &batch) = 0;
    /// [N, C] → [N, V]: the language-model head on chosen rows.
    [[nodiscard]] virtual torch::Tensor logits(const torch::Tensor &hiddenRows) = 0;
    /// Scalar Σ −log p(target) over the batch's targets, in fp32 or wider. The head runs on target rows only.
    [[nodiscard]] virtual torch::Tensor lossSum(const PackedBatch &batch) = 0;
    /// Trainable tensors by their Hugging Face name, each once.
    [[nodiscard]] virtual std::vector<std::pair<std::string, torch::Tensor>> namedTensors() = 0;
    /// Everything that a checkpoint of this model holds: the trainable tensors and those that it only carries along.
    [[nodiscard]] virtual std::vector<FileTensor> fileTensors() = 0;
    [[nodiscard]] const ModelConfig &config() const { return m_config; }

protected:
    explicit SequenceModel(ModelConfig config)
        : m_config(std::move(config))
    {
    }
    ModelConfig m_config;
};

/// Trainable numbers.
[[nodiscard]] std::int64_t parameterCount(SequenceModel &model);

/// Fresh weights from the stream (seed, "init"): normal(0, initializer_range) for matrices and embeddings, 0 biases, 1
/// norms.
[[nodiscard]] std::shared_ptr<SequenceModel> makeModel(const ModelConfig &config, const Alphabet &alphabet,
                                                       std::int64_t seed, torch::Dtype dtype = torch::kFloat32);

struct LoadedModel {
    std::shared_ptr<SequenceModel> model;
    const Alphabet *alphabet = nullptr;
    std::int64_t maxLength = 1024; ///< tokens of one sequence, <cls> and <eos> included
};
/// Reads a Hugging Face folder: config.json, model.safetensors, tokenizer. Data error naming file and tensor.
[[nodiscard]] Result<LoadedModel> loadModelFolder(const std::filesystem::path &folder,
                                                  torch::Dtype dtype = torch::kFloat32);
/// Writes model.safetensors (hub names, tied tensors once), config.json, vocab.txt, tokenizer_config.json,
/// special_tokens_map.json.
[[nodiscard]] Result<void> saveModelFolder(const std::filesystem::path &folder, SequenceModel &model,
                                           const Alphabet &alphabet, std::int64_t maxLength = 1024);
/// Copies weights of a folder into an existing model of the same shape (resume, model.init_from).
[[nodiscard]] Result<void> loadWeights(const std::filesystem::path &folder, SequenceModel &model);

} // namespace anneal
