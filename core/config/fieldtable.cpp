// SPDX-License-Identifier: GPL-3.0-or-later
#include <string_view>
#include <unordered_map>

#include "base/units.h"
#include "config/fieldbuilder.h"

namespace anneal {

namespace {

std::vector<Field> makeTable()
{
    std::vector<Field> table;
    for (const auto &part : {dataFields(), modelFields(), adapterFields(), trainingFields(), runFields()})
        table.insert(table.end(), part.begin(), part.end());
    return table;
}

std::unordered_map<std::string_view, const Field *> makeIndex()
{
    std::unordered_map<std::string_view, const Field *> index;
    for (const Field &field : fields())
        index.emplace(field.key, &field);
    return index;
}

} // namespace

const std::vector<Field> &fields()
{
    static const std::vector<Field> table = makeTable();
    return table;
}

const std::vector<FieldSection> &fieldSections()
{
    static const std::vector<FieldSection> sections = {
        {"data", "Data", "Files, split, alphabet and length limit."},
        {"model", "Model", "Shape of the transformer, or the checkpoint it starts from."},
        {"objective", "Objective", "What the model is asked to predict."},
        {"adapter", "Fine-tuning", "What of the model is trained, and with which adapters."},
        {"optimizer", "Optimizer", "How gradients become updates."},
        {"schedule", "Schedule", "Length of the run and its learning rate over time."},
        {"batch", "Batch", "How much is seen before each update."},
        {"precision", "Precision", "Number formats."},
        {"device", "Device", "What the run is computed on."},
        {"stability", "Stability", "Guards against runaway updates."},
        {"checkpoint", "Checkpoints", "What is saved, how often, and what is kept."},
        {"logging", "Logging", "How often curves get a point."},
        {"note", "Note", "Name, reason and tags."},
    };
    return sections;
}

const Field *findField(std::string_view key)
{
    static const std::unordered_map<std::string_view, const Field *> index = makeIndex();
    const auto found = index.find(key);
    return found == index.end() ? nullptr : found->second;
}

bool sameValue(const FieldValue &a, const FieldValue &b)
{
    return a == b;
}

std::string displayValue(const FieldValue &value)
{
    struct Text {
        std::string operator()(bool b) const { return b ? "true" : "false"; }
        std::string operator()(std::int64_t i) const { return std::to_string(i); }
        std::string operator()(double d) const { return formatExact(d); }
        std::string operator()(const std::string &s) const { return s; }
    };
    return std::visit(Text(), value);
}

} // namespace anneal
