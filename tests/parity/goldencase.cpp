// SPDX-License-Identifier: GPL-3.0-or-later
#include "parity/goldencase.h"

#include <algorithm>
#include <fstream>

namespace anneal {

GoldenCase::GoldenCase(std::filesystem::path folder, Targets targets)
    : m_folder(std::move(folder))
    , m_targets(targets)
    , m_io(SafetensorsFile::open(m_folder / "io.safetensors").value())
    , m_mutated(SafetensorsFile::open(m_folder / "mutations.safetensors").value())
    , m_facts(nlohmann::json::parse(std::ifstream(m_folder / "mutations.json")))
    , m_tokens(tokensOf("input_ids"))
{
    if (has("token_type_ids"))
        m_tokenTypes = tokensOf("token_type_ids");
    if (has("labels"))
        m_labels = targets == Targets::Sequences ? io("labels") : tokensOf("labels");
    readBoundaries();
    if (targets == Targets::NextTokens)
        shiftLabels();
}

void GoldenCase::readBoundaries()
{
    m_boundaries.push_back(0);
    std::vector<torch::Tensor> positions;
    const torch::Tensor lengths = io("attention_mask").sum(1);
    for (std::int64_t i = 0; i < lengths.size(0); ++i) {
        const auto length = lengths[i].item<std::int64_t>();
        positions.push_back(torch::arange(length));
        m_boundaries.push_back(m_boundaries.back() + length);
    }
    m_positions = torch::cat(positions);
}

void GoldenCase::shiftLabels()
{
    for (std::int64_t i = 0; i < numSequences(); ++i) {
        const std::int64_t first = firstRow(i), last = firstRow(i + 1) - 1;
        m_labels.slice(0, first, last).copy_(m_labels.slice(0, first + 1, last + 1).clone());
        m_labels[last] = -100;
    }
}

torch::Tensor GoldenCase::read(const SafetensorsFile &file, const std::string &name)
{
    return file.tensor(name).value();
}

torch::Tensor GoldenCase::packed(const std::string &name) const
{
    return read(SafetensorsFile::open(m_folder / "packed.safetensors").value(), name);
}

torch::Tensor GoldenCase::tokensOf(const std::string &name) const
{
    return io(name).index({io("attention_mask").to(torch::kBool)});
}

std::int64_t GoldenCase::numSequences() const
{
    return static_cast<std::int64_t>(m_boundaries.size()) - 1;
}

PackedBatch GoldenCase::batchOf(std::int64_t first, std::int64_t last) const
{
    const std::int64_t from = firstRow(first), to = firstRow(last);
    PackedBatch batch;
    batch.tokens = m_tokens.slice(0, from, to);
    batch.positions = m_positions.slice(0, from, to);
    if (m_tokenTypes.defined())
        batch.tokenTypes = m_tokenTypes.slice(0, from, to);
    for (std::int64_t i = first; i <= last; ++i)
        batch.boundaries.push_back(firstRow(i) - from);
    for (std::size_t i = 0; i + 1 < batch.boundaries.size(); ++i)
        batch.longest = std::max(batch.longest, batch.boundaries[i + 1] - batch.boundaries[i]);
    if (!m_labels.defined())
        return batch;
    const bool ofSequences = m_targets == Targets::Sequences;
    const torch::Tensor labels = ofSequences ? m_labels.slice(0, first, last) : m_labels.slice(0, from, to);
    const torch::Tensor isTarget = labels.dim() == 1 ? labels.ne(-100) : torch::ones({labels.size(0)}, torch::kBool);
    batch.targetRows = isTarget.nonzero().flatten();
    batch.targets = labels.index_select(0, batch.targetRows);
    return batch;
}

PackedBatch GoldenCase::pack() const
{
    return batchOf(0, numSequences());
}

PackedBatch GoldenCase::alone(std::int64_t sequence) const
{
    return batchOf(sequence, sequence + 1);
}

double distance(const torch::Tensor &a, const torch::Tensor &b)
{
    return (a.to(torch::kFloat64) - b.to(torch::kFloat64)).abs().max().item<double>();
}

} // namespace anneal
