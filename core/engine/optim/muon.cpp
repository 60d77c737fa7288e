// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/muon.h"

#include <algorithm>
#include <cmath>

#include "config/optimizergroups.h"
#include "optim/adam.h"

namespace anneal {
namespace {

constexpr double kA = 3.4445, kB = -4.7750, kC = 2.0315; ///< of the quintic: steepest at 0
constexpr double kNormEps = 1e-7;

/// beta · c + alpha · a·b, for one matrix or a stack of them.
torch::Tensor product(const torch::Tensor &c, const torch::Tensor &a, const torch::Tensor &b, double beta, double alpha)
{
    return c.dim() == 2 ? torch::addmm(c, a, b, beta, alpha) : torch::baddbmm(c, a, b, beta, alpha);
}

} // namespace

torch::Tensor orthogonalised(const torch::Tensor &matrix, std::int64_t steps, MuonNorm norm)
{
    const bool isTall = matrix.size(-2) > matrix.size(-1);
    torch::Tensor x = isTall ? matrix.mT() : matrix;
    if (matrix.is_cuda())
        x = x.to(torch::kBFloat16);
    const torch::Tensor size = torch::norm(x, 2, {-2, -1}, /*keepdim=*/true);
    x = x / (norm == MuonNorm::Clamped ? size.clamp_min(kNormEps) : size + kNormEps);
    for (std::int64_t i = 0; i < steps; ++i) {
        const torch::Tensor gram = torch::matmul(x, x.mT());
        x = product(x, product(gram, gram, gram, kB, kC), x, kA, 1);
    }
    return (isTall ? x.mT() : x).to(matrix.scalar_type());
}

Muon::Muon(NamedTensors parameters, const OptimizerConfig &config)
    : Optimizer(std::move(parameters), config)
{
    for (std::size_t i = 0; i < this->parameters().size(); ++i) {
        const torch::Tensor &p = parameter(i);
        m_isMatrix.push_back(optimizerGroupOf(name(i), p.sizes().vec(), config).group == "muon");
        if (m_isMatrix[i]) {
            keep(i, "momentum_buffer", torch::zeros_like(p));
        } else {
            keep(i, "exp_avg", torch::zeros_like(p));
            keep(i, "exp_avg_sq", torch::zeros_like(p));
        }
    }
}

/// What the learning rate is multiplied by for a matrix's shape.
double Muon::scaleOf(const torch::Tensor &matrix) const
{
    const std::string &rule = config().adjust_lr_fn;
    const bool isOwn = rule == "keller_jordan"; // counts the last two dimensions of a convolution
    const auto rows = static_cast<double>(matrix.size(isOwn ? -2 : 0));
    const auto columns = static_cast<double>(matrix.size(isOwn ? -1 : 1));
    if (rule == "match_rms_adamw")
        return 0.2 * std::sqrt(std::max(rows, columns));
    return std::sqrt(rule == "spectral_unclamped" ? rows / columns : std::max(1.0, rows / columns));
}

void Muon::updateMatrix(std::size_t i, double learningRate)
{
    const torch::Tensor &p = parameter(i), &momentum = held(i, 0);
    const torch::Tensor &g = gradient(i);
    momentum.lerp_(g, 1 - config().momentum);
    torch::Tensor direction = config().nesterov ? g.lerp(momentum, config().momentum) : momentum;
    if (direction.dim() == 4) // of a two-dimensional convolution: all of an output's weights are its row
        direction = direction.flatten(1);
    const MuonNorm norm = config().adjust_lr_fn == "keller_jordan" ? MuonNorm::PlusEps : MuonNorm::Clamped;
    direction = orthogonalised(direction, config().ns_steps, norm);
    p.mul_(1 - learningRate * decayOf(i)).sub_(direction.reshape(p.sizes()), learningRate * scaleOf(p));
}

void Muon::update(const Indices &which, double learningRate)
{
    AdamLists others(config(), AdamDecay::Decoupled, stepTensor());
    for (const std::size_t i : which) {
        if (m_isMatrix[i])
            updateMatrix(i, learningRate);
        else
            others.append(parameter(i), decayOf(i), {held(i, 0), held(i, 1)});
    }
    const double share = config().adamw_lr > 0 ? config().adamw_lr / config().lr : 1;
    others.update(learningRate * share);
}

} // namespace anneal
