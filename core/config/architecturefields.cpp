// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fieldbuilder.h"

namespace anneal {

namespace {

using M = ModelConfig;

FieldBuilder<M> model()
{
    return {"model", &Config::model};
}

std::vector<Field> positionFields()
{
    return {
        model().choice(&M::position_embedding_type,
                       {{"rotary", "Rotary (ESM-2, Llama)"},
                        {"absolute", "Learned table (BERT, GPT-2)"},
                        {"alibi", "ALiBi (penalty by distance)"},
                        {"none", "None"}},
                       {"position_embedding_type", "Positions",
                        "How the model knows where a token stands. Rotary (Su et al. 2021) and ALiBi (Press et al. "
                        "2022) tell distances; a learned table ends at its last row.",
                        kExpert}),
        model().integer(&M::max_position_embeddings, {3, 1 << 20, "tokens"},
                        {"max_position_embeddings", "Learned positions",
                         "Rows of the table of learned positions: no input can be longer. Without such a table it "
                         "does nothing.",
                         kExpert}),
        model().real(
            &M::rope_theta, {2, 1e9},
            {"rope_theta", "Rotary base",
             "Base of the rotary positions: larger values tell far positions apart. 10000 up to some thousand tokens.",
             kExpert}),
        model().real(&M::rope_scaling_factor, {1, 1024},
                     {"rope_scaling_factor", "Rotary scaling",
                      "Rotary positions are divided by it, which stretches a trained model to longer inputs (linear "
                      "position interpolation, Chen et al. 2023). 1 = off.",
                      kExpert}),
        model().integer(&M::type_vocab_size, {0, 64, "types"},
                        {"type_vocab_size", "Token types",
                         "Rows of BERT's table of token types; every token here is of type 0. 0 = no table.", kExpert}),
    };
}

std::vector<Field> normFields()
{
    return {
        model().choice(&M::norm_type, {{"layer_norm", "LayerNorm"}, {"rms_norm", "RMSNorm"}},
                       {"norm_type", "Norm",
                        "RMSNorm (Zhang and Sennrich 2019) leaves out mean and bias: a little cheaper, as good.",
                        kExpert}),
        model().choice(&M::norm_position,
                       {{"pre", "Before each part (pre-norm)"},
                        {"post", "After the sum (post-norm, BERT)"},
                        {"residual_post", "On what each part adds (Swin v2)"}},
                       {"norm_position", "Norm position",
                        "Pre-norm trains without trouble; post-norm needs a longer warm-up; Swin v2's keeps very wide "
                        "models stable.",
                        kExpert}),
        model().real(&M::layer_norm_eps, {1e-12, 0.01},
                     {"layer_norm_eps", "Norm epsilon",
                      "Added to the variance in each normalisation. 1e-5; BERT has 1e-12.", kExpert}),
        model().boolean(&M::norm_bias,
                        {"norm_bias", "Norm bias", "LayerNorms have a bias. RMSNorm never has one.", kExpert}),
        model().boolean(&M::embedding_norm,
                        {"embedding_norm", "Norm of embeddings",
                         "Normalises the sum of the embeddings before the first block, as BERT does.", kExpert}),
    };
}

std::vector<Field> attentionFields()
{
    return {
        model().integer(&M::num_key_value_heads, {0, 512, "heads"},
                        {"num_key_value_heads", "Key and value heads",
                         "Fewer than heads: groups of queries share keys and values (GQA, Ainslie et al. 2023), which "
                         "saves memory when generating. 0 = as many as heads.",
                         kExpert}),
        model().integer(&M::head_dim, {0, 1024, "channels"},
                        {"head_dim", "Head width", "Channels of one head. 0 = width ÷ heads.", kExpert}),
        model().choice(&M::attention_type, {{"dot_product", "Scaled dot product"}, {"cosine", "Cosine (Swin v2)"}},
                       {"attention_type", "Scores",
                        "Cosine scores have a learned scale of at most 100 (Liu et al. 2022), so that none can "
                        "explode.",
                        kExpert}),
        model().boolean(&M::qk_norm,
                        {"qk_norm", "Query-key norm",
                         "RMSNorm of each head's queries and keys: keeps scores bounded at high learning rates.",
                         kExpert}),
        model().boolean(&M::attention_bias,
                        {"attention_bias", "Attention biases", "Biases of query, key, value and output.", kExpert}),
    };
}

std::vector<Field> channelFields()
{
    return {
        model().choice(&M::hidden_act,
                       {{"gelu", "GELU (erf)"},
                        {"gelu_new", "GELU (tanh)"},
                        {"silu", "SiLU"},
                        {"relu", "ReLU"},
                        {"relu2", "ReLU²"}},
                       {"hidden_act", "Activation",
                        "GELU is usual; GPT-2 has its tanh form; SiLU with a gate is Llama's SwiGLU; ReLU² is cheap "
                        "and sparse.",
                        kExpert}),
        model().boolean(&M::gated_mlp,
                        {"gated_mlp", "Gated feed-forward",
                         "activation(gate(x)) · up(x) (GLU variants, Shazeer 2020). A third matrix: use ⅔ of the "
                         "feed-forward width for the same size.",
                         kExpert}),
        model().boolean(&M::mlp_bias, {"mlp_bias", "Feed-forward biases", "Biases of the feed-forward part.", kExpert}),
    };
}

std::vector<Field> stabilityExtras()
{
    return {
        model().boolean(&M::normformer_attention_norm,
                        {"normformer_attention_norm", "NormFormer: norm after attention",
                         "A norm of what attention adds (Shleifer et al. 2021).", kExpert}),
        model().boolean(&M::normformer_mlp_norm,
                        {"normformer_mlp_norm", "NormFormer: norm in the feed-forward",
                         "A norm of the inner channels after the activation (Shleifer et al. 2021).", kExpert}),
        model().choice(&M::normformer_head_scale,
                       {{"none", "None"},
                        {"before_output", "On the heads (paper)"},
                        {"after_output", "On the projected output (fairseq)"}},
                       {"normformer_head_scale", "NormFormer: head scale",
                        "A learned factor of each head (Shleifer et al. 2021).", kExpert}),
        model().boolean(&M::residual_scale,
                        {"residual_scale", "Residual scale",
                         "A learned factor of each channel on the feed-forward's residual (NormFormer, for small "
                         "models).",
                         kExpert}),
        model().boolean(&M::zero_init_output,
                        {"zero_init_output", "Output projections start at zero",
                         "Every block passes its input on unchanged at first, which calms the first steps.", kExpert}),
    };
}

std::vector<Field> outputFields()
{
    return {
        model().choice(
            &M::lm_head,
            {{"transform", "Dense, activation, norm, output (ESM-2, BERT)"},
             {"linear", "Output matrix only (GPT-2, Llama)"}},
            {"lm_head", "Language-model head", "What turns the last hidden state into token scores.", kExpert}),
        model().boolean(&M::lm_head_bias, {"lm_head_bias", "Output bias", "A bias of each token's score.", kExpert}),
        model().real(&M::logit_softcap, {0, 1000},
                     {"logit_softcap", "Logit soft cap",
                      "c · tanh(score / c) keeps scores between −c and c (Gemma 2 has 30). 0 = off.", kExpert}),
        model().boolean(&M::tie_word_embeddings,
                        {"tie_word_embeddings", "Tied embeddings",
                         "Uses one matrix for input embedding and output, as ESM-2 does: fewer parameters.", kExpert}),
        model().boolean(
            &M::token_dropout,
            {"token_dropout", "Token dropout",
             "Zeroes the embedding of masked tokens and rescales the rest, as ESM-2 does. Needed to read its weights.",
             kExpert}),
    };
}

std::vector<Field> dropoutFields()
{
    return {
        model().real(&M::embedding_dropout_prob, {0, 0.95},
                     {"embedding_dropout_prob", "Embedding dropout",
                      "Share of channels of the embeddings that are zeroed at random while training. Usually 0.",
                      kExpert}),
        model().real(
            &M::hidden_dropout_prob, {0, 0.95},
            {"hidden_dropout_prob", "Dropout",
             "Share of channels that are zeroed at random after each part of a block while training. 0 for large data; "
             "about 0.1 when a small set is seen many times.",
             kExpert}),
        model().real(&M::attention_probs_dropout_prob, {0, 0.95},
                     {"attention_probs_dropout_prob", "Attention dropout",
                      "Share of attention weights that are zeroed at random while training. Usually 0.", kExpert}),
    };
}

} // namespace

std::vector<Field> architectureFields()
{
    std::vector<Field> all;
    for (const auto &part : {positionFields(), normFields(), attentionFields(), channelFields(), stabilityExtras(),
                             outputFields(), dropoutFields()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace anneal
