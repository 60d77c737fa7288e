// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <optional>

#include <ATen/Parallel.h>
#include <torch/torch.h>

#include "nn/attention.h"
#include "nn/cpu/attentionkernels.h"

namespace anneal {
namespace {

using Boundaries = std::vector<std::int64_t>;

struct FreeAligned {
    void operator()(float *memory) const { std::free(memory); }
};
using ScratchMemory = std::unique_ptr<float[], FreeAligned>;

ScratchMemory scratchFor(std::int64_t rows, std::int64_t width)
{
    constexpr std::size_t kCacheLine = 64;
    const std::size_t floats = bestAttentionKernels().scratchFloats(static_cast<int>(rows), static_cast<int>(width));
    const std::size_t bytes = (floats * sizeof(float) + kCacheLine - 1) / kCacheLine * kCacheLine;
    return ScratchMemory(static_cast<float *>(std::aligned_alloc(kCacheLine, bytes)));
}

/// Calls work(sequence, head, scratch) for all of them, longest sequences first: threads take the next one when they
/// are free, so short ones fill the gaps at the end.
template <typename Work>
void forEachHead(const Boundaries &boundaries, std::int64_t heads, std::int64_t width, const Work &work)
{
    std::vector<std::size_t> order(boundaries.size() - 1);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto length = [&](std::size_t i) { return boundaries[i + 1] - boundaries[i]; };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return length(a) > length(b); });
    if (order.empty())
        return;

    const std::int64_t longest = length(order.front());
    const std::int64_t tasks = static_cast<std::int64_t>(order.size()) * heads;
    std::atomic<std::int64_t> next{0};
    at::parallel_for(0, at::get_num_threads(), 1, [&](std::int64_t, std::int64_t) {
        const ScratchMemory scratch = scratchFor(longest, width);
        for (std::int64_t task = next++; task < tasks; task = next++)
            work(order[static_cast<std::size_t>(task / heads)], task % heads, scratch.get());
    });
}

/// AttentionRules in the kernels' types.
struct HeadRules {
    torch::Tensor cosines; ///< [T, D/2], or undefined
    torch::Tensor sines;
    torch::Tensor slopes; ///< [H], or undefined
    double scale = 1;
    bool causal = false;
};

/// Where one head of one sequence lies in packed tensors: qkv [T, 3, H, D], angles [T, D/2].
struct PackedHeads {
    const torch::Tensor &qkv;
    const HeadRules &rules;
    const Boundaries &boundaries;

    [[nodiscard]] std::int64_t heads() const { return qkv.size(2); }
    [[nodiscard]] std::int64_t width() const { return qkv.size(3); }
    [[nodiscard]] std::int64_t first(std::size_t sequence) const { return boundaries[sequence]; }

    [[nodiscard]] AttentionHead head(std::size_t sequence, std::int64_t head) const
    {
        const float *row = qkv.const_data_ptr<float>() + first(sequence) * qkv.stride(0) + head * width();
        return {row,
                row + qkv.stride(1),
                row + 2 * qkv.stride(1),
                qkv.stride(0),
                angles(rules.cosines, sequence),
                angles(rules.sines, sequence),
                static_cast<int>(boundaries[sequence + 1] - first(sequence)),
                static_cast<int>(width()),
                static_cast<float>(rules.scale),
                rules.slopes.defined() ? rules.slopes.const_data_ptr<float>()[head] : 0,
                rules.causal};
    }

private:
    [[nodiscard]] const float *angles(const torch::Tensor &all, std::size_t sequence) const
    {
        return all.defined() ? all.const_data_ptr<float>() + first(sequence) * (width() / 2) : nullptr;
    }
};

void attendForward(const PackedHeads &packed, torch::Tensor &output, torch::Tensor &logSumExp)
{
    const AttentionKernels &kernels = bestAttentionKernels();
    const std::int64_t step = output.stride(0);
    forEachHead(packed.boundaries, packed.heads(), packed.width(),
                [&](std::size_t sequence, std::int64_t head, float *scratch) {
                    const std::int64_t first = packed.first(sequence);
                    const AttentionForward task{packed.head(sequence, head),
                                                output.data_ptr<float>() + first * step + head * packed.width(), step,
                                                logSumExp.data_ptr<float>() + head * logSumExp.stride(0) + first};
                    kernels.forward(task, scratch);
                });
}

