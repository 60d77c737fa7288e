// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/exportmodel.h"

#include <fmt/format.h>

#include "base/files.h"
#include "models/family.h"
#include "models/transformerengine.h"

namespace anneal {
namespace {

constexpr const char *kHuggingFace = "huggingface", *kTransformerEngine = "transformer-engine";

Result<void> checkTarget(const fs::path &to, const std::string &layout)
{
    if (layout != kHuggingFace && layout != kTransformerEngine)
        return fail(
            ErrorCode::Config,
            fmt::format("There is no layout \"{}\": choose {} or {}.", layout, kHuggingFace, kTransformerEngine));
    std::error_code error;
    if (fs::exists(to, error) && !(fs::is_directory(to, error) && fs::is_empty(to, error)))
        return fail(ErrorCode::Config, "This is not an empty folder: name one that is not there yet.", to.string());
    return {};
}

} // namespace

Result<ExportedModel> exportModel(const fs::path &from, const fs::path &to, const std::string &layout)
{
    if (auto checked = checkTarget(to, layout); !checked)
        return Failure(std::move(checked.error()));
    const auto loaded = loadModelFolder(from);
    if (!loaded)
        return Failure(loaded.error());
    SequenceModel &model = *loaded->model;
    ExportedModel done;
    done.family = familyOf(model.config()).name;
    done.mergedAdapter = model.adapter().has_value();
    if (done.mergedAdapter)
        model.mergeAdapter();
    for (const FileTensor &entry : model.fileTensors())
        done.parameters += entry.written && !entry.name.ends_with("inv_freq") ? entry.tensor.numel() : 0;
    if (layout == kHuggingFace)
        return saveModelFolder(to, model, *loaded->tokenizer, loaded->maxLength).map([&] { return done; });
    auto saved = saveTransformerEngineFolder(to, model, *loaded->tokenizer, loaded->maxLength);
    if (!saved)
        return Failure(std::move(saved.error()));
    done.leftOut = std::move(*saved);
    return done;
}

} // namespace anneal
