// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fieldbuilder.h"

namespace anneal {

std::vector<Field> adapterFields()
{
    using A = AdapterConfig;
    const FieldBuilder adapter("adapter", &Config::adapter);
    return {
        adapter.choice(
            &A::method,
            {{"full", "The whole model"},
             {"lora", "LoRA adapters"},
             {"head", "The head only"},
             {"upper_layers", "All but the first layers"}},
            {"method", "Trained part",
             "What the optimizer changes. LoRA (Hu et al. 2022) adds small matrices to a frozen model: little "
             "memory, small files. Head only is the cheapest baseline."}),
        adapter.integer(&A::frozen_layers, {0, 512, "layers"},
                        {"frozen_layers", "Frozen layers",
                         "With \"all but the first layers\": how many blocks, and the embeddings, stay as they are."}),
        adapter.integer(
            &A::rank, {1, 4096},
            {"rank", "LoRA rank", "Inner width of each adapter. 4 to 16 is usual; memory and freedom grow with it."}),
        adapter.real(
            &A::alpha, {0, 1e6},
            {"alpha", "LoRA alpha", "The adapter's output is multiplied by alpha ÷ rank. Often twice the rank."}),
        adapter.real(&A::dropout, {0, 0.95},
                     {"dropout", "LoRA dropout",
                      "Share of the adapter's inputs that are zeroed at random while training. 0 to 0.1.", kExpert}),
        adapter.text(&A::target_modules,
                     {"target_modules", "LoRA targets",
                      "Modules that get an adapter: endings of their names with commas between (query, value), or a "
                      "regular expression. Empty: query and value of every layer."}),
        adapter.text(&A::modules_to_save,
                     {"modules_to_save", "Also trained in full",
                      "Modules beside the adapters that are trained and saved whole, with commas between. A new head "
                      "needs it.",
                      kExpert}),
        adapter.choice(&A::bias, {{"none", "None"}, {"all", "All"}, {"lora_only", "Of adapted modules"}},
                       {"bias", "Biases", "Which biases are trained beside the adapters.", kExpert}),
        adapter.boolean(
            &A::use_rslora,
            {"use_rslora", "Rank-stabilised",
             "Divides alpha by the root of the rank instead of the rank (Kalajdzievski 2023): for high ranks.",
             kExpert}),
        adapter.boolean(
            &A::use_dora,
            {"use_dora", "DoRA",
             "Learns the length of each output's weights apart from their direction (Liu et al. 2024): often "
             "better, slower.",
             kExpert}),
        adapter.text(
            &A::rank_pattern,
            {"rank_pattern", "Ranks of some modules", "Another rank for some: \"intermediate.dense=2\".", kExpert}),
        adapter.text(
            &A::alpha_pattern,
            {"alpha_pattern", "Alphas of some modules", "Another alpha for some: \"intermediate.dense=9\".", kExpert}),
    };
}

} // namespace anneal
