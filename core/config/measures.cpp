// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/measures.h"

#include <algorithm>

namespace anneal {

const std::vector<Measure> &allMeasures()
{
    static const std::vector<Measure> all = {
        {"loss", "loss", true},
        {"perplexity", "perplexity", true},
        {"accuracy", "accuracy"},
        {"macro_f1", "macro F1"},
        {"micro_f1", "micro F1"},
        {"mcc", "Matthews correlation"},
        {"auroc", "AUROC"},
        {"average_precision", "average precision (AUPRC)"},
        {"exact_match", "all labels right"},
        {"q3", "Q3"},
        {"sov3", "segment overlap (3 states)"},
        {"q8", "Q8"},
        {"sov8", "segment overlap (8 states)"},
        {"spearman", "Spearman correlation"},
        {"pearson", "Pearson correlation"},
        {"mae", "mean absolute error", true},
        {"r2", "R²"},
    };
    return all;
}

const Measure *findMeasure(std::string_view name)
{
    const auto &all = allMeasures();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Measure &one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> measuresOf(std::string_view task)
{
    if (task == "sequence_classification")
        return {"accuracy", "macro_f1", "mcc", "auroc", "average_precision"};
    if (task == "token_classification")
        return {"accuracy", "macro_f1", "mcc"};
    if (task == "multi_label_classification")
        return {"micro_f1", "macro_f1", "auroc", "average_precision", "exact_match"};
    if (task == "regression")
        return {"spearman", "pearson", "mae", "r2"};
    return {"accuracy", "perplexity"};
}

bool isLanguageTask(std::string_view task)
{
    return task == "masked_lm" || task == "causal_lm";
}

std::vector<std::string> structureMeasures(bool eightStates)
{
    if (eightStates)
        return {"q3", "sov3", "q8", "sov8"};
    return {"q3", "sov3"};
}

} // namespace anneal
