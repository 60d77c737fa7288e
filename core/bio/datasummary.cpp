// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/datasummary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace anneal {

namespace {

constexpr int kBins = 24;
constexpr double kUpperPercentile = 0.99;

double roundWidth(double width)
{
    const double power = std::pow(10.0, std::floor(std::log10(width)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (step * power >= width * (1 - 1e-9))
            return step * power;
    }
    return 10 * power;
}

ValueRange rangeOf(std::vector<double> values)
{
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return {values.front(), median, sum / static_cast<double>(values.size()), values.back()};
}

/// Sequences of a part, each once, however many windows were cut from it.
std::set<std::uint32_t> sequencesOf(const std::vector<Sample> &samples)
{
    std::set<std::uint32_t> sequences;
    for (const Sample &sample : samples)
        sequences.insert(sequences.end(), sample.sequence);
    return sequences;
}

class Summary
{
public:
    explicit Summary(const Dataset &data)
        : m_data(data)
    {
        m_summary.kind = data.labels.kind;
        for (const std::string &name : data.labels.classNames)
            m_summary.classes.push_back({name});
    }

    DataSummary make()
    {
        const auto train = sequencesOf(m_data.train), validation = sequencesOf(m_data.validation);
        m_summary.trainRecords = static_cast<std::int64_t>(train.size());
        m_summary.validationRecords = static_cast<std::int64_t>(validation.size());
        m_summary.testRecords = static_cast<std::int64_t>(m_data.test.size());
        for (const std::uint32_t i : train)
            add(m_data.sequences, m_data.labels, i, &ClassCount::train);
        for (const std::uint32_t i : validation)
            add(m_data.validationSet(), m_data.validationLabelSet(), i, &ClassCount::validation);
        for (const std::uint32_t i : m_data.test)
            add(m_data.sequences, m_data.labels, i, &ClassCount::test);
        m_summary.lengths = rangeOf(m_lengths);
        m_summary.lengthBins = histogram(std::move(m_lengths), kBins);
        if (m_summary.kind == LabelKind::Number)
            m_summary.targets = rangeOf(m_targets);
        m_summary.targetBins = histogram(std::move(m_targets), kBins);
        return std::move(m_summary);
    }

private:
    void add(const SequenceSet &set, const Labels &labels, std::uint32_t i, std::int64_t ClassCount::*part)
    {
        m_lengths.push_back(static_cast<double>(set.length(i)));
        m_summary.residues += static_cast<std::int64_t>(set.length(i));
        if (labels.kind == LabelKind::Number)
            m_targets.push_back(labels.numbers[i]);
        for (const ClassId id : labels.classesOf(set, i)) {
            if (id == kNoTarget)
                ++m_summary.unlabelled;
            else
                ++(m_summary.classes[static_cast<std::size_t>(id)].*part);
        }
    }

    const Dataset &m_data;
    DataSummary m_summary;
    std::vector<double> m_lengths;
    std::vector<double> m_targets;
};

} // namespace

std::vector<HistogramBin> histogram(std::vector<double> values, int wanted)
{
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const double least = values.front(), most = values.back();
    const double high = values[static_cast<std::size_t>(kUpperPercentile * static_cast<double>(values.size() - 1))];
    const double reach = most - least > 2 * (high - least) && high > least ? high : most;
    if (reach == least)
        return {{least, most, static_cast<std::int64_t>(values.size())}};
    const double width = roundWidth((reach - least) / wanted);
    const double start = std::floor(least / width) * width;
    const auto count = static_cast<std::size_t>(std::floor((reach - start) / width * (1 + 1e-12))) + 1;
    std::vector<HistogramBin> bins;
    for (std::size_t i = 0; i < count; ++i)
        bins.push_back({start + static_cast<double>(i) * width, start + static_cast<double>(i + 1) * width, 0});
    for (const double value : values)
        ++bins[std::min(count - 1, static_cast<std::size_t>((value - start) / width))].count;
    bins.back().to = std::max(bins.back().to, most);
    return bins;
}

DataSummary summarise(const Dataset &data)
{
    return Summary(data).make();
}

} // namespace anneal
