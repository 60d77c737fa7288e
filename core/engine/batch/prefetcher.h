// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace anneal {

/// Makes the items first, first + 1, … last − 1 on a thread of its own, at most `kDepth` ahead of the reader.
/// An exception of `make` comes out of next().
template <typename Item>
class Prefetcher
{
public:
    using Make = std::function<Item(std::int64_t)>;

    Prefetcher(std::int64_t first, std::int64_t last, Make make)
        : m_make(std::move(make))
        , m_thread([this, first, last] { work(first, last); })
    {
    }

    Prefetcher(const Prefetcher &) = delete;
    Prefetcher &operator=(const Prefetcher &) = delete;

    ~Prefetcher()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stop = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }

    /// Must not be called more than last − first times.
    [[nodiscard]] Item next()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_ready.empty() || m_error; });
        if (m_ready.empty())
            std::rethrow_exception(m_error);
        Item item = std::move(m_ready.front());
        m_ready.pop_front();
        lock.unlock();
        m_changed.notify_all();
        return item;
    }

private:
    static constexpr std::size_t kDepth = 2;

    void work(std::int64_t first, std::int64_t last)
    {
        try {
            for (std::int64_t index = first; index < last; ++index)
                if (!push(m_make(index)))
                    return;
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_error = std::current_exception();
        }
        m_changed.notify_all();
    }

    bool push(Item item)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_stop || m_ready.size() < kDepth; });
        if (m_stop)
            return false;
        m_ready.push_back(std::move(item));
        lock.unlock();
        m_changed.notify_all();
        return true;
    }

    Make m_make;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Item> m_ready;
    std::exception_ptr m_error;
    bool m_stop = false;
    std::thread m_thread; ///< last: it uses everything above
};

} // namespace anneal
