// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>
#include <cmath>

#include "base/units.h"

namespace anneal {

namespace {

/// What may follow a number. Powers of ten move the exponent, so that "1.005k" is exactly 1005.
struct Suffix {
    std::string_view text;
    int powerOfTen;
    double factor;
};

constexpr std::array<Suffix, 13> kSuffixes = {{{"", 0, 1},
                                               {"%", -2, 1},
                                               {"k", 3, 1},
                                               {"K", 3, 1},
                                               {"M", 6, 1},
                                               {"G", 9, 1},
                                               {"T", 12, 1},
                                               {"ms", -3, 1},
                                               {"s", 0, 1},
                                               {"min", 0, 60},
                                               {"h", 0, 3600},
                                               {"d", 0, 86400},
                                               {"day", 0, 86400}}};

std::string_view trimmed(std::string_view text)
{
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Takes a leading sign, also the typographic minus, off the text.
bool takeSign(std::string_view &text)
{
    constexpr std::string_view kMinus = "−";
    const bool negative = text.starts_with('-') || text.starts_with(kMinus);
    if (text.starts_with('-') || text.starts_with('+'))
        text.remove_prefix(1);
    else if (negative)
        text.remove_prefix(kMinus.size());
    return negative;
}

std::optional<double> finite(double value)
{
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// `digits` without sign, "1.5" or "3e-4", times 10^power, rounded once.
std::optional<double> scaledNumber(std::string_view digits, int power)
{
    const std::size_t mark = digits.find_first_of("eE");
    int exponent = 0;
    if (mark != std::string_view::npos) {
        std::string_view text = digits.substr(mark + 1);
        const bool negative = takeSign(text);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
        if (error != std::errc() || end != text.data() + text.size() || text.front() == '-')
            return {};
        exponent = negative ? -exponent : exponent;
    }
    const std::string whole = std::string(digits.substr(0, mark)) + "e" + std::to_string(exponent + power);
    double value = 0;
    const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), value);
    if (error != std::errc() || end != whole.data() + whole.size())
        return {};
    return finite(value);
}

} // namespace

std::optional<double> parseNumber(std::string_view text)
{
    text = trimmed(text);
    const bool negative = takeSign(text);
    if (text.empty() || (text.front() != '.' && (text.front() < '0' || text.front() > '9')))
        return {};
    // An exponent's sign is the only thing beyond digits, point and e that belongs to the number.
    std::size_t length = text.find_first_not_of("0123456789.");
    if (length != std::string_view::npos && (text[length] == 'e' || text[length] == 'E')) {
        const std::size_t sign = text.find_first_of("+-", length) == length + 1 ? 2 : 1;
        length = text.find_first_not_of("0123456789", length + sign);
    }
    const std::string_view suffix = length == std::string_view::npos ? "" : trimmed(text.substr(length));
    for (const Suffix &known : kSuffixes) {
        if (known.text != suffix)
            continue;
        const auto value = scaledNumber(text.substr(0, length), known.powerOfTen);
        return value ? finite((negative ? -*value : *value) * known.factor) : std::nullopt;
    }
    return {};
}

} // namespace anneal
