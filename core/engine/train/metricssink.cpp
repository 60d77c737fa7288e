// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/metricssink.h"

#include <algorithm>

#include "base/clock.h"

namespace anneal {
namespace {

const std::vector<std::string> kTrainingSeries{"train.loss", "optimizer.lr", "grad_norm", "tokens_per_second"};
const std::vector<std::string> kNormSeries{"param_norm", "update_ratio"};

std::vector<std::string> prefixed(const std::string &prefix, const std::vector<std::string> &names)
{
    std::vector<std::string> all;
    for (const std::string &name : names)
        all.push_back(prefix + name);
    return all;
}

} // namespace

Result<std::unique_ptr<MetricsSink>> MetricsSink::open(const std::filesystem::path &path,
                                                       const std::vector<std::string> &measures, bool hasTest,
                                                       OnTrouble onTrouble)
{
    auto writer = MetricsWriter::open(path);
    if (!writer)
        return Failure(writer.error());
    const std::array series{kTrainingSeries, kNormSeries, prefixed("validation.", measures),
                            hasTest ? prefixed("test.", measures) : std::vector<std::string>()};
    Groups groups{};
    for (std::size_t kind = 0; kind < series.size(); ++kind) {
        if (series[kind].empty())
            continue;
        const auto group = writer->group(series[kind]);
        if (!group)
            return Failure(group.error());
        groups[kind] = *group;
    }
    return std::unique_ptr<MetricsSink>(new MetricsSink(std::move(*writer), groups, std::move(onTrouble)));
}

MetricsSink::MetricsSink(MetricsWriter writer, Groups groups, OnTrouble onTrouble)
    : m_writer(std::move(writer))
    , m_groups(groups)
    , m_onTrouble(std::move(onTrouble))
    , m_thread([this] { work(); })
{
}

MetricsSink::~MetricsSink()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void MetricsSink::append(MetricKind kind, std::int64_t step, std::int64_t tokens, std::span<const double> values)
{
    Row row{kind, step, tokens, wallMicros(), {}, values.size()};
    std::copy(values.begin(), values.end(), row.values.begin());
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(row);
    }
    m_changed.notify_all();
}

Result<void> MetricsSink::drain()
{
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_waiting.empty() && !m_busy; });
        if (m_lastFlush)
            return {};
        m_busy = true;
    }
    write({}); // rows of an earlier failure may fit by now
    const std::lock_guard lock(m_mutex);
    m_busy = false;
    m_changed.notify_all();
    return m_lastFlush;
}

void MetricsSink::work()
{
    std::vector<Row> rows;
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return (m_stop || !m_waiting.empty()) && !m_busy; });
        if (m_waiting.empty())
            return;
        rows.swap(m_waiting);
        m_busy = true;
        lock.unlock();
        write(rows);
        rows.clear();
        lock.lock();
        m_busy = false;
        m_changed.notify_all();
    }
}

void MetricsSink::write(const std::vector<Row> &rows)
{
    for (const Row &row : rows)
        m_writer.append(m_groups[static_cast<std::size_t>(row.kind)], row.step, row.tokens, row.wallMicros,
                        std::span(row.values).first(row.count));
    auto flushed = m_writer.flush();
    bool firstTrouble = false;
    {
        const std::lock_guard lock(m_mutex);
        firstTrouble = !flushed && m_lastFlush.has_value();
        m_lastFlush = flushed;
    }
    if (firstTrouble)
        m_onTrouble(flushed.error());
}

} // namespace anneal
