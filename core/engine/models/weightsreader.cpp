// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/weightsreader.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/files.h"
#include "models/family.h"
#include "models/transformerengine.h"
#include "models/weightfiles.h"

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
    WeightsReader(const WeightFiles &files, SequenceModel &model, bool anyHead, const SharedTensors &shared)
        : m_files(files)
        , m_model(model)
        , m_config(model.config())
        , m_family(familyOf(m_config))
        , m_anyHead(anyHead)
        , m_shared(shared)
    {
        for (const std::string &name : files.names())
            m_names.emplace(m_family.currentName(name), name);
        if (model.adapter())
            for (const FileTensor &trained : model.adapterTensors())
                m_own.insert(trained.tensor.unsafeGetTensorImpl());
    }

    Result<void> read()
    {
        for (const FileTensor &target : m_model.fileTensors()) {
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

        if (takesShared(target)) {
            m_used.insert(found->second);
            m_usedHead |= target.isHead;
            return {};
        }
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
        auto assigned = assign(target, *tensor);
        m_files.release(found->second);
        return assigned;
    }

    /// Uses the memory that another model has for the same tensor of the same folder. What the adapter trains is its
    /// own.
    bool takesShared(const FileTensor &target)
    {
        const auto shared = m_shared.find(target.name);
        if (shared == m_shared.end() || m_own.count(target.tensor.unsafeGetTensorImpl()) > 0
            || shared->second.sizes() != target.tensor.sizes()
            || shared->second.scalar_type() != target.tensor.scalar_type())
            return false;
        torch::Tensor(target.tensor).set_data(shared->second.detach());
        return true;
    }

    /// Layers share one tensor of rotary frequencies, so a file must not give them different ones.
    Result<void> assign(const FileTensor &target, const torch::Tensor &tensor)
    {
        const torch::NoGradGuard noGrad;
        const bool isFirst = m_filled.insert(target.tensor.unsafeGetTensorImpl()).second;
        if (!isFirst && !torch::equal(tensor.to(target.tensor.options()), target.tensor))
            return problem(
                target.name,
                fmt::format("tensor '{}' differs from that of the first layer, which is not supported", target.name));
        target.tensor.copy_(tensor);
        return {};
    }

    [[nodiscard]] Failure problem(const std::string &name, std::string message) const
    {
        return fail(ErrorCode::Data, std::move(message), m_files.fileOf(name));
    }

    const WeightFiles &m_files;
    SequenceModel &m_model;
    const ModelConfig &m_config;
    const Family &m_family;
    bool m_anyHead;
    const SharedTensors &m_shared;
    std::set<const void *> m_own; ///< tensors that the model's adapter trains
    bool m_usedHead = false;
    std::map<std::string, std::string> m_names; ///< name in the file by the name that the model uses
    std::set<std::string> m_used;
    std::set<const void *> m_filled;
};

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

Result<bool> readWeights(const fs::path &folder, SequenceModel &model, bool anyHead, const SharedTensors &shared)
{
    const auto files = openWeights(folder, model);
    if (!files)
        return Failure(files.error());
    WeightsReader reader(*files, model, anyHead, shared);
    return reader.read().map([&] { return reader.usedHead(); });
}

SharedTensors unchangedTensors(SequenceModel &model)
{
    std::set<const void *> trained;
    if (model.adapter())
        for (const FileTensor &entry : model.adapterTensors())
            trained.insert(entry.tensor.unsafeGetTensorImpl());
    SharedTensors unchanged;
    for (const FileTensor &entry : model.fileTensors())
        if (trained.count(entry.tensor.unsafeGetTensorImpl()) == 0)
            unchanged.emplace(entry.name, entry.tensor);
    return unchanged;
}

} // namespace anneal
