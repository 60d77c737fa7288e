// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/batchrows.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/csv.h"
#include "base/units.h"
#include "pages/tryout/unreadable.h"

namespace anneal {

namespace {

constexpr std::size_t kNearestContact = 6; ///< residues apart; nearer ones touch in any chain
constexpr double kContactFrom = 0.5; ///< probability

using Columns = std::vector<BatchColumn>;
using Rows = std::vector<BatchRow>;
using nlohmann::json;

Columns columnsOfClasses(const json &answer)
{
    const bool isNumber = answer.at("problem_type") == "regression";
    Columns columns{{"id", BatchCell::Id}, {"length", BatchCell::Whole}};
    for (const auto &label : answer.at("labels"))
        columns.push_back(
            {label.get<std::string>(), isNumber ? BatchCell::Number : BatchCell::Probability, columns.size() - 2});
    if (answer.at("problem_type") == "single_label_classification")
        columns.push_back({"best", BatchCell::Text});
    return columns;
}

Columns columnsOfEmbedding(const json &answer)
{
    Columns columns{{"id", BatchCell::Id}, {"length", BatchCell::Whole}};
    for (std::size_t i = 0; i < answer.at("embedding").size(); ++i)
        columns.push_back({"e" + std::to_string(i), BatchCell::Number, i});
    return columns;
}

Columns columnsOf(const std::string &task, const json &answer)
{
    const BatchColumn id{"id", BatchCell::Id}, length{"length", BatchCell::Whole};
    if (task == "score")
        return {id, length, {"loss", BatchCell::Loss, 0}, {"perplexity", BatchCell::Number, 1}};
    if (task == "classify")
        return columnsOfClasses(answer);
    if (task == "label")
        return {id, length, {"labels", BatchCell::Text}};
    if (task == "fill-mask")
        return {
            id, {"position", BatchCell::Whole}, {"token", BatchCell::Text}, {"probability", BatchCell::Probability}};
    if (task == "embed")
        return columnsOfEmbedding(answer);
    return {id, length, {"contacts", BatchCell::Number}};
}

std::string bestClass(const json &answer)
{
    const auto values = answer.at("values").get<std::vector<double>>();
    const auto best = std::max_element(values.begin(), values.end()) - values.begin();
    return answer.at("labels").at(static_cast<std::size_t>(best)).get<std::string>();
}

bool isOneLetter(const std::string &name)
{
    const auto isFirstByte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    return std::count_if(name.begin(), name.end(), isFirstByte) == 1;
}

std::string residueClasses(const json &answer)
{
    const auto residues = answer.at("residues").get<std::vector<std::string>>();
    const auto names = answer.value("labels", residues);
    const bool areLetters = std::all_of(names.begin(), names.end(), isOneLetter);
    std::string text;
    for (const std::string &name : residues) {
        if (!areLetters && !text.empty())
            text += ' ';
        text += name;
    }
    return text;
}

double contacts(const json &answer)
{
    const json &map = answer.at("contacts");
    double count = 0;
    for (std::size_t i = 0; i < map.size(); ++i)
        for (std::size_t j = i + kNearestContact; j < map.size(); ++j)
            count += map[i].at(j).get<double>() >= kContactFrom ? 1 : 0;
    return count;
}

/// The likeliest token that is no special one. They may come in any order.
BatchRow hiddenResidue(const std::string &id, const json &mask)
{
    const auto tokens = mask.at("tokens").get<std::vector<std::string>>();
    const auto values = mask.at("probabilities").get<std::vector<double>>();
    std::size_t best = tokens.size();
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (!tokens[i].starts_with('<') && (best == tokens.size() || values.at(i) > values[best]))
            best = i;
    return {id, mask.at("position").get<std::int64_t>(), tokens.at(best), {values.at(best)}};
}

Rows hiddenResidues(const std::string &id, const json &answer)
{
    Rows rows;
    for (const auto &mask : answer.at("masks"))
        rows.push_back(hiddenResidue(id, mask));
    return rows;
}

Rows rowsOf(const std::string &task, const std::string &id, std::int64_t length, const json &answer)
{
    if (task == "fill-mask")
        return hiddenResidues(id, answer);
    if (task == "score") {
        const double loss = answer.at("loss").get<double>();
        return {{id, length, {}, {loss, std::exp(loss)}}};
    }
    if (task == "classify")
        return {{id, length, bestClass(answer), answer.at("values").get<std::vector<double>>()}};
    if (task == "label")
        return {{id, length, residueClasses(answer), {}}};
    if (task == "embed")
        return {{id, length, {}, answer.at("embedding").get<std::vector<double>>()}};
    return {{id, length, {}, {contacts(answer)}}};
}

bool sameNames(const Columns &a, const Columns &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const BatchColumn &x, const BatchColumn &y) { return x.name == y.name; });
}

std::string cellText(const BatchRow &row, const BatchColumn &column)
{
    if (column.cell == BatchCell::Id)
        return row.id;
    if (column.cell == BatchCell::Text)
        return row.text;
    return column.cell == BatchCell::Whole ? std::to_string(row.whole) : formatExact(row.numbers[column.number]);
}

template <typename Cells, typename TextOf>
void appendLine(std::string &csv, const Cells &cells, const TextOf &textOf)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0)
            csv += ',';
        csv += csvField(textOf(cells[i]));
    }
    csv += "\r\n";
}

} // namespace

BatchRows::BatchRows(std::string task)
    : m_task(std::move(task))
{
}

Result<void> BatchRows::add(const std::string &id, std::int64_t length, const json &answer)
{
    try {
        addAnswer(id, length, answer);
        return {};
    } catch (const std::exception &) { // of the JSON library, or of its shape
        return fail(ErrorCode::Internal, unreadableAnswer().toStdString());
    }
}

void BatchRows::addAnswer(const std::string &id, std::int64_t length, const json &answer)
{
    const Columns columns = columnsOf(m_task, answer);
    const Rows rows = rowsOf(m_task, id, length, answer);
    if (!m_columns.empty() && !sameNames(m_columns, columns))
        throw std::invalid_argument("other columns");
    for (const BatchRow &row : rows)
        for (const BatchColumn &column : columns)
            if (column.cell > BatchCell::Text)
                (void)row.numbers.at(column.number);
    m_columns = columns;
    m_rows.insert(m_rows.end(), rows.begin(), rows.end());
}

std::optional<double> BatchRows::number(const BatchRow &row, const BatchColumn &column)
{
    if (column.cell <= BatchCell::Text)
        return std::nullopt;
    return row.numbers[column.number];
}

std::string BatchRows::toCsv() const
{
    std::string csv;
    if (m_columns.empty())
        return csv;
    appendLine(csv, m_columns, [](const BatchColumn &column) { return column.name; });
    for (const BatchRow &row : m_rows)
        appendLine(csv, m_columns, [&](const BatchColumn &column) { return cellText(row, column); });
    return csv;
}

} // namespace anneal
