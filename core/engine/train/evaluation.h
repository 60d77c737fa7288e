// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "batch/validationdata.h"
#include "models/sequencemodel.h"

namespace anneal {

struct EvaluationReport {
    std::int64_t step = 0;
    std::int64_t tokens = 0; ///< of training, seen before it
    double loss = 0; ///< mean over all targets
    std::vector<double> quality; ///< in the order of qualityNames()
    std::int64_t targets = 0;
    double seconds = 0;
};

/// Scores the whole validation task. `between(share)` is called after every batch with the share done; it may block
/// (a pause), and when it returns false nothing comes back.
[[nodiscard]] std::optional<EvaluationReport> evaluate(SequenceModel &model, const ValidationData &data,
                                                       torch::Device device, const std::string &compute,
                                                       const std::function<bool(double)> &between);

} // namespace anneal
