// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/config.h"

namespace anneal {

enum class FieldType { Boolean, Integer, Real, Text, Path, Choice };
enum class FieldLevel { Basic, Expert };

using FieldValue = std::variant<bool, std::int64_t, double, std::string>;

struct FieldChoice {
    std::string value;
    std::string label;
};

/// One setting, declared once: the form, the command line, JSON, validation, comparison and the reference page follow
/// from it.
struct Field {
    std::string key; ///< "optimizer.lr"
    std::string label; ///< "Peak learning rate"
    std::string help; ///< one paragraph: meaning, usual range, effect
    std::string unit; ///< "steps", "tokens", "%" …; empty = none
    FieldType type = FieldType::Text;
    FieldLevel level = FieldLevel::Basic;
    double minimum = 0; ///< inclusive; Integer and Real only
    double maximum = 0;
    std::vector<FieldChoice> choices;
    bool live = false; ///< may be changed while the run trains (`anneal set`)
    bool noise = false; ///< hidden by default where two runs are compared (seed, paths, note)
    FieldValue defaultValue;
    std::function<FieldValue(const Config &)> get;
    std::function<void(Config &, const FieldValue &)> set; ///< value must hold the field's own alternative

    [[nodiscard]] std::string section() const { return key.substr(0, key.find('.')); }
    [[nodiscard]] std::string name() const { return key.substr(key.find('.') + 1); }
};

/// A section of the form: "data" → "Data". In the order of the form.
struct FieldSection {
    std::string key;
    std::string label;
    std::string help;
};

/// The table, in the order of the form and the reference page.
[[nodiscard]] const std::vector<Field> &fields();
[[nodiscard]] const std::vector<FieldSection> &fieldSections();
/// Nothing when there is no such key.
[[nodiscard]] const Field *findField(std::string_view key);
/// The known key nearest to a mistyped one, if it is near enough to be meant.
[[nodiscard]] std::optional<std::string> nearestKey(std::string_view key);

[[nodiscard]] bool sameValue(const FieldValue &a, const FieldValue &b);
/// The value as a person reads it in a table or types it: "0.0004", "true", "linear".
[[nodiscard]] std::string displayValue(const FieldValue &value);

} // namespace anneal
