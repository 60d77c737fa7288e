// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fieldbuilder.h"

namespace anneal {

namespace {

std::vector<Field> optimizerFields()
{
    using O = OptimizerConfig;
    const FieldBuilder optimizer("optimizer", &Config::optimizer);
    return {
        optimizer.choice(&O::name, {{"adamw", "AdamW (8 bytes a parameter)"}},
                         {"name", "Optimizer", "How gradients become updates."}),
        optimizer.real(&O::lr, {1e-10, 10},
                       {"lr", "Peak learning rate",
                        "Size of the updates between warm-up and decay. The setting that matters most: too low wastes "
                        "time, too high "
                        "diverges. Usual: 1e-4 to 2e-3, less for larger models.",
                        kLive}),
        optimizer.real(&O::beta1, {0, 0.99999},
                       {"beta1", "Beta 1", "How long AdamW remembers gradients. Usually 0.9.", kExpert}),
        optimizer.real(&O::beta2, {0, 0.999999},
                       {"beta2", "Beta 2",
                        "How long AdamW remembers squared gradients. 0.98 for masked models, 0.999 for small batches.",
                        kExpert}),
        optimizer.real(&O::eps, {1e-16, 0.01},
                       {"eps", "Epsilon", "Keeps AdamW's division finite. Leave it at 1e-8.", kExpert}),
        optimizer.real(&O::weight_decay, {0, 10},
                       {"weight_decay", "Weight decay",
                        "Pull of the weights towards zero, as a share of the learning rate. Not applied to biases and "
                        "norms. Usual: "
                        "0.01 to 0.1.",
                        kExpert}),
    };
}

std::vector<Field> stepFields()
{
    const FieldBuilder batch("batch", &Config::batch);
    const FieldBuilder precision("precision", &Config::precision);
    return {
        batch.integer(&BatchConfig::tokens_per_device, {3, 1 << 24, "tokens"},
                      {"tokens_per_device", "Tokens per micro-batch",
                       "Whole sequences are packed end to end up to this many tokens; nothing is padded. Memory for "
                       "activations grows "
                       "with it. At least the length limit."}),
        batch.integer(&BatchConfig::accumulation_steps, {1, 65536, "micro-batches"},
                      {"accumulation_steps", "Accumulation",
                       "Micro-batches whose gradients are added before each update: a larger effective batch in the "
                       "same memory.",
                       kLive}),
        precision.choice(
            &PrecisionConfig::compute, {{"fp32", "fp32"}, {"bf16", "bf16 (mixed)"}},
            {"compute", "Precision",
             "Number format of the large products. bf16 halves their memory and is faster where the hardware has it; "
             "weights, softmax, norms and loss stay fp32."}),
    };
}

} // namespace

std::vector<Field> trainingFields()
{
    std::vector<Field> fields = optimizerFields();
    for (auto part : {scheduleFields(), stepFields()})
        fields.insert(fields.end(), part.begin(), part.end());
    return fields;
}

} // namespace anneal
