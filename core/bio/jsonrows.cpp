// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <deque>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bio/tablerows.h"
#include "bio/textstream.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kRowsThatNameColumns = 100;

std::string scalarText(const Json &value)
{
    if (value.is_string())
        return std::string(trimmedBlanks(value.get_ref<const std::string &>()));
    return value.is_null() ? std::string() : value.dump();
}

std::string cellText(const Json &value)
{
    if (!value.is_array())
        return scalarText(value);
    std::string text;
    for (const Json &element : value)
        text +=
            (text.empty() ? "" : std::string(1, kListSeparator)) + (element.is_null() ? "null" : scalarText(element));
    return text;
}

CellType typeOf(const Json &value)
{
    switch (value.type()) {
    case Json::value_t::null:
        return CellType::Missing;
    case Json::value_t::boolean:
        return CellType::Boolean;
    case Json::value_t::array:
        return CellType::List;
    case Json::value_t::object:
        return CellType::Object;
    case Json::value_t::string:
        return CellType::Text;
    default:
        return CellType::Number;
    }
}

class JsonRows : public RowSource
{
public:
    JsonRows(TextInput &input, const ReadOptions &options)
        : m_path(input.path())
        , m_stream(input, options)
    {
    }

    Result<void> readFirst();
    std::string format() const override { return "JSON lines"; }
    Result<bool> next(TableRow &row) override;

private:
    struct Object {
        std::int64_t line = 0;
        Json value;
    };

    [[nodiscard]] Result<bool> readObject(Object &object);
    [[nodiscard]] Failure broken(std::int64_t line);
    [[nodiscard]] TableRow rowOf(const Object &object) const;

    const std::string &m_path;
    TextStream m_stream;
    std::deque<Object> m_first; ///< read ahead for the names
    std::int64_t m_good = 0;
};

Result<void> JsonRows::readFirst()
{
    while (m_first.size() < kRowsThatNameColumns) {
        Object object;
        const auto read = readObject(object);
        if (!read)
            return Failure(read.error());
        if (!*read)
            break;
        for (const auto &member : object.value.items())
            if (std::find(m_names.begin(), m_names.end(), member.key()) == m_names.end())
                m_names.push_back(member.key());
        m_first.push_back(std::move(object));
    }
    if (m_first.empty())
        return dataError(m_path, 1, "The file has no rows; choose another.");
    m_headerLine = m_first.front().line;
    return {};
}

Result<bool> JsonRows::next(TableRow &row)
{
    Object object;
    if (!m_first.empty()) {
        object = std::move(m_first.front());
        m_first.pop_front();
    } else if (const auto read = readObject(object); !read || !*read) {
        return read;
    }
    row = rowOf(object);
    return true;
}

Result<bool> JsonRows::readObject(Object &object)
{
    while (m_stream.peek() != TextStream::kEnd) {
        object.line = m_stream.place().line;
        const std::string text = m_stream.takeLine();
        if (m_stream.failure() || (m_stream.peek() == TextStream::kEnd && m_stream.isCut()))
            break;
        if (trimmedBlanks(text).empty())
            continue;
        object.value = Json::parse(text, nullptr, false);
        if (!object.value.is_object())
            return broken(object.line);
        ++m_good;
        return true;
    }
    if (m_stream.failure())
        return Failure(*m_stream.failure());
    return false;
}

/// Says how many of all lines are good, so that leaving one out is a choice.
Failure JsonRows::broken(std::int64_t line)
{
    std::int64_t bad = 1;
    while (m_stream.peek() != TextStream::kEnd && !m_stream.failure()) {
        const std::string text = m_stream.takeLine();
        if (!trimmedBlanks(text).empty())
            ++(Json::parse(text, nullptr, false).is_object() ? m_good : bad);
    }
    const std::string others = bad > 1 ? fmt::format("{} more lines are not either", bad - 1)
                                       : fmt::format("the other {} lines are good", m_good);
    return dataError(m_path, line,
                     fmt::format("Line {} is not complete JSON (an object in one line); {}: correct it, or leave it "
                                 "out.",
                                 line, others));
}

TableRow JsonRows::rowOf(const Object &object) const
{
    TableRow row;
    row.line = object.line;
    for (const std::string &name : m_names) {
        const auto found = object.value.find(name);
        const bool has = found != object.value.end();
        row.cells.push_back(has ? cellText(*found) : std::string());
        row.types.push_back(has ? typeOf(*found) : CellType::Missing);
        row.places.push_back({object.line, 1});
    }
    return row;
}

} // namespace

Result<std::unique_ptr<RowSource>> openJsonLines(TextInput &input, const ReadOptions &options)
{
    auto rows = std::make_unique<JsonRows>(input, options);
    if (auto read = rows->readFirst(); !read)
        return Failure(read.error());
    return rows;
}

} // namespace anneal
