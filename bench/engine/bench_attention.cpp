// SPDX-License-Identifier: GPL-3.0-or-later
// Packed attention, forward and backward: own kernels against torch's, on lengths like those of UniRef90.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "nn/attention.h"
#include "nn/cpu/attentionkernels.h"
#include "stopwatch.h"

using namespace anneal;

namespace {

constexpr std::int64_t kHeads = 20;

struct Pack {
    std::vector<std::int64_t> boundaries{0};
    torch::Tensor qkv, outputGrad;
    AttentionRules rules;
    std::int64_t longest = 0;
    double flops = 0; ///< of forward and backward without what is computed twice
};

Pack makePack(std::int64_t width)
{
    Pack pack;
    std::vector<torch::Tensor> positions;
    for (const std::int64_t length : {1024, 701, 512, 430, 377, 340, 301, 266, 240, 201, 170, 131, 99, 64}) {
        pack.boundaries.push_back(pack.boundaries.back() + length);
        pack.longest = std::max(pack.longest, length);
        positions.push_back(torch::arange(length));
        pack.flops += 12.0 * static_cast<double>(length * length * kHeads * width);
    }
    pack.qkv = torch::randn({pack.boundaries.back(), 3, kHeads, width}).requires_grad_(true);
    pack.outputGrad = torch::randn({pack.boundaries.back(), kHeads * width});
    pack.rules.scale = 1 / std::sqrt(static_cast<double>(width));
    pack.rules.angles = rotaryAngles(torch::cat(positions), inverseFrequencies(10000, width), torch::kFloat32);
    return pack;
}

/// One call of torch's fused kernel for each sequence.
torch::Tensor stockAttention(const torch::Tensor &qkv, const Packing &packing, const AttentionRules &rules)
{
    const torch::Tensor query = rotate(qkv.select(1, 0), rules.angles).transpose(0, 1).unsqueeze(0);
    const torch::Tensor key = rotate(qkv.select(1, 1), rules.angles).transpose(0, 1).unsqueeze(0);
    const torch::Tensor value = qkv.select(1, 2).transpose(0, 1).unsqueeze(0);
    std::vector<torch::Tensor> outputs;
    for (std::size_t i = 0; i + 1 < packing.boundaries.size(); ++i) {
        const auto rows = [&](const torch::Tensor &x) {
            return x.narrow(2, packing.boundaries[i], packing.boundaries[i + 1] - packing.boundaries[i]);
        };
        outputs.push_back(
            at::scaled_dot_product_attention(rows(query), rows(key), rows(value)).squeeze(0).transpose(0, 1));
    }
    return torch::cat(outputs).flatten(1);
}

template <typename Attention>
void report(const char *name, const Pack &pack, const Attention &attention)
{
    const Packing packing{pack.boundaries, pack.longest};
    const double seconds = fastestSeconds(5, [&] {
        attention(pack.qkv, packing, pack.rules).backward(pack.outputGrad);
        pack.qkv.mutable_grad() = torch::Tensor();
    });
    std::printf("  %-22s %8.1f ms %8.1f GFLOP/s %10.0f tokens/s\n", name, seconds * 1e3, pack.flops / seconds / 1e9,
                static_cast<double>(pack.boundaries.back()) / seconds);
}

} // namespace

int main(int argc, char **argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    at::set_num_threads(argc > 1 ? std::atoi(argv[1]) : 2);
    std::printf("large fp32 matrix products: %.0f GFLOP/s, %d threads, kernels for %s\n", largeMatrixRate() / 1e9,
                at::get_num_threads(), bestAttentionKernels().instructionSet);
    for (const std::int64_t width : {16, 24, 32, 64}) {
        const Pack pack = makePack(width);
        std::printf("%lld heads of width %lld, %lld tokens\n", static_cast<long long>(kHeads),
                    static_cast<long long>(width), static_cast<long long>(pack.boundaries.back()));
        report("own kernels", pack, [](const auto &...arguments) { return cpuAttention(arguments...); });
        report("torch, one sequence a call", pack, stockAttention);
        report("matrix products", pack, [](const auto &...arguments) { return referenceAttention(arguments...); });
    }
    return 0;
}
