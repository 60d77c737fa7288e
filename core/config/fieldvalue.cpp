// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fieldvalue.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/units.h"

namespace anneal {

namespace {

constexpr double kMaxExactInteger = 9007199254740992.0; // 2^53: beyond it a double skips integers

tl::unexpected<Issue> wrong(const Field &field, std::string message, std::string suggestion = {})
{
    return tl::unexpected(Issue{Severity::Error, field.key, std::move(message), std::move(suggestion)});
}

tl::unexpected<Issue> unexpectedValue(const Field &field, std::string_view given, std::string suggestion = {})
{
    return wrong(field, fmt::format("{} does not take {}. Use {}.", field.label, given, expectedText(field)),
                 std::move(suggestion));
}

CheckedValue checked(const Field &field, FieldValue value)
{
    if (std::optional<Issue> issue = checkValue(field, value))
        return tl::unexpected(std::move(*issue));
    return value;
}

std::string boundText(const Field &field, double bound)
{
    return field.type == FieldType::Integer ? fmt::format("{:.0f}", bound) : formatExact(bound);
}

std::vector<std::string> choiceValues(const Field &field)
{
    std::vector<std::string> values;
    for (const FieldChoice &choice : field.choices)
        values.push_back(choice.value);
    return values;
}

std::optional<bool> booleanWord(std::string_view text)
{
    if (text == "true" || text == "on" || text == "yes" || text == "1")
        return true;
    if (text == "false" || text == "off" || text == "no" || text == "0")
        return false;
    return {};
}

bool isIntegral(double number)
{
    return std::abs(number) <= kMaxExactInteger && std::floor(number) == number;
}

CheckedValue integerFrom(const Field &field, double number, std::string_view given)
{
    if (isIntegral(number))
        return checked(field, static_cast<std::int64_t>(number));
    if (std::abs(number) < kMaxExactInteger)
        return wrong(field, fmt::format("{} takes whole numbers, not {}.", field.label, given),
                     fmt::format("{:.0f}", number));
    return unexpectedValue(field, given);
}

std::optional<Issue> checkNumber(const Field &field, double number)
{
    if (number >= field.minimum && number <= field.maximum)
        return {};
    const double nearest = number < field.minimum ? field.minimum : field.maximum;
    return Issue{Severity::Error, field.key,
                 fmt::format("{} is {}, outside {}.", field.label, formatExact(number), expectedText(field)),
                 std::isnan(number) ? std::string() : boundText(field, nearest)};
}

std::optional<Issue> checkChoice(const Field &field, const std::string &value)
{
    const std::vector<std::string> known = choiceValues(field);
    if (std::find(known.begin(), known.end(), value) != known.end())
        return {};
    return unexpectedValue(field, fmt::format("\"{}\"", value), nearestWord(value, known).value_or("")).value();
}

bool isUtf8(const std::string &text)
{
    try {
        (void)nlohmann::json(text).dump();
        return true;
    } catch (const nlohmann::json::type_error &) {
        return false;
    }
}

/// Text goes into JSON, one-line lists and logs.
bool isPrintable(const std::string &text)
{
    const auto isControl = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    return std::none_of(text.begin(), text.end(), isControl) && isUtf8(text);
}

} // namespace

std::string expectedText(const Field &field)
{
    switch (field.type) {
    case FieldType::Boolean:
        return "true or false";
    case FieldType::Integer:
    case FieldType::Real:
        return fmt::format("{} to {}{}{}", boundText(field, field.minimum), boundText(field, field.maximum),
                           field.unit.empty() ? "" : " ", field.unit);
    case FieldType::Choice:
        return fmt::format("{}{}", field.choices.size() > 1 ? "one of " : "", fmt::join(choiceValues(field), ", "));
    case FieldType::Text:
        return "one line of text";
    case FieldType::Path:
        return "a path";
    }
    return {};
}

std::optional<Issue> checkValue(const Field &field, const FieldValue &value)
{
    switch (field.type) {
    case FieldType::Boolean:
        return {};
    case FieldType::Integer:
        return checkNumber(field, static_cast<double>(std::get<std::int64_t>(value)));
    case FieldType::Real:
        return checkNumber(field, std::get<double>(value));
    case FieldType::Choice:
        return checkChoice(field, std::get<std::string>(value));
    case FieldType::Text:
    case FieldType::Path:
        if (!isPrintable(std::get<std::string>(value)))
            return unexpectedValue(field, "control characters or text that is not UTF-8").value();
    }
    return {};
}

CheckedValue valueFromText(const Field &field, std::string_view text)
{
    const auto quoted = [&] { return text.empty() ? std::string("an empty value") : fmt::format("\"{}\"", text); };
    switch (field.type) {
    case FieldType::Boolean:
        if (const auto word = booleanWord(text))
            return FieldValue(*word);
        return unexpectedValue(field, quoted());
    case FieldType::Integer:
        if (const auto number = parseNumber(text))
            return integerFrom(field, *number, text);
        return unexpectedValue(field, quoted());
    case FieldType::Real:
        if (const auto number = parseNumber(text))
            return checked(field, *number);
        return unexpectedValue(field, quoted());
    case FieldType::Choice:
    case FieldType::Text:
    case FieldType::Path:
        break;
    }
    return checked(field, std::string(text));
}

CheckedValue valueFromJson(const Field &field, const nlohmann::json &value)
{
    const auto given = [&] { return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); };
    switch (field.type) {
    case FieldType::Boolean:
        if (value.is_boolean())
            return FieldValue(value.get<bool>());
        return unexpectedValue(field, given());
    case FieldType::Integer:
        if (value.is_number())
            return integerFrom(field, value.get<double>(), given());
        return unexpectedValue(field, given());
    case FieldType::Real:
        if (value.is_number())
            return checked(field, value.get<double>());
        return unexpectedValue(field, given());
    case FieldType::Choice:
    case FieldType::Text:
    case FieldType::Path:
        break;
    }
    return value.is_string() ? checked(field, value.get<std::string>()) : unexpectedValue(field, given());
}

} // namespace anneal
