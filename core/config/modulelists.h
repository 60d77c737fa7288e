// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace anneal {

// What the texts of adapter.* mean. The plan counts by it and the engine trains by it.

/// "query, value": the parts between commas, without blanks around them; empty ones are left out.
[[nodiscard]] std::vector<std::string> moduleList(const std::string &text);

/// Whether target_modules is a regular expression of whole names rather than a list of their endings.
[[nodiscard]] bool isModulePattern(const std::string &text);

/// "attention.self.query" and "query" both end "esm.encoder.layer.0.attention.self.query".
[[nodiscard]] bool endsWithModule(std::string_view name, std::string_view ending);

/// "intermediate.dense=2, query=16", by what stands before the sign. Parts without one are left out.
[[nodiscard]] std::map<std::string, double> moduleNumbers(const std::string &text);

/// The regular expression of whole names for a key of such numbers, which may stand for the end of a name.
[[nodiscard]] std::string wholeNamePattern(const std::string &key);

} // namespace anneal
