// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"

#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace anneal {

namespace {

constexpr const char *kMinus = "−";

/// Words for what is no number; nothing for a finite value.
std::string nonFinite(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "+Inf" : "−Inf";
    return {};
}

/// A text that is made for absolute values, with a typographic minus unless nothing but zeros is left of the number.
std::string signedText(double value, std::string absolute)
{
    const bool isZero = absolute.find_first_of("123456789") == std::string::npos;
    return value < 0 && !isZero ? kMinus + std::move(absolute) : absolute;
}

/// "1.23e4" with `decimals` digits after the point and no zeros before the exponent.
std::string exponentForm(double value, int decimals)
{
    std::string text = fmt::format("{:.{}e}", value, decimals);
    const std::size_t mark = text.find('e');
    const int exponent = std::stoi(text.substr(mark + 1));
    return fmt::format("{}e{}", text.substr(0, mark), exponent);
}

/// Three significant digits of a value from 1 to 1000.
std::string threeDigits(double value)
{
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f}", value, decimals);
}

std::string withSeparators(long long value)
{
    std::string text = std::to_string(value);
    for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
        text.insert(static_cast<std::size_t>(at), ",");
    return text;
}

std::string countText(double value)
{
    if (value < 999'999.5)
        return withSeparators(std::llround(value));
    constexpr std::array<const char *, 5> kPrefixes = {"M", "G", "T", "P", "E"};
    double scaled = value / 1e6;
    for (const char *prefix : kPrefixes) {
        if (scaled < 999.5)
            return threeDigits(scaled) + " " + prefix;
        scaled /= 1e3;
    }
    return exponentForm(value, 2);
}

struct SizeUnit {
    const char *name;
    int decimals; ///< from 10 of this unit upwards; below, one decimal (none for bytes)
};

std::string sizeText(double bytes, double base, std::span<const SizeUnit> units)
{
    double scaled = bytes;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const bool isBytes = i == 0;
        const int decimals = isBytes ? 0 : scaled < 9.95 ? 1 : units[i].decimals;
        const double roundedUp = base - 0.5 * std::pow(10.0, -decimals); // from here the text would show `base`
        if (scaled < roundedUp || i + 1 == units.size())
            return fmt::format("{:.{}f} {}", scaled, decimals, units[i].name);
        scaled /= base;
    }
    return {};
}

std::string twoUnits(long long value, long long perUnit, const char *unit, const char *smaller)
{
    const long long rest = value % perUnit;
    return rest == 0 ? fmt::format("{} {}", value / perUnit, unit)
                     : fmt::format("{} {} {} {}", value / perUnit, unit, rest, smaller);
}

std::string spanText(double seconds)
{
    if (seconds > 0 && seconds < 0.9995)
        return fmt::format("{:.0f} ms", seconds * 1e3);
    if (seconds < 59.5)
        return fmt::format("{:.0f} s", seconds);
    if (seconds < 3599.5)
        return twoUnits(std::llround(seconds), 60, "min", "s");
    if (seconds < 86400 - 30)
        return twoUnits(std::llround(seconds / 60), 60, "h", "min");
    if (seconds < 1e12)
        return twoUnits(std::llround(seconds / 3600), 24, "d", "h");
    return exponentForm(seconds / 86400, 2) + " d";
}

/// Words, or sign and the text of the absolute value: the frame of every format below.
template <typename Text>
std::string framed(double value, Text text)
{
    std::string words = nonFinite(value);
    return words.empty() ? signedText(value, text(std::abs(value))) : words;
}

} // namespace

std::string formatCount(double value)
{
    return framed(value, countText);
}

std::string formatLoss(double nats)
{
    return framed(nats, [](double v) { return v < 1e6 ? fmt::format("{:.3f}", v) : exponentForm(v, 3); });
}

std::string formatRate(double value)
{
    return framed(value, [](double v) {
        if (v == 0)
            return std::string("0");
        std::string text = exponentForm(v, 2);
        if (text[3] == '0')
            text.erase(3, 1); // two digits do when the third is nothing
        return text;
    });
}

std::string formatNorm(double value)
{
    return framed(value, [](double v) {
        if (v == 0)
            return std::string("0");
        if (v < 0.009995 || v >= 9999.5)
            return exponentForm(v, 2);
        const int decimals = v < 0.09995 ? 4 : v < 0.9995 ? 3 : v < 9.995 ? 2 : v < 99.95 ? 1 : 0;
        return fmt::format("{:.{}f}", v, decimals);
    });
}

std::string formatSpan(double seconds)
{
    return framed(seconds, spanText);
}

std::string formatMemory(double bytes)
{
    constexpr std::array<SizeUnit, 5> kUnits = {{{"B", 0}, {"KiB", 0}, {"MiB", 0}, {"GiB", 1}, {"TiB", 1}}};
    return framed(bytes, [&](double v) { return sizeText(v, 1024, kUnits); });
}

std::string formatFileSize(double bytes)
{
    constexpr std::array<SizeUnit, 5> kUnits = {{{"B", 0}, {"kB", 0}, {"MB", 0}, {"GB", 0}, {"TB", 0}}};
    return framed(bytes, [&](double v) { return sizeText(v, 1000, kUnits); });
}

std::string formatExact(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    return fmt::format("{}", value);
}

} // namespace anneal
