// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "run/metricslog.h"

namespace anneal {

/// Series that are logged together.
enum class MetricKind { Training, Norms, Validation, Test };

/// Takes rows from the loop and writes them from a thread of its own: the loop copies a few numbers and goes on. A row
/// is in the file as soon as the thread gets to it, usually before the next step ends.
class MetricsSink
{
public:
    /// `measures` are the names of what a validation or test row holds; test rows only with `hasTest`. `onTrouble` is
    /// called (on the writer's thread) when rows cannot be written, once until they can again; they are kept.
    using OnTrouble = std::function<void(const Error &)>;
    [[nodiscard]] static Result<std::unique_ptr<MetricsSink>> open(const std::filesystem::path &path,
                                                                   const std::vector<std::string> &measures,
                                                                   bool hasTest, OnTrouble onTrouble);
    ~MetricsSink(); ///< writes what waits
    MetricsSink(const MetricsSink &) = delete;
    MetricsSink &operator=(const MetricsSink &) = delete;

    void append(MetricKind kind, std::int64_t step, std::int64_t tokens, std::span<const double> values);
    /// Waits until every row so far is in the file. Storage error when it cannot be.
    [[nodiscard]] Result<void> drain();

private:
    using Groups = std::array<std::uint16_t, 4>; ///< by kind
    static constexpr std::size_t kMostMeasures = 12;
    struct Row {
        MetricKind kind = MetricKind::Training;
        std::int64_t step = 0, tokens = 0, wallMicros = 0;
        std::array<double, kMostMeasures> values{};
        std::size_t count = 0;
    };

    MetricsSink(MetricsWriter writer, Groups groups, OnTrouble onTrouble);
    void work();
    void write(const std::vector<Row> &rows);

    MetricsWriter m_writer;
    Groups m_groups;
    OnTrouble m_onTrouble;
    std::mutex m_mutex; ///< guards the five below
    std::condition_variable m_changed;
    std::vector<Row> m_waiting;
    bool m_busy = false;
    bool m_stop = false;
    Result<void> m_lastFlush;
    std::thread m_thread;
};

} // namespace anneal
