// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace anneal {

/// What was written and what had no place in it.
struct ExportedModel {
    std::string family; ///< "ESM-2"
    std::int64_t parameters = 0;
    bool mergedAdapter = false;
    std::vector<std::string> leftOut; ///< tensors of the source that say something and are not in the new folder
};

/// Reads a model folder of any layout and writes a whole model to `to`, which must not be there yet or be empty; an
/// adapter is put into its base. `layout`: "huggingface" or "transformer-engine" (transformerengine.h).
/// Config error for another layout or a folder that holds something; Data error for what cannot be read or written so.
[[nodiscard]] Result<ExportedModel> exportModel(const std::filesystem::path &from, const std::filesystem::path &to,
                                                const std::string &layout);

} // namespace anneal
