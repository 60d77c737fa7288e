// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anneal {

/// A figure of an evaluation. Its series is "validation." + name, on the test part "test." + name.
struct Measure {
    std::string name; ///< "macro_f1"
    std::string label; ///< "macro F1", as it stands within a sentence
    bool lowerIsBetter = false;
};

/// The loss and every measure that some task has, in the order of the form.
[[nodiscard]] const std::vector<Measure> &allMeasures();

/// nullptr for an unknown name.
[[nodiscard]] const Measure *findMeasure(std::string_view name);

/// What an evaluation of objective.task measures beside the loss, in the order in which it is reported.
[[nodiscard]] std::vector<std::string> measuresOf(std::string_view task);

/// Whether a task predicts letters, so that e to its loss is a perplexity; the others have labels.
[[nodiscard]] bool isLanguageTask(std::string_view task);

/// What labels that are states of secondary structure add to that: Q3 and segment overlap, of eight states too.
[[nodiscard]] std::vector<std::string> structureMeasures(bool eightStates);

} // namespace anneal
