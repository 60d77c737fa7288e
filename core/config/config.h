// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace anneal {

/// Everything that decides a run, as plain typed data. Defaults stand here and only here;
/// keys, ranges, labels and help stand in the field table (…fields.cpp). Lengths and counts are in tokens and steps
/// unless a name says otherwise. Choices are the strings of the field table.
struct DataConfig {
    std::string train; ///< FASTA, FASTQ, CSV, TSV or JSON lines (plain, gzip, bgzip); "sample:NAME" = a bundled file
    std::string validation; ///< second file; empty = held out from `train`
    std::string split_file; ///< TSV with columns id, split; ids absent from it are train
    double validation_fraction = 0.1; ///< by stable hash of the sequence, when neither of the two above is given
    std::string alphabet = "protein"; ///< protein | dna | rna
    std::string tokenizer = "letters"; ///< letters | bytes | characters | kmer | kmer_overlapping | bpe
    std::int64_t kmer = 6; ///< letters of a k-mer
    std::string tokenizer_file; ///< for bpe: tokenizer.json, or a folder that holds it
    std::string sequence_column; ///< of a table; empty = guessed, like the next four; "-" = none
    std::string label_column;
    std::string split_column;
    std::string weight_column;
    std::string id_column;
    std::string label_separator; ///< between several classes of one record; empty = guessed
    bool merge_labels = false; ///< spellings such as donor, Donor or 1, 1.0 are one class
    std::string wild_type; ///< FASTA that a table of mutants changes; empty = wild_type.fasta beside the table
    std::int64_t max_length = 1024; ///< tokens of one sequence, start and end token included
    std::string long_sequences = "truncate"; ///< truncate | window | refuse
    std::int64_t window_stride = 0; ///< tokens between window starts; 0 = no overlap
    double soft_masked_weight = 1.0; ///< weight of lower-case letters in the loss
    double reverse_complement = 0.0; ///< probability that a training sample is shown as its other strand
    std::int64_t seed = 0; ///< root of every random stream
};

/// The one transformer, described. As it stands it is ESM-2; the presets describe BERT, GPT-2 and Llama.
struct ModelConfig { // Hugging Face key names where it has one
    std::int64_t num_hidden_layers = 6;
    std::int64_t hidden_size = 320;
    std::int64_t num_attention_heads = 20;
    std::int64_t intermediate_size = 1280;
    bool is_causal = false; ///< a token sees only those before it
    std::string position_embedding_type = "rotary"; ///< rotary | absolute (learned) | alibi | none
    std::int64_t max_position_embeddings = 1024; ///< rows of the table of learned positions
    double rope_theta = 10000.0;
    double rope_scaling_factor = 1.0; ///< positions are divided by it
    std::string norm_type = "layer_norm"; ///< layer_norm | rms_norm
    std::string norm_position = "pre"; ///< pre | post | residual_post (Swin v2)
    double layer_norm_eps = 1e-5;
    bool norm_bias = true;
    bool embedding_norm = false;
    std::int64_t type_vocab_size = 0; ///< rows of the table of token types; 0 = no table
    std::int64_t num_key_value_heads = 0; ///< 0 = as many as heads
    std::int64_t head_dim = 0; ///< 0 = width ÷ heads
    std::string attention_type = "dot_product"; ///< dot_product | cosine (Swin v2)
    bool qk_norm = false;
    bool attention_bias = true;
    std::string hidden_act = "gelu"; ///< gelu (erf) | gelu_new (tanh) | silu | relu | relu2
    bool gated_mlp = false;
    bool mlp_bias = true;
    bool normformer_attention_norm = false;
    bool normformer_mlp_norm = false;
    std::string normformer_head_scale = "none"; ///< none | before_output | after_output
    bool residual_scale = false;
    bool zero_init_output = false;
    std::string lm_head = "transform"; ///< transform (dense, activation, norm, output) | linear
    bool lm_head_bias = true;
    double logit_softcap = 0.0; ///< c · tanh(logits / c); 0 = none
    bool tie_word_embeddings = true;
    bool token_dropout = true;
    double embedding_dropout_prob = 0.0;
    double hidden_dropout_prob = 0.0;
    double attention_probs_dropout_prob = 0.0;
    double initializer_range = 0.02;
    /// Checkpoint folder (Hugging Face layout) whose weights the run starts from; empty = random.
    std::string init_from;

    bool operator==(const ModelConfig &) const = default;
};

/// What of the model is trained; keys of LoRA as in PEFT's adapter_config.json.
struct AdapterConfig {
    std::string method = "full"; ///< full | lora | head | upper_layers
    std::int64_t frozen_layers = 0; ///< for upper_layers
    std::int64_t rank = 8;
    double alpha = 16;
    double dropout = 0;
    std::string target_modules; ///< comma separated endings, or a regular expression; empty = query and value
    std::string modules_to_save; ///< comma separated
    std::string bias = "none"; ///< none | all | lora_only
    bool use_rslora = false;
    bool use_dora = false;
    std::string rank_pattern; ///< "intermediate.dense=2, query=16"
    std::string alpha_pattern;
};

struct ObjectiveConfig {
    /// masked_lm | causal_lm | sequence_classification | multi_label_classification | regression |
    /// token_classification
    std::string task = "masked_lm";
    double mlm_probability = 0.15;
    double mask_replace_prob = 0.8;
    double random_replace_prob = 0.1;
    std::string validation_masking = "all_hidden"; ///< all_hidden | as_training
    std::string head = "family"; ///< of a task about sequences: family | pooled
    std::string pooling = "mean"; ///< of a pooled head: first | last | mean | max
    double classifier_dropout = 0.1;
};

