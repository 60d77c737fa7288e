// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "models/transformer.h"

namespace anneal {

/// The whole description of a model: what the configuration says, with the names of its family.
/// `maskToken` is needed for token dropout only.
[[nodiscard]] TransformerDescription describeTransformer(const ModelConfig &config, std::int64_t vocabulary,
                                                         std::optional<std::int64_t> maskToken,
                                                         const FineTuning &fineTuning = {});

} // namespace anneal
