// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/transformer.h"

namespace anneal {

/// ESM-2 (transformers' EsmForMaskedLM with rotary positions) of the given size.
[[nodiscard]] TransformerDescription describeEsm2(const ModelConfig &config, const Alphabet &alphabet);

/// The current name of a tensor in an ESM-2 file; older and newer writers spell some differently.
[[nodiscard]] std::string currentEsm2Name(std::string name);

/// Tensors that some ESM-2 files hold and the model does not use: the table of absolute positions, a copy of the tied
/// head.
[[nodiscard]] bool isUnusedEsm2Tensor(const std::string &name, bool tiedHead);

} // namespace anneal
