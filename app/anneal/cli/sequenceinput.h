// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "base/files.h"
#include "base/result.h"

namespace anneal {

struct SequenceSource {
    std::vector<std::string> sequences; ///< as typed
    std::string file; ///< FASTA; used when `sequences` is empty
};

struct NamedSequence {
    std::string name;
    std::string letters;
};

/// The sequences to ask a model about, in its alphabet. Data error naming the first that is not.
[[nodiscard]] Result<std::vector<NamedSequence>> readInput(const SequenceSource &source, const fs::path &model);

} // namespace anneal
