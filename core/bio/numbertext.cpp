// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/numbertext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "bio/columns.h"

namespace anneal {

namespace {

constexpr std::string_view kMinus = "\u2212"; // the typographic one

std::string withSign(std::string_view text)
{
    std::string plain(text);
    if (text.starts_with(kMinus))
        plain = "-" + plain.substr(kMinus.size());
    return plain.starts_with('+') ? plain.substr(1) : plain;
}

std::optional<double> plainNumber(const std::string &text)
{
    double value = 0;
    const char *end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && at == end && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Groups of three digits after one to three: "1,234,567" with its sign.
bool isGrouped(std::string_view text, char mark)
{
    if (text.starts_with('-'))
        text.remove_prefix(1);
    std::size_t digits = 0;
    bool first = true;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            ++digits;
        } else if (c == mark && (first ? digits >= 1 && digits <= 3 : digits == 3)) {
            first = false;
            digits = 0;
        } else {
            return false;
        }
    }
    return !first && digits == 3;
}

std::string replaced(std::string text, char mark, const char *by)
{
    std::string out;
    for (const char c : text)
        c == mark ? void(out += by) : out.push_back(c);
    return out;
}

std::string asDecimalComma(const std::string &text)
{
    const std::string whole = text.substr(0, text.find(','));
    const bool pointAfter = text.find('.', whole.size()) != std::string::npos;
    if (pointAfter || (whole.find('.') != std::string::npos && !isGrouped(whole, '.')))
        return "?";
    return replaced(replaced(text, '.', ""), ',', ".");
}

std::string asThousands(const std::string &text)
{
    const std::size_t point = text.find('.');
    return isGrouped(text.substr(0, point), ',') ? replaced(text, ',', "") : "?";
}

} // namespace

std::optional<NumberStyle> numberStyle(std::string_view text)
{
    const std::string plain = withSign(text);
    if (plain.find(',') == std::string::npos)
        return plainNumber(plain) ? std::optional(NumberStyle::Plain) : std::nullopt;
    const bool decimal = plainNumber(asDecimalComma(plain)).has_value();
    const bool thousands = plainNumber(asThousands(plain)).has_value();
    if (!decimal && !thousands)
        return std::nullopt;
    if (decimal && thousands)
        return NumberStyle::Either;
    return decimal ? NumberStyle::DecimalComma : NumberStyle::Thousands;
}

std::optional<double> numberIn(std::string_view text, NumberStyle style)
{
    const std::string plain = withSign(text);
    if (plain.find(',') == std::string::npos)
        return plainNumber(plain);
    if (style == NumberStyle::DecimalComma)
        return plainNumber(asDecimalComma(plain));
    return style == NumberStyle::Thousands ? plainNumber(asThousands(plain)) : std::nullopt;
}

bool isMissingNumber(std::string_view text)
{
    static constexpr std::array<std::string_view, 9> kWords{"-",    ".",        "none", "inf",      "-inf",
                                                            "+inf", "infinity", "-nan", "-infinity"};
    const std::string lower = lowerCased(text);
    return isMissingWord(text) || lower.starts_with("#")
        || std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

} // namespace anneal
