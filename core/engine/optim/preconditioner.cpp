// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/preconditioner.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <torch/torch.h>

namespace anneal {
namespace {

/// Eigenvalues that rounding has left below eps are moved up together.
torch::Tensor poweredEigen(const torch::Tensor &matrix, double root, double eps)
{
    const torch::Tensor ridge = matrix + eps * torch::eye(matrix.size(0), matrix.options());
    auto [values, vectors] = torch::linalg_eigh(ridge);
    const double smallest = values.min().item<double>();
    if (smallest < eps)
        values = (values - smallest) + eps;
    return (vectors * values.pow(-1 / root).unsqueeze(0)).matmul(vectors.mT());
}

} // namespace

std::optional<torch::Tensor> inverseRoot(const torch::Tensor &matrix, double root, double eps)
{
    for (const auto dtype : {matrix.scalar_type(), torch::kFloat64}) {
        try {
            const torch::Tensor powered = poweredEigen(matrix.to(dtype), root, eps).to(matrix.scalar_type());
            if (powered.isfinite().all().item<bool>())
                return powered;
        } catch (const c10::Error &) {
            continue; // did not converge
        }
    }
    return std::nullopt;
}

std::vector<torch::Tensor> blocksOf(const torch::Tensor &tensor, std::int64_t largest)
{
    std::vector<torch::Tensor> blocks{tensor};
    for (std::int64_t dimension = 0; dimension < tensor.dim(); ++dimension) {
        std::vector<torch::Tensor> cut;
        for (const torch::Tensor &block : blocks)
            for (torch::Tensor &part : block.split(largest, dimension))
                cut.push_back(std::move(part));
        blocks = std::move(cut);
    }
    return blocks;
}

torch::Tensor outerProduct(const torch::Tensor &gradient, std::int64_t dimension)
{
    std::vector<std::int64_t> others(static_cast<std::size_t>(gradient.dim()));
    std::iota(others.begin(), others.end(), 0);
    others.erase(others.begin() + dimension);
    return torch::tensordot(gradient, gradient, others, others);
}

torch::Tensor multiplied(torch::Tensor tensor, const std::vector<torch::Tensor> &matrices)
{
    for (const torch::Tensor &matrix : matrices) // each takes the first dimension and puts it last
        tensor = torch::tensordot(tensor, matrix, {0}, {0});
    return tensor;
}

SerialWorker::~SerialWorker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ends = true;
        m_tasks.clear();
    }
    m_changed.notify_one();
    if (m_thread.joinable())
        m_thread.join();
}

std::future<SerialWorker::Roots> SerialWorker::run(std::function<Roots()> task)
{
    std::packaged_task<Roots()> packaged(std::move(task));
    std::future<Roots> result = packaged.get_future();
    {
        const std::lock_guard lock(m_mutex);
        m_tasks.push_back(std::move(packaged));
    }
    if (!m_thread.joinable())
        m_thread = std::thread([this] { work(); });
    m_changed.notify_one();
    return result;
}

void SerialWorker::work()
{
    const torch::NoGradGuard noGrad;
    for (;;) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_ends || !m_tasks.empty(); });
        if (m_ends)
            return;
        std::packaged_task<Roots()> task = std::move(m_tasks.front());
        m_tasks.pop_front();
        lock.unlock();
        task();
    }
}

} // namespace anneal
