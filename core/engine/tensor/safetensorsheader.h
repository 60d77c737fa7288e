// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "tensor/safetensors.h"

namespace anneal {

struct SafetensorsHeader {
    std::map<std::string, TensorEntry> entries;
    std::map<std::string, std::string> metadata;
};

/// Reads the JSON header and checks that its tensors cover `dataBytes` bytes without gap or overlap.
[[nodiscard]] Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view json, std::uint64_t dataBytes,
                                                               const std::string &file);

} // namespace anneal
