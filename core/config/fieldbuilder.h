// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "config/field.h"

namespace anneal {

/// Traits of a field, added up: kExpert | kLive.
enum FieldTraits : unsigned { kBasic = 0, kExpert = 1, kLive = 2, kNoise = 4 };

/// What is said of every field; `traits` of kBasic when left out.
struct FieldText {
    std::string name;
    std::string label;
    std::string help;
    unsigned traits = kBasic;
};

/// Inclusive bounds and the unit behind the number.
struct FieldRange {
    double minimum;
    double maximum;
    std::string unit = {};
};

/// Makes fields of one section; each is bound to a member of the section's struct.
template <typename Section>
class FieldBuilder
{
public:
    FieldBuilder(std::string section, Section Config::*member)
        : m_section(std::move(section))
        , m_member(member)
    {
    }

    Field boolean(bool Section::*value, FieldText text) const
    {
        return make(value, FieldType::Boolean, std::move(text));
    }
    Field text(std::string Section::*value, FieldText text) const
    {
        return make(value, FieldType::Text, std::move(text));
    }
    Field path(std::string Section::*value, FieldText text) const
    {
        return make(value, FieldType::Path, std::move(text));
    }
    Field integer(std::int64_t Section::*value, FieldRange range, FieldText text) const
    {
        return ranged(make(value, FieldType::Integer, std::move(text)), std::move(range));
    }
    Field real(double Section::*value, FieldRange range, FieldText text) const
    {
        return ranged(make(value, FieldType::Real, std::move(text)), std::move(range));
    }
    Field choice(std::string Section::*value, std::vector<FieldChoice> choices, FieldText text) const
    {
        Field field = make(value, FieldType::Choice, std::move(text));
        field.choices = std::move(choices);
        return field;
    }

private:
    template <typename Value>
    Field make(Value Section::*value, FieldType type, FieldText text) const
    {
        Field field;
        field.key = m_section + "." + text.name;
        field.label = std::move(text.label);
        field.help = std::move(text.help);
        field.type = type;
        field.level = (text.traits & kExpert) != 0 ? FieldLevel::Expert : FieldLevel::Basic;
        field.live = (text.traits & kLive) != 0;
        field.noise = (text.traits & kNoise) != 0;
        field.get = [section = m_member, value](const Config &config) { return FieldValue((config.*section).*value); };
        field.set = [section = m_member, value](Config &config, const FieldValue &given) {
            (config.*section).*value = std::get<Value>(given);
        };
        field.defaultValue = field.get(Config());
        return field;
    }

    static Field ranged(Field field, FieldRange range)
    {
        field.minimum = range.minimum;
        field.maximum = range.maximum;
        field.unit = std::move(range.unit);
        return field;
    }

    std::string m_section;
    Section Config::*m_member;
};

/// The table in parts, each in its own file and in the order of the form.
[[nodiscard]] std::vector<Field> dataFields();
[[nodiscard]] std::vector<Field> modelFields();
[[nodiscard]] std::vector<Field> architectureFields(); ///< a part of modelFields()
[[nodiscard]] std::vector<Field> adapterFields();
[[nodiscard]] std::vector<Field> scheduleFields();
[[nodiscard]] std::vector<Field> trainingFields();
[[nodiscard]] std::vector<Field> optimizerFields(); ///< a part of trainingFields()
[[nodiscard]] std::vector<Field> runFields();

inline constexpr double kMaxSteps = 1e9;

} // namespace anneal
