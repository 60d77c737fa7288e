// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "config/fieldvalue.h"

namespace anneal {

namespace {

/// Insertions, deletions, substitutions and swaps of neighbours.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> twoAbove, above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], twoAbove[j - 2] + 1);
        }
        twoAbove = above;
        above = row;
    }
    return above[b.size()];
}

/// Beyond a third of its letters wrong, a word is another word.
bool isNear(std::size_t distance, std::size_t length)
{
    return distance <= std::max<std::size_t>(1, length / 3);
}

struct Synonym {
    std::string_view word;
    std::string_view key;
};

/// What other tools call the same thing.
constexpr std::array kSynonyms = {
    Synonym{"learning_rate", "optimizer.lr"},
    Synonym{"max_lr", "optimizer.lr"},
    Synonym{"optim", "optimizer.name"},
    Synonym{"adam_beta1", "optimizer.beta1"},
    Synonym{"adam_beta2", "optimizer.beta2"},
    Synonym{"adam_epsilon", "optimizer.eps"},
    Synonym{"max_steps", "schedule.total_steps"},
    Synonym{"steps", "schedule.total_steps"},
    Synonym{"warmup", "schedule.warmup_steps"},
    Synonym{"lr_scheduler_type", "schedule.decay_shape"},
    Synonym{"batch_size", "batch.tokens_per_device"},
    Synonym{"micro_batch_size", "batch.tokens_per_device"},
    Synonym{"gradient_accumulation_steps", "batch.accumulation_steps"},
    Synonym{"clip", "stability.max_grad_norm"},
    Synonym{"dtype", "precision.compute"},
    Synonym{"max_seq_length", "data.max_length"},
    Synonym{"max_position_embeddings", "data.max_length"},
    Synonym{"num_layers", "model.num_hidden_layers"},
    Synonym{"layers", "model.num_hidden_layers"},
    Synonym{"heads", "model.num_attention_heads"},
    Synonym{"num_heads", "model.num_attention_heads"},
    Synonym{"width", "model.hidden_size"},
    Synonym{"d_model", "model.hidden_size"},
    Synonym{"save_steps", "checkpoint.every_steps"},
    Synonym{"eval_steps", "logging.eval_every_steps"},
    Synonym{"logging_steps", "logging.every_steps"},
};

struct SplitKey {
    std::string_view section; ///< empty when the key has none
    std::string_view name;
};

SplitKey splitKey(std::string_view key)
{
    const std::size_t dot = key.find('.');
    if (dot == std::string_view::npos)
        return {"", key};
    return {key.substr(0, dot), key.substr(dot + 1)};
}

constexpr std::size_t kTooFar = std::numeric_limits<std::size_t>::max();

/// How far a known key is from the one that was typed. A right name in a wrong or missing section is near.
std::size_t keyDistance(const SplitKey &typed, const Field &field)
{
    const SplitKey known = splitKey(field.key);
    const std::size_t name = editDistance(typed.name, known.name);
    if (!isNear(name, typed.name.size()))
        return kTooFar;
    const std::size_t section = typed.section.empty() ? 0 : editDistance(typed.section, known.section);
    return name == 0 || isNear(section, typed.section.size()) ? name + section : kTooFar;
}

} // namespace

std::optional<std::string> nearestWord(std::string_view word, const std::vector<std::string> &candidates)
{
    std::size_t best = kTooFar;
    std::optional<std::string> nearest;
    for (const std::string &candidate : candidates) {
        const std::size_t distance = editDistance(word, candidate);
        if (distance >= best || !isNear(distance, std::max(word.size(), candidate.size())))
            continue;
        best = distance;
        nearest = candidate;
    }
    return nearest;
}

std::optional<std::string> nearestKey(std::string_view key)
{
    const SplitKey typed = splitKey(key);
    const Field *nearest = nullptr;
    std::size_t best = kTooFar;
    for (const Field &field : fields()) {
        const std::size_t distance = keyDistance(typed, field);
        if (distance < best) {
            best = distance;
            nearest = &field;
        }
    }
    const auto synonym = std::find_if(kSynonyms.begin(), kSynonyms.end(),
                                      [&](const Synonym &known) { return known.word == typed.name; });
    const bool isSpelledRight = nearest != nullptr && splitKey(nearest->key).name == typed.name;
    if (synonym != kSynonyms.end() && !isSpelledRight)
        return std::string(synonym->key);
    return nearest == nullptr ? std::nullopt : std::optional<std::string>(nearest->key);
}

Issue unknownKeyIssue(std::string_view key)
{
    const std::optional<std::string> nearest = nearestKey(key);
    const std::string hint =
        nearest ? fmt::format("did you mean \"{}\"?", *nearest) : std::string("\"anneal fields\" lists all settings.");
    return {Severity::Error, std::string(key), fmt::format("Unknown setting \"{}\"; {}", key, hint),
            nearest.value_or("")};
}

} // namespace anneal
