// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/adapterfolder.h"

#include <set>

#include <fmt/format.h>

#include "base/files.h"
#include "models/describe.h"
#include "models/family.h"
#include "models/huggingfaceconfig.h"
#include "tensor/safetensors.h"

namespace anneal {
namespace {

constexpr const char *kAdapterFile = "adapter_model.safetensors";

std::string peftTaskType(const SequenceModel &model)
{
    switch (model.task().kind) {
    case HeadKind::TokenClasses:
        return "TOKEN_CLS";
    case HeadKind::Sequence:
        return "SEQ_CLS";
    case HeadKind::Tokens:
        break;
    }
    return model.config().is_causal ? "CAUSAL_LM" : "";
}

Result<void> copyTensor(const SafetensorsFile &file, const FileTensor &target)
{
    const auto tensor = file.tensor(target.name);
    if (!tensor)
        return Failure(tensor.error());
    if (tensor->sizes() != target.tensor.sizes())
        return fail(ErrorCode::Data,
                    fmt::format("tensor '{}' has shape [{}], but the base model and adapter_config.json ask for [{}]",
                                target.name, fmt::join(tensor->sizes().vec(), ", "),
                                fmt::join(target.tensor.sizes().vec(), ", ")),
                    file.path().string());
    const torch::NoGradGuard noGrad;
    target.tensor.copy_(tensor->to(target.tensor.options()));
    return {};
}

} // namespace

Result<void> loadAdapterTensors(const fs::path &adapter, SequenceModel &model)
{
    const auto file = SafetensorsFile::open(adapter / kAdapterFile);
    if (!file)
        return Failure(file.error());
    std::set<std::string> known;
    for (const FileTensor &target : model.adapterTensors()) {
        if (auto copied = copyTensor(*file, target); !copied)
            return copied;
        known.insert(target.name);
    }
    for (const auto &[name, entry] : file->entries())
        if (known.count(name) == 0)
            return fail(
                ErrorCode::Data,
                fmt::format("tensor '{}' belongs to no part of the base model that adapter_config.json names", name),
                file->path().string());
    return {};
}

Result<std::shared_ptr<SequenceModel>> loadAdapted(const fs::path &base, const fs::path &adapter, torch::Dtype dtype,
                                                   const SharedTensors &shared)
{
    const auto spec = readAdapterSpec(adapter);
    if (!spec)
        return Failure(spec.error());
    // The folder of a run describes the model itself, with the head that was trained with the adapter.
    std::error_code error;
    const bool isDescribed = fs::exists(adapter / "config.json", error);
    const auto config = readHuggingFaceConfig(isDescribed ? adapter : base);
    if (!config)
        return Failure(config.error());
    const auto model =
        std::make_shared<Transformer>(config->model,
                                      describeTransformer(config->model, config->vocabulary, config->maskToken,
                                                          FineTuning{config->task, *spec, TrainedPart::All, 0}),
                                      dtype);
    if (auto read = readWeights(base, *model, isDescribed, shared); !read)
        return Failure(std::move(read.error()));
    if (auto read = loadAdapterTensors(adapter, *model); !read)
        return Failure(std::move(read.error()));
    model->eval();
    return std::shared_ptr<SequenceModel>(model);
}

Result<void> saveAdapter(const fs::path &folder, SequenceModel &model)
{
    if (auto made = makeFolder(folder); !made)
        return made;
    NamedTensors tensors;
    for (const FileTensor &entry : model.adapterTensors())
        tensors.emplace_back(entry.name, entry.tensor);
    if (auto written = writeSafetensors(folder / kAdapterFile, tensors); !written)
        return written;
    const bool inputFirst = familyOf(model.config()).tensorNames(model.config()).block.inputFirst;
    return writeFileAtomic(folder / "adapter_config.json",
                           adapterSpecText(*model.adapter(), peftTaskType(model), inputFirst));
}

} // namespace anneal
