// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/safetensorsheader.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tensor/dtypes.h"

namespace anneal {
namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 3; // { tensor: { "shape": [ … ] } }
constexpr std::size_t kMaxDimensions = 64; // torch copies no tensor with more

/// A text of the file as a message may show it: on one line and not too long. It is UTF-8, which the parser checked.
std::string shown(std::string text)
{
    constexpr std::size_t kLongest = 80;
    const auto isInside = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80; };
    if (text.size() > kLongest) {
        std::size_t end = kLongest;
        while (isInside(end))
            --end;
        text = text.substr(0, end) + "…";
    }
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; }, '?');
    return text;
}

/// What a JSON parser accepts silently and a safetensors header must not hold.
struct HeaderError {
    std::string reason;
};

/// Refuses repeated keys and nesting that no header has, while the parser goes through the text.
class StrictKeys
{
public:
    bool operator()(int depth, Json::parse_event_t event, const Json &parsed)
    {
        using Event = Json::parse_event_t;
        if ((event == Event::object_start || event == Event::array_start) && depth >= kMaxDepth)
            throw HeaderError{"is nested deeper than any header"};
        if (event == Event::object_start)
            m_keys.emplace_back();
        else if (event == Event::object_end)
            m_keys.pop_back();
        else if (event == Event::key && !m_keys.back().insert(parsed.get<std::string>()).second)
            throw HeaderError{fmt::format("names '{}' twice", shown(parsed.get<std::string>()))};
        return true;
    }

private:
    std::vector<std::set<std::string>> m_keys;
};

Json parseStrict(std::string_view text)
{
    if (text.empty() || text.front() != '{')
        throw HeaderError{"does not begin with '{'"};
    StrictKeys strict;
    try {
        return Json::parse(text.begin(), text.end(), std::ref(strict));
    } catch (const Json::exception &) {
        throw HeaderError{"is not valid JSON"};
    }
}

std::uint64_t countOf(const Json &value, const std::string &tensor, std::string_view what)
{
    if (!value.is_number_unsigned())
        throw HeaderError{fmt::format("has a {} of tensor '{}' that is no whole number of at least 0", what, tensor)};
    return value.get<std::uint64_t>();
}

std::vector<std::int64_t> shapeOf(const Json &value, const std::string &tensor)
{
    if (!value.is_array())
        throw HeaderError{fmt::format("gives tensor '{}' a shape that is no list", tensor)};
    if (value.size() > kMaxDimensions)
        throw HeaderError{
            fmt::format("gives tensor '{}' {} dimensions, but {} are the most", tensor, value.size(), kMaxDimensions)};
    std::vector<std::int64_t> shape;
    for (const Json &item : value) {
        const std::uint64_t extent = countOf(item, tensor, "dimension");
        if (extent > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            throw HeaderError{fmt::format("gives tensor '{}' a size that does not fit in memory", tensor)};
        shape.push_back(static_cast<std::int64_t>(extent));
    }
    return shape;
}

/// An empty tensor's other dimensions must be countable too: torch multiplies them for its strides.
std::uint64_t byteCount(const TensorEntry &entry, const std::string &tensor)
{
    auto bytes = static_cast<std::int64_t>(torch::elementSize(entry.dtype));
    bool isEmpty = false;
    for (const std::int64_t extent : entry.shape) {
        isEmpty = isEmpty || extent == 0;
        if (__builtin_mul_overflow(bytes, std::max<std::int64_t>(extent, 1), &bytes))
            throw HeaderError{fmt::format("gives tensor '{}' a size that does not fit in memory", tensor)};
    }
    return isEmpty ? 0 : static_cast<std::uint64_t>(bytes);
}

TensorEntry entryOf(const std::string &tensor, const Json &value)
{
    if (!value.is_object() || value.size() != 3 || !value.contains("dtype") || !value.contains("shape")
        || !value.contains("data_offsets"))
        throw HeaderError{
            fmt::format("describes tensor '{}' by something other than dtype, shape and data_offsets", tensor)};
    const Json &dtype = value["dtype"];
    const auto known = dtype.is_string() ? dtypeFromName(dtype.get<std::string>()) : std::nullopt;
    if (!known)
        throw HeaderError{fmt::format("gives tensor '{}' the unknown type {}", tensor, shown(dtype.dump()))};
    const Json &offsets = value["data_offsets"];
    if (!offsets.is_array() || offsets.size() != 2)
        throw HeaderError{fmt::format("does not give tensor '{}' two offsets", tensor)};
    return {*known, shapeOf(value["shape"], tensor), countOf(offsets[0], tensor, "data offset"),
            countOf(offsets[1], tensor, "data offset")};
}

void checkCoverage(const std::map<std::string, TensorEntry> &entries, std::uint64_t dataBytes)
{
    std::vector<std::pair<const std::string *, const TensorEntry *>> byPlace;
    for (const auto &[name, entry] : entries)
        byPlace.emplace_back(&name, &entry);
    std::sort(byPlace.begin(), byPlace.end(), [](const auto &a, const auto &b) {
        return std::pair(a.second->begin, a.second->end) < std::pair(b.second->begin, b.second->end);
    });
    std::uint64_t reached = 0;
    for (const auto &[name, entry] : byPlace) {
        if (entry->begin != reached || entry->end < entry->begin)
            throw HeaderError{fmt::format("leaves a gap or an overlap before tensor '{}'", shown(*name))};
        if (entry->end - entry->begin != byteCount(*entry, shown(*name)))
            throw HeaderError{
                fmt::format("gives tensor '{}' a shape and a type that do not fill its bytes", shown(*name))};
        if (entry->end > dataBytes)
            throw HeaderError{
                fmt::format("promises tensor '{}' beyond the end of the file, which was cut short: copy or "
                            "save it again",
                            shown(*name))};
        reached = entry->end;
    }
    if (reached != dataBytes)
        throw HeaderError{fmt::format("leaves {} bytes after the last tensor to nobody", dataBytes - reached)};
}

std::map<std::string, std::string> metadataOf(const Json &value)
{
    if (!value.is_object())
        throw HeaderError{"has metadata that is no object"};
    std::map<std::string, std::string> metadata;
    for (const auto &[key, text] : value.items()) {
        if (!text.is_string())
            throw HeaderError{fmt::format("has metadata '{}' that is no text", shown(key))};
        metadata.emplace(key, text.get<std::string>());
    }
    return metadata;
}

} // namespace

Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view json, std::uint64_t dataBytes,
                                                 const std::string &file)
{
    try {
        SafetensorsHeader header;
        const Json parsed = parseStrict(json);
        for (const auto &[name, value] : parsed.items()) {
            if (name == "__metadata__")
                header.metadata = metadataOf(value);
            else
                header.entries.emplace(name, entryOf(shown(name), value));
        }
        checkCoverage(header.entries, dataBytes);
        return header;
    } catch (const HeaderError &error) {
        return fail(ErrorCode::Data, fmt::format("this is no usable safetensors file: its header {}", error.reason),
                    file);
    }
}

} // namespace anneal
