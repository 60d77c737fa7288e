// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "batch/validationdata.h"
#include "models/sequencemodel.h"

namespace anneal {

struct EvaluationReport {
    std::int64_t step = 0;
    std::int64_t tokens = 0; ///< of training, seen before it
    double loss = 0; ///< mean over all targets
    std::vector<std::pair<std::string, double>> quality; ///< by name, in the order of qualityNames()
    nlohmann::json classes; ///< of Quality::classes()
    std::int64_t targets = 0;
    double seconds = 0;

    /// "loss" or one of qualityNames(); nothing for another.
    [[nodiscard]] std::optional<double> measure(const std::string &name) const;
};

/// Scores all of a held-out part. `between(share)` is called after every batch with the share done; it may block
/// (a pause), and when it returns false nothing comes back.
[[nodiscard]] std::optional<EvaluationReport> evaluate(SequenceModel &model, const ValidationData &data,
                                                       torch::Device device, const std::string &compute,
                                                       const std::function<bool(double)> &between);

} // namespace anneal
