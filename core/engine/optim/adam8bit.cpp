// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/adam8bit.h"

#include <algorithm>
#include <cmath>

#include <ATen/Parallel.h>

#include "config/optimizergroups.h"
#include "optim/adam.h"
#include "optim/blockwise.h"

namespace anneal {
namespace {

constexpr std::int64_t kBlocksPerTask = 32;

Adam8bitRates ratesOf(const OptimizerConfig &config, std::int64_t step, double learningRate, double decay)
{
    const double correction1 = 1 - std::pow(config.beta1, step),
                 correction2 = std::sqrt(1 - std::pow(config.beta2, step));
    Adam8bitRates rates;
    rates.keep = static_cast<float>(1 - learningRate * decay);
    rates.stepSize = static_cast<float>(learningRate * correction2 / correction1);
    rates.eps = static_cast<float>(config.eps * correction2);
    rates.beta1 = static_cast<float>(config.beta1);
    rates.rest1 = static_cast<float>(1 - config.beta1);
    rates.beta2 = static_cast<float>(config.beta2);
    rates.rest2 = static_cast<float>(1 - config.beta2);
    return rates;
}

} // namespace

Adam8bit::Adam8bit(NamedTensors parameters, const OptimizerConfig &config)
    : Optimizer(std::move(parameters), config)
{
    for (std::size_t i = 0; i < this->parameters().size(); ++i) {
        const torch::Tensor &p = parameter(i);
        const bool isSmall = p.numel() < kFewestQuantised;
        const std::int64_t blocks = (p.numel() + kQuantBlock - 1) / kQuantBlock;
        for (const char *number : {"1", "2"}) {
            keep(i, std::string("state") + number,
                 torch::zeros_like(p, isSmall ? p.options() : p.options().dtype(torch::kUInt8)));
            if (!isSmall)
                keep(i, std::string("absmax") + number, torch::zeros({blocks}, p.options().dtype(torch::kFloat32)));
        }
    }
}

void Adam8bit::updateInOnePass(std::size_t i, double learningRate)
{
    const torch::Tensor g = gradient(i).contiguous();
    Adam8bitTask all;
    all.parameter = parameter(i).data_ptr<float>();
    all.gradient = g.const_data_ptr<float>();
    all.mean = held(i, 0).data_ptr<std::uint8_t>();
    all.meanScale = held(i, 1).data_ptr<float>();
    all.square = held(i, 2).data_ptr<std::uint8_t>();
    all.squareScale = held(i, 3).data_ptr<float>();
    all.meanTable = &BlockwiseMap::signedValues().table();
    all.squareTable = &BlockwiseMap::positiveValues().table();
    all.rates = ratesOf(config(), stepCount(), learningRate, decayOf(i));
    const std::int64_t elements = g.numel();
    at::parallel_for(0, held(i, 1).numel(), kBlocksPerTask, [&](std::int64_t begin, std::int64_t end) {
        Adam8bitTask part = all;
        const std::int64_t first = begin * kQuantBlock;
        part.parameter += first;
        part.gradient += first;
        part.mean += first;
        part.square += first;
        part.meanScale += begin;
        part.squareScale += begin;
        part.elements = std::min(end * kQuantBlock, elements) - first;
        bestOptimKernels().adam8bit(part);
    });
}

void Adam8bit::updateByTensors(std::size_t i, double learningRate)
{
    const Adam8bitRates r = ratesOf(config(), stepCount(), learningRate, decayOf(i));
    const BlockwiseMap &ofMean = BlockwiseMap::signedValues(), &ofSquare = BlockwiseMap::positiveValues();
    const torch::Tensor g = gradient(i).to(torch::kFloat32);
    const torch::Tensor m = ofMean.dequantise({held(i, 0), held(i, 1)}).mul_(r.beta1).add_(g, r.rest1);
    const torch::Tensor v = ofSquare.dequantise({held(i, 2), held(i, 3)}).mul_(r.beta2).addcmul_(g, g, r.rest2);
    parameter(i).mul_(r.keep).sub_((m / v.sqrt().add_(r.eps)).mul_(r.stepSize));
    const auto put = [&](std::size_t index, const BlockwiseMap::Quantised &quantised) {
        held(i, index).copy_(quantised.codes);
        held(i, index + 1).copy_(quantised.scales);
    };
    put(0, ofMean.quantise(m, /*keepsSign=*/true));
    put(2, ofSquare.quantise(v));
}

void Adam8bit::update(const Indices &which, double learningRate)
{
    AdamLists small(config(), AdamDecay::Decoupled, stepTensor());
    for (const std::size_t i : which) {
        if (parameter(i).numel() < kFewestQuantised)
            small.append(parameter(i), decayOf(i), {held(i, 0), held(i, 1)});
        else if (isPlainFloat(parameter(i)))
            updateInOnePass(i, learningRate);
        else
            updateByTensors(i, learningRate);
    }
    small.update(learningRate);
}

} // namespace anneal