void attendBackward(const PackedHeads &packed, const torch::Tensor &output, const torch::Tensor &outputGrad,
                    const torch::Tensor &logSumExp, torch::Tensor &qkvGrad)
{
    const AttentionKernels &kernels = bestAttentionKernels();
    const std::int64_t step = output.stride(0);
    forEachHead(packed.boundaries, packed.heads(), packed.width(),
                [&](std::size_t sequence, std::int64_t head, float *scratch) {
                    const std::int64_t first = packed.first(sequence);
                    const std::int64_t place = first * step + head * packed.width();
                    float *grad = qkvGrad.data_ptr<float>() + first * qkvGrad.stride(0) + head * packed.width();
                    const AttentionBackward task{packed.head(sequence, head),
                                                 output.const_data_ptr<float>() + place,
                                                 outputGrad.const_data_ptr<float>() + place,
                                                 step,
                                                 logSumExp.const_data_ptr<float>() + head * logSumExp.stride(0) + first,
                                                 grad,
                                                 grad + qkvGrad.stride(1),
                                                 grad + 2 * qkvGrad.stride(1),
                                                 qkvGrad.stride(0)};
                    kernels.backward(task, scratch);
                });
}

using MaybeTensor = std::optional<torch::Tensor>; ///< what torch's functions take for a tensor that may be absent

class CpuAttention : public torch::autograd::Function<CpuAttention>
{
public:
    static torch::Tensor forward(torch::autograd::AutogradContext *context, const torch::Tensor &qkv,
                                 const MaybeTensor &cosines, const MaybeTensor &sines, const MaybeTensor &slopes,
                                 double scale, bool causal, const Boundaries &boundaries)
    {
        torch::Tensor output = torch::empty({qkv.size(0), qkv.size(2) * qkv.size(3)}, qkv.options());
        torch::Tensor logSumExp = torch::empty({qkv.size(2), qkv.size(0)}, qkv.options());
        const HeadRules rules{cosines.value_or(torch::Tensor()), sines.value_or(torch::Tensor()),
                              slopes.value_or(torch::Tensor()), scale, causal};
        attendForward({qkv, rules, boundaries}, output, logSumExp);
        context->save_for_backward({qkv, rules.cosines, rules.sines, rules.slopes, output, logSumExp});
        context->saved_data["scale"] = scale;
        context->saved_data["causal"] = causal;
        context->saved_data["boundaries"] = boundaries;
        return output;
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext *context,
                                                   const torch::autograd::variable_list &grads)
    {
        const auto saved = context->get_saved_variables();
        const HeadRules rules{saved[1], saved[2], saved[3], context->saved_data["scale"].toDouble(),
                              context->saved_data["causal"].toBool()};
        const Boundaries boundaries = context->saved_data["boundaries"].toIntVector();
        torch::Tensor qkvGrad = torch::empty_like(saved[0]);
        attendBackward({saved[0], rules, boundaries}, saved[4], grads[0].contiguous(), saved[5], qkvGrad);
        torch::autograd::variable_list all(kInputs);
        all[0] = qkvGrad;
        return all;
    }

private:
    static constexpr std::size_t kInputs = 7; ///< of forward(); only the first has a gradient
};

MaybeTensor inFloat32(const torch::Tensor &x)
{
    return x.defined() ? MaybeTensor(x.to(torch::kFloat32).contiguous()) : MaybeTensor();
}

} // namespace

torch::Tensor cpuAttention(const torch::Tensor &qkv, const Packing &packing, const AttentionRules &rules)
{
    return CpuAttention::apply(qkv.contiguous(), inFloat32(rules.angles.cosines), inFloat32(rules.angles.sines),
                               inFloat32(rules.slopes), rules.scale, rules.causal, packing.boundaries);
}

} // namespace anneal
