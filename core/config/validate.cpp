// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/validate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/units.h"
#include "config/fieldvalue.h"
#include "config/measures.h"
#include "config/rules.h"

namespace anneal {

namespace {

void checkHeldOut(const RuleContext &context)
{
    const DataConfig &data = context.config.data;
    if (data.validation.empty() && data.split_file.empty() && data.validation_fraction == 0)
        context.warning("data.validation_fraction", "Nothing is held out, so there will be no validation loss.", "0.1");
}

/// Rotary positions turn channels in pairs, so each head needs an even number of them.
void checkWidth(const RuleContext &context)
{
    const ModelConfig &model = context.config.model;
    if (model.head_dim > 0)
        return;
    const bool isRotary = model.position_embedding_type == "rotary";
    const std::int64_t width = model.hidden_size, heads = model.num_attention_heads;
    const std::int64_t step = isRotary ? 2 * heads : heads;
    if (width % step == 0)
        return;
    const std::int64_t below = width / step * step, above = below + step;
    const bool belowIsNearer = below > 0 && width - below < above - width;
    const std::string use = below > 0 ? fmt::format("Use {} or {}.", below, above) : fmt::format("Use {}.", above);
    const std::string what = width % heads != 0
        ? fmt::format("Width {} does not divide by {} heads.", width, heads)
        : fmt::format("Width {} gives each of {} heads {} channels, an odd number.", width, heads, width / heads);
    context.error("model.hidden_size", what + " " + use, std::to_string(belowIsNearer ? below : above));
}

void checkHeadWidth(const RuleContext &context)
{
    const ModelConfig &model = context.config.model;
    if (model.position_embedding_type == "rotary" && model.head_dim % 2 != 0)
        context.error("model.head_dim",
                      fmt::format("Rotary positions turn channels in pairs, so {} must be even.", model.head_dim),
                      std::to_string(model.head_dim + 1));
}

void checkGroups(const RuleContext &context)
{
    const std::int64_t heads = context.config.model.num_attention_heads;
    std::int64_t groups = context.config.model.num_key_value_heads;
    if (groups == 0 || heads % groups == 0)
        return;
    const std::int64_t given = groups;
    while (heads % groups != 0)
        --groups;
    context.error("model.num_key_value_heads",
                  fmt::format("{} heads cannot share {} keys and values evenly. Use {}.", heads, given, groups),
                  std::to_string(groups));
}

void checkLearnedPositions(const RuleContext &context)
{
    const std::int64_t longest = context.config.data.max_length;
    const ModelConfig &model = context.config.model;
    if (model.position_embedding_type == "absolute" && model.max_position_embeddings < longest)
        context.error("model.max_position_embeddings",
                      fmt::format("Sequences may have {} tokens (data.max_length), but the table has {} positions.",
                                  longest, model.max_position_embeddings),
                      std::to_string(longest));
}

void checkDirection(const RuleContext &context)
{
    const bool predictsNext = context.config.objective.task == "causal_lm";
    const bool isMasked = context.config.objective.task == "masked_lm";
    const bool isCausal = context.config.model.is_causal;
    if (predictsNext && !isCausal)
        context.error("model.is_causal", "A model that sees later tokens cannot learn to predict the next one.", "on");
    if (isMasked && isCausal)
        context.warning("model.is_causal", "A masked model learns more when it sees both sides of what it must name.",
                        "off");
}

void checkResidueLabels(const RuleContext &context)
{
    const DataConfig &data = context.config.data;
    if (context.config.objective.task == "token_classification" && data.tokenizer != "letters")
        context.error("data.tokenizer",
                      "A class for each residue needs a token for each residue: choose single letters.", "letters");
}

void checkAdapter(const RuleContext &context)
{
    const Config &config = context.config;
    const AdapterConfig &adapter = config.adapter;
    if (adapter.method != "full" && config.model.init_from.empty())
        context.error("model.init_from",
                      "Only a part of the model is trained, so the rest must come from somewhere: name a folder with "
                      "weights, or train the whole model.");
    if (adapter.method == "upper_layers" && adapter.frozen_layers >= config.model.num_hidden_layers)
        context.error("adapter.frozen_layers",
                      fmt::format("The model has {} layers, and at least one must be left to train.",
                                  config.model.num_hidden_layers),
                      std::to_string(config.model.num_hidden_layers - 1));
}

/// Whether labels are states of secondary structure only shows in the data; the engine looks again.
void checkBestBy(const RuleContext &context)
{
    const std::string &task = context.config.objective.task;
    const std::string &chosen = context.config.checkpoint.metric_for_best_model;
    std::vector<std::string> known = measuresOf(task);
    known.insert(known.begin(), "loss");
    if (task == "token_classification")
        for (const std::string &measure : structureMeasures(/*eightStates=*/true))
            known.push_back(measure);
    if (std::find(known.begin(), known.end(), chosen) == known.end())
        context.error("checkpoint.metric_for_best_model",
                      fmt::format("This task does not measure {}. Use one of {}.", chosen, fmt::join(known, ", ")),
                      "loss");
}

void checkQueryKeyNorm(const RuleContext &context)
{
    if (context.config.model.qk_norm && context.config.model.attention_type == "cosine")
        context.warning("model.qk_norm", "Cosine scores normalise queries and keys already.", "off");
}

void checkMaskShares(const RuleContext &context)
{
    const ObjectiveConfig &objective = context.config.objective;
    const double left = 1 - objective.mask_replace_prob;
    constexpr double kRounding = 1e-9;
    if (objective.random_replace_prob > left + kRounding)
        context.error("objective.random_replace_prob",
                      fmt::format("Shown as mask ({}) and as a random token ({}) are more than 1 together.",
                                  formatExact(objective.mask_replace_prob), formatExact(objective.random_replace_prob)),
                      fmt::format("{:.4g}", left));
}

void checkTokenBudget(const RuleContext &context)
{
    const std::int64_t budget = context.config.batch.tokens_per_device, longest = context.config.data.max_length;
    if (budget < longest)
        context.error(
            "batch.tokens_per_device",
            fmt::format("A sequence may have {} tokens (data.max_length) and must fit into a micro-batch of {}.",
                        longest, budget),
            std::to_string(longest));
}

bool usesGpu(const RuleContext &context)
{
    const std::string &kind = context.config.device.kind;
    return kind == "cuda" || (kind == "auto" && !context.hardware.gpus.empty());
}

void checkPrecision(const RuleContext &context)
{
    if (context.config.precision.compute != "bf16")
        return;
    const auto index = static_cast<std::size_t>(context.config.device.index);
    const std::vector<GpuInfo> &gpus = context.hardware.gpus;
    if (!usesGpu(context) && !context.hardware.cpuHasBf16)
        context.warning("precision.compute", "This CPU has no bf16 arithmetic: bf16 will be slower than fp32.", "fp32");
    else if (usesGpu(context) && index < gpus.size() && !gpus[index].supportsBf16)
        context.warning("precision.compute",
                        fmt::format("{} has no bf16 arithmetic: bf16 will be slow.", gpus[index].name), "fp32");
}

void checkGpu(const RuleContext &context)
{
    const auto gpus = static_cast<std::int64_t>(context.hardware.gpus.size());
    const DeviceConfig &device = context.config.device;
    if (device.kind == "cuda" && gpus == 0)
        context.error("device.kind", "No NVIDIA GPU was found. Use the CPU, or check that the driver is loaded.",
                      "cpu");
    else if (usesGpu(context) && device.index >= gpus)
        context.error("device.index", fmt::format("There is no GPU {}: {} found, counted from 0.", device.index, gpus),
                      std::to_string(gpus - 1));
}

void checkThreads(const RuleContext &context)
{
    const int cores = context.hardware.cores;
    if (context.config.device.threads > cores)
        context.warning(
            "device.threads",
            fmt::format("{} threads on {} cores slow each other down.", context.config.device.threads, cores),
            std::to_string(cores));
}

std::vector<Rule> rules()
{
    std::vector<Rule> all = fileRules();
    const std::vector<Rule> between = {
        {{"data.validation", "data.split_file", "data.validation_fraction"}, checkHeldOut},
        {{"model.hidden_size", "model.num_attention_heads", "model.head_dim"}, checkWidth},
        {{"model.head_dim"}, checkHeadWidth},
        {{"model.num_attention_heads", "model.num_key_value_heads"}, checkGroups},
        {{"data.max_length", "model.max_position_embeddings"}, checkLearnedPositions},
        {{"objective.task", "model.is_causal"}, checkDirection},
        {{"objective.task", "data.tokenizer"}, checkResidueLabels},
        {{"adapter.method", "adapter.frozen_layers", "model.init_from", "model.num_hidden_layers"}, checkAdapter},
        {{"objective.task", "checkpoint.metric_for_best_model"}, checkBestBy},
        {{"model.qk_norm", "model.attention_type"}, checkQueryKeyNorm},
        {{"objective.mask_replace_prob", "objective.random_replace_prob"}, checkMaskShares},
        {{"data.max_length", "batch.tokens_per_device"}, checkTokenBudget},
        {{"precision.compute", "device.kind", "device.index"}, checkPrecision},
        {{"device.kind", "device.index"}, checkGpu},
        {{"device.threads"}, checkThreads},
    };
    for (const std::vector<Rule> &part : {tokenizerRules(), optimizerRules(), scheduleRules(), between})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

bool anyHasError(const std::vector<Issue> &issues, const std::vector<std::string_view> &keys)
{
    return std::any_of(issues.begin(), issues.end(), [&](const Issue &issue) {
        return issue.severity == Severity::Error && std::find(keys.begin(), keys.end(), issue.key) != keys.end();
    });
}

} // namespace

std::vector<Issue> validate(const Config &config, const Hardware &hardware)
{
    std::vector<Issue> issues;
    for (const Field &field : fields())
        if (std::optional<Issue> issue = checkValue(field, field.get(config)))
            issues.push_back(std::move(*issue));
    const std::vector<Issue> ownIssues = issues;
    for (const Rule &rule : rules())
        if (!anyHasError(ownIssues, rule.needs))
            rule.check({config, hardware, issues});
    std::stable_sort(issues.begin(), issues.end(),
                     [](const Issue &a, const Issue &b) { return findField(a.key) < findField(b.key); });
    return issues;
}

} // namespace anneal
