// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <torch/types.h>

namespace anneal {

/// (matrix + eps)^(−1 ÷ root) of a symmetric matrix, by its eigenvalues. Tried again in double precision when that
/// fails; nothing when it fails there too.
[[nodiscard]] std::optional<torch::Tensor> inverseRoot(const torch::Tensor &matrix, double root, double eps);

/// Views of the blocks of a tensor, in the order of blockShapes().
[[nodiscard]] std::vector<torch::Tensor> blocksOf(const torch::Tensor &tensor, std::int64_t largest);

/// Σ over all other dimensions of g·gᵀ: how the rows of one dimension go together.
[[nodiscard]] torch::Tensor outerProduct(const torch::Tensor &gradient, std::int64_t dimension);

/// The tensor multiplied by one matrix a dimension.
[[nodiscard]] torch::Tensor multiplied(torch::Tensor tensor, const std::vector<torch::Tensor> &matrices);

/// Runs tasks one after another beside its owner. What it has not begun is dropped at the end.
class SerialWorker
{
public:
    SerialWorker() = default;
    ~SerialWorker();
    SerialWorker(const SerialWorker &) = delete;
    SerialWorker &operator=(const SerialWorker &) = delete;

    using Roots = std::vector<std::optional<torch::Tensor>>;
    [[nodiscard]] std::future<Roots> run(std::function<Roots()> task);

private:
    void work();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::packaged_task<Roots()>> m_tasks;
    bool m_ends = false;
    std::thread m_thread; ///< begins with the first task
};

} // namespace anneal
