// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"
#include "bio/labelcolumn.h"
#include "bio/numbertext.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

/// One finite number a record. Commas are read the same way in the whole column, so the style is known at the end only.
class NumberColumn : public LabelColumn
{
public:
    NumberColumn(const LabelRequest &request, const TextInput &input)
        : LabelColumn(request, input)
    {
    }

    [[nodiscard]] bool isMissing(std::string_view cell) const override { return isMissingNumber(cell); }
    [[nodiscard]] std::string_view missingText() const override { return "no finite number"; }
    [[nodiscard]] Result<void> add(std::string_view cell, const LabelPlace &place, std::size_t residues) override;
    [[nodiscard]] Result<Labels> finish(std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &notes) override;

private:
    struct WithComma {
        std::size_t record;
        std::string text;
        NumberStyle style;
        std::int64_t line;
    };

    [[nodiscard]] Result<NumberStyle> commonStyle() const;
    [[nodiscard]] Failure ambiguous(const WithComma &one) const;
    void sayCommas(NumberStyle style, std::vector<ReadWarning> &warnings) const;

    std::vector<double> m_numbers;
    std::vector<WithComma> m_commas;
};

Result<void> NumberColumn::add(std::string_view cell, const LabelPlace &place, std::size_t)
{
    const auto style = numberStyle(cell);
    if (!style) {
        return dataError(
            m_input.path(), place.line,
            fmt::format("'{}' at line {} is not a number; correct it, or leave the field empty to leave the "
                        "row out.",
                        displayText(cell), place.line));
    }
    if (*style != NumberStyle::Plain)
        m_commas.push_back({m_numbers.size(), std::string(cell), *style, place.line});
    m_numbers.push_back(*style == NumberStyle::Plain ? *numberIn(cell, *style) : 0);
    return {};
}

Failure NumberColumn::ambiguous(const WithComma &one) const
{
    return dataError(
        m_input.path(), one.line,
        fmt::format("'{}' at line {} may be a decimal comma or a thousands separator; write all numbers with "
                    "a point and no other separator.",
                    displayText(one.text), one.line));
}

/// The one reading that all numbers with commas allow.
Result<NumberStyle> NumberColumn::commonStyle() const
{
    const WithComma *clear = nullptr;
    for (const WithComma &one : m_commas) {
        if (one.style == NumberStyle::Either)
            continue;
        if (clear && clear->style != one.style)
            return ambiguous(one);
        clear = clear ? clear : &one;
    }
    if (!clear)
        return ambiguous(m_commas.front());
    return clear->style;
}

void NumberColumn::sayCommas(NumberStyle style, std::vector<ReadWarning> &warnings) const
{
    constexpr std::size_t kMostShown = 4;
    std::vector<std::string> shown;
    for (const WithComma &one : m_commas) {
        if (shown.size() < kMostShown)
            shown.push_back(formatExact(m_numbers[one.record]));
    }
    const WithComma &first = m_commas.front();
    warnings.push_back(
        {style == NumberStyle::DecimalComma ? "decimal_commas" : "thousands_separators",
         fmt::format("{}: {} with {} (first '{}' at line {}) read as {}{}; write points only if this is wrong.",
                     m_input.name(), counted(static_cast<std::int64_t>(m_commas.size()), "number"),
                     style == NumberStyle::DecimalComma ? "decimal commas" : "thousands separators", first.text,
                     first.line, fmt::join(shown, ", "), m_commas.size() > kMostShown ? ", …" : ""),
         first.line, static_cast<std::int64_t>(m_commas.size())});
}

Result<Labels> NumberColumn::finish(std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &)
{
    if (m_numbers.empty())
        return dataError(m_input.path(), 0, "No row has a number: there is nothing to learn; choose another column.");
    if (!m_commas.empty()) {
        const auto style = commonStyle();
        if (!style)
            return Failure(style.error());
        for (const WithComma &one : m_commas)
            m_numbers[one.record] = *numberIn(one.text, *style);
        sayCommas(*style, warnings);
    }
    const auto [least, most] = std::minmax_element(m_numbers.begin(), m_numbers.end());
    if (*least == *most) {
        warnings.push_back(
            {"constant_target",
             fmt::format("{}: all targets are {}: there is nothing to learn, and correlation is undefined.",
                         m_input.name(), formatExact(*least)),
             0, static_cast<std::int64_t>(m_numbers.size())});
    }
    Labels labels;
    labels.kind = LabelKind::Number;
    labels.numbers = std::move(m_numbers);
    return labels;
}

} // namespace

std::unique_ptr<LabelColumn> makeNumberColumn(const LabelRequest &request, const TextInput &input)
{
    return std::make_unique<NumberColumn>(request, input);
}

} // namespace anneal