/// Names as torch, Hugging Face and the optimizers' own implementations have them. Not every optimizer has every
/// setting.
struct OptimizerConfig {
    std::string name = "adamw"; ///< adamw | adam | sgd | lion | adafactor | muon | adamw_8bit | shampoo
    double lr = 4e-4;
    double beta1 = 0.9;
    double beta2 = 0.98;
    double eps = 1e-8;
    double weight_decay = 0.01; ///< not on biases and norms
    /// decoupled (times the learning rate) | independent (times its share of the peak) | l2 (in the gradient: Shampoo)
    std::string weight_decay_type = "decoupled";
    bool amsgrad = false; ///< AdamW, Adam
    double momentum = 0.95; ///< SGD, Muon
    bool nesterov = true;
    double dampening = 0; ///< SGD
    bool scale_parameter = false; ///< Adafactor, as the next five
    bool relative_step = false;
    bool warmup_init = false;
    double clip_threshold = 1.0;
    double decay_rate = -0.8;
    double adafactor_beta1 = 0; ///< 0 = no first moment
    std::int64_t ns_steps = 5; ///< Muon, as the next two
    std::string adjust_lr_fn = "match_rms_adamw"; ///< match_rms_adamw | original | spectral_unclamped | keller_jordan
    double adamw_lr = 0; ///< peak of what AdamW updates; 0 = lr
    std::int64_t max_preconditioner_dim = 1024; ///< Shampoo, as the next eight
    std::int64_t precondition_frequency = 10;
    std::int64_t start_preconditioning_step = -1; ///< -1 = precondition_frequency
    bool use_bias_correction = true;
    double beta3 = -1; ///< -1 = beta1
    std::string grafting = "adam"; ///< none | sgd | adagrad | rmsprop | adam
    double grafting_beta2 = 0.99;
    double grafting_eps = 1e-8;
    bool precondition_in_background = false;
    bool paged = false; ///< state in host memory
};

struct ScheduleConfig {
    std::int64_t total_steps = 1000;
    std::int64_t warmup_steps = 50;
    std::string warmup_shape = "linear"; ///< linear | cosine
    double warmup_start_ratio = 0.0; ///< rate of the first update / peak rate
    bool skip_zero = false; ///< the first update has the rate of the schedule's second point
    double decay_start = 0.8; ///< share of total_steps after which the rate falls
    std::string decay_shape = "linear"; ///< none | linear | cosine | cosine_with_restarts | polynomial | sqrt | inverse_sqrt
    double final_lr_ratio = 0.0; ///< rate at the end / peak rate
    double num_cycles = 0; ///< waves of a cosine; 0 = half a wave, or one cycle with restarts
    double power = 1; ///< of the polynomial
    std::int64_t timescale = 0; ///< of the inverse square root, in steps; 0 = the warm-up
    double time_budget_minutes = 0; ///< the schedule is laid out over this time instead of steps; 0 = off
    std::int64_t plateau_patience = 0; ///< evaluations without a better one before the rate is cut; 0 = off
    double plateau_factor = 0.5;
    double plateau_threshold = 1e-4; ///< relative gain that counts as better
    double plateau_min_ratio = 0; ///< lowest rate / peak rate
};

struct BatchConfig {
    std::int64_t tokens_per_device = 8192; ///< token budget of one packed micro-batch
    std::int64_t accumulation_steps = 1;
};

struct PrecisionConfig {
    std::string compute = "fp32"; ///< fp32 | bf16 (autocast; weights, softmax, norms and loss stay fp32)
};

struct StabilityConfig {
    double max_grad_norm = 1.0; ///< 0 = no clipping
    std::string on_nonfinite = "roll_back"; ///< skip | roll_back | stop
    std::string on_spike = "note"; ///< note | skip | roll_back | stop
    double spike_threshold = 10; ///< robust deviations above the median; 0 = nobody looks
    std::int64_t spike_window = 100; ///< updates that the median is taken over
    double roll_back_lr_factor = 0.5;
    std::int64_t max_roll_backs = 3; ///< of the whole run; the next one stops it
};

struct CheckpointConfig {
    std::int64_t every_steps = 200;
    std::int64_t keep_last = 2;
    std::int64_t keep_best = 1;
    std::string metric_for_best_model = "loss"; ///< a measure of the validation part (measures.h)
    bool before_live_changes = true; ///< so that they can be undone
};

struct LoggingConfig {
    std::int64_t every_steps = 1; ///< training series
    std::int64_t eval_every_steps = 50;
    std::int64_t norms_every_steps = 10; ///< parameter norm and update ratio
};

struct DeviceConfig {
    std::string kind = "auto"; ///< auto | cpu | cuda
    std::int64_t index = 0; ///< which GPU
    std::int64_t threads = 0; ///< CPU threads of the engine; 0 = all cores
};

struct NoteConfig {
    std::string name; ///< the run's name; empty = generated
    std::string why; ///< one line, kept in the journal
    std::string tags; ///< comma separated
};

struct Config {
    DataConfig data;
    ModelConfig model;
    AdapterConfig adapter;
    ObjectiveConfig objective;
    OptimizerConfig optimizer;
    ScheduleConfig schedule;
    BatchConfig batch;
    PrecisionConfig precision;
    StabilityConfig stability;
    CheckpointConfig checkpoint;
    LoggingConfig logging;
    DeviceConfig device;
    NoteConfig note;
};

} // namespace anneal
