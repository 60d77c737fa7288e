// SPDX-License-Identifier: GPL-3.0-or-later
#include "parity/goldencase.h"

#include <algorithm>
#include <fstream>

namespace anneal {

GoldenCase::GoldenCase(std::filesystem::path folder)
    : m_io(SafetensorsFile::open(folder / "io.safetensors").value())
    , m_packed(SafetensorsFile::open(folder / "packed.safetensors").value())
    , m_mutated(SafetensorsFile::open(folder / "mutations.safetensors").value())
    , m_facts(nlohmann::json::parse(std::ifstream(folder / "mutations.json")))
{
    const torch::Tensor starts = packed("cu_seqlens").to(torch::kInt64);
    m_boundaries.assign(starts.data_ptr<std::int64_t>(), starts.data_ptr<std::int64_t>() + starts.numel());
}

torch::Tensor GoldenCase::read(const SafetensorsFile &file, const std::string &name)
{
    return file.tensor(name).value();
}

std::int64_t GoldenCase::numSequences() const
{
    return static_cast<std::int64_t>(m_boundaries.size()) - 1;
}

PackedBatch GoldenCase::batchOf(std::int64_t first, std::int64_t last, std::vector<std::int64_t> boundaries) const
{
    const torch::Tensor labels = packed("labels").slice(0, first, last);
    PackedBatch batch;
    batch.tokens = packed("input_ids").slice(0, first, last);
    batch.positions = packed("position_ids").slice(0, first, last).to(torch::kInt64);
    batch.targetRows = labels.ne(-100).nonzero().flatten();
    batch.targets = labels.index_select(0, batch.targetRows);
    for (std::size_t i = 0; i + 1 < boundaries.size(); ++i)
        batch.longest = std::max(batch.longest, boundaries[i + 1] - boundaries[i]);
    batch.boundaries = std::move(boundaries);
    return batch;
}

PackedBatch GoldenCase::pack() const
{
    return batchOf(0, m_boundaries.back(), m_boundaries);
}

PackedBatch GoldenCase::alone(std::int64_t sequence) const
{
    const std::int64_t first = firstRow(sequence);
    const std::int64_t last = firstRow(sequence + 1);
    return batchOf(first, last, {0, last - first});
}

double distance(const torch::Tensor &a, const torch::Tensor &b)
{
    return (a.to(torch::kFloat64) - b.to(torch::kFloat64)).abs().max().item<double>();
}

} // namespace anneal
