// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include <torch/types.h>

namespace anneal {

/// "F32", "BF16", … as safetensors files spell them; nothing for a type that torch cannot hold.
[[nodiscard]] std::optional<torch::Dtype> dtypeFromName(std::string_view name);
/// Empty for a type that safetensors files do not have.
[[nodiscard]] std::string_view dtypeName(torch::Dtype dtype);

} // namespace anneal
