// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/shampoo.h"

#include <cmath>

#include "config/shampooshape.h"

namespace anneal {
namespace {

constexpr double kLengthEps = 1e-16; ///< beside the length that is replaced

} // namespace

Shampoo::Shampoo(NamedTensors parameters, const OptimizerConfig &config)
    : Optimizer(std::move(parameters), config)
{
    for (std::size_t i = 0; i < this->parameters().size(); ++i)
        m_layouts.push_back(layOut(i));
}

Shampoo::~Shampoo() = default;

Shampoo::Layout Shampoo::layOut(std::size_t i)
{
    Layout layout;
    std::size_t count = 0;
    const torch::Tensor &p = parameter(i);
    const auto hold = [&](const std::string &kind, const torch::Tensor &tensor) {
        keep(i, kind, tensor);
        return count++;
    };
    layout.merged = mergedShape(p.sizes().vec(), config().max_preconditioner_dim);
    for (const auto &shape : blockShapes(layout.merged, config().max_preconditioner_dim)) {
        const std::string block = "." + std::to_string(layout.factors.size()) + ".";
        layout.factors.emplace_back();
        layout.inverses.emplace_back();
        layout.next.emplace_back();
        for (std::size_t d = 0; d < shape.size(); ++d) {
            const std::string place = block + std::to_string(d);
            layout.factors.back().push_back(hold("factor" + place, torch::zeros({shape[d], shape[d]}, p.options())));
            layout.inverses.back().push_back(hold("inverse" + place, torch::eye(shape[d], p.options())));
            if (config().precondition_in_background)
                layout.next.back().push_back(hold("next" + place, torch::eye(shape[d], p.options())));
        }
    }
    if (config().beta1 > 0)
        layout.filtered = hold("filtered_grad", torch::zeros_like(p));
    if (hasSquare())
        layout.square = hold("grafting_square", torch::zeros_like(p));
    return layout;
}

std::int64_t Shampoo::startStep() const
{
    const std::int64_t start = config().start_preconditioning_step;
    return start < 0 ? config().precondition_frequency : start;
}

bool Shampoo::isDue() const
{
    const std::int64_t start = startStep();
    return stepCount() == start || (stepCount() > start && stepCount() % config().precondition_frequency == 0);
}

bool Shampoo::hasSquare() const
{
    return config().grafting != "none" && config().grafting != "sgd";
}

void Shampoo::update(const Indices &which, double learningRate)
{
    for (const std::size_t i : which)
        updateOne(i, learningRate);
}

void Shampoo::updateOne(std::size_t i, double learningRate)
{
    const Layout &layout = m_layouts[i];
    const std::int64_t largest = config().max_preconditioner_dim;
    const torch::Tensor p = parameter(i).view(layout.merged);
    torch::Tensor g = gradient(i).reshape(layout.merged);
    const bool isInGradient = config().weight_decay_type == "l2";
    if (const double decay = decayOf(i); decay > 0 && isInGradient)
        g = g.add(p, decay);
    accumulate(i, blocksOf(g, largest));
    if (isDue())
        refresh(i);
    rememberSquare(i, g);
    if (const double decay = decayOf(i); decay > 0 && !isInGradient)
        p.mul_(1 - learningRate * decay);
    const auto weights = blocksOf(p, largest), gradients = blocksOf(filteredGradient(i, g), largest);
    const auto squares = hasSquare() ? blocksOf(held(i, layout.square).view(layout.merged), largest)
                                     : std::vector<torch::Tensor>(weights.size());
    for (std::size_t block = 0; block < weights.size(); ++block)
        weights[block].sub_(direction(i, block, gradients[block], squares[block]), learningRate);
}

void Shampoo::accumulate(std::size_t i, const std::vector<torch::Tensor> &gradients)
{
    const double beta2 = config().beta2;
    for (std::size_t block = 0; block < gradients.size(); ++block)
        for (std::size_t d = 0; d < m_layouts[i].factors[block].size(); ++d) {
            const torch::Tensor product = outerProduct(gradients[block], static_cast<std::int64_t>(d));
            held(i, m_layouts[i].factors[block][d]).mul_(beta2).add_(product, beta2 < 1 ? 1 - beta2 : 1);
        }
}

/// The roots of the factors as they are now.
std::function<SerialWorker::Roots()> Shampoo::rootTask(std::size_t i)
{
    const bool corrects = config().use_bias_correction && config().beta2 < 1;
    const double correction = corrects ? 1 - std::pow(config().beta2, stepCount()) : 1;
    std::vector<torch::Tensor> matrices;
    std::vector<double> roots;
    for (const std::vector<std::size_t> &block : m_layouts[i].factors)
        for (const std::size_t factor : block) {
            matrices.push_back(held(i, factor) / correction);
            roots.push_back(2.0 * static_cast<double>(block.size()));
        }
    return [matrices, roots, eps = config().eps] {
        SerialWorker::Roots found;
        for (std::size_t k = 0; k < matrices.size(); ++k)
            found.push_back(inverseRoot(matrices[k], roots[k], eps));
        return found;
    };
}

/// Where no root was found the former one stays.
void Shampoo::install(std::size_t i, const SerialWorker::Roots &roots, bool asNext) const
{
    std::size_t k = 0;
    for (const std::vector<std::size_t> &block : asNext ? m_layouts[i].next : m_layouts[i].inverses)
        for (const std::size_t place : block) {
            if (roots[k])
                held(i, place).copy_(*roots[k]);
            ++k;
        }
}

void Shampoo::refresh(std::size_t i)
{
    if (!config().precondition_in_background) {
        install(i, rootTask(i)(), /*asNext=*/false);
        return;
    }
    const Layout &layout = m_layouts[i];
    if (stepCount() == startStep()) { // nothing was computed before
        const SerialWorker::Roots roots = rootTask(i)();
        install(i, roots, /*asNext=*/false);
        install(i, roots, /*asNext=*/true);
        return;
    }
    settle();
    for (std::size_t block = 0; block < layout.next.size(); ++block)
        for (std::size_t d = 0; d < layout.next[block].size(); ++d)
            held(i, layout.inverses[block][d]).copy_(held(i, layout.next[block][d]));
    m_pending[i] = m_worker.run(rootTask(i));
}

void Shampoo::settle() const
{
    const torch::NoGradGuard noGrad;
    for (auto &[i, roots] : m_pending)
        install(i, roots.get(), /*asNext=*/true);
    m_pending.clear();
}

torch::Tensor Shampoo::filteredGradient(std::size_t i, const torch::Tensor &gradient)
{
    const double beta1 = config().beta1;
    if (beta1 == 0)
        return gradient;
    const double beta3 = config().beta3 < 0 ? beta1 : config().beta3;
    const torch::Tensor filtered = held(i, m_layouts[i].filtered).view(gradient.sizes());
    const torch::Tensor mixed = filtered.lerp(gradient, 1 - beta3);
    filtered.lerp_(gradient, 1 - beta1);
    const auto before = static_cast<double>(stepCount() - 1);
    return config().use_bias_correction ? mixed / (1 - beta3 * std::pow(beta1, before)) : mixed;
}

void Shampoo::rememberSquare(std::size_t i, const torch::Tensor &gradient)
{
    if (!hasSquare())
        return;
    const double beta2 = config().grafting == "adagrad" ? 1 : config().grafting_beta2;
    const torch::Tensor square = held(i, m_layouts[i].square).view(gradient.sizes());
    square.mul_(beta2).addcmul_(gradient, gradient, beta2 < 1 ? 1 - beta2 : 1);
}

/// The step of the optimizer whose length is taken.
torch::Tensor Shampoo::graftedStep(const torch::Tensor &gradient, const torch::Tensor &square) const
{
    if (!square.defined())
        return gradient;
    const double correction = config().grafting == "adam" ? 1 - std::pow(config().grafting_beta2, stepCount()) : 1;
    return gradient / (square / correction).sqrt_().add_(config().grafting_eps);
}

torch::Tensor Shampoo::direction(std::size_t i, std::size_t block, const torch::Tensor &gradient,
                                 const torch::Tensor &square)
{
    const bool grafts = config().grafting != "none";
    if (grafts && stepCount() < startStep())
        return graftedStep(gradient, square);
    std::vector<torch::Tensor> inverses;
    for (const std::size_t place : m_layouts[i].inverses[block])
        inverses.push_back(held(i, place));
    torch::Tensor turned = multiplied(gradient, inverses);
    if (grafts)
        turned.mul_(graftedStep(gradient, square).norm() / (turned.norm() + kLengthEps));
    return turned;
}

} // namespace anneal
