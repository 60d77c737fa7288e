// SPDX-License-Identifier: GPL-3.0-or-later
// One update of 50 million parameters in the shapes of a transformer, for each optimizer, beside LibTorch's own fused
// AdamW in the same run; Muon also beside its matrix products alone. usage: bench_optim [repeats] [name …]
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>

#include "base/clock.h"
#include "optim/optimizerfactory.h"

using namespace anneal;

namespace {

constexpr std::int64_t kWidth = 640, kLayers = 10;

NamedTensors makeParameters()
{
    NamedTensors parameters;
    const auto add = [&](const std::string &name, std::vector<std::int64_t> shape) {
        parameters.emplace_back(name, torch::randn(shape).mul_(0.02).requires_grad_(true));
        parameters.back().second.mutable_grad() = torch::randn(shape).mul_(0.01);
    };
    add("model.embed_tokens.weight", {1280, kWidth});
    for (std::int64_t layer = 0; layer < kLayers; ++layer) {
        const std::string block = "model.layers." + std::to_string(layer) + ".";
        for (const char *name : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
            add(block + name + ".weight", {kWidth, kWidth});
            add(block + name + ".bias", {kWidth});
        }
        add(block + "up_proj.weight", {4 * kWidth, kWidth});
        add(block + "down_proj.weight", {kWidth, 4 * kWidth});
    }
    return parameters;
}

using Work = std::function<void()>;

/// The fastest of some rounds of each, in turns: whatever else the machine does meets all of them.
std::vector<double> fastest(int rounds, const std::vector<Work> &works)
{
    std::vector<double> best(works.size(), 1e9);
    for (int round = 0; round <= rounds; ++round)
        for (std::size_t i = 0; i < works.size(); ++i) {
            const std::int64_t started = monotonicMicros();
            works[i]();
            if (round > 0) // the first one touches memory for the first time
                best[i] = std::min(best[i], static_cast<double>(monotonicMicros() - started) * 1e-6);
        }
    return best;
}

/// What torch.optim.AdamW(fused=True) runs, without anything around it.
Work torchAdamW()
{
    std::vector<torch::Tensor> p, g, m, v, steps;
    for (const auto &[name, tensor] : makeParameters()) {
        p.push_back(tensor.detach());
        g.push_back(tensor.grad());
        m.push_back(torch::zeros_like(tensor));
        v.push_back(torch::zeros_like(tensor));
        steps.push_back(torch::ones({}));
    }
    return [=] { at::_fused_adamw_(p, g, m, v, {}, steps, 1e-4, 0.9, 0.98, 0.01, 1e-8, false, false); };
}

/// The products of the Newton-Schulz iteration for every matrix of the blocks and nothing else.
Work muonProducts(std::int64_t rounds)
{
    std::vector<torch::Tensor> matrices;
    for (const auto &[name, tensor] : makeParameters())
        if (tensor.dim() == 2 && name.find("layers") != std::string::npos)
            matrices.push_back((tensor.size(0) > tensor.size(1) ? tensor.t() : tensor).detach());
    return [=] {
        for (const torch::Tensor &x : matrices)
            for (std::int64_t i = 0; i < rounds; ++i) {
                const torch::Tensor gram = torch::mm(x, x.t());
                torch::mm(torch::mm(gram, gram), x);
            }
    };
}

void measure(int rounds, const char *name)
{
    OptimizerConfig config;
    config.name = name;
    const std::shared_ptr<Optimizer> optimizer = makeOptimizer(makeParameters(), config);
    std::vector<Work> works{torchAdamW(), [=] { optimizer->step(1e-4); }};
    if (config.name == "muon")
        works.push_back(muonProducts(config.ns_steps));
    const std::vector<double> best = fastest(rounds, works);
    std::printf("%-11s %8.1f ms  %6.2f × torch's fused AdamW (%.1f ms)", name, 1e3 * best[1], best[1] / best[0],
                1e3 * best[0]);
    if (best.size() > 2)
        std::printf("  %.2f × its matrix products (%.1f ms)", best[1] / best[2], 1e3 * best[2]);
    std::printf("\n");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    torch::manual_seed(1);
    const int repeats = argc > 1 ? std::atoi(argv[1]) : 5;
    const auto wanted = [&](const char *name) {
        return argc <= 2
            || std::any_of(argv + 2, argv + argc, [&](const char *one) { return !std::strcmp(one, name); });
    };
    std::int64_t parameters = 0;
    for (const auto &[name, tensor] : makeParameters())
        parameters += tensor.numel();
    std::printf("%.1f M parameters, %d threads\n", static_cast<double>(parameters) * 1e-6, at::get_num_threads());
    const torch::NoGradGuard noGrad;
    for (const char *name : {"adamw", "adam", "sgd", "lion", "adafactor", "adamw_8bit", "muon", "shampoo"})
        if (wanted(name))
            measure(repeats, name);
    return 0;
}
