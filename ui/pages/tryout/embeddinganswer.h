// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "pages/tryout/embeddingrows.h"

namespace anneal {

/// The engine's answer to "embed" (docs/engine.md).
struct EmbeddingAnswer {
    EmbeddingRow mean;
    std::vector<EmbeddingRow> residues; ///< "M1", "K2", …; empty when only the mean was asked for
};

/// Data error when the answer is not one of these or its rows differ in width.
[[nodiscard]] Result<EmbeddingAnswer> readEmbedding(const nlohmann::json &answer, const QString &letters);

} // namespace anneal
