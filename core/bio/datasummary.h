// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bio/dataset.h"

namespace anneal {

/// How many values lie in [from, to); the last bin holds its upper bound too.
struct HistogramBin {
    double from = 0;
    double to = 0;
    std::int64_t count = 0;
};

/// How often a class occurs in each part: records, or residues where each has a label.
struct ClassCount {
    std::string name;
    std::int64_t train = 0;
    std::int64_t validation = 0;
    std::int64_t test = 0;

    [[nodiscard]] std::int64_t total() const { return train + validation + test; }
};

struct ValueRange {
    double least = 0, median = 0, mean = 0, most = 0;
};

/// What a set of data is like, as plain numbers for a window or a terminal.
struct DataSummary {
    std::int64_t trainRecords = 0, validationRecords = 0, testRecords = 0; ///< sequences, not samples
    std::int64_t residues = 0; ///< of all parts
    ValueRange lengths; ///< residues a sequence
    std::vector<HistogramBin> lengthBins; ///< all parts; the last may reach further than the others
    LabelKind kind = LabelKind::None;
    std::vector<ClassCount> classes; ///< in the order of class ids
    std::int64_t unlabelled = 0; ///< residues without a known label
    std::optional<ValueRange> targets; ///< numbers only
    std::vector<HistogramBin> targetBins;
};

[[nodiscard]] DataSummary summarise(const Dataset &data);

/// Bins of a round width (1, 2 or 5 times a power of ten), about `wanted` of them. Values beyond twice the 99th
/// percentile share the last one, so that a few giants do not press the rest into one bar. Empty without values.
[[nodiscard]] std::vector<HistogramBin> histogram(std::vector<double> values, int wanted);

} // namespace anneal
