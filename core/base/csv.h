// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace anneal {

/// A field of RFC 4180, in quotes where it needs them.
[[nodiscard]] std::string csvField(std::string_view text);

} // namespace anneal
