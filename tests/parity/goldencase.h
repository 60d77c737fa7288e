// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/sequencemodel.h"
#include "tensor/safetensors.h"

namespace anneal {

/// Reference numbers of one model: what to feed and what must come out (tests/data/golden/README.md).
class GoldenCase
{
public:
    explicit GoldenCase(std::filesystem::path folder);

    /// Ends the test program when the file has no such tensor: the data is part of the source tree.
    [[nodiscard]] torch::Tensor io(const std::string &name) const { return read(m_io, name); }
    [[nodiscard]] torch::Tensor packed(const std::string &name) const { return read(m_packed, name); }
    [[nodiscard]] torch::Tensor mutated(const std::string &name) const { return read(m_mutated, "logits." + name); }
    [[nodiscard]] double tolerance(const std::string &name) const { return m_facts["tolerance"][name]; }
    [[nodiscard]] const nlohmann::json &facts() const { return m_facts; }

    [[nodiscard]] std::int64_t numSequences() const;
    /// All sequences end to end, or one of them.
    [[nodiscard]] PackedBatch pack() const;
    [[nodiscard]] PackedBatch alone(std::int64_t sequence) const;
    [[nodiscard]] std::int64_t firstRow(std::int64_t sequence) const
    {
        return m_boundaries[static_cast<std::size_t>(sequence)];
    }

private:
    static torch::Tensor read(const SafetensorsFile &file, const std::string &name);
    [[nodiscard]] PackedBatch batchOf(std::int64_t first, std::int64_t last,
                                      std::vector<std::int64_t> boundaries) const;

    SafetensorsFile m_io;
    SafetensorsFile m_packed;
    SafetensorsFile m_mutated;
    nlohmann::json m_facts;
    std::vector<std::int64_t> m_boundaries;
};

/// max |a − b|, both widened to fp64.
[[nodiscard]] double distance(const torch::Tensor &a, const torch::Tensor &b);

} // namespace anneal
