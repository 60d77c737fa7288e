// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/evaluation.h"

#include "base/clock.h"
#include "batch/prefetcher.h"
#include "nn/layers.h"
#include "train/precision.h"
#include "train/quality.h"

namespace anneal {
namespace {

/// [N, K] in fp32 or wider.
torch::Tensor scoresOf(SequenceModel &model, const PackedBatch &batch, torch::Device device, const std::string &compute)
{
    const PrecisionScope precision(device, compute);
    return atLeastFloat32(model.scores(batch));
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

std::optional<double> EvaluationReport::measure(const std::string &name) const
{
    if (name == "loss")
        return loss;
    for (const auto &[known, value] : quality)
        if (known == name)
            return value;
    return {};
}

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
    Quality quality(model.task());
    torch::Tensor sum = torch::zeros({}, torch::dtype(torch::kFloat64).device(device));
    for (std::int64_t i = 0; i < batches; ++i) {
        const PackedBatch batch = source.next();
        if (batch.numTargets() > 0) {
            const PackedBatch placed = batch.to(device);
            const torch::Tensor scores = scoresOf(model, placed, device, compute);
            sum += taskLosses(scores, placed.targets, model.task().problem).sum(torch::kFloat64);
            quality.add(scores, placed);
        }
        report.targets += batch.numTargets();
        if (!between(static_cast<double>(i + 1) / static_cast<double>(batches)))
            return {};
    }
    report.loss = sum.item<double>() / static_cast<double>(std::max<std::int64_t>(1, report.targets));
    const std::vector<std::string> names = qualityNames(model.task());
    const std::vector<double> values = quality.values(report.loss, report.targets);
    for (std::size_t i = 0; i < names.size(); ++i)
        report.quality.emplace_back(names[i], values[i]);
    report.classes = quality.classes();
    report.seconds = static_cast<double>(monotonicMicros() - started) * 1e-6;
    return report;
}

} // namespace anneal
