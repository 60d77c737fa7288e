// SPDX-License-Identifier: GPL-3.0-or-later
// What the form says about values in words: summaries of closed sections, hints beside fields, why a field has no
// effect.
#include <cmath>
#include <functional>
#include <map>

#include <QCoreApplication>
#include <QFileInfo>

#include "config/measures.h"
#include "config/optimizergroups.h"
#include "forms/fieldcontrol.h"
#include "forms/formgroups.h"
#include "style/text.h"

namespace anneal {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("anneal::Form", text);
}

QString count(std::int64_t value)
{
    return countText(static_cast<double>(value));
}

QString choiceLabel(const char *key, const Config &config)
{
    const Field *field = findField(key);
    const std::string value = std::get<std::string>(field->get(config));
    for (const FieldChoice &choice : field->choices) {
        if (choice.value == value)
            return qstr(choice.label);
    }
    return qstr(value);
}

QString fileName(const std::string &path)
{
    return path.empty() ? tr("no file") : QFileInfo(qstr(path)).fileName();
}

using Summary = std::function<QStringList(const Config &)>;

QStringList scheduleWords(const Config &c)
{
    QStringList words{tr("%1 at %2").arg(choiceLabel("optimizer.name", c), numberFieldText(c.optimizer.lr)),
                      tr("%1 steps").arg(count(c.schedule.total_steps)),
                      tr("warm-up %1").arg(count(c.schedule.warmup_steps))};
    if (c.schedule.time_budget_minutes > 0)
        words[1] = tr("%1 minutes").arg(numberFieldText(c.schedule.time_budget_minutes));
    if (c.schedule.decay_shape == "inverse_sqrt")
        words.append(tr("inverse square root"));
    else if (c.schedule.decay_shape != "none")
        words.append(tr("%1 decay from %2").arg(qstr(c.schedule.decay_shape), percentText(c.schedule.decay_start, 0)));
    return words;
}

QStringList modelWords(const Config &c)
{
    QStringList words{tr("%1 layers × %2").arg(c.model.num_hidden_layers).arg(c.model.hidden_size),
                      tr("%1 heads").arg(c.model.num_attention_heads)};
    if (!c.model.init_from.empty())
        words.append(tr("weights from %1").arg(fileName(c.model.init_from)));
    return words;
}

const std::map<QString, Summary> &summaries()
{
    static const std::map<QString, Summary> all{
        {QStringLiteral("data"),
         [](const Config &c) {
             return QStringList{fileName(c.data.train), qstr(c.data.alphabet),
                                tr("up to %1 tokens").arg(count(c.data.max_length))};
         }},
        {QStringLiteral("model"), modelWords},
        {QStringLiteral("objective"),
         [](const Config &c) {
             QStringList words{choiceLabel("objective.task", c)};
             if (c.objective.task == "masked_lm")
                 words.append(tr("%1 masked").arg(percentText(c.objective.mlm_probability, 0)));
             return words;
         }},
        {QStringLiteral("adapter"),
         [](const Config &c) {
             QStringList words{choiceLabel("adapter.method", c)};
             if (c.adapter.method == "lora")
                 words.append(tr("rank %1").arg(c.adapter.rank));
             if (c.adapter.method == "upper_layers")
                 words.append(tr("%1 frozen").arg(c.adapter.frozen_layers));
             return words;
         }},
        {QStringLiteral("optimizer"), scheduleWords},
        {QStringLiteral("batch"),
         [](const Config &c) {
             return QStringList{
                 tr("%1 tokens × %2").arg(count(c.batch.tokens_per_device)).arg(c.batch.accumulation_steps),
                 qstr(c.precision.compute)};
         }},
        {QStringLiteral("device"), [](const Config &c) { return QStringList{choiceLabel("device.kind", c)}; }},
        {QStringLiteral("stability"),
         [](const Config &c) {
             return QStringList{c.stability.max_grad_norm > 0
                                    ? tr("clip %1").arg(numberFieldText(c.stability.max_grad_norm))
                                    : tr("no clipping")};
         }},
        {QStringLiteral("checkpoint"),
         [](const Config &c) {
             return QStringList{tr("save every %1 steps").arg(count(c.checkpoint.every_steps)),
                                tr("keep %1 newest, %2 best").arg(c.checkpoint.keep_last).arg(c.checkpoint.keep_best),
                                tr("evaluate every %1").arg(count(c.logging.eval_every_steps))};
         }},
        {QStringLiteral("note"),
         [](const Config &c) {
             QStringList words{qstr(c.note.name), qstr(c.note.why), qstr(c.note.tags)};
             words.removeAll(QString());
             return words.isEmpty() ? QStringList{tr("no name, no reason yet")} : words;
         }},
    };
    return all;
}

