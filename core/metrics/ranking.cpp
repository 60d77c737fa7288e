// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ranking.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "metrics/confusionmatrix.h"

namespace anneal {

namespace {

using Measure = std::optional<double> (*)(std::span<const float>, std::span<const std::uint8_t>);

bool anyNan(std::span<const float> values)
{
    return std::any_of(values.begin(), values.end(), [](float value) { return std::isnan(value); });
}

std::vector<std::size_t> ascending(std::span<const float> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    return order;
}

RankingScores averaged(std::vector<std::optional<double>> perClass)
{
    RankingScores all;
    double sum = 0;
    for (const auto &score : perClass) {
        if (!score)
            continue;
        sum += *score;
        ++all.defined;
    }
    if (all.defined > 0)
        all.macro = sum / all.defined;
    all.perClass = std::move(perClass);
    return all;
}

RankingScores oneVsRest(Measure measure, std::span<const float> scores_NC, std::span<const int> targets, int classes)
{
    assert(scores_NC.size() == targets.size() * static_cast<std::size_t>(classes));
    std::vector<std::optional<double>> perClass;
    std::vector<float> column;
    std::vector<std::uint8_t> positive;
    for (int c = 0; c < classes; ++c) {
        column.clear();
        positive.clear();
        for (std::size_t i = 0; i < targets.size(); ++i) {
            if (targets[i] == kNoClass)
                continue;
            column.push_back(scores_NC[i * static_cast<std::size_t>(classes) + static_cast<std::size_t>(c)]);
            positive.push_back(targets[i] == c ? 1 : 0);
        }
        perClass.push_back(measure(column, positive));
    }
    return averaged(std::move(perClass));
}

RankingScores perLabel(Measure measure, std::span<const float> scores_NC, std::span<const std::uint8_t> positive_NC,
                       int labels)
{
    assert(scores_NC.size() == positive_NC.size());
    const auto width = static_cast<std::size_t>(labels);
    std::vector<std::optional<double>> scores;
    for (std::size_t label = 0; label < width; ++label) {
        std::vector<float> column;
        std::vector<std::uint8_t> positive;
        for (std::size_t i = label; i < scores_NC.size(); i += width) {
            column.push_back(scores_NC[i]);
            positive.push_back(positive_NC[i]);
        }
        scores.push_back(measure(column, positive));
    }
    return averaged(std::move(scores));
}

} // namespace

std::vector<double> averageRanks(std::span<const float> values)
{
    const std::vector<std::size_t> order = ascending(values);
    std::vector<double> ranks(values.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && values[order[end]] == values[order[begin]])
            ++end;
        const double shared = 0.5 * static_cast<double>(begin + 1 + end);
        for (std::size_t i = begin; i < end; ++i)
            ranks[order[i]] = shared;
        begin = end;
    }
    return ranks;
}

std::optional<double> auroc(std::span<const float> scores, std::span<const std::uint8_t> positive)
{
    assert(scores.size() == positive.size());
    if (anyNan(scores))
        return std::nullopt;
    const std::vector<double> ranks = averageRanks(scores);
    double rankSum = 0, positives = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        rankSum += positive[i] ? ranks[i] : 0;
        positives += positive[i] ? 1 : 0;
    }
    const double negatives = static_cast<double>(scores.size()) - positives;
    if (positives == 0 || negatives == 0)
        return std::nullopt;
    return (rankSum - positives * (positives + 1) / 2) / (positives * negatives);
}

std::optional<double> averagePrecision(std::span<const float> scores, std::span<const std::uint8_t> positive)
{
    assert(scores.size() == positive.size());
    const auto positives =
        static_cast<double>(std::count_if(positive.begin(), positive.end(), [](std::uint8_t mark) { return mark; }));
    if (positives == 0 || anyNan(scores))
        return std::nullopt;
    const std::vector<std::size_t> order = ascending(scores);
    double hits = 0, area = 0;
    for (std::size_t end = order.size(); end > 0;) {
        std::size_t begin = end; // order[begin, end) share a score
        double newHits = 0;
        do {
            --begin;
            newHits += positive[order[begin]] ? 1 : 0;
        } while (begin > 0 && scores[order[begin - 1]] == scores[order[end - 1]]);
        hits += newHits;
        area += newHits / positives * (hits / static_cast<double>(order.size() - begin));
        end = begin;
    }
    return area;
}

RankingScores oneVsRestAuroc(std::span<const float> scores_NC, std::span<const int> targets, int classes)
{
    return oneVsRest(auroc, scores_NC, targets, classes);
}

RankingScores oneVsRestAveragePrecision(std::span<const float> scores_NC, std::span<const int> targets, int classes)
{
    return oneVsRest(averagePrecision, scores_NC, targets, classes);
}

RankingScores labelAuroc(std::span<const float> scores_NC, std::span<const std::uint8_t> positive_NC, int labels)
{
    return perLabel(auroc, scores_NC, positive_NC, labels);
}

RankingScores labelAveragePrecision(std::span<const float> scores_NC, std::span<const std::uint8_t> positive_NC,
                                    int labels)
{
    return perLabel(averagePrecision, scores_NC, positive_NC, labels);
}

} // namespace anneal
