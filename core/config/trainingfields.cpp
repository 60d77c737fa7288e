// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fieldbuilder.h"

namespace anneal {

namespace {

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