using Hint = std::function<QString(const Config &)>;

QString shareOfRun(double steps, const Config &c)
{
    return c.schedule.total_steps > 0
        ? tr("%1 of the run").arg(percentText(steps / static_cast<double>(c.schedule.total_steps)))
        : QString();
}

double tokensPerStep(const Config &c)
{
    return static_cast<double>(c.batch.tokens_per_device) * static_cast<double>(c.batch.accumulation_steps);
}

QString everyHint(std::int64_t every, const Config &c)
{
    return every > 0 ? tr("%1 times in this run").arg(count(c.schedule.total_steps / every)) : QString();
}

const std::map<std::string, Hint> &hints()
{
    static const std::map<std::string, Hint> all{
        {"schedule.total_steps",
         [](const Config &c) {
             return tr("about %1 tokens")
                 .arg(countText(tokensPerStep(c) * static_cast<double>(c.schedule.total_steps)));
         }},
        {"schedule.warmup_steps",
         [](const Config &c) { return shareOfRun(static_cast<double>(c.schedule.warmup_steps), c); }},
        {"schedule.decay_start",
         [](const Config &c) {
             return tr("from step %1")
                 .arg(countText(std::round(c.schedule.decay_start * static_cast<double>(c.schedule.total_steps))));
         }},
        {"schedule.final_lr_ratio",
         [](const Config &c) {
             return tr("ends at %1").arg(numberFieldText(c.schedule.final_lr_ratio * c.optimizer.lr));
         }},
        {"batch.accumulation_steps",
         [](const Config &c) { return tr("up to %1 tokens per step").arg(countText(tokensPerStep(c))); }},
        {"model.num_attention_heads",
         [](const Config &c) {
             const std::int64_t heads = c.model.num_attention_heads;
             return heads > 0 && c.model.hidden_size % heads == 0
                 ? tr("%1 channels each").arg(c.model.hidden_size / heads)
                 : QString();
         }},
        {"model.intermediate_size",
         [](const Config &c) {
             return c.model.hidden_size > 0
                 ? tr("%1 × width")
                       .arg(static_cast<double>(c.model.intermediate_size) / static_cast<double>(c.model.hidden_size),
                            0, 'g', 3)
                 : QString();
         }},
        {"data.validation_fraction",
         [](const Config &c) { return tr("%1 held out").arg(percentText(c.data.validation_fraction, 0)); }},
        {"objective.mlm_probability",
         [](const Config &c) { return tr("%1 of the tokens").arg(percentText(c.objective.mlm_probability, 0)); }},
        {"checkpoint.every_steps", [](const Config &c) { return everyHint(c.checkpoint.every_steps, c); }},
        {"logging.eval_every_steps", [](const Config &c) { return everyHint(c.logging.eval_every_steps, c); }},
        {"optimizer.weight_decay", [](const Config &) { return tr("not on biases and norms"); }},
        {"device.threads", [](const Config &c) { return c.device.threads == 0 ? tr("all cores") : QString(); }},
    };
    return all;
}

bool isLanguageModel(const Config &c)
{
    return isLanguageTask(c.objective.task);
}

QString onlyMasked(const Config &c)
{
    return c.objective.task == "masked_lm" ? QString() : tr("only for masked tokens");
}

QString onlyLabels(const Config &c)
{
    return isLanguageModel(c) ? tr("only for tasks with labels") : QString();
}

QString onlySequences(const Config &c)
{
    return isLanguageModel(c) || c.objective.task == "token_classification" ? tr("only for tasks about whole sequences")
                                                                            : QString();
}

