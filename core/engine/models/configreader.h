// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace anneal {

/// Reads typed values out of a model's config.json and remembers the first thing that is wrong.
class ConfigReader
{
public:
    using Json = nlohmann::ordered_json;

    explicit ConfigReader(const Json &object)
        : m_object(object)
    {
    }

    void size(const char *key, std::int64_t &value)
    {
        take(key, "a whole number of at least 1", value,
             [](const Json &found) { return found.is_number_unsigned() && found > 0; });
    }
    void number(const char *key, double &value)
    {
        take(key, "a number", value, [](const Json &found) { return found.is_number(); });
    }
    void flag(const char *key, bool &value)
    {
        take(key, "true or false", value, [](const Json &found) { return found.is_boolean(); });
    }
    /// The engine computes this one way only: another value would load and give wrong numbers.
    void only(const char *key, const Json &supported)
    {
        const auto found = m_object.find(key);
        if (found != m_object.end() && !found->is_null() && *found != supported)
            complain(fmt::format("{} is {}, but only {} is supported", key, found->dump(), supported.dump()));
    }
    void needs(std::initializer_list<const char *> keys)
    {
        for (const char *key : keys)
            if (!m_object.contains(key))
                complain(fmt::format("{} is missing", key));
    }
    void complain(std::string message)
    {
        if (m_problem.empty())
            m_problem = std::move(message);
    }
    [[nodiscard]] const Json &object() const { return m_object; }
    [[nodiscard]] const std::string &problem() const { return m_problem; }

private:
    template <typename T, typename Check>
    void take(const char *key, const char *expected, T &value, const Check &isValid)
    {
        const auto found = m_object.find(key);
        if (found == m_object.end() || found->is_null())
            return;
        if (isValid(*found))
            value = found->template get<T>();
        else
            complain(fmt::format("{} is {}, but must be {}", key, found->dump(), expected));
    }

    const Json &m_object;
    std::string m_problem;
};

} // namespace anneal
