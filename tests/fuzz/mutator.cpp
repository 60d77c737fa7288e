// SPDX-License-Identifier: GPL-3.0-or-later
#include "mutator.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace anneal {
namespace {

using namespace std::string_view_literals;

constexpr std::array kNumbers{"0"sv,
                              "1"sv,
                              "2"sv,
                              "7"sv,
                              "-1"sv,
                              "-0"sv,
                              "1.5"sv,
                              "1e3"sv,
                              "64"sv,
                              "2147483648"sv,
                              "4294967296"sv,
                              "4611686018427387904"sv,
                              "9223372036854775807"sv,
                              "9223372036854775808"sv,
                              "18446744073709551615"sv,
                              "18446744073709551616"sv,
                              "1e400"sv,
                              "00"sv,
                              "null"sv,
                              "\"4\""sv,
                              "[4]"sv,
                              "{}"sv};
constexpr std::array kWords{"\"F32\""sv,
                            "\"F64\""sv,
                            "\"BF16\""sv,
                            "\"BOOL\""sv,
                            "\"F4\""sv,
                            "\"U64\""sv,
                            "\"shape\""sv,
                            "\"dtype\""sv,
                            "\"data_offsets\""sv,
                            "\"__metadata__\""sv,
                            "\"\""sv,
                            "\"\\n\""sv,
                            "\"\\u0000\""sv,
                            "\"\\ud800\""sv,
                            "\"\xff\xfe\""sv,
                            "\"'\""sv,
                            "null"sv,
                            "true"sv,
                            "[]"sv,
                            "[0,0,9223372036854775807]"sv,
                            "{\"a\":{\"b\":{\"c\":[1]}}}"sv,
                            "[1,1,1,1,1,1,1,1]"sv};
constexpr std::array<std::uint64_t, 8> kLengths{0, 1, 7, 100'000'000, 100'000'001, 1ULL << 32, 1ULL << 63, ~0ULL};
constexpr std::size_t kLengthBytes = 8;

std::uint64_t lengthOf(const std::string &file)
{
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), std::min(kLengthBytes, file.size()));
    return length;
}

/// The runs of characters that `isPart` accepts, as [begin, end).
template <typename IsPart>
std::vector<std::pair<std::size_t, std::size_t>> runsIn(const std::string &text, const IsPart &isPart)
{
    std::vector<std::pair<std::size_t, std::size_t>> runs;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (isPart(text[i])) {
            if (runs.empty() || runs.back().second != i)
                runs.emplace_back(i, i);
            runs.back().second = i + 1;
        }
    return runs;
}

} // namespace

void Mutator::breakBytes(std::string &bytes)
{
    const std::size_t place = below(bytes.size());
    const std::size_t count = 1 + below(std::min<std::size_t>(16, bytes.size() - place));
    switch (below(6)) {
    case 0:
        bytes[place] = static_cast<char>(bytes[place] ^ (1 << below(8)));
        break;
    case 1:
        bytes[place] = static_cast<char>(m_random());
        break;
    case 2:
        bytes.erase(place, count);
        break;
    case 3:
        bytes.insert(place, bytes.substr(below(bytes.size()), count));
        break;
    case 4:
        bytes.resize(place);
        break;
    default:
        bytes.append(count, static_cast<char>(m_random()));
    }
}

void Mutator::breakNumber(std::string &header)
{
    const auto numbers = runsIn(header, [](char c) { return c >= '0' && c <= '9'; });
    if (numbers.empty())
        return breakBytes(header);
    const auto [begin, end] = numbers[below(numbers.size())];
    header.replace(begin, end - begin, kNumbers[below(kNumbers.size())]);
}

/// A text of the header, quotes included, becomes something else.
void Mutator::breakWord(std::string &header)
{
    const auto words = runsIn(header, [](char c) { return c != '{' && c != '}' && c != ':' && c != ',' && c != '['; });
    if (words.empty())
        return breakBytes(header);
    const auto [begin, end] = words[below(words.size())];
    header.replace(begin, end - begin, kWords[below(kWords.size())]);
}

void Mutator::breakLength(std::string &file)
{
    const std::uint64_t wrong =
        below(2) == 0 ? kLengths[below(kLengths.size())] : lengthOf(file) + below(32) - std::uint64_t{16};
    std::memcpy(file.data(), &wrong, kLengthBytes);
}

std::string Mutator::mutated(std::string file)
{
    if (file.size() < kLengthBytes)
        file.append(kLengthBytes - file.size(), '\0');
    const std::size_t headerBytes = std::min<std::size_t>(lengthOf(file), file.size() - kLengthBytes);
    std::string header = file.substr(kLengthBytes, headerBytes), data = file.substr(kLengthBytes + headerBytes);
    std::uint64_t length = lengthOf(file);
    for (std::size_t changes = 1 + below(2); changes > 0; --changes) {
        const std::size_t kind = below(8);
        if (kind < 2)
            breakNumber(header);
        else if (kind < 4)
            breakWord(header);
        else if (kind < 6 || data.empty())
            breakBytes(header.empty() ? header.append(1, '{') : header);
        else if (kind == 6)
            data[below(data.size())] = static_cast<char>(m_random()); // the file stays a good one
        else
            breakBytes(data);
    }
    if (below(4) > 0)
        length = header.size();
    file.assign(kLengthBytes, '\0');
    std::memcpy(file.data(), &length, kLengthBytes);
    file += header + data;
    if (below(8) == 0)
        breakLength(file);
    return file;
}

} // namespace anneal