QString onlyRotary(const Config &c)
{
    return c.model.position_embedding_type == "rotary" ? QString() : tr("only with rotary positions");
}

QString onlyDecay(const Config &c)
{
    if (c.schedule.decay_shape == "inverse_sqrt")
        return tr("an inverse square root has no end");
    return c.schedule.decay_shape == "none" ? tr("no decay") : QString();
}

QString onlyPlateau(const Config &c)
{
    return c.schedule.plateau_patience > 0 ? QString() : tr("only with a plateau patience");
}

QString onlyLora(const Config &c)
{
    return c.adapter.method == "lora" ? QString() : tr("only with LoRA");
}

const std::map<std::string, Hint> &reasons()
{
    static const std::map<std::string, Hint> all{
        {"data.validation_fraction",
         [](const Config &c) {
             if (!c.data.validation.empty())
                 return tr("validation has its own file");
             return c.data.split_file.empty() ? QString() : tr("the split file decides");
         }},
        {"data.window_stride",
         [](const Config &c) { return c.data.long_sequences == "window" ? QString() : tr("only with windows"); }},
        {"schedule.decay_start", onlyDecay},
        {"schedule.final_lr_ratio", onlyDecay},
        {"schedule.num_cycles",
         [](const Config &c) {
             return c.schedule.decay_shape.starts_with("cosine") ? QString() : tr("only with a cosine");
         }},
        {"schedule.power",
         [](const Config &c) {
             return c.schedule.decay_shape == "polynomial" ? QString() : tr("only with a polynomial");
         }},
        {"schedule.timescale",
         [](const Config &c) {
             return c.schedule.decay_shape == "inverse_sqrt" ? QString() : tr("only with an inverse square root");
         }},
        {"schedule.plateau_factor", onlyPlateau},
        {"schedule.plateau_threshold", onlyPlateau},
        {"schedule.plateau_min_ratio", onlyPlateau},
        {"objective.mlm_probability", onlyMasked},
        {"objective.mask_replace_prob", onlyMasked},
        {"objective.random_replace_prob", onlyMasked},
        {"objective.validation_masking", onlyMasked},
        {"objective.head", onlySequences},
        {"objective.pooling",
         [](const Config &c) { return c.objective.head == "pooled" ? QString() : tr("only with a pooled head"); }},
        {"objective.classifier_dropout", onlyLabels},
        {"model.max_position_embeddings",
         [](const Config &c) {
             return c.model.position_embedding_type == "absolute" ? QString() : tr("only with learned positions");
         }},
        {"model.rope_theta", onlyRotary},
        {"model.rope_scaling_factor", onlyRotary},
        {"adapter.frozen_layers",
         [](const Config &c) {
             return c.adapter.method == "upper_layers" ? QString() : tr("only when first layers are frozen");
         }},
        {"adapter.rank", onlyLora},
        {"adapter.alpha", onlyLora},
        {"adapter.dropout", onlyLora},
        {"adapter.target_modules", onlyLora},
        {"adapter.modules_to_save", onlyLora},
        {"adapter.bias", onlyLora},
        {"adapter.use_rslora", onlyLora},
        {"adapter.use_dora", onlyLora},
        {"adapter.rank_pattern", onlyLora},
        {"adapter.alpha_pattern", onlyLora},
        {"device.index",
         [](const Config &c) { return c.device.kind == "cpu" ? tr("not used on the CPU") : QString(); }},
    };
    return all;
}

template <typename Map, typename Key>
QString found(const Map &map, const Key &key, const Config &config)
{
    const auto entry = map.find(key);
    return entry == map.end() ? QString() : entry->second(config);
}

} // namespace

QString groupSummary(const FormGroup &group, const Config &config)
{
    const auto entry = summaries().find(group.key);
    return entry == summaries().end() ? QString() : entry->second(config).join(QStringLiteral(" · "));
}

QString fieldHint(const Field &field, const Config &config)
{
    return found(hints(), field.key, config);
}

QString disabledReason(const Field &field, const Config &config)
{
    if (field.section() == "optimizer" && !optimizerHas(config.optimizer, field.key))
        return tr("not a setting of %1").arg(choiceLabel("optimizer.name", config));
    return found(reasons(), field.key, config);
}

} // namespace anneal
