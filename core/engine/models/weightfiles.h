// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "tensor/safetensors.h"

namespace anneal {

/// The part of a file's tensor that a tensor of the model is; empty = the whole.
using CutTensor = std::function<torch::Tensor(const torch::Tensor &)>;

struct StoredTensor {
    std::string name; ///< in the file
    CutTensor cut;
};
/// By the name that the model uses.
using StoredTensors = std::map<std::string, StoredTensor>;

/// The weights of a model folder: model.safetensors, or the shards that model.safetensors.index.json lists.
class WeightFiles
{
public:
    /// Data error naming the file when there is none, when a shard is missing or does not hold what the index says.
    /// Pickle files (pytorch_model.bin) are refused: reading one runs the code that is in it.
    [[nodiscard]] static Result<WeightFiles> open(const std::filesystem::path &folder);

    /// From now on the tensors have these names; the file's own are gone.
    void setStored(StoredTensors stored);

    [[nodiscard]] const std::vector<std::string> &names() const { return m_names; }
    /// To be read from, not written to: it lies in the mapped file where it can.
    [[nodiscard]] Result<torch::Tensor> tensor(const std::string &name) const;
    /// The tensor will not be read again soon: its part of the file need not stay in this process's memory.
    void release(const std::string &name) const;
    /// The file that a message about this tensor should name; the first file for a name that none has.
    [[nodiscard]] std::string fileOf(const std::string &name) const;
    [[nodiscard]] std::string nameInFile(const std::string &name) const;

private:
    std::vector<SafetensorsFile> m_files;
    std::vector<std::string> m_names; ///< of all tensors, sorted
    std::map<std::string, std::size_t> m_fileOf; ///< by the name in the file
    StoredTensors m_stored; ///< empty = every tensor has the file's name

    [[nodiscard]] const SafetensorsFile &fileWith(const std::string &nameInFile) const;
    [[nodiscard]] Result<void> addShards(const std::filesystem::path &index);
    void add(SafetensorsFile file);
};

/// True when the folder has weights that WeightFiles may open.
[[nodiscard]] bool hasWeights(const std::filesystem::path &folder);

} // namespace anneal
