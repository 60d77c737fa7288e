// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fieldbuilder.h"

namespace anneal {

namespace {

std::vector<Field> shapeFields()
{
    using M = ModelConfig;
    const FieldBuilder model("model", &Config::model);
    return {
        model.integer(
            &M::num_hidden_layers, {1, 512, "layers"},
            {"num_hidden_layers", "Layers", "Depth: number of transformer blocks. Parameters and time grow with it."}),
        model.integer(
            &M::hidden_size, {2, 32768, "channels"},
            {"hidden_size", "Width",
             "Channels of each token between the blocks. Parameters and time grow with its square. Must divide by the "
             "heads into an even number."}),
        model.integer(&M::num_attention_heads, {1, 512, "heads"},
                      {"num_attention_heads", "Attention heads",
                       "How many places a token can look at in one layer. Width ÷ heads is usually 16 to 64."}),
        model.integer(
            &M::intermediate_size, {1, 131072, "channels"},
            {"intermediate_size", "Feed-forward width", "Inner width of the feed-forward part. Usually 4 × width."}),
        model.boolean(&M::is_causal,
                      {"is_causal", "Causal",
                       "A token sees only those before it. Needed to generate; a masked model sees both sides."}),
    };
}

std::vector<Field> startFields()
{
    using M = ModelConfig;
    const FieldBuilder model("model", &Config::model);
    return {
        model.real(&M::initializer_range, {1e-6, 1},
                   {"initializer_range", "Initial spread",
                    "Standard deviation of the first random weights. Usually 0.02.", kExpert}),
        model.path(&M::init_from,
                   {"init_from", "Start from weights",
                    "Folder with config.json and model.safetensors (Hugging Face layout) whose weights the run starts "
                    "from. The "
                    "shape above must be the same. Empty: random weights."}),
    };
}

std::vector<Field> objectiveFields()
{
    using O = ObjectiveConfig;
    const FieldBuilder objective("objective", &Config::objective);
    return {
        objective.choice(&O::task,
                         {{"masked_lm", "Masked tokens"},
                          {"causal_lm", "Next token"},
                          {"sequence_classification", "One class a sequence"},
                          {"multi_label_classification", "Several classes a sequence"},
                          {"regression", "A number a sequence"},
                          {"token_classification", "One class a residue"}},
                         {"task", "Task",
                          "What the model learns: to name hidden tokens from those around them, each next token from "
                          "those before it, "
                          "or what the label column says of a sequence or of each residue."}),
        objective.real(
            &O::mlm_probability, {0.001, 1},
            {"mlm_probability", "Masking rate",
             "Share of the tokens that must be named in each sequence. Usual: 0.15; more gives more signal from each "
             "sequence and less to see."}),
        objective.real(&O::mask_replace_prob, {0, 1},
                       {"mask_replace_prob", "Shown as mask",
                        "Share of the chosen tokens that are replaced by the mask token. Usual: 0.8.", kExpert}),
        objective.real(
            &O::random_replace_prob, {0, 1},
            {"random_replace_prob", "Shown as a random token",
             "Share of the chosen tokens that are replaced by a random one. The rest stays visible. Usual: 0.1.",
             kExpert}),
        objective.choice(
            &O::validation_masking, {{"all_hidden", "Every scored token is hidden"}, {"as_training", "As in training"}},
            {"validation_masking", "Validation masking",
             "Hidden: each scored token is shown as the mask, so the loss is honest and comparable. As in training: "
             "some scored tokens stay visible, which alone lowers the loss by about 0.2 nats.",
             kExpert}),
        objective.choice(
            &O::head, {{"family", "The family's own"}, {"pooled", "Pooled, two layers"}},
            {"head", "Head",
             "What answers about a whole sequence. The family's own can be opened by transformers; the pooled "
             "one (pool, norm, dense, GELU, output) is often better on few data.",
             kExpert}),
        objective.choice(
            &O::pooling,
            {{"mean", "Mean of all tokens"}, {"first", "First token"}, {"last", "Last token"}, {"max", "Maximum"}},
            {"pooling", "Pooling", "What a pooled head sees of a sequence. Usual: the mean.", kExpert}),
        objective.real(
            &O::classifier_dropout, {0, 0.95},
            {"classifier_dropout", "Head dropout",
             "Share of channels before the head's output that are zeroed at random while training. Usual: 0.1.",
             kExpert}),
    };
}

} // namespace

std::vector<Field> modelFields()
{
    std::vector<Field> all;
    for (const auto &part : {shapeFields(), architectureFields(), startFields(), objectiveFields()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace anneal
