// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <QTest>

#include <nlohmann/json.hpp>

namespace anneal::test {

/// What scikit-learn and scipy say; tests/data/metrics/make_cases.py has made it.
inline const nlohmann::json &metricCases()
{
    static const nlohmann::json kCases = [] {
        std::ifstream file(ANNEAL_TEST_DATA "/metrics/cases.json");
        return nlohmann::json::parse(file);
    }();
    return kCases;
}

/// One row for each case of a kind: its index.
inline void addCases(const char *kind)
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const auto &one : metricCases().at(kind))
        QTest::newRow(one.at("name").get<std::string>().c_str()) << index++;
}

inline const nlohmann::json &metricCase(const char *kind, int index)
{
    return metricCases().at(kind).at(static_cast<std::size_t>(index));
}

template <typename Value>
std::vector<Value> values(const nlohmann::json &one, const char *key)
{
    return one.at(key).get<std::vector<Value>>();
}

/// Whether a figure is the expected one to nearly the last digit; null = undefined.
inline bool agrees(const std::optional<double> &found, const nlohmann::json &expected, double tolerance = 1e-12)
{
    const bool same = found.has_value() != expected.is_null()
        && (!found || std::abs(*found - expected.get<double>()) <= tolerance * std::max(1.0, std::abs(*found)));
    if (!same)
        qWarning("found %s, expected %s", found ? std::to_string(*found).c_str() : "nothing", expected.dump().c_str());
    return same;
}

} // namespace anneal::test
