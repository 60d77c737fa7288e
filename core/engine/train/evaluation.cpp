// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/evaluation.h"

#include "base/clock.h"
#include "batch/prefetcher.h"
#include "nn/layers.h"
#include "train/precision.h"

namespace anneal {
namespace {

/// [2] float64: sum of −log p and number of right answers.
torch::Tensor scoreBatch(SequenceModel &model, const PackedBatch &batch, torch::Device device,
                         const std::string &compute)
{
    const PackedBatch placed = batch.to(device);
    torch::Tensor logits;
    {
        const PrecisionScope precision(device, compute);
        logits = model.scores(placed);
    }
    logits = atLeastFloat32(logits);
    const auto loss = torch::nn::functional::cross_entropy(
        logits, placed.targets, torch::nn::functional::CrossEntropyFuncOptions().reduction(torch::kNone));
    const auto right = logits.argmax(-1).eq(placed.targets);
    return torch::stack({loss.sum(torch::kFloat64), right.sum().to(torch::kFloat64)});
}

/// Evaluation switches dropout off and must switch it on again however it ends.
class EvaluationMode
{
public:
    explicit EvaluationMode(SequenceModel &model)
        : m_model(model)
        , m_wasTraining(model.is_training())
    {
        m_model.eval();
    }
    ~EvaluationMode() { m_model.train(m_wasTraining); }
    EvaluationMode(const EvaluationMode &) = delete;
    EvaluationMode &operator=(const EvaluationMode &) = delete;

private:
    SequenceModel &m_model;
    bool m_wasTraining;
};

} // namespace

std::optional<EvaluationReport> evaluate(SequenceModel &model, const ValidationData &data, torch::Device device,
                                         const std::string &compute, const std::function<bool(double)> &between)
{
    const torch::NoGradGuard noGradients;
    const EvaluationMode mode(model);
    const std::int64_t started = monotonicMicros();
    const auto batches = static_cast<std::int64_t>(data.numBatches());
    Prefetcher<PackedBatch> source(0, batches,
                                   [&data](std::int64_t i) { return data.batch(static_cast<std::size_t>(i)); });
    EvaluationReport report;
    torch::Tensor sums = torch::zeros({2}, torch::dtype(torch::kFloat64).device(device));
    for (std::int64_t i = 0; i < batches; ++i) {
        const PackedBatch batch = source.next();
        if (batch.numTargets() > 0)
            sums += scoreBatch(model, batch, device, compute);
        report.targets += batch.numTargets();
        if (!between(static_cast<double>(i + 1) / static_cast<double>(batches)))
            return {};
    }
    const torch::Tensor onHost = sums.cpu() / static_cast<double>(std::max<std::int64_t>(1, report.targets));
    report.loss = onHost[0].item<double>();
    report.accuracy = onHost[1].item<double>();
    report.seconds = static_cast<double>(monotonicMicros() - started) * 1e-6;
    return report;
}

} // namespace anneal
