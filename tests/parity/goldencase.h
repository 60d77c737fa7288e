// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/sequencemodel.h"
#include "tensor/safetensors.h"

namespace anneal {

/// Reference numbers of one model: what to feed and what must come out (tests/data/golden/README.md). The reference ran
/// padded batches; here their rows are laid end to end without the padding.
class GoldenCase
{
public:
    /// What the labels belong to. For NextTokens the target of a token is the one after it, as the reference's loss has
    /// it.
    enum class Targets { Tokens, NextTokens, Sequences };

    explicit GoldenCase(std::filesystem::path folder, Targets targets = Targets::Tokens);

    /// Ends the test program when the file has no such tensor: the data is part of the source tree.
    [[nodiscard]] torch::Tensor io(const std::string &name) const { return read(m_io, name); }
    [[nodiscard]] torch::Tensor packed(const std::string &name) const;
    [[nodiscard]] torch::Tensor mutated(const std::string &name) const { return read(m_mutated, "logits." + name); }
    [[nodiscard]] double tolerance(const std::string &name) const { return m_facts["tolerance"][name]; }
    [[nodiscard]] const nlohmann::json &facts() const { return m_facts; }
    [[nodiscard]] bool has(const std::string &name) const { return m_io.contains(name); }
    /// The rows of a padded [B, L, …] tensor of the reference that are tokens, end to end.
    [[nodiscard]] torch::Tensor tokensOf(const std::string &name) const;

    [[nodiscard]] std::int64_t numSequences() const;
    /// All sequences end to end, or one of them.
    [[nodiscard]] PackedBatch pack() const;
    [[nodiscard]] PackedBatch alone(std::int64_t sequence) const;
    [[nodiscard]] std::int64_t firstRow(std::int64_t sequence) const
    {
        return m_boundaries[static_cast<std::size_t>(sequence)];
    }

private:
    void readBoundaries();
    void shiftLabels();
    static torch::Tensor read(const SafetensorsFile &file, const std::string &name);
    /// Sequences first … last − 1.
    [[nodiscard]] PackedBatch batchOf(std::int64_t first, std::int64_t last) const;

    std::filesystem::path m_folder;
    Targets m_targets;
    SafetensorsFile m_io;
    SafetensorsFile m_mutated;
    nlohmann::json m_facts;
    std::vector<std::int64_t> m_boundaries;
    torch::Tensor m_tokens, m_positions, m_tokenTypes; ///< [T] each
    torch::Tensor m_labels; ///< [T], or [B] and [B, K] for sequences
};

/// max |a − b|, both widened to fp64.
[[nodiscard]] double distance(const torch::Tensor &a, const torch::Tensor &b);

} // namespace anneal
